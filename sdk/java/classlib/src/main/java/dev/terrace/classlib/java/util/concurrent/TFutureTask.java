package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.WaitQueue;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code java.util.concurrent.FutureTask}. */
public class TFutureTask<V> implements RunnableFuture<V> {
    private enum State { NEW, DONE, FAILED, CANCELLED }

    private final WaitQueue waiting = new WaitQueue();
    private Callable<V> task;
    private State state = State.NEW;
    private V result;
    private Throwable failure;
    private Thread runner;

    public TFutureTask(Callable<V> task) {
        this.task = Objects.requireNonNull(task);
    }

    public TFutureTask(Runnable task, V result) {
        this(Executors.callable(task, result));
    }

    @Override
    public void run() {
        if (state != State.NEW || runner != null) {
            return;
        }
        runner = Thread.currentThread();
        try {
            set(task.call());
        } catch (Throwable e) {
            setException(e);
        } finally {
            runner = null;
        }
    }

    /** For a periodic task: answers whether it may run again. */
    protected boolean runAndReset() {
        if (state != State.NEW || runner != null) {
            return false;
        }
        runner = Thread.currentThread();
        try {
            task.call();
        } catch (Throwable e) {
            setException(e);
        } finally {
            runner = null;
        }
        return state == State.NEW;
    }

    protected void set(V value) {
        settle(State.DONE, value, null);
    }

    protected void setException(Throwable e) {
        settle(State.FAILED, null, e);
    }

    private boolean settle(State to, V value, Throwable e) {
        if (state != State.NEW) {
            return false;
        }
        state = to;
        result = value;
        failure = e;
        task = null;
        waiting.wakeAll();
        done();
        return true;
    }

    protected void done() {
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        Thread running = runner;
        if (state == State.NEW && mayInterrupt && running != null) {
            running.interrupt();
        }
        return settle(State.CANCELLED, null, null);
    }

    @Override
    public boolean isCancelled() {
        return state == State.CANCELLED;
    }

    @Override
    public boolean isDone() {
        return state != State.NEW;
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        while (state == State.NEW) {
            waiting.await(Deadline.NEVER);
        }
        return report();
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Deadline deadline = Deadline.in(timeout, unit);
        while (state == State.NEW) {
            if (!waiting.await(deadline)) {
                throw new TimeoutException();
            }
        }
        return report();
    }

    private V report() throws ExecutionException {
        if (state == State.CANCELLED) {
            throw new CancellationException();
        }
        if (state == State.FAILED) {
            throw new ExecutionException(failure);
        }
        return result;
    }

    @Override
    public String toString() {
        String status = switch (state) {
            case DONE -> "[Completed normally]";
            case FAILED -> "[Completed exceptionally: " + failure + "]";
            case CANCELLED -> "[Cancelled]";
            case NEW -> task == null ? "[Not completed]" : "[Not completed, task = " + task + "]";
        };
        return super.toString() + status;
    }
}
