package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Clock;
import dev.terrace.runtime.Start;

/** Clocks, and the end of a program. */
public final class TSystem {
    private TSystem() {
    }

    /** TeaVM asks a page in a browser. */
    public static long nanoTime() {
        return Clock.monotonic();
    }

    /** TeaVM has none. */
    public static void exit(int status) {
        Start.exit(status);
    }
}
