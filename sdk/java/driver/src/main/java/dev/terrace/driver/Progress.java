package dev.terrace.driver;

/** Lines on standard error that say what is being done and how long the build runs, in seconds. */
final class Progress {
    private final long start = System.nanoTime();

    void say(String what) {
        System.err.printf("[%5.1f s] %s%n", (System.nanoTime() - start) / 1e9, what);
    }
}
