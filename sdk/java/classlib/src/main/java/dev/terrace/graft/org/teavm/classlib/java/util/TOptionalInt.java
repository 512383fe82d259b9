package dev.terrace.graft.org.teavm.classlib.java.util;

/** Its text as OpenJDK has it. */
public abstract class TOptionalInt {
    private int value;

    public abstract boolean isPresent();

    public String toString() {
        return isPresent() ? "OptionalInt[" + value + "]" : "OptionalInt.empty";
    }
}
