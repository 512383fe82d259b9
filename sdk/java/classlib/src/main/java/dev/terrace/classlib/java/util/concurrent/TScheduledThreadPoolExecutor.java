package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.WaitQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * {@code java.util.concurrent.ScheduledThreadPoolExecutor}: one thread of its own waits for what is due next, and hands it
 * to the pool.
 */
public class TScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService {
    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>();
    private final WaitQueue change = new WaitQueue();
    private Thread clock;
    private boolean periodicAfterShutdown;
    private boolean delayedAfterShutdown = true;
    private int arrivals;
    private boolean closing;

    public TScheduledThreadPoolExecutor(int threads) {
        this(threads, Executors.defaultThreadFactory());
    }

    public TScheduledThreadPoolExecutor(int threads, ThreadFactory factory) {
        super(Math.max(1, threads), Integer.MAX_VALUE, 10, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return enter(new Task<>(Executors.callable(task), unit.toNanos(delay), 0));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        return enter(new Task<>(task, unit.toNanos(delay), 0));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return enter(new Task<>(Executors.callable(task), unit.toNanos(initialDelay), positive(unit.toNanos(period))));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initialDelay, long delay, TimeUnit unit) {
        return enter(new Task<>(Executors.callable(task), unit.toNanos(initialDelay), -positive(unit.toNanos(delay))));
    }

    private static long positive(long nanos) {
        if (nanos <= 0) {
            throw new IllegalArgumentException();
        }
        return nanos;
    }

    private <V> Task<V> enter(Task<V> task) {
        if (isShutdown()) {
            throw new RejectedExecutionException("Task " + task + " rejected from " + this);
        }
        return queue(task);
    }

    private <V> Task<V> queue(Task<V> task) {
        tasks.add(task);
        if (clock == null) {
            clock = new Thread(this::watch, "scheduler");
            clock.start();
        }
        change.wakeAll();
        return task;
    }

    /** Hands tasks over when they are due, and ends when there is none. */
    private void watch() {
        while (!tasks.isEmpty()) {
            Task<?> first = tasks.peek();
            long rest = first.isCancelled() ? 0 : first.due - System.nanoTime();
            if (rest > 0) {
                pause(rest);
            } else {
                tasks.remove(first);
                if (!first.isCancelled()) {
                    super.execute(first);
                }
            }
        }
        clock = null;
        if (closing) {
            super.shutdown();
        }
    }

    private void pause(long nanos) {
        try {
            change.await(Deadline.in(nanos, TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            // Nobody has a reason to; it looks at its tasks again.
            return;
        }
    }

    /** What is delayed still runs, what is periodic does not. */
    @Override
    public void shutdown() {
        closing = true;
        for (Task<?> task : new ArrayList<>(tasks)) {
            if (task.period != 0 ? !periodicAfterShutdown : !delayedAfterShutdown) {
                task.cancel(false);
                tasks.remove(task);
            }
        }
        change.wakeAll();
        if (clock == null) {
            super.shutdown();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        closing = true;
        List<Runnable> left = new ArrayList<>(tasks);
        tasks.clear();
        change.wakeAll();
        left.addAll(super.shutdownNow());
        return left;
    }

    @Override
    public boolean isShutdown() {
        return closing;
    }

    public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value) {
        periodicAfterShutdown = value;
    }

    public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
        return periodicAfterShutdown;
    }

    public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value) {
        delayedAfterShutdown = value;
    }

    public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
        return delayedAfterShutdown;
    }

    @Override
    public void execute(Runnable task) {
        schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return schedule(Executors.callable(task, result), 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final long period;
        private final int arrival = arrivals++;
        private long due;

        /** A period below 0 is a delay between the end of one run and the start of the next. */
        Task(Callable<V> task, long delay, long period) {
            super(task);
            this.due = System.nanoTime() + Math.max(0, delay);
            this.period = period;
        }

        @Override
        public void run() {
            if (period == 0) {
                super.run();
            } else if (runAndReset() && (!closing || periodicAfterShutdown)) {
                due = period > 0 ? due + period : System.nanoTime() - period;
                queue(this);
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Task<?> task = (Task<?>) other;
            return due != task.due ? Long.compare(due, task.due) : Integer.compare(arrival, task.arrival);
        }
    }
}
