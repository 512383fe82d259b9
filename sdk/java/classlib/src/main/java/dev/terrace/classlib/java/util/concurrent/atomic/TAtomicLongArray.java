package dev.terrace.classlib.java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** {@code java.util.concurrent.atomic.AtomicLongArray}: an app's threads run one at a time. */
public class TAtomicLongArray implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] items;

    public TAtomicLongArray(int length) {
        items = new long[length];
    }

    public TAtomicLongArray(long[] items) {
        this.items = items.clone();
    }

    public final int length() {
        return items.length;
    }

    public final long get(int index) {
        return items[index];
    }

    public final long getPlain(int index) {
        return items[index];
    }

    public final long getOpaque(int index) {
        return items[index];
    }

    public final long getAcquire(int index) {
        return items[index];
    }

    public final void set(int index, long value) {
        items[index] = value;
    }

    public final void lazySet(int index, long value) {
        items[index] = value;
    }

    public final void setPlain(int index, long value) {
        items[index] = value;
    }

    public final void setOpaque(int index, long value) {
        items[index] = value;
    }

    public final void setRelease(int index, long value) {
        items[index] = value;
    }

    public final long getAndSet(int index, long value) {
        long old = get(index);
        items[index] = value;
        return old;
    }

    public final boolean compareAndSet(int index, long expected, long value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSet(int index, long expected, long value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetPlain(int index, long expected, long value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetVolatile(int index, long expected, long value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetAcquire(int index, long expected, long value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetRelease(int index, long expected, long value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final long compareAndExchange(int index, long expected, long value) {
        long witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final long compareAndExchangeAcquire(int index, long expected, long value) {
        long witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final long compareAndExchangeRelease(int index, long expected, long value) {
        long witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final long getAndIncrement(int index) {
        return items[index]++;
    }

    public final long getAndDecrement(int index) {
        return items[index]--;
    }

    public final long getAndAdd(int index, long more) {
        long old = items[index];
        items[index] += more;
        return old;
    }

    public final long incrementAndGet(int index) {
        return ++items[index];
    }

    public final long decrementAndGet(int index) {
        return --items[index];
    }

    public final long addAndGet(int index, long more) {
        items[index] += more;
        return items[index];
    }

    public final long getAndUpdate(int index, LongUnaryOperator f) {
        long old = get(index);
        items[index] = f.applyAsLong(old);
        return old;
    }

    public final long updateAndGet(int index, LongUnaryOperator f) {
        items[index] = f.applyAsLong(get(index));
        return get(index);
    }

    public final long getAndAccumulate(int index, long value, LongBinaryOperator f) {
        long old = get(index);
        items[index] = f.applyAsLong(old, value);
        return old;
    }

    public final long accumulateAndGet(int index, long value, LongBinaryOperator f) {
        items[index] = f.applyAsLong(get(index), value);
        return get(index);
    }

    @Override
    public String toString() {
        return Arrays.toString(items);
    }
}
