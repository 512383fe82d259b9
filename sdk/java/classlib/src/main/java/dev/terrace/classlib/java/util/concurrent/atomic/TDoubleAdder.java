package dev.terrace.classlib.java.util.concurrent.atomic;

/** {@code java.util.concurrent.atomic.DoubleAdder}. */
public class TDoubleAdder extends Number {
    private static final long serialVersionUID = 1;

    private double value;

    public void add(double more) {
        value += more;
    }

    public double sum() {
        return value;
    }

    public void reset() {
        value = 0;
    }

    public double sumThenReset() {
        double sum = value;
        value = 0;
        return sum;
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
