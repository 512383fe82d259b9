package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Traces;

/** What happens to an exception that nobody caught. */
public class TDefaultUncaughtExceptionHandler {
    /** TeaVM does not tell which thread it was. */
    public void uncaughtException(TThread thread, Throwable failure) {
        System.out.flush();
        System.err.print("Exception in thread \"" + thread.getName() + "\" " + Traces.text(failure));
        System.err.flush();
    }
}
