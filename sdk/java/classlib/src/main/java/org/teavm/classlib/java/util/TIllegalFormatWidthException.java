package org.teavm.classlib.java.util;

/** A width where there may be none. */
public class TIllegalFormatWidthException extends TIllegalFormatException {
    private static final long serialVersionUID = 1;
    private final int width;

    public TIllegalFormatWidthException(int width) {
        this.width = width;
    }

    public int getWidth() {
        return width;
    }

    @Override
    public String getMessage() {
        return Integer.toString(width);
    }
}
