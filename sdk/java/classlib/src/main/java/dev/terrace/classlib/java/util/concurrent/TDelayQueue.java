package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.DelayQueue}. */
public class TDelayQueue<E extends Delayed> extends AbstractQueue<E> implements BlockingQueue<E> {
    private final PriorityQueue<E> items = new PriorityQueue<>();
    private final WaitQueue takers = new WaitQueue();

    public TDelayQueue() {
    }

    public TDelayQueue(Collection<? extends E> items) {
        addAll(items);
    }

    @Override
    public boolean offer(E item) {
        items.add(Objects.requireNonNull(item));
        takers.wakeAll();
        return true;
    }

    @Override
    public void put(E item) {
        offer(item);
    }

    @Override
    public boolean offer(E item, long timeout, TimeUnit unit) {
        return offer(item);
    }

    @Override
    public E poll() {
        E first = items.peek();
        return first == null || first.getDelay(TimeUnit.NANOSECONDS) > 0 ? null : items.poll();
    }

    @Override
    public E take() throws InterruptedException {
        return leave(Deadline.NEVER);
    }

    @Override
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return leave(Deadline.in(timeout, unit));
    }

    private E leave(Deadline deadline) throws InterruptedException {
        Interrupts.check();
        while (true) {
            E item = poll();
            if (item != null || deadline.isOver()) {
                return item;
            }
            E first = items.peek();
            long rest = first == null ? Long.MAX_VALUE : first.getDelay(TimeUnit.NANOSECONDS);
            takers.await(rest >= deadline.nanos() ? deadline : Deadline.in(rest, TimeUnit.NANOSECONDS));
        }
    }

    @Override
    public E peek() {
        return items.peek();
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void clear() {
        items.clear();
    }

    @Override
    public boolean remove(Object item) {
        return items.remove(item);
    }

    @Override
    public int drainTo(Collection<? super E> into) {
        return drainTo(into, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> into, int most) {
        int count = 0;
        for (E item = count < most ? poll() : null; item != null; item = count < most ? poll() : null) {
            into.add(item);
            count++;
        }
        return count;
    }

    @Override
    public Iterator<E> iterator() {
        return new ArrayList<>(items).iterator();
    }
}
