package dev.terrace.classlib.java.util.concurrent;

import java.util.concurrent.Future;

/** {@code java.util.concurrent.RunnableFuture}. */
public interface TRunnableFuture<V> extends Runnable, Future<V> {
    @Override
    void run();
}
