package dev.terrace.classlib.java.util.concurrent.locks;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Mutex;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** {@code java.util.concurrent.locks.ReentrantLock}. */
public class TReentrantLock implements Lock, Serializable {
    private static final long serialVersionUID = 1;

    private final transient Mutex mutex = new Mutex();
    private final boolean fair;

    public TReentrantLock() {
        this(false);
    }

    public TReentrantLock(boolean fair) {
        this.fair = fair;
    }

    @Override
    public void lock() {
        mutex.take();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        mutex.take(Deadline.NEVER);
    }

    @Override
    public boolean tryLock() {
        return mutex.tryTake();
    }

    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        return mutex.take(Deadline.in(timeout, unit));
    }

    @Override
    public void unlock() {
        mutex.release();
    }

    @Override
    public Condition newCondition() {
        return mutex.newCondition();
    }

    public int getHoldCount() {
        return mutex.holds();
    }

    public boolean isHeldByCurrentThread() {
        return mutex.holds() > 0;
    }

    public boolean isLocked() {
        return mutex.owner() != null;
    }

    public final boolean isFair() {
        return fair;
    }

    protected Thread getOwner() {
        return mutex.owner();
    }

    public final boolean hasQueuedThreads() {
        return mutex.waiting() > 0;
    }

    public final boolean hasQueuedThread(Thread thread) {
        return mutex.isWaiting(thread);
    }

    public final int getQueueLength() {
        return mutex.waiting();
    }

    public boolean hasWaiters(Condition condition) {
        return mutex.waiting(condition) > 0;
    }

    public int getWaitQueueLength(Condition condition) {
        return mutex.waiting(condition);
    }

    @Override
    public String toString() {
        Thread owner = mutex.owner();
        return super.toString() + (owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]");
    }
}
