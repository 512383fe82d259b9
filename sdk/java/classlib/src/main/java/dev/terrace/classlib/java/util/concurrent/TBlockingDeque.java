package dev.terrace.classlib.java.util.concurrent;

import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.BlockingDeque}. */
public interface TBlockingDeque<E> extends BlockingQueue<E>, Deque<E> {
    void putFirst(E item) throws InterruptedException;

    void putLast(E item) throws InterruptedException;

    boolean offerFirst(E item, long timeout, TimeUnit unit) throws InterruptedException;

    boolean offerLast(E item, long timeout, TimeUnit unit) throws InterruptedException;

    E takeFirst() throws InterruptedException;

    E takeLast() throws InterruptedException;

    E pollFirst(long timeout, TimeUnit unit) throws InterruptedException;

    E pollLast(long timeout, TimeUnit unit) throws InterruptedException;
}
