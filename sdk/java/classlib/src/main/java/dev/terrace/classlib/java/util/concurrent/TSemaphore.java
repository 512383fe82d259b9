package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.Semaphore}: whoever came first is served first, also by one that is not fair. */
public class TSemaphore implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient Deque<Request> requests = new ArrayDeque<>();
    private final boolean fair;
    private int permits;

    /** A thread that waits; what it wants is taken for it. */
    private static final class Request {
        final WaitQueue granted = new WaitQueue();
        final int wanted;
        boolean served;

        Request(int wanted) {
            this.wanted = wanted;
        }
    }

    public TSemaphore(int permits) {
        this(permits, false);
    }

    public TSemaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquire(int wanted) throws InterruptedException {
        acquire(wanted, Deadline.NEVER);
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    public boolean tryAcquire(int wanted, long timeout, TimeUnit unit) throws InterruptedException {
        return acquire(wanted, Deadline.in(timeout, unit));
    }

    private boolean acquire(int wanted, Deadline deadline) throws InterruptedException {
        check(wanted);
        Interrupts.check();
        if (requests.isEmpty() && tryAcquire(wanted)) {
            return true;
        }
        Request mine = new Request(wanted);
        requests.add(mine);
        try {
            while (!mine.served && mine.granted.await(deadline)) {
                continue;
            }
            return mine.served;
        } finally {
            withdraw(mine);
        }
    }

    private void withdraw(Request mine) {
        if (!mine.served) {
            requests.remove(mine);
            serve();
        }
    }

    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    public void acquireUninterruptibly(int wanted) {
        check(wanted);
        if (requests.isEmpty() && tryAcquire(wanted)) {
            return;
        }
        Request mine = new Request(wanted);
        requests.add(mine);
        while (!mine.served) {
            mine.granted.awaitUninterruptibly();
        }
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public boolean tryAcquire(int wanted) {
        check(wanted);
        if (permits < wanted) {
            return false;
        }
        permits -= wanted;
        return true;
    }

    public void release() {
        release(1);
    }

    public void release(int returned) {
        check(returned);
        if (permits + returned < permits) {
            throw new Error("Maximum permit count exceeded");
        }
        permits += returned;
        serve();
    }

    private void serve() {
        while (!requests.isEmpty() && requests.peek().wanted <= permits) {
            Request first = requests.poll();
            permits -= first.wanted;
            first.served = true;
            first.granted.wakeAll();
        }
    }

    protected void reducePermits(int reduction) {
        check(reduction);
        permits -= reduction;
    }

    public int availablePermits() {
        return permits;
    }

    public int drainPermits() {
        int drained = permits;
        permits = 0;
        return drained;
    }

    public boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return !requests.isEmpty();
    }

    public final int getQueueLength() {
        return requests.size();
    }

    private static void check(int permits) {
        if (permits < 0) {
            throw new IllegalArgumentException();
        }
    }

    @Override
    public String toString() {
        return super.toString() + "[Permits = " + permits + "]";
    }
}
