package edu.buffalo.rtdroid.runtime;

import edu.buffalo.rtdroid.app.ComponentManager;

/** Brings an app up: channels, receivers, bound services, services, and then the releases. */
public final class Boot {
    private Boot() {
    }

    /** Run the app until it is asked to end. */
    public static void run(Factory factory, String[] plan) {
        ComponentManager manager = ComponentManager.boot(Plan.read(plan), factory);
        Dispatcher.main().run();
        manager.destroy();
    }
}
