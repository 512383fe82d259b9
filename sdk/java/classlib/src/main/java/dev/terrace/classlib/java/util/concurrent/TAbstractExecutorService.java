package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.WaitQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code java.util.concurrent.AbstractExecutorService}. */
public abstract class TAbstractExecutorService implements ExecutorService {
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        return new FutureTask<>(task, result);
    }

    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FutureTask<>(task);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return start(newTaskFor(Objects.requireNonNull(task), (Void) null));
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return start(newTaskFor(Objects.requireNonNull(task), result));
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return start(newTaskFor(Objects.requireNonNull(task)));
    }

    private <T> Future<T> start(RunnableFuture<T> future) {
        execute(future);
        return future;
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return invokeAll(tasks, Deadline.NEVER);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        return invokeAll(tasks, Deadline.in(timeout, unit));
    }

    private <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, Deadline deadline)
            throws InterruptedException {
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) {
            futures.add(submit(task));
        }
        try {
            for (Future<T> future : futures) {
                settle(future, deadline);
            }
        } catch (TimeoutException e) {
            cancel(futures);
        } catch (InterruptedException e) {
            cancel(futures);
            throw e;
        }
        return futures;
    }

    private static <T> void settle(Future<T> future, Deadline deadline) throws InterruptedException, TimeoutException {
        try {
            future.get(deadline.nanos(), TimeUnit.NANOSECONDS);
        } catch (CancellationException | ExecutionException e) {
            return;
        }
    }

    private static <T> void cancel(List<Future<T>> futures) {
        for (Future<T> future : futures) {
            future.cancel(true);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return invokeAny(tasks, Deadline.NEVER);
        } catch (TimeoutException e) {
            throw new IllegalStateException("a wait without end has ended", e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return invokeAny(tasks, Deadline.in(timeout, unit));
    }

    private <T> T invokeAny(Collection<? extends Callable<T>> tasks, Deadline deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException();
        }
        WaitQueue change = new WaitQueue();
        List<Future<T>> open = new ArrayList<>();
        for (Callable<T> task : tasks) {
            FutureTask<T> future = new FutureTask<>(task) {
                @Override
                protected void done() {
                    change.wakeAll();
                }
            };
            open.add(future);
            execute(future);
        }
        try {
            return first(open, change, deadline);
        } finally {
            cancel(open);
        }
    }

    private static <T> T first(List<Future<T>> open, WaitQueue change, Deadline deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        ExecutionException failure = null;
        while (!open.isEmpty()) {
            Iterator<Future<T>> all = open.iterator();
            while (all.hasNext()) {
                Future<T> future = all.next();
                if (future.isDone()) {
                    all.remove();
                    try {
                        return future.get();
                    } catch (ExecutionException e) {
                        failure = e;
                    }
                }
            }
            if (!open.isEmpty() && !change.await(deadline)) {
                throw new TimeoutException();
            }
        }
        throw failure;
    }
}
