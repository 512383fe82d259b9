package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.CountDownLatch}. */
public class TCountDownLatch {
    private final WaitQueue waiting = new WaitQueue();
    private long count;

    public TCountDownLatch(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.count = count;
    }

    public void await() throws InterruptedException {
        await(Deadline.NEVER);
    }

    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return await(Deadline.in(timeout, unit));
    }

    private boolean await(Deadline deadline) throws InterruptedException {
        Interrupts.check();
        while (count > 0) {
            if (!waiting.await(deadline)) {
                return false;
            }
        }
        return true;
    }

    public void countDown() {
        if (count > 0 && --count == 0) {
            waiting.wakeAll();
        }
    }

    public long getCount() {
        return count;
    }

    @Override
    public String toString() {
        return super.toString() + "[Count = " + count + "]";
    }
}
