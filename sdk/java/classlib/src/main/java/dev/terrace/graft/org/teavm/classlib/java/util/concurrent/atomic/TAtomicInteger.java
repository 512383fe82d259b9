package dev.terrace.graft.org.teavm.classlib.java.util.concurrent.atomic;

/** The forms with other orders of memory: TeaVM has none of them. An app's threads run one at a time. */
public class TAtomicInteger {
    private int value;

    public final int getPlain() {
        return value;
    }

    public final int getOpaque() {
        return value;
    }

    public final int getAcquire() {
        return value;
    }

    public final void setPlain(int update) {
        value = update;
    }

    public final void setOpaque(int update) {
        value = update;
    }

    public final void setRelease(int update) {
        value = update;
    }

    public final int compareAndExchange(int expected, int update) {
        int witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final int compareAndExchangeAcquire(int expected, int update) {
        int witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final int compareAndExchangeRelease(int expected, int update) {
        int witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final boolean weakCompareAndSetPlain(int expected, int update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetVolatile(int expected, int update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetAcquire(int expected, int update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetRelease(int expected, int update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }
}
