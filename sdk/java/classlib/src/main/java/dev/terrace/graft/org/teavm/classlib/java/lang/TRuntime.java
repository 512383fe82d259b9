package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Start;

/** The end of a program. */
public class TRuntime {
    /** TeaVM does nothing. There are no shutdown hooks. */
    public void exit(int status) {
        Start.exit(status);
    }

    /** An app has one. TeaVM asks a page in a browser. */
    public int availableProcessors() {
        return 1;
    }

    /** TeaVM has none. */
    public void halt(int status) {
        Start.exit(status);
    }
}
