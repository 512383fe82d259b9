package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.BrokenBarrierException}. */
public class TBrokenBarrierException extends Exception {
    private static final long serialVersionUID = 1;

    public TBrokenBarrierException() {
    }

    public TBrokenBarrierException(String message) {
        super(message);
    }
}
