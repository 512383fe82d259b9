package dev.terrace.graft.org.teavm.classlib.java.util.concurrent.atomic;

/** The forms with other orders of memory: TeaVM has none of them. An app's threads run one at a time. */
public class TAtomicReference<V> {
    private V value;

    public final V compareAndExchangeAcquire(V expected, V update) {
        V witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final V compareAndExchangeRelease(V expected, V update) {
        V witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final boolean weakCompareAndSetPlain(V expected, V update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetVolatile(V expected, V update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetAcquire(V expected, V update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetRelease(V expected, V update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }
}
