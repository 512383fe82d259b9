package dev.terrace.concurrent;

/** What a blocking method does first. */
public final class Interrupts {
    private Interrupts() {
    }

    /** Throws if the calling thread has been interrupted; the interrupt is over then. */
    public static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
