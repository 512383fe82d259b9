package dev.terrace.classlib.java.util.concurrent.atomic;

/** {@code java.util.concurrent.atomic.AtomicStampedReference}. */
public class TAtomicStampedReference<V> {
    private V reference;
    private int stamp;

    public TAtomicStampedReference(V reference, int stamp) {
        set(reference, stamp);
    }

    public V getReference() {
        return reference;
    }

    public int getStamp() {
        return stamp;
    }

    public V get(int[] holder) {
        holder[0] = stamp;
        return reference;
    }

    public boolean weakCompareAndSet(V expected, V value, int expectedStamp, int newStamp) {
        return compareAndSet(expected, value, expectedStamp, newStamp);
    }

    public boolean compareAndSet(V expected, V value, int expectedStamp, int newStamp) {
        boolean same = reference == expected && stamp == expectedStamp;
        if (same) {
            set(value, newStamp);
        }
        return same;
    }

    public void set(V value, int newStamp) {
        reference = value;
        stamp = newStamp;
    }

    public boolean attemptStamp(V expected, int newStamp) {
        boolean same = reference == expected;
        if (same) {
            stamp = newStamp;
        }
        return same;
    }
}
