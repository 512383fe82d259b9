package dev.terrace.graft.org.teavm.classlib.java.math;

import java.math.BigInteger;

/** The hash code of OpenJDK, on which the order of a HashMap depends. */
public abstract class TBigDecimal {
    public abstract BigInteger unscaledValue();

    public abstract int scale();

    public int hashCode() {
        return 31 * unscaledValue().hashCode() + scale();
    }
}
