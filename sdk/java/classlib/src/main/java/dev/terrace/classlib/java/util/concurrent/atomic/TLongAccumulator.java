package dev.terrace.classlib.java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;

/** {@code java.util.concurrent.atomic.LongAccumulator}. */
public class TLongAccumulator extends Number {
    private static final long serialVersionUID = 1;

    private final transient LongBinaryOperator f;
    private final long identity;
    private long value;

    public TLongAccumulator(LongBinaryOperator f, long identity) {
        this.f = f;
        this.identity = identity;
        this.value = identity;
    }

    public void accumulate(long more) {
        value = f.applyAsLong(value, more);
    }

    public long get() {
        return value;
    }

    public void reset() {
        value = identity;
    }

    public long getThenReset() {
        long result = value;
        value = identity;
        return result;
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return (long) value;
    }

    @Override
    public float floatValue() {
        return (float) value;
    }

    @Override
    public double doubleValue() {
        return value;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
