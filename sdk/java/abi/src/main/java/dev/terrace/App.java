package dev.terrace;

/**
 * An app that the monitor calls when something happens, and that costs no processor in between: {@code reactor = true} in the
 * manifest, whose {@code main} names a class that extends this one and has a constructor without parameters.
 *
 * <p>One callback runs at a time. It may start threads and wait; when it has returned, other threads of the app run on only
 * while a later callback runs. An exception that leaves a callback is the fault {@code uncaught}.
 */
public abstract class App {
    /** For those who extend it. */
    protected App() {
    }

    /** Once, before anything else. */
    public void create() throws Exception {
    }

    /**
     * Once, after {@link #create}. It may run for as long as the app lives; no other callback runs meanwhile, so one that stays
     * asks {@link Sys#stopRequested}.
     */
    public void start() throws Exception {
    }

    /** Memory is short, give back what can be given back: {@code Sys.TRIM_...}. */
    public void trim(int level) throws Exception {
    }

    /** Once, when a polite stop was asked for. The partition ends after it. */
    public void stop() throws Exception {
    }
}
