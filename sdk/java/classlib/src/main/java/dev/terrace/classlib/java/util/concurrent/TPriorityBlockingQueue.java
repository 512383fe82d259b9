package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.WaitingQueue;
import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SortedSet;

/** {@code java.util.concurrent.PriorityBlockingQueue}. */
public class TPriorityBlockingQueue<E> extends WaitingQueue<E> {
    private static final long serialVersionUID = 1;

    private final transient PriorityQueue<E> items;

    public TPriorityBlockingQueue() {
        this(new PriorityQueue<>());
    }

    public TPriorityBlockingQueue(int capacity) {
        this(new PriorityQueue<>(capacity));
    }

    public TPriorityBlockingQueue(int capacity, Comparator<? super E> order) {
        this(new PriorityQueue<>(capacity, order));
    }

    public TPriorityBlockingQueue(Collection<? extends E> items) {
        this(new PriorityQueue<>(11, orderOf(items)));
        addAll(items);
    }

    private TPriorityBlockingQueue(PriorityQueue<E> items) {
        super(items, Integer.MAX_VALUE);
        this.items = items;
    }

    @SuppressWarnings("unchecked")
    private static <E> Comparator<? super E> orderOf(Collection<? extends E> items) {
        if (items instanceof SortedSet) {
            return (Comparator<? super E>) ((SortedSet<? extends E>) items).comparator();
        }
        if (items instanceof PriorityQueue) {
            return (Comparator<? super E>) ((PriorityQueue<? extends E>) items).comparator();
        }
        return null;
    }

    public Comparator<? super E> comparator() {
        return items.comparator();
    }
}
