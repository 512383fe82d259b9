package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Clock;
import dev.terrace.runtime.Environment;
import dev.terrace.runtime.Start;
import dev.terrace.runtime.SystemProperties;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** Clocks, and the end of a program. */
public final class TSystem {
    private TSystem() {
    }

    private static Properties properties;

    /** TeaVM knows no variables. */
    public static String getenv(String name) {
        return Environment.variables().get(Objects.requireNonNull(name));
    }

    /** As above. */
    public static Map<String, String> getenv() {
        return Environment.variables();
    }

    /** TeaVM has some of them, for Java 21 and a home that a partition has not. */
    private static void initPropertiesIfNeeded() {
        if (properties == null) {
            properties = new Properties(SystemProperties.defaults());
        }
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
