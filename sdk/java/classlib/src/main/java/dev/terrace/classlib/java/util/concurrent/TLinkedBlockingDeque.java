package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.LinkedBlockingDeque}: TeaVM's does not block. */
public class TLinkedBlockingDeque<E> extends AbstractQueue<E> implements TBlockingDeque<E>, Serializable {
    private static final long serialVersionUID = 1;

    private final transient ArrayDeque<E> items = new ArrayDeque<>();
    private final transient WaitQueue takers = new WaitQueue();
    private final transient WaitQueue putters = new WaitQueue();
    private final int capacity;

    public TLinkedBlockingDeque() {
        this(Integer.MAX_VALUE);
    }

    public TLinkedBlockingDeque(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        this.capacity = capacity;
    }

    public TLinkedBlockingDeque(Collection<? extends E> items) {
        this();
        addAll(items);
    }

    private boolean insert(E item, boolean first) {
        Objects.requireNonNull(item);
        if (items.size() >= capacity) {
            return false;
        }
        if (first) {
            items.addFirst(item);
        } else {
            items.addLast(item);
        }
        takers.wakeOne();
        return true;
    }

    private boolean insert(E item, boolean first, Deadline deadline) throws InterruptedException {
        Interrupts.check();
        while (!insert(item, first)) {
            if (!putters.await(deadline)) {
                return false;
            }
        }
        return true;
    }

    private E extract(boolean first) {
        E item = first ? items.pollFirst() : items.pollLast();
        if (item != null) {
            putters.wakeOne();
        }
        return item;
    }

    private E extract(boolean first, Deadline deadline) throws InterruptedException {
        Interrupts.check();
        while (true) {
            E item = extract(first);
            if (item != null || !takers.await(deadline)) {
                return item;
            }
        }
    }

    private static <E> E present(E item) {
        if (item == null) {
            throw new NoSuchElementException();
        }
        return item;
    }

    @Override
    public void addFirst(E item) {
        if (!insert(item, true)) {
            throw new IllegalStateException("Deque full");
        }
    }

    @Override
    public void addLast(E item) {
        if (!insert(item, false)) {
            throw new IllegalStateException("Deque full");
        }
    }

    @Override
    public boolean add(E item) {
        addLast(item);
        return true;
    }

    @Override
    public void push(E item) {
        addFirst(item);
    }

    @Override
    public boolean offerFirst(E item) {
        return insert(item, true);
    }

    @Override
    public boolean offerLast(E item) {
        return insert(item, false);
    }

    @Override
    public boolean offer(E item) {
        return insert(item, false);
    }

    @Override
    public boolean offerFirst(E item, long timeout, TimeUnit unit) throws InterruptedException {
        return insert(item, true, Deadline.in(timeout, unit));
    }

    @Override
    public boolean offerLast(E item, long timeout, TimeUnit unit) throws InterruptedException {
        return insert(item, false, Deadline.in(timeout, unit));
    }

    @Override
    public boolean offer(E item, long timeout, TimeUnit unit) throws InterruptedException {
        return offerLast(item, timeout, unit);
    }

    @Override
    public void putFirst(E item) throws InterruptedException {
        insert(item, true, Deadline.NEVER);
    }

    @Override
    public void putLast(E item) throws InterruptedException {
        insert(item, false, Deadline.NEVER);
    }

    @Override
    public void put(E item) throws InterruptedException {
        putLast(item);
    }

    @Override
    public E pollFirst() {
        return extract(true);
    }

    @Override
    public E pollLast() {
        return extract(false);
    }

    @Override
    public E poll() {
        return extract(true);
    }

    @Override
    public E pollFirst(long timeout, TimeUnit unit) throws InterruptedException {
        return extract(true, Deadline.in(timeout, unit));
    }

    @Override
    public E pollLast(long timeout, TimeUnit unit) throws InterruptedException {
        return extract(false, Deadline.in(timeout, unit));
    }

    @Override
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return pollFirst(timeout, unit);
    }

    @Override
    public E takeFirst() throws InterruptedException {
        return extract(true, Deadline.NEVER);
    }

    @Override
    public E takeLast() throws InterruptedException {
        return extract(false, Deadline.NEVER);
    }

    @Override
    public E take() throws InterruptedException {
        return takeFirst();
    }

    @Override
    public E removeFirst() {
        return present(extract(true));
    }

    @Override
    public E removeLast() {
        return present(extract(false));
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public E getFirst() {
        return present(items.peekFirst());
    }

    @Override
    public E getLast() {
        return present(items.peekLast());
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E peekFirst() {
        return items.peekFirst();
    }

    @Override
    public E peekLast() {
        return items.peekLast();
    }

    @Override
    public E peek() {
        return items.peekFirst();
    }

    @Override
    public boolean removeFirstOccurrence(Object item) {
        boolean removed = items.removeFirstOccurrence(item);
        if (removed) {
            putters.wakeOne();
        }
        return removed;
    }

    @Override
    public boolean removeLastOccurrence(Object item) {
        boolean removed = items.removeLastOccurrence(item);
        if (removed) {
            putters.wakeOne();
        }
        return removed;
    }

    @Override
    public boolean remove(Object item) {
        return removeFirstOccurrence(item);
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public boolean contains(Object item) {
        return items.contains(item);
    }

    @Override
    public void clear() {
        items.clear();
        putters.wakeAll();
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
        if (into == (Object) this) {
            throw new IllegalArgumentException();
        }
        int count = 0;
        while (count < most && !items.isEmpty()) {
            into.add(extract(true));
            count++;
        }
        return count;
    }

    @Override
    public Iterator<E> iterator() {
        return over(new ArrayList<>(items));
    }

    @Override
    public Iterator<E> descendingIterator() {
        List<E> all = new ArrayList<>(items);
        Collections.reverse(all);
        return over(all);
    }

    /** Over what is there now: changes that come later are not seen. */
    private Iterator<E> over(List<E> snapshot) {
        Iterator<E> all = snapshot.iterator();
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
                TLinkedBlockingDeque.this.remove(last);
                last = null;
            }
        };
    }
}
