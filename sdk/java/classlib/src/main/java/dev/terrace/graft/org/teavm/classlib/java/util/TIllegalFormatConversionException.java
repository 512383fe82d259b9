package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message as JDK 17 has it. */
class TIllegalFormatConversionException {
    private char conversion;
    private Class<?> argumentClass;

    public String getMessage() {
        return conversion + " != " + argumentClass.getName();
    }
}
