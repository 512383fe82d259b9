package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message as JDK 17 has it. */
class TUnknownFormatConversionException {
    private String conversion;

    public String getMessage() {
        return "Conversion = '" + conversion + "'";
    }
}
