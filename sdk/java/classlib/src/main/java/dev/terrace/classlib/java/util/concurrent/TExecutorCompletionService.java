package dev.terrace.classlib.java.util.concurrent;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.ExecutorCompletionService}. */
public class TExecutorCompletionService<V> implements CompletionService<V> {
    private final Executor executor;
    private final BlockingQueue<Future<V>> completed;

    public TExecutorCompletionService(Executor executor) {
        this(executor, new LinkedBlockingQueue<>());
    }

    public TExecutorCompletionService(Executor executor, BlockingQueue<Future<V>> completed) {
        this.executor = Objects.requireNonNull(executor);
        this.completed = Objects.requireNonNull(completed);
    }

    @Override
    public Future<V> submit(Callable<V> task) {
        FutureTask<V> future = new FutureTask<>(task) {
            @Override
            protected void done() {
                completed.add(this);
            }
        };
        executor.execute(future);
        return future;
    }

    @Override
    public Future<V> submit(Runnable task, V result) {
        Objects.requireNonNull(task);
        return submit(() -> {
            task.run();
            return result;
        });
    }

    @Override
    public Future<V> take() throws InterruptedException {
        return completed.take();
    }

    @Override
    public Future<V> poll() {
        return completed.poll();
    }

    @Override
    public Future<V> poll(long timeout, TimeUnit unit) throws InterruptedException {
        return completed.poll(timeout, unit);
    }
}
