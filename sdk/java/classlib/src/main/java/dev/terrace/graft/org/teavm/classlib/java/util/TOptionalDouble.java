package dev.terrace.graft.org.teavm.classlib.java.util;

/** Its text as OpenJDK has it. */
public abstract class TOptionalDouble {
    private double value;

    public abstract boolean isPresent();

    public String toString() {
        return isPresent() ? "OptionalDouble[" + value + "]" : "OptionalDouble.empty";
    }
}
