package dev.terrace.graft.org.teavm.classlib.java.util;

import dev.terrace.runtime.PropertyText;
import java.io.IOException;
import java.io.Writer;
import java.util.Date;
import java.util.Set;

/** Properties to a Writer: TeaVM has it only for a stream of bytes. */
abstract class TProperties {
    public abstract Set<String> stringPropertyNames();

    public abstract Object get(Object key);

    public void store(Writer out, String comments) throws IOException {
        String end = System.lineSeparator();
        if (comments != null) {
            out.write("#" + comments.replace("\n", end + "#") + end);
        }
        out.write("#" + new Date() + end);
        for (String key : stringPropertyNames()) {
            if (get(key) instanceof String) {
                out.write(PropertyText.escaped(key, true) + "=" + PropertyText.escaped((String) get(key), false) + end);
            }
        }
        out.flush();
    }
}
