package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code java.util.concurrent.Exchanger}. */
public class TExchanger<V> {
    private Offer<V> open;

    /** What the first of the two has and gets. */
    private static final class Offer<V> {
        final WaitQueue taken = new WaitQueue();
        V item;
        boolean met;
    }

    public V exchange(V item) throws InterruptedException {
        try {
            return exchange(item, Deadline.NEVER);
        } catch (TimeoutException e) {
            throw new IllegalStateException("a wait without end has ended", e);
        }
    }

    public V exchange(V item, long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        return exchange(item, Deadline.in(timeout, unit));
    }

    private V exchange(V item, Deadline deadline) throws InterruptedException, TimeoutException {
        Interrupts.check();
        Offer<V> other = open;
        if (other != null) {
            open = null;
            V theirs = other.item;
            other.item = item;
            other.met = true;
            other.taken.wakeAll();
            return theirs;
        }
        Offer<V> mine = new Offer<>();
        mine.item = item;
        open = mine;
        try {
            while (!mine.met) {
                if (!mine.taken.await(deadline)) {
                    throw new TimeoutException();
                }
            }
            return mine.item;
        } finally {
            open = open == mine ? null : open;
        }
    }
}
