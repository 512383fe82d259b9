package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.WaitQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.ThreadPoolExecutor}. */
public class TThreadPoolExecutor extends AbstractExecutorService {
    private final BlockingQueue<Runnable> queue;
    private final Deque<Runnable> handedOver = new ArrayDeque<>();
    private final WaitQueue resting = new WaitQueue();
    private final WaitQueue ending = new WaitQueue();
    private final Set<Thread> workers = new HashSet<>();
    private int core;
    private int most;
    private long keepAliveNanos;
    private ThreadFactory factory;
    private RejectedExecutionHandler handler;
    private boolean coreMayEnd;
    private boolean shutdown;
    private int idle;
    private int largest;
    private long completed;

    public TThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), new AbortPolicy());
    }

    public TThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory) {
        this(core, most, keepAlive, unit, queue, factory, new AbortPolicy());
    }

    public TThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    public TThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory, RejectedExecutionHandler handler) {
        if (core < 0 || most <= 0 || most < core || keepAlive < 0) {
            throw new IllegalArgumentException();
        }
        this.core = core;
        this.most = most;
        this.keepAliveNanos = unit.toNanos(keepAlive);
        this.queue = Objects.requireNonNull(queue);
        this.factory = Objects.requireNonNull(factory);
        this.handler = Objects.requireNonNull(handler);
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        if (!accept(task)) {
            handler.rejectedExecution(task, (ThreadPoolExecutor) (Object) this);
        }
    }

    private boolean accept(Runnable task) {
        if (shutdown) {
            return false;
        }
        if (workers.size() < core) {
            hire(task);
        } else if (idle > handedOver.size() + queue.size()) {
            handedOver.add(task);
            resting.wakeOne();
        } else if (!queue.offer(task)) {
            if (workers.size() >= most) {
                return false;
            }
            hire(task);
        } else if (workers.isEmpty()) {
            hire(null);
        } else {
            resting.wakeOne();
        }
        return true;
    }

    void hire(Runnable first) {
        Thread[] worker = new Thread[1];
        worker[0] = factory.newThread(() -> work(worker[0], first));
        workers.add(worker[0]);
        largest = Math.max(largest, workers.size());
        worker[0].start();
    }

    private void work(Thread worker, Runnable first) {
        boolean finished = false;
        try {
            for (Runnable task = first != null ? first : next(); task != null; task = next()) {
                run(worker, task);
            }
            finished = true;
        } finally {
            dismiss(worker, !finished);
        }
    }

    private void run(Thread worker, Runnable task) {
        Throwable thrown = null;
        beforeExecute(worker, task);
        try {
            task.run();
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            completed++;
            afterExecute(task, thrown);
        }
    }

    /** A worker whose task has thrown ends, and another one takes its place. */
    private void dismiss(Thread worker, boolean replace) {
        workers.remove(worker);
        if (replace && (!shutdown || hasTasks())) {
            hire(null);
        }
        boolean last = shutdown && workers.isEmpty();
        if (last) {
            terminated();
            ending.wakeAll();
        }
    }

    /** The next task; null if this worker is to end. */
    private Runnable next() {
        long since = System.nanoTime();
        while (true) {
            Runnable task = handedOver.isEmpty() ? queue.poll() : handedOver.poll();
            if (task != null) {
                return task;
            }
            boolean mayEnd = workers.size() > core || coreMayEnd;
            long rest = mayEnd ? since + keepAliveNanos - System.nanoTime() : Long.MAX_VALUE;
            if (shutdown && !hasTasks() || rest <= 0) {
                return null;
            }
            rest(rest);
        }
    }

    private boolean hasTasks() {
        return !handedOver.isEmpty() || !queue.isEmpty();
    }

    private void rest(long nanos) {
        idle++;
        try {
            resting.await(nanos == Long.MAX_VALUE ? Deadline.NEVER : Deadline.in(nanos, TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            // Either the pool is being shut down, which the caller looks at, or it was meant for a task that is over.
            return;
        } finally {
            idle--;
        }
    }

    @Override
    public void shutdown() {
        if (shutdown) {
            return;
        }
        shutdown = true;
        if (workers.isEmpty()) {
            terminated();
        }
        resting.wakeAll();
        ending.wakeAll();
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> left = new ArrayList<>();
        left.addAll(handedOver);
        handedOver.clear();
        queue.drainTo(left);
        for (Thread worker : workers) {
            worker.interrupt();
        }
        shutdown();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && workers.isEmpty();
    }

    public boolean isTerminating() {
        return shutdown && !workers.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        Deadline deadline = Deadline.in(timeout, unit);
        while (!isTerminated()) {
            if (!ending.await(deadline)) {
                return false;
            }
        }
        return true;
    }

    protected void beforeExecute(Thread worker, Runnable task) {
    }

    protected void afterExecute(Runnable task, Throwable thrown) {
    }

    protected void terminated() {
    }

    public BlockingQueue<Runnable> getQueue() {
        return queue;
    }

    public boolean remove(Runnable task) {
        return queue.remove(task);
    }

    public int getPoolSize() {
        return workers.size();
    }

    public int getActiveCount() {
        return workers.size() - idle;
    }

    public int getLargestPoolSize() {
        return largest;
    }

    public long getCompletedTaskCount() {
        return completed;
    }

    public long getTaskCount() {
        return completed + queue.size() + getActiveCount();
    }

    public int getCorePoolSize() {
        return core;
    }

    public void setCorePoolSize(int core) {
        this.core = core;
        resting.wakeAll();
    }

    public int getMaximumPoolSize() {
        return most;
    }

    public void setMaximumPoolSize(int most) {
        this.most = most;
    }

    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAliveNanos, TimeUnit.NANOSECONDS);
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        keepAliveNanos = unit.toNanos(time);
        resting.wakeAll();
    }

    public void allowCoreThreadTimeOut(boolean value) {
        coreMayEnd = value;
        resting.wakeAll();
    }

    public boolean allowsCoreThreadTimeOut() {
        return coreMayEnd;
    }

    public ThreadFactory getThreadFactory() {
        return factory;
    }

    public void setThreadFactory(ThreadFactory factory) {
        this.factory = factory;
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        this.handler = handler;
    }

    public boolean prestartCoreThread() {
        boolean more = workers.size() < core;
        if (more) {
            hire(null);
        }
        return more;
    }

    public int prestartAllCoreThreads() {
        int count = 0;
        while (prestartCoreThread()) {
            count++;
        }
        return count;
    }

    public void purge() {
        queue.removeIf(task -> task instanceof Future && ((Future<?>) task).isCancelled());
    }

    @Override
    public String toString() {
        String state = !shutdown ? "Running" : workers.isEmpty() ? "Terminated" : "Shutting down";
        return super.toString() + "[" + state + ", pool size = " + workers.size() + ", active threads = "
                + getActiveCount() + ", queued tasks = " + queue.size() + ", completed tasks = " + completed + "]";
    }

    public static class AbortPolicy implements RejectedExecutionHandler {
        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            throw new RejectedExecutionException("Task " + task + " rejected from " + executor);
        }
    }

    public static class DiscardPolicy implements RejectedExecutionHandler {
        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
        }
    }

    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                task.run();
            }
        }
    }

    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                executor.getQueue().poll();
                executor.execute(task);
            }
        }
    }
}
