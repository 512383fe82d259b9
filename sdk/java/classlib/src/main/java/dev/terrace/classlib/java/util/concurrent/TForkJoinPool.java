package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.WaitQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * {@code java.util.concurrent.ForkJoinPool}: daemon threads with one queue. An app has one processor, so that to steal
 * work gains nothing; a task that is joined is mostly run by the one that joins it.
 */
public class TForkJoinPool extends AbstractExecutorService {
    public static final ForkJoinWorkerThreadFactory defaultForkJoinWorkerThreadFactory = Worker::new;

    private static final TForkJoinPool COMMON = new TForkJoinPool(3, "ForkJoinPool.commonPool-worker-", true);
    private static int pools;

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final WaitQueue idle = new WaitQueue();
    private final WaitQueue change = new WaitQueue();
    private final String prefix;
    private final boolean common;
    private final int parallelism;
    private ForkJoinWorkerThreadFactory factory = defaultForkJoinWorkerThreadFactory;
    private boolean asyncMode;
    private Thread.UncaughtExceptionHandler handler;
    private int threads;
    private int running;
    private int named;
    private boolean shutdown;

    /** Makes the threads of a pool. */
    public interface ForkJoinWorkerThreadFactory {
        TForkJoinWorkerThread newThread(TForkJoinPool pool);
    }

    /** What may block its thread. */
    public interface ManagedBlocker {
        boolean block() throws InterruptedException;

        boolean isReleasable();
    }

    private static final class Worker extends TForkJoinWorkerThread {
        Worker(TForkJoinPool pool) {
            super(pool);
        }
    }

    public TForkJoinPool() {
        this(Runtime.getRuntime().availableProcessors());
    }

    public TForkJoinPool(int parallelism) {
        this(parallelism, "ForkJoinPool-" + ++pools + "-worker-", false);
    }

    public TForkJoinPool(int parallelism, ForkJoinWorkerThreadFactory factory, Thread.UncaughtExceptionHandler handler,
            boolean asyncMode) {
        this(parallelism);
        this.factory = Objects.requireNonNull(factory);
        this.handler = handler;
        this.asyncMode = asyncMode;
    }

    private TForkJoinPool(int parallelism, String prefix, boolean common) {
        if (parallelism <= 0) {
            throw new IllegalArgumentException();
        }
        this.parallelism = parallelism;
        this.prefix = prefix;
        this.common = common;
    }

    public static TForkJoinPool commonPool() {
        return COMMON;
    }

    public static int getCommonPoolParallelism() {
        return COMMON.parallelism;
    }

    static TForkJoinPool ofThread() {
        Thread me = Thread.currentThread();
        return (Object) me instanceof TForkJoinWorkerThread ? ((TForkJoinWorkerThread) (Object) me).getPool() : null;
    }

    static TForkJoinPool current() {
        TForkJoinPool pool = ofThread();
        return pool == null ? COMMON : pool;
    }

    int nextIndex() {
        return ++named;
    }

    String prefix() {
        return prefix;
    }

    void push(TForkJoinTask<?> task) {
        enter(new Entry(task));
    }

    boolean remove(TForkJoinTask<?> task) {
        Runnable last = tasks.peekLast();
        if (last instanceof Entry && ((Entry) last).task == task) {
            tasks.pollLast();
            return true;
        }
        return tasks.removeIf(entry -> entry instanceof Entry && ((Entry) entry).task == task);
    }

    /** A task of the fork and join kind in the queue. */
    private static final class Entry implements Runnable {
        final TForkJoinTask<?> task;

        Entry(TForkJoinTask<?> task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.runOnce();
        }
    }

    private void enter(Runnable task) {
        if (shutdown) {
            throw new RejectedExecutionException();
        }
        tasks.addLast(task);
        if (idle.size() > 0) {
            idle.wakeOne();
        } else if (threads < parallelism) {
            threads++;
            factory.newThread(this).start();
        }
    }

    void work(TForkJoinWorkerThread worker) {
        while (!shutdown || !tasks.isEmpty()) {
            Runnable task = tasks.pollFirst();
            if (task == null) {
                change.wakeAll();
                idle.awaitUninterruptibly();
            } else {
                run(worker, task);
            }
        }
        threads--;
        change.wakeAll();
    }

    private void run(Thread worker, Runnable task) {
        running++;
        try {
            task.run();
        } catch (Throwable e) {
            Thread.UncaughtExceptionHandler told = handler == null ? worker.getUncaughtExceptionHandler() : handler;
            told.uncaughtException(worker, e);
        } finally {
            running--;
            Thread.interrupted();
        }
    }

    @Override
    public void execute(Runnable task) {
        enter(Objects.requireNonNull(task));
    }

    public void execute(TForkJoinTask<?> task) {
        push(Objects.requireNonNull(task));
    }

    /** It runs on a thread of the pool, as its name may be asked for. */
    public <T> T invoke(TForkJoinTask<T> task) {
        push(task);
        if (ofThread() != this) {
            task.awaitDone();
        }
        return task.join();
    }

    public <T> TForkJoinTask<T> submit(TForkJoinTask<T> task) {
        push(task);
        return task;
    }

    @Override
    public <T> TForkJoinTask<T> submit(Callable<T> task) {
        return submit(TForkJoinTask.adapt(task));
    }

    @Override
    public <T> TForkJoinTask<T> submit(Runnable task, T result) {
        return submit(TForkJoinTask.adapt(task, result));
    }

    @Override
    public TForkJoinTask<?> submit(Runnable task) {
        return submit(TForkJoinTask.adapt(task));
    }

    @Override
    public void shutdown() {
        if (!common) {
            shutdown = true;
            idle.wakeAll();
            change.wakeAll();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        if (!common) {
            tasks.clear();
            shutdown();
        }
        return new ArrayList<>();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && threads == 0;
    }

    public boolean isTerminating() {
        return shutdown && threads > 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (common) {
            awaitQuiescence(timeout, unit);
            return false;
        }
        Deadline deadline = Deadline.in(timeout, unit);
        while (!isTerminated()) {
            if (!change.await(deadline)) {
                return false;
            }
        }
        return true;
    }

    public boolean awaitQuiescence(long timeout, TimeUnit unit) {
        Deadline deadline = Deadline.in(timeout, unit);
        while (!isQuiescent()) {
            try {
                if (!change.await(deadline)) {
                    return false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return isQuiescent();
            }
        }
        return true;
    }

    public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
        while (!blocker.isReleasable() && !blocker.block()) {
            continue;
        }
    }

    public boolean isQuiescent() {
        return tasks.isEmpty() && running == 0;
    }

    public int getParallelism() {
        return parallelism;
    }

    public int getPoolSize() {
        return threads;
    }

    public boolean getAsyncMode() {
        return asyncMode;
    }

    public ForkJoinWorkerThreadFactory getFactory() {
        return factory;
    }

    public Thread.UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return handler;
    }

    public int getRunningThreadCount() {
        return running;
    }

    public int getActiveThreadCount() {
        return running;
    }

    public long getQueuedTaskCount() {
        return tasks.size();
    }

    public int getQueuedSubmissionCount() {
        return tasks.size();
    }

    public boolean hasQueuedSubmissions() {
        return !tasks.isEmpty();
    }

    public long getStealCount() {
        return 0;
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> all) {
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> task : all) {
            futures.add(submit(task));
        }
        for (Future<T> future : futures) {
            ((TForkJoinTask<T>) future).quietlyJoin();
        }
        return futures;
    }
}
