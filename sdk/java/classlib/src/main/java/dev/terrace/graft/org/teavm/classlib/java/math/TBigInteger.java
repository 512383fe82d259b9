package dev.terrace.graft.org.teavm.classlib.java.math;

/** The hash code of OpenJDK, on which the order of a HashMap depends. */
public abstract class TBigInteger {
    private transient int[] digits;
    private transient int numberLength;
    private transient int sign;

    public int hashCode() {
        int hash = 0;
        for (int i = numberLength - 1; i >= 0; i--) {
            hash = 31 * hash + digits[i];
        }
        return hash * sign;
    }
}
