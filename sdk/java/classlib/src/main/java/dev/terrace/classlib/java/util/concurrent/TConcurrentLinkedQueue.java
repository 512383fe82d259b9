package dev.terrace.classlib.java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;

/** {@code java.util.concurrent.ConcurrentLinkedQueue}: a deque used from its two ends. */
public class TConcurrentLinkedQueue<E> extends AbstractQueue<E> implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient TConcurrentLinkedDeque<E> items = new TConcurrentLinkedDeque<>();

    public TConcurrentLinkedQueue() {
    }

    public TConcurrentLinkedQueue(Collection<? extends E> items) {
        addAll(items);
    }

    @Override
    public boolean offer(E item) {
        return items.offerLast(item);
    }

    @Override
    public E poll() {
        return items.pollFirst();
    }

    @Override
    public E peek() {
        return items.peekFirst();
    }

    @Override
    public boolean remove(Object item) {
        return items.remove(item);
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public Iterator<E> iterator() {
        return items.iterator();
    }
}
