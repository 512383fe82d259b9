package dev.terrace.runtime;

import org.teavm.interop.Import;

/**
 * The end of a program: an uncaught exception is told as OpenJDK tells it, and makes the exit status 1 once every
 * other thread has ended.
 */
public final class Start {
    private static int status;

    private Start() {
    }

    /** For the main thread: its uncaught exception. */
    public static void uncaught(Throwable failure) {
        status = 1;
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }

    /** After the last event; false if there are threads that nothing can wake any more. */
    public static void end(boolean allEnded) {
        if (!allEnded) {
            System.err.println("deadlock: every thread waits for another one");
            status = 1;
        }
        System.out.flush();
        System.err.flush();
        if (status != 0) {
            procExit(status);
        }
    }

    /** Ends the program now, whatever its threads do. Does not return. */
    public static void exit(int code) {
        System.out.flush();
        System.err.flush();
        procExit(code);
    }

    @Import(module = "wasi_snapshot_preview1", name = "proc_exit")
    private static native void procExit(int code);
}
