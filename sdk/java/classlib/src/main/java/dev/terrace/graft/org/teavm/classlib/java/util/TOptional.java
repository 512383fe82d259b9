package dev.terrace.graft.org.teavm.classlib.java.util;

/** Its text as OpenJDK has it. */
public class TOptional<T> {
    private T value;

    public String toString() {
        return value == null ? "Optional.empty" : "Optional[" + value + "]";
    }
}
