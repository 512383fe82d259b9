package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.TimeoutException}. */
public class TTimeoutException extends Exception {
    private static final long serialVersionUID = 1;

    public TTimeoutException() {
    }

    public TTimeoutException(String message) {
        super(message);
    }

    public TTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }

    public TTimeoutException(Throwable cause) {
        super(cause);
    }
}
