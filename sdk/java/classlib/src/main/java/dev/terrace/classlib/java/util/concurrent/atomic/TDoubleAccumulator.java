package dev.terrace.classlib.java.util.concurrent.atomic;

import java.util.function.DoubleBinaryOperator;

/** {@code java.util.concurrent.atomic.DoubleAccumulator}. */
public class TDoubleAccumulator extends Number {
    private static final long serialVersionUID = 1;

    private final transient DoubleBinaryOperator f;
    private final double identity;
    private double value;

    public TDoubleAccumulator(DoubleBinaryOperator f, double identity) {
        this.f = f;
        this.identity = identity;
        this.value = identity;
    }

    public void accumulate(double more) {
        value = f.applyAsDouble(value, more);
    }

    public double get() {
        return value;
    }

    public void reset() {
        value = identity;
    }

    public double getThenReset() {
        double result = value;
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
        return Double.toString(value);
    }
}
