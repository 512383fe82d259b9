package dev.terrace.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import org.teavm.interop.Address;

/**
 * The monitor of an object. An object has one only while a thread holds it or waits for it.
 *
 * <p>The second word of an object is its hash code; while it has a monitor, the number of that monitor, with the highest
 * bit set, and the monitor keeps the hash code. TeaVM puts the monitor's address there, which the collector neither
 * follows nor changes: a monitor that was held over a collection was freed, and what lay there next overwritten.
 *
 * <p>Monitors are used again and never freed, so that to synchronise does not allocate.
 */
public final class Monitor {
    private static final int IS_MONITOR = 0x80000000;
    private static final int WORD = 4;

    private static Monitor[] all = new Monitor[16];
    private static int made;
    private static Monitor unused;
    private static int lastHash;

    private final int number;
    private Monitor nextUnused;
    /** 0 if none was asked for. */
    private int hash;

    /** Null if nobody holds it; then nobody waits to enter it. */
    public Thread owner;
    /** How often its owner has entered it. */
    public int count;
    /** Those who wait to enter it, in their order. */
    public final Queue<Waiter> entering = new ArrayDeque<>();
    /** Those who wait to be notified, in their order. */
    public final Queue<Waiter> listening = new ArrayDeque<>();

    private Monitor(int number) {
        this.number = number;
    }

    /** That of an object, or null. */
    public static Monitor of(Object object) {
        int word = word(object);
        return (word & IS_MONITOR) == 0 ? null : all[word & ~IS_MONITOR];
    }

    /** That of an object; it gets one if it has none. */
    public static Monitor made(Object object) {
        Monitor monitor = of(object);
        if (monitor == null) {
            monitor = unused == null ? another() : unused;
            unused = monitor.nextUnused;
            monitor.nextUnused = null;
            monitor.hash = word(object);
            set(object, monitor.number | IS_MONITOR);
        }
        return monitor;
    }

    private static Monitor another() {
        if (made == all.length) {
            Monitor[] more = new Monitor[made * 2];
            System.arraycopy(all, 0, more, 0, made);
            all = more;
        }
        Monitor monitor = new Monitor(made);
        all[made++] = monitor;
        return monitor;
    }

    /** The object has no monitor any more, if nobody holds it or waits. */
    public void leave(Object object) {
        if (owner == null && listening.isEmpty()) {
            set(object, hash);
            nextUnused = unused;
            unused = this;
        }
    }

    /** The hash code of an object by identity; never 0. */
    public static int identityHash(Object object) {
        Monitor monitor = of(object);
        int known = monitor == null ? word(object) : monitor.hash;
        if (known != 0) {
            return known;
        }
        lastHash = lastHash == Integer.MAX_VALUE ? 1 : lastHash + 1;
        if (monitor == null) {
            set(object, lastHash);
        } else {
            monitor.hash = lastHash;
        }
        return lastHash;
    }

    private static int word(Object object) {
        return Address.ofObject(object).add(WORD).getInt();
    }

    private static void set(Object object, int word) {
        Address.ofObject(object).add(WORD).putInt(word);
    }
}
