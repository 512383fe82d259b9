package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.SynchronousQueue}: an item is handed from one thread to another. */
public class TSynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {
    private static final long serialVersionUID = 1;

    private final transient ArrayDeque<Handing<E>> givers = new ArrayDeque<>();
    private final transient ArrayDeque<Handing<E>> takers = new ArrayDeque<>();

    /** One side that waits for the other. */
    private static final class Handing<E> {
        final WaitQueue done = new WaitQueue();
        E item;
        boolean met;

        void meet() {
            met = true;
            done.wakeAll();
        }

        boolean await(Deadline deadline) throws InterruptedException {
            while (!met && done.await(deadline)) {
                continue;
            }
            return met;
        }
    }

    public TSynchronousQueue() {
    }

    public TSynchronousQueue(boolean fair) {
    }

    @Override
    public boolean offer(E item) {
        Objects.requireNonNull(item);
        Handing<E> taker = takers.poll();
        if (taker == null) {
            return false;
        }
        taker.item = item;
        taker.meet();
        return true;
    }

    @Override
    public boolean offer(E item, long timeout, TimeUnit unit) throws InterruptedException {
        return give(item, Deadline.in(timeout, unit));
    }

    @Override
    public void put(E item) throws InterruptedException {
        give(item, Deadline.NEVER);
    }

    private boolean give(E item, Deadline deadline) throws InterruptedException {
        Interrupts.check();
        if (offer(item)) {
            return true;
        }
        Handing<E> mine = new Handing<>();
        mine.item = item;
        givers.add(mine);
        try {
            return mine.await(deadline);
        } finally {
            givers.remove(mine);
        }
    }

    @Override
    public E poll() {
        Handing<E> giver = givers.poll();
        if (giver == null) {
            return null;
        }
        giver.meet();
        return giver.item;
    }

    @Override
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return accept(Deadline.in(timeout, unit));
    }

    @Override
    public E take() throws InterruptedException {
        return accept(Deadline.NEVER);
    }

    private E accept(Deadline deadline) throws InterruptedException {
        Interrupts.check();
        E item = poll();
        if (item != null) {
            return item;
        }
        Handing<E> mine = new Handing<>();
        takers.add(mine);
        try {
            mine.await(deadline);
            return mine.item;
        } finally {
            takers.remove(mine);
        }
    }

    @Override
    public E peek() {
        return null;
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public int remainingCapacity() {
        return 0;
    }

    @Override
    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    @Override
    public int drainTo(Collection<? super E> into) {
        return drainTo(into, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> into, int most) {
        int count = 0;
        while (count < most && !givers.isEmpty()) {
            into.add(poll());
            count++;
        }
        return count;
    }
}
