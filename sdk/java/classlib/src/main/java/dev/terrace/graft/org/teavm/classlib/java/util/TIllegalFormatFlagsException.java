package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message as JDK 17 has it. */
class TIllegalFormatFlagsException {
    private String flags;

    public String getMessage() {
        return "Flags = '" + flags + "'";
    }
}
