package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Clock;

/** Clocks. */
public final class TSystem {
    private TSystem() {
    }

    /** TeaVM asks a page in a browser. */
    public static long nanoTime() {
        return Clock.monotonic();
    }
}
