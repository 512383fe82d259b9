package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.WaitQueue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code java.util.concurrent.ForkJoinTask}: who joins one that nobody has begun runs it. */
public abstract class TForkJoinTask<V> implements Future<V>, Serializable {
    private static final long serialVersionUID = 1;

    private final transient WaitQueue waiting = new WaitQueue();
    private transient TForkJoinPool home;
    private boolean begun;
    private boolean done;
    private Throwable failure;

    public abstract V getRawResult();

    protected abstract void setRawResult(V value);

    protected abstract boolean exec();

    public final TForkJoinTask<V> fork() {
        home = TForkJoinPool.current();
        home.push(this);
        return this;
    }

    final void runOnce() {
        if (begun || done) {
            return;
        }
        begun = true;
        try {
            if (exec()) {
                finish(null);
            }
        } catch (Throwable e) {
            finish(e);
        }
    }

    private void finish(Throwable e) {
        if (!done) {
            done = true;
            failure = e;
            waiting.wakeAll();
        }
    }

    private void helpOrWait() {
        if (!begun && home != null) {
            home.remove(this);
        }
        runOnce();
        awaitDone();
    }

    final void awaitDone() {
        while (!done) {
            waiting.awaitUninterruptibly();
        }
    }

    private static void rethrow(Throwable e) {
        if (e instanceof RuntimeException) {
            throw (RuntimeException) e;
        }
        if (e instanceof Error) {
            throw (Error) e;
        }
        throw new RuntimeException(e);
    }

    public final V join() {
        quietlyJoin();
        if (failure != null) {
            rethrow(failure);
        }
        return getRawResult();
    }

    public final V invoke() {
        runOnce();
        return join();
    }

    public final void quietlyJoin() {
        helpOrWait();
    }

    public final void quietlyInvoke() {
        runOnce();
        quietlyJoin();
    }

    @Override
    public final V get() throws InterruptedException, ExecutionException {
        return settle(Deadline.NEVER);
    }

    @Override
    public final V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        V value = settle(Deadline.in(timeout, unit));
        if (!done) {
            throw new TimeoutException();
        }
        return value;
    }

    private V settle(Deadline deadline) throws InterruptedException, ExecutionException {
        while (!done && waiting.await(deadline)) {
            continue;
        }
        if (failure instanceof CancellationException) {
            throw (CancellationException) failure;
        }
        if (failure != null) {
            throw new ExecutionException(failure);
        }
        return getRawResult();
    }

    public static void invokeAll(TForkJoinTask<?> first, TForkJoinTask<?> second) {
        second.fork();
        first.invoke();
        second.join();
    }

    public static void invokeAll(TForkJoinTask<?>... tasks) {
        invokeAll(List.of(tasks));
    }

    public static <T extends TForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        List<T> all = new ArrayList<>(tasks);
        for (int i = all.size() - 1; i > 0; i--) {
            all.get(i).fork();
        }
        for (T task : all) {
            task.join();
        }
        return tasks;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        finish(new CancellationException());
        return isCancelled();
    }

    @Override
    public final boolean isDone() {
        return done;
    }

    @Override
    public final boolean isCancelled() {
        return failure instanceof CancellationException;
    }

    public final boolean isCompletedAbnormally() {
        return failure != null;
    }

    public final boolean isCompletedNormally() {
        return done && failure == null;
    }

    public final Throwable getException() {
        return failure;
    }

    public void completeExceptionally(Throwable e) {
        finish(e instanceof RuntimeException || e instanceof Error ? e : new RuntimeException(e));
    }

    public void complete(V value) {
        setRawResult(value);
        finish(null);
    }

    public final void quietlyComplete() {
        finish(null);
    }

    public void reinitialize() {
        begun = false;
        done = false;
        failure = null;
    }

    public boolean tryUnfork() {
        return home != null && home.remove(this);
    }

    public static TForkJoinPool getPool() {
        return TForkJoinPool.ofThread();
    }

    public static boolean inForkJoinPool() {
        return TForkJoinPool.ofThread() != null;
    }

    public static int getQueuedTaskCount() {
        return (int) TForkJoinPool.current().getQueuedTaskCount();
    }

    public static int getSurplusQueuedTaskCount() {
        return getQueuedTaskCount();
    }

    public static void helpQuiesce() {
        TForkJoinPool.current().awaitQuiescence(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    public static TForkJoinTask<?> adapt(Runnable task) {
        return adapt(task, (Void) null);
    }

    public static <T> TForkJoinTask<T> adapt(Runnable task, T result) {
        Objects.requireNonNull(task);
        return new Adapted<>(() -> {
            task.run();
            return result;
        });
    }

    public static <T> TForkJoinTask<T> adapt(Callable<? extends T> task) {
        return new Adapted<>(Objects.requireNonNull(task));
    }

    /** A callable as a task. */
    private static final class Adapted<T> extends TForkJoinTask<T> implements Runnable {
        private static final long serialVersionUID = 1;

        private final transient Callable<? extends T> task;
        private transient T result;

        Adapted(Callable<? extends T> task) {
            this.task = task;
        }

        @Override
        public T getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(T value) {
            result = value;
        }

        @Override
        protected boolean exec() {
            try {
                result = task.call();
                return true;
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }

        @Override
        public void run() {
            invoke();
        }
    }
}
