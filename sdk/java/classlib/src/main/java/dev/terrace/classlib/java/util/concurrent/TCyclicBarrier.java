package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code java.util.concurrent.CyclicBarrier}. */
public class TCyclicBarrier {
    private final int parties;
    private final Runnable action;
    private final WaitQueue waiting = new WaitQueue();
    private int missing;
    private Round round = new Round();

    private static final class Round {
        boolean complete;
        boolean broken;
    }

    public TCyclicBarrier(int parties) {
        this(parties, null);
    }

    public TCyclicBarrier(int parties, Runnable action) {
        if (parties <= 0) {
            throw new IllegalArgumentException();
        }
        this.parties = parties;
        this.missing = parties;
        this.action = action;
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return await(Deadline.NEVER);
        } catch (TimeoutException e) {
            throw new IllegalStateException("a wait without end has ended", e);
        }
    }

    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        return await(Deadline.in(timeout, unit));
    }

    private int await(Deadline deadline) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Round mine = round;
        if (mine.broken) {
            throw new BrokenBarrierException();
        }
        if (Thread.currentThread().isInterrupted()) {
            breakIt(mine);
        }
        Interrupts.check();
        int index = --missing;
        if (index == 0) {
            trip(mine);
            return 0;
        }
        while (!mine.complete && !mine.broken) {
            boolean inTime = false;
            try {
                inTime = waiting.await(deadline);
            } finally {
                if (!inTime && !mine.complete) {
                    breakIt(mine);
                }
            }
            if (!inTime) {
                throw new TimeoutException();
            }
        }
        if (mine.broken) {
            throw new BrokenBarrierException();
        }
        return index;
    }

    private void trip(Round mine) {
        boolean ran = false;
        try {
            if (action != null) {
                action.run();
            }
            ran = true;
        } finally {
            if (!ran) {
                breakIt(mine);
            }
        }
        mine.complete = true;
        renew();
    }

    private void breakIt(Round mine) {
        mine.broken = true;
        missing = parties;
        waiting.wakeAll();
    }

    private void renew() {
        round = new Round();
        missing = parties;
        waiting.wakeAll();
    }

    public void reset() {
        if (missing < parties) {
            round.broken = true;
        }
        renew();
    }

    public boolean isBroken() {
        return round.broken;
    }

    public int getParties() {
        return parties;
    }

    public int getNumberWaiting() {
        return parties - missing;
    }
}
