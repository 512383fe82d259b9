package org.teavm.classlib.java.util;

/** A format specifier has no argument. */
public class TMissingFormatArgumentException extends TIllegalFormatException {
    private static final long serialVersionUID = 1;
    private final String specifier;

    public TMissingFormatArgumentException(String specifier) {
        this.specifier = specifier;
    }

    public String getFormatSpecifier() {
        return specifier;
    }

    @Override
    public String getMessage() {
        return "Format specifier '" + specifier + "'";
    }
}
