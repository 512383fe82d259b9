package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.RejectedExecutionException}. */
public class TRejectedExecutionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TRejectedExecutionException() {
    }

    public TRejectedExecutionException(String message) {
        super(message);
    }

    public TRejectedExecutionException(String message, Throwable cause) {
        super(message, cause);
    }

    public TRejectedExecutionException(Throwable cause) {
        super(cause);
    }
}
