package dev.terrace.concurrent;

import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A blocking queue around a queue that does not block; what the array, linked and priority ones have in common. */
public abstract class WaitingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {
    private static final long serialVersionUID = 1;

    private final transient Queue<E> items;
    private final int capacity;
    private final transient WaitQueue takers = new WaitQueue();
    private final transient WaitQueue putters = new WaitQueue();

    protected WaitingQueue(Queue<E> items, int capacity) {
        this.items = items;
        this.capacity = capacity;
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
    }

    @Override
    public boolean offer(E item) {
        Objects.requireNonNull(item);
        if (items.size() >= capacity) {
            return false;
        }
        items.add(item);
        takers.wakeOne();
        return true;
    }

    @Override
    public void put(E item) throws InterruptedException {
        enter(item, Deadline.NEVER);
    }

    @Override
    public boolean offer(E item, long timeout, TimeUnit unit) throws InterruptedException {
        return enter(item, Deadline.in(timeout, unit));
    }

    private boolean enter(E item, Deadline deadline) throws InterruptedException {
        Objects.requireNonNull(item);
        Interrupts.check();
        while (!offer(item)) {
            if (!putters.await(deadline)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public E poll() {
        E item = items.poll();
        if (item != null) {
            putters.wakeOne();
        }
        return item;
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
            if (item != null || !takers.await(deadline)) {
                return item;
            }
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
        return capacity == Integer.MAX_VALUE ? capacity : capacity - items.size();
    }

    @Override
    public int drainTo(Collection<? super E> into) {
        return drainTo(into, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> into, int most) {
        Objects.requireNonNull(into);
        if (into == this) {
            throw new IllegalArgumentException();
        }
        int count = 0;
        while (count < most && !items.isEmpty()) {
            into.add(poll());
            count++;
        }
        return count;
    }

    @Override
    public boolean contains(Object item) {
        return items.contains(item);
    }

    @Override
    public boolean remove(Object item) {
        boolean removed = items.remove(item);
        if (removed) {
            putters.wakeOne();
        }
        return removed;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        boolean removed = items.removeIf(filter);
        putters.wakeAll();
        return removed;
    }

    @Override
    public void clear() {
        items.clear();
        putters.wakeAll();
    }

    @Override
    public Object[] toArray() {
        return items.toArray();
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return items.toArray(into);
    }

    /** Over what is there now: changes that come later are not seen. */
    @Override
    public Iterator<E> iterator() {
        Iterator<E> all = new ArrayList<>(items).iterator();
        return new Iterator<>() {
            private E last;

            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public E next() {
                last = all.next();
                return last;
            }

            @Override
            public void remove() {
                if (last == null) {
                    throw new IllegalStateException();
                }
                WaitingQueue.this.remove(last);
                last = null;
            }
        };
    }
}
