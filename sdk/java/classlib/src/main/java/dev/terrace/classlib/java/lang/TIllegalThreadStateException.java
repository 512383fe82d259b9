package dev.terrace.classlib.java.lang;

/** As OpenJDK's. */
public class TIllegalThreadStateException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public TIllegalThreadStateException() {
    }

    public TIllegalThreadStateException(String message) {
        super(message);
    }
}
