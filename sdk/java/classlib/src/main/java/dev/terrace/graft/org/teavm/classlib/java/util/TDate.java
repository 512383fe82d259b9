package dev.terrace.graft.org.teavm.classlib.java.util;

import dev.terrace.runtime.DateText;

/** TeaVM asks a page in a browser. */
public class TDate {
    public native long getTime();

    public String toString() {
        return DateText.of(getTime());
    }
}
