package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message as JDK 17 has it. */
class TFormatFlagsConversionMismatchException {
    private String flags;
    private char conversion;

    public String getMessage() {
        return "Conversion = " + conversion + ", Flags = " + flags;
    }
}
