package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message as JDK 17 has it. */
class TMissingFormatWidthException {
    private String formatSpecifier;

    public String getMessage() {
        return formatSpecifier;
    }
}
