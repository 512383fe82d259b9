package dev.terrace.graft.org.teavm.classlib.java.lang;

import java.util.Queue;
import org.teavm.platform.PlatformRunnable;

/** Monitors. */
public class TObject {
    Monitor monitor;

    static class Monitor {
        Queue<PlatformRunnable> enteringThreads;
        Object owner;
    }

    native boolean isEmptyMonitor();

    /** TeaVM forgets all the threads that wait but the first. */
    private static void waitForOtherThreads(TObject o) {
        if (o.isEmptyMonitor() || o.monitor.owner != null) {
            return;
        }
        Queue<PlatformRunnable> entering = o.monitor.enteringThreads;
        if (entering != null && !entering.isEmpty()) {
            entering.remove().run();
        }
    }
}
