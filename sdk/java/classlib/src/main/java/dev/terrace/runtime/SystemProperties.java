package dev.terrace.runtime;

import java.util.Map;
import java.util.Properties;

/** What {@code System.getProperty} answers before the app sets anything. */
public final class SystemProperties {
    private SystemProperties() {
    }

    public static Properties defaults() {
        Map<String, String> variables = Environment.variables();
        Properties defaults = new Properties();
        defaults.put("java.version", "17");
        defaults.put("java.specification.version", "17");
        defaults.put("java.class.version", "61.0");
        defaults.put("java.vendor", "Terrace");
        defaults.put("java.vm.name", "Terrace");
        defaults.put("os.name", "Terrace");
        defaults.put("os.arch", "wasm32");
        defaults.put("file.separator", "/");
        defaults.put("path.separator", ":");
        defaults.put("line.separator", "\n");
        defaults.put("file.encoding", "UTF-8");
        defaults.put("native.encoding", "UTF-8");
        defaults.put("user.name", variables.getOrDefault("USER", "terrace"));
        defaults.put("user.home", variables.getOrDefault("HOME", "/"));
        defaults.put("user.dir", "/");
        defaults.put("java.io.tmpdir", variables.getOrDefault("TMPDIR", "/tmp"));
        return defaults;
    }
}
