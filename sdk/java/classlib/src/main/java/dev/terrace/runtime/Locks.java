package dev.terrace.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * The monitors of classes. The collector does not look for a monitor in a class, so that one there would be freed while
 * it is held; these objects stand for them.
 */
public final class Locks {
    private static final Map<String, Object> BY_CLASS = new HashMap<>();

    private Locks() {
    }

    /** The object to synchronise on in place of the class. */
    public static Object of(Class<?> type) {
        return BY_CLASS.computeIfAbsent(type.getName(), name -> new Object());
    }
}
