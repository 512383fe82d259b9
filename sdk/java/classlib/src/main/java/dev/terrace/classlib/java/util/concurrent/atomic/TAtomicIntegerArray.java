package dev.terrace.classlib.java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** {@code java.util.concurrent.atomic.AtomicIntegerArray}: an app's threads run one at a time. */
public class TAtomicIntegerArray implements Serializable {
    private static final long serialVersionUID = 1;

    private final int[] items;

    public TAtomicIntegerArray(int length) {
        items = new int[length];
    }

    public TAtomicIntegerArray(int[] items) {
        this.items = items.clone();
    }

    public final int length() {
        return items.length;
    }

    public final int get(int index) {
        return items[index];
    }

    public final int getPlain(int index) {
        return items[index];
    }

    public final int getOpaque(int index) {
        return items[index];
    }

    public final int getAcquire(int index) {
        return items[index];
    }

    public final void set(int index, int value) {
        items[index] = value;
    }

    public final void lazySet(int index, int value) {
        items[index] = value;
    }

    public final void setPlain(int index, int value) {
        items[index] = value;
    }

    public final void setOpaque(int index, int value) {
        items[index] = value;
    }

    public final void setRelease(int index, int value) {
        items[index] = value;
    }

    public final int getAndSet(int index, int value) {
        int old = get(index);
        items[index] = value;
        return old;
    }

    public final boolean compareAndSet(int index, int expected, int value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSet(int index, int expected, int value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetPlain(int index, int expected, int value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetVolatile(int index, int expected, int value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetAcquire(int index, int expected, int value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetRelease(int index, int expected, int value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final int compareAndExchange(int index, int expected, int value) {
        int witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final int compareAndExchangeAcquire(int index, int expected, int value) {
        int witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final int compareAndExchangeRelease(int index, int expected, int value) {
        int witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final int getAndIncrement(int index) {
        return items[index]++;
    }

    public final int getAndDecrement(int index) {
        return items[index]--;
    }

    public final int getAndAdd(int index, int more) {
        int old = items[index];
        items[index] += more;
        return old;
    }

    public final int incrementAndGet(int index) {
        return ++items[index];
    }

    public final int decrementAndGet(int index) {
        return --items[index];
    }

    public final int addAndGet(int index, int more) {
        items[index] += more;
        return items[index];
    }

    public final int getAndUpdate(int index, IntUnaryOperator f) {
        int old = get(index);
        items[index] = f.applyAsInt(old);
        return old;
    }

    public final int updateAndGet(int index, IntUnaryOperator f) {
        items[index] = f.applyAsInt(get(index));
        return get(index);
    }

    public final int getAndAccumulate(int index, int value, IntBinaryOperator f) {
        int old = get(index);
        items[index] = f.applyAsInt(old, value);
        return old;
    }

    public final int accumulateAndGet(int index, int value, IntBinaryOperator f) {
        items[index] = f.applyAsInt(get(index), value);
        return get(index);
    }

    @Override
    public String toString() {
        return Arrays.toString(items);
    }
}
