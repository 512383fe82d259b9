package dev.terrace.classlib.java.util.concurrent.atomic;

/** {@code java.util.concurrent.atomic.AtomicMarkableReference}. */
public class TAtomicMarkableReference<V> {
    private V reference;
    private boolean mark;

    public TAtomicMarkableReference(V reference, boolean mark) {
        set(reference, mark);
    }

    public V getReference() {
        return reference;
    }

    public boolean isMarked() {
        return mark;
    }

    public V get(boolean[] holder) {
        holder[0] = mark;
        return reference;
    }

    public boolean weakCompareAndSet(V expected, V value, boolean expectedMark, boolean newMark) {
        return compareAndSet(expected, value, expectedMark, newMark);
    }

    public boolean compareAndSet(V expected, V value, boolean expectedMark, boolean newMark) {
        boolean same = reference == expected && mark == expectedMark;
        if (same) {
            set(value, newMark);
        }
        return same;
    }

    public void set(V value, boolean newMark) {
        reference = value;
        mark = newMark;
    }

    public boolean attemptMark(V expected, boolean newMark) {
        boolean same = reference == expected;
        if (same) {
            mark = newMark;
        }
        return same;
    }
}
