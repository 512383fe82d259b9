package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message as JDK 17 has it. */
class TIllegalFormatCodePointException {
    private int codePoint;

    public String getMessage() {
        return "Code point = 0x" + Integer.toHexString(codePoint);
    }
}
