package dev.terrace.concurrent;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Ownership by one thread, as often as it likes. Who lets go hands it to the thread that has waited the longest.
 *
 * <p>Invariant: a thread waits only while another one owns it.
 */
public final class Mutex {
    private final Deque<Claim> claims = new ArrayDeque<>(2);
    private Thread owner;
    private int holds;

    private static final class Claim {
        final Thread thread = Thread.currentThread();
        final WaitQueue granted = new WaitQueue();
        final int holds;

        Claim(int holds) {
            this.holds = holds;
        }
    }

    public boolean tryTake() {
        Thread me = Thread.currentThread();
        if (owner != null && owner != me) {
            return false;
        }
        if (holds == Integer.MAX_VALUE) {
            throw new Error("Maximum lock count exceeded");
        }
        owner = me;
        holds++;
        return true;
    }

    public void take() {
        if (!tryTake()) {
            take(1);
        }
    }

    private void take(int count) {
        Claim mine = new Claim(count);
        claims.add(mine);
        while (owner != mine.thread) {
            mine.granted.awaitUninterruptibly();
        }
    }

    public boolean take(Deadline deadline) throws InterruptedException {
        Interrupts.check();
        if (tryTake()) {
            return true;
        }
        Claim mine = new Claim(1);
        claims.add(mine);
        try {
            while (owner != mine.thread && mine.granted.await(deadline)) {
                continue;
            }
        } finally {
            claims.remove(mine);
        }
        return owner == mine.thread;
    }

    public void release() {
        checkOwner();
        if (--holds == 0) {
            handOver();
        }
    }

    private void handOver() {
        Claim next = claims.poll();
        owner = next == null ? null : next.thread;
        holds = next == null ? 0 : next.holds;
        if (next != null) {
            next.granted.wakeAll();
        }
    }

    private void checkOwner() {
        if (owner != Thread.currentThread()) {
            throw new IllegalMonitorStateException();
        }
    }

    public Condition newCondition() {
        return new Signals();
    }

    public Thread owner() {
        return owner;
    }

    /** Of the calling thread. */
    public int holds() {
        return owner == Thread.currentThread() ? holds : 0;
    }

    public int waiting() {
        return claims.size();
    }

    public boolean isWaiting(Thread thread) {
        return claims.stream().anyMatch(claim -> claim.thread == thread);
    }

    /** Whether this condition is of this mutex, and how many wait for it. */
    public int waiting(Condition condition) {
        if (!(condition instanceof Signals) || ((Signals) condition).mutex() != this) {
            throw new IllegalArgumentException("not owner");
        }
        checkOwner();
        return ((Signals) condition).queue.size();
    }

    private final class Signals implements Condition {
        private final WaitQueue queue = new WaitQueue();

        Mutex mutex() {
            return Mutex.this;
        }

        private int letGo() {
            checkOwner();
            int had = holds;
            handOver();
            return had;
        }

        private void takeBack(int had) {
            if (owner == null) {
                owner = Thread.currentThread();
                holds = had;
            } else {
                take(had);
            }
        }

        private boolean await(Deadline deadline) throws InterruptedException {
            Interrupts.check();
            int had = letGo();
            try {
                return queue.await(deadline);
            } finally {
                takeBack(had);
            }
        }

        @Override
        public void await() throws InterruptedException {
            await(Deadline.NEVER);
        }

        @Override
        public void awaitUninterruptibly() {
            int had = letGo();
            queue.awaitUninterruptibly();
            takeBack(had);
        }

        @Override
        public long awaitNanos(long nanos) throws InterruptedException {
            Deadline deadline = Deadline.in(nanos, TimeUnit.NANOSECONDS);
            await(deadline);
            return deadline.nanos();
        }

        @Override
        public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
            return await(Deadline.in(timeout, unit));
        }

        @Override
        public boolean awaitUntil(Date end) throws InterruptedException {
            return await(end.getTime() - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void signal() {
            checkOwner();
            queue.wakeOne();
        }

        @Override
        public void signalAll() {
            checkOwner();
            queue.wakeAll();
        }
    }
}
