package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message as JDK 17 has it. */
class TIllegalFormatPrecisionException {
    private int precision;

    public String getMessage() {
        return Integer.toString(precision);
    }
}
