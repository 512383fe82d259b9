package dev.terrace.runtime;

import java.nio.charset.StandardCharsets;
import org.teavm.interop.Address;
import org.teavm.interop.Import;

/**
 * The end of a program: an uncaught exception of the main thread is told as OpenJDK tells it, and is the fault of the
 * partition once every other thread has ended.
 */
public final class Start {
    private static String failure;

    private Start() {
    }

    /** For the main thread: its uncaught exception. */
    public static void uncaught(Throwable thrown) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        failure = oneLine(thrown);
    }

    /** Its class and message; the class alone where the message cannot be told. */
    private static String oneLine(Throwable thrown) {
        try {
            return thrown.toString().replace('\n', ' ');
        } catch (Throwable another) {
            return thrown.getClass().getName();
        }
    }

    /** After the last event; false if there are threads that nothing can wake any more. */
    public static void end(boolean allEnded) {
        if (!allEnded) {
            deadlock();
        }
        flush();
        if (failure != null) {
            fail(failure);
        }
    }

    /** Every thread waits for another one: a fault, unless there is one already. */
    static void deadlock() {
        String what = "deadlock: every thread waits for another one";
        System.err.println(what);
        if (failure == null) {
            failure = what;
        }
    }

    /** Ends the program now, whatever its threads do. Does not return. */
    public static void exit(int code) {
        flush();
        procExit(code);
    }

    private static void flush() {
        System.out.flush();
        System.err.flush();
    }

    private static void fail(String what) {
        byte[] text = what.getBytes(StandardCharsets.UTF_8);
        terraceFail(Address.ofData(text), text.length);
    }

    @Import(module = "terrace", name = "fail")
    private static native void terraceFail(Address what, int length);

    @Import(module = "wasi_snapshot_preview1", name = "proc_exit")
    private static native void procExit(int code);
}
