package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.CompletionException}. */
public class TCompletionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TCompletionException() {
    }

    public TCompletionException(String message) {
        super(message);
    }

    public TCompletionException(String message, Throwable cause) {
        super(message, cause);
    }

    public TCompletionException(Throwable cause) {
        super(cause);
    }
}
