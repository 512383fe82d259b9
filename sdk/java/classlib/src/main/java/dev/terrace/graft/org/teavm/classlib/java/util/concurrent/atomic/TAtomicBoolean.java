package dev.terrace.graft.org.teavm.classlib.java.util.concurrent.atomic;

/** The forms with other orders of memory: TeaVM has none of them. An app's threads run one at a time. */
public class TAtomicBoolean {
    private boolean value;

    public final boolean getPlain() {
        return value;
    }

    public final boolean getOpaque() {
        return value;
    }

    public final boolean getAcquire() {
        return value;
    }

    public final void setPlain(boolean update) {
        value = update;
    }

    public final void setOpaque(boolean update) {
        value = update;
    }

    public final void setRelease(boolean update) {
        value = update;
    }

    public final boolean compareAndExchange(boolean expected, boolean update) {
        boolean witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final boolean compareAndExchangeAcquire(boolean expected, boolean update) {
        boolean witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final boolean compareAndExchangeRelease(boolean expected, boolean update) {
        boolean witness = value;
        if (witness == expected) {
            value = update;
        }
        return witness;
    }

    public final boolean weakCompareAndSetPlain(boolean expected, boolean update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetVolatile(boolean expected, boolean update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetAcquire(boolean expected, boolean update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }

    public final boolean weakCompareAndSetRelease(boolean expected, boolean update) {
        boolean same = value == expected;
        if (same) {
            value = update;
        }
        return same;
    }
}
