package dev.terrace.classlib.java.util.concurrent.atomic;

/** {@code java.util.concurrent.atomic.LongAdder}. */
public class TLongAdder extends Number {
    private static final long serialVersionUID = 1;

    private long value;

    public void add(long more) {
        value += more;
    }

    public void increment() {
        value++;
    }

    public void decrement() {
        value--;
    }

    public long sum() {
        return value;
    }

    public void reset() {
        value = 0;
    }

    public long sumThenReset() {
        long sum = value;
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
        return Long.toString(value);
    }
}
