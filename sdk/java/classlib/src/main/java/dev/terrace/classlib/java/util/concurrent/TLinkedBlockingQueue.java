package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.WaitingQueue;
import java.util.ArrayDeque;
import java.util.Collection;

/** {@code java.util.concurrent.LinkedBlockingQueue}. */
public class TLinkedBlockingQueue<E> extends WaitingQueue<E> {
    private static final long serialVersionUID = 1;

    public TLinkedBlockingQueue() {
        this(Integer.MAX_VALUE);
    }

    public TLinkedBlockingQueue(int capacity) {
        super(new ArrayDeque<>(), capacity);
    }

    public TLinkedBlockingQueue(Collection<? extends E> items) {
        this();
        addAll(items);
    }
}
