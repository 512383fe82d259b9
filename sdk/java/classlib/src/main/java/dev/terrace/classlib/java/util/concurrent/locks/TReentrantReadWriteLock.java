package dev.terrace.classlib.java.util.concurrent.locks;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.Mutex;
import dev.terrace.concurrent.WaitQueue;
import java.io.Serializable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * {@code java.util.concurrent.locks.ReentrantReadWriteLock}.
 *
 * <p>A writer first owns the mutex and then waits until nobody reads; readers come in while nobody owns the mutex, or
 * if they read already.
 */
public class TReentrantReadWriteLock implements ReadWriteLock, Serializable {
    private static final long serialVersionUID = 1;

    private final transient Mutex writing = new Mutex();
    private final transient Map<Thread, int[]> readers = new IdentityHashMap<>();
    private final transient WaitQueue change = new WaitQueue();
    private final boolean fair;
    private final ReadLock readLock = new ReadLock(this);
    private final WriteLock writeLock = new WriteLock(this);

    public TReentrantReadWriteLock() {
        this(false);
    }

    public TReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
    }

    @Override
    public ReadLock readLock() {
        return readLock;
    }

    @Override
    public WriteLock writeLock() {
        return writeLock;
    }

    private boolean tryRead() {
        Thread me = Thread.currentThread();
        Thread writer = writing.owner();
        if (writer != null && writer != me && !readers.containsKey(me)) {
            return false;
        }
        readers.computeIfAbsent(me, t -> new int[1])[0]++;
        return true;
    }

    private void endRead() {
        int[] holds = readers.get(Thread.currentThread());
        if (holds == null) {
            throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        }
        if (--holds[0] == 0) {
            readers.remove(Thread.currentThread());
            change.wakeAll();
        }
    }

    /** One that reads already waits for itself, as in OpenJDK. */
    private boolean blocksWriter() {
        return writing.holds() == 1 && !readers.isEmpty();
    }

    public final boolean isFair() {
        return fair;
    }

    public int getReadLockCount() {
        return readers.values().stream().mapToInt(holds -> holds[0]).sum();
    }

    public int getReadHoldCount() {
        int[] holds = readers.get(Thread.currentThread());
        return holds == null ? 0 : holds[0];
    }

    public boolean isWriteLocked() {
        Thread owner = writing.owner();
        return owner != null && readers.keySet().stream().allMatch(reader -> reader == owner);
    }

    public boolean isWriteLockedByCurrentThread() {
        return writing.holds() > 0;
    }

    public int getWriteHoldCount() {
        return writing.holds();
    }

    public final boolean hasQueuedThreads() {
        return writing.waiting() + change.size() > 0;
    }

    public final int getQueueLength() {
        return writing.waiting() + change.size();
    }

    @Override
    public String toString() {
        int writes = isWriteLocked() ? Math.max(1, writing.holds()) : 0;
        return super.toString() + "[Write locks = " + writes + ", Read locks = " + getReadLockCount() + "]";
    }

    /** The side that many may have. */
    public static class ReadLock implements Lock, Serializable {
        private static final long serialVersionUID = 1;

        private final TReentrantReadWriteLock both;

        protected ReadLock(TReentrantReadWriteLock both) {
            this.both = both;
        }

        @Override
        public void lock() {
            while (!both.tryRead()) {
                both.change.awaitUninterruptibly();
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            take(Deadline.NEVER);
        }

        @Override
        public boolean tryLock() {
            return both.tryRead();
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            return take(Deadline.in(timeout, unit));
        }

        private boolean take(Deadline deadline) throws InterruptedException {
            Interrupts.check();
            while (!both.tryRead()) {
                if (!both.change.await(deadline)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void unlock() {
            both.endRead();
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return super.toString() + "[Read locks = " + both.getReadLockCount() + "]";
        }
    }

    /** The side that one has alone. */
    public static class WriteLock implements Lock, Serializable {
        private static final long serialVersionUID = 1;

        private final TReentrantReadWriteLock both;

        protected WriteLock(TReentrantReadWriteLock both) {
            this.both = both;
        }

        @Override
        public void lock() {
            both.writing.take();
            while (both.blocksWriter()) {
                both.change.awaitUninterruptibly();
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            take(Deadline.NEVER);
        }

        @Override
        public boolean tryLock() {
            if (!both.writing.tryTake()) {
                return false;
            }
            if (both.blocksWriter()) {
                unlock();
                return false;
            }
            return true;
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            return take(Deadline.in(timeout, unit));
        }

        private boolean take(Deadline deadline) throws InterruptedException {
            if (!both.writing.take(deadline)) {
                return false;
            }
            boolean alone = false;
            try {
                while (both.blocksWriter()) {
                    if (!both.change.await(deadline)) {
                        return false;
                    }
                }
                alone = true;
            } finally {
                if (!alone) {
                    unlock();
                }
            }
            return true;
        }

        @Override
        public void unlock() {
            both.writing.release();
            if (both.writing.owner() == null) {
                both.change.wakeAll();
            }
        }

        @Override
        public Condition newCondition() {
            return both.writing.newCondition();
        }

        public boolean isHeldByCurrentThread() {
            return both.isWriteLockedByCurrentThread();
        }

        public int getHoldCount() {
            return both.getWriteHoldCount();
        }

        @Override
        public String toString() {
            Thread owner = both.writing.owner();
            return super.toString() + (owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]");
        }
    }
}
