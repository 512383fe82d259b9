package dev.terrace.runtime;

import dev.terrace.App;
import org.teavm.interop.Export;
import org.teavm.runtime.EventQueue;
import org.teavm.runtime.Fiber;

/**
 * What the monitor calls in an app that is called back. Each callback is a thread of its own, and returns when that has ended;
 * other threads of the app run while it does.
 */
public final class Callbacks {
    private static App app;

    private Callbacks() {
    }

    private interface Body {
        void run() throws Exception;
    }

    /** One callback: a fiber that says when it has ended. */
    private static final class Call implements Fiber.FiberRunner {
        private final Body body;
        private boolean ended;

        Call(Body body) {
            this.body = body;
        }

        @Override
        public void run() {
            try {
                body.run();
            } catch (Throwable thrown) {
                Start.uncaught(thrown);
            }
            ended = true;
        }
    }

    /** The one that the manifest names. */
    public static void register(App one) {
        app = one;
    }

    @Export(name = "terrace_create")
    public static int create() {
        return call(() -> app.create());
    }

    @Export(name = "terrace_start")
    public static int start() {
        return call(() -> app.start());
    }

    @Export(name = "terrace_trim")
    public static int trim(int level) {
        return call(() -> app.trim(level));
    }

    @Export(name = "terrace_stop")
    public static int stop() {
        return call(() -> app.stop());
    }

    private static int call(Body body) {
        Call call = new Call(body);
        Fiber.start(call, true);
        while (!call.ended && EventQueue.next()) {
            // Other threads, and this one's waits.
        }
        Start.end(call.ended);
        return 0;
    }
}
