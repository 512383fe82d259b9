package dev.terrace.classlib.java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** {@code java.util.concurrent.atomic.AtomicReferenceArray}: an app's threads run one at a time. */
@SuppressWarnings("unchecked")
public class TAtomicReferenceArray<E> implements Serializable {
    private static final long serialVersionUID = 1;

    private final Object[] items;

    public TAtomicReferenceArray(int length) {
        items = new Object[length];
    }

    public TAtomicReferenceArray(E[] items) {
        this.items = Arrays.copyOf(items, items.length, Object[].class);
    }

    public final int length() {
        return items.length;
    }

    public final E get(int index) {
        return (E) items[index];
    }

    public final E getPlain(int index) {
        return (E) items[index];
    }

    public final E getOpaque(int index) {
        return (E) items[index];
    }

    public final E getAcquire(int index) {
        return (E) items[index];
    }

    public final void set(int index, E value) {
        items[index] = value;
    }

    public final void lazySet(int index, E value) {
        items[index] = value;
    }

    public final void setPlain(int index, E value) {
        items[index] = value;
    }

    public final void setOpaque(int index, E value) {
        items[index] = value;
    }

    public final void setRelease(int index, E value) {
        items[index] = value;
    }

    public final E getAndSet(int index, E value) {
        E old = get(index);
        items[index] = value;
        return old;
    }

    public final boolean compareAndSet(int index, E expected, E value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSet(int index, E expected, E value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetPlain(int index, E expected, E value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetVolatile(int index, E expected, E value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetAcquire(int index, E expected, E value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final boolean weakCompareAndSetRelease(int index, E expected, E value) {
        boolean same = items[index] == expected;
        if (same) {
            items[index] = value;
        }
        return same;
    }

    public final E compareAndExchange(int index, E expected, E value) {
        E witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final E compareAndExchangeAcquire(int index, E expected, E value) {
        E witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final E compareAndExchangeRelease(int index, E expected, E value) {
        E witness = get(index);
        if (witness == expected) {
            items[index] = value;
        }
        return witness;
    }

    public final E getAndUpdate(int index, UnaryOperator<E> f) {
        E old = get(index);
        items[index] = f.apply(old);
        return old;
    }

    public final E updateAndGet(int index, UnaryOperator<E> f) {
        items[index] = f.apply(get(index));
        return get(index);
    }

    public final E getAndAccumulate(int index, E value, BinaryOperator<E> f) {
        E old = get(index);
        items[index] = f.apply(old, value);
        return old;
    }

    public final E accumulateAndGet(int index, E value, BinaryOperator<E> f) {
        items[index] = f.apply(get(index), value);
        return get(index);
    }

    @Override
    public String toString() {
        return Arrays.toString(items);
    }
}
