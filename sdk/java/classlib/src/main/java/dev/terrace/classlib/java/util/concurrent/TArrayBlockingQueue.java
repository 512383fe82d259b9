package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.WaitingQueue;
import java.util.ArrayDeque;
import java.util.Collection;

/** {@code java.util.concurrent.ArrayBlockingQueue}: TeaVM's wakes threads without saying which one runs. */
public class TArrayBlockingQueue<E> extends WaitingQueue<E> {
    private static final long serialVersionUID = 1;

    public TArrayBlockingQueue(int capacity) {
        this(capacity, false);
    }

    /** It is always fair. */
    public TArrayBlockingQueue(int capacity, boolean fair) {
        super(new ArrayDeque<>(), capacity);
    }

    public TArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> items) {
        this(capacity, fair);
        if (items.size() > capacity) {
            throw new IllegalArgumentException();
        }
        addAll(items);
    }
}
