package dev.terrace.graft.org.teavm.classlib.java.util.concurrent.atomic;

/** The forms with other orders of memory: TeaVM has none of them. An app's threads run one at a time. */
public class TAtomicLong {
    private long value;

    public final long getPlain() {
        return value;
    }

    public final long getOpaque() {
        return value;
    }

    public final long getAcquire() {
        return value;
    }

    public final void setPlain(long update) {
        value = update;
    }

    public final void setOpaque(long update) {
        value = update;
    }

    public final void setRelease(long update) {
        value = update;
    }

    public final long compareAndExchange(long expected, long update) {
        long witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final long compareAndExchangeAcquire(long expected, long update) {
        long witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final long compareAndExchangeRelease(long expected, long update) {
        long witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final boolean weakCompareAndSetPlain(long expected, long update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetVolatile(long expected, long update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetAcquire(long expected, long update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetRelease(long expected, long update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }
}
