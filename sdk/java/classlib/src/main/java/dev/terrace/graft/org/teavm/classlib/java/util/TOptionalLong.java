package dev.terrace.graft.org.teavm.classlib.java.util;

/** Its text as OpenJDK has it. */
public abstract class TOptionalLong {
    private long value;

    public abstract boolean isPresent();

    public String toString() {
        return isPresent() ? "OptionalLong[" + value + "]" : "OptionalLong.empty";
    }
}
