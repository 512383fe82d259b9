package dev.terrace.classlib.java.util.concurrent;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Interrupts;
import dev.terrace.concurrent.WaitQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code java.util.concurrent.Phaser}. A parent is one more party to arrive at, once all of the child have arrived. */
public class TPhaser {
    private final WaitQueue waiting = new WaitQueue();
    private final List<TPhaser> children = new ArrayList<>();
    private final TPhaser parent;
    private int phase;
    private int parties;
    private int arrived;
    private boolean terminated;

    public TPhaser() {
        this(null, 0);
    }

    public TPhaser(int parties) {
        this(null, parties);
    }

    public TPhaser(TPhaser parent) {
        this(parent, 0);
    }

    public TPhaser(TPhaser parent, int parties) {
        if (parties < 0 || parties > 0xffff) {
            throw new IllegalArgumentException("Illegal number of parties");
        }
        this.parent = parent;
        if (parent != null) {
            phase = parent.phase;
        }
        bulkRegister(parties);
    }

    public int register() {
        return bulkRegister(1);
    }

    public int bulkRegister(int more) {
        if (more < 0) {
            throw new IllegalArgumentException();
        }
        if (!terminated) {
            if (parent != null && parties == 0 && more > 0) {
                parent.register();
            }
            parties += more;
        }
        return getPhase();
    }

    public int arrive() {
        return arrive(0);
    }

    public int arriveAndDeregister() {
        return arrive(1);
    }

    private int arrive(int leaving) {
        if (terminated) {
            return getPhase();
        }
        if (arrived >= parties) {
            throw new IllegalStateException("Attempted arrival of unregistered party for " + this);
        }
        int now = phase;
        parties -= leaving;
        arrived += 1 - leaving;
        if (arrived == parties) {
            allArrived(parties == 0);
        }
        return now;
    }

    private void allArrived(boolean empty) {
        if (parent == null) {
            advance(onAdvance(phase, parties));
        } else if (empty) {
            parent.arriveAndDeregister();
            advance(parent.terminated);
        } else {
            int theirs = parent.arrive();
            if (parent.phase != theirs || parent.terminated) {
                advance(parent.terminated);
            } else {
                parent.children.add(this);
            }
        }
    }

    private void advance(boolean last) {
        arrived = 0;
        phase = phase + 1 & Integer.MAX_VALUE;
        terminated |= last;
        waiting.wakeAll();
        List<TPhaser> told = new ArrayList<>(children);
        children.clear();
        told.forEach(child -> child.advance(last));
    }

    public int arriveAndAwaitAdvance() {
        int now = arrive();
        return now < 0 ? now : awaitAdvance(now);
    }

    public int awaitAdvance(int phase) {
        while (phase >= 0 && this.phase == phase && !terminated) {
            waiting.awaitUninterruptibly();
        }
        return phase < 0 ? phase : getPhase();
    }

    public int awaitAdvanceInterruptibly(int phase) throws InterruptedException {
        try {
            return await(phase, Deadline.NEVER);
        } catch (TimeoutException e) {
            throw new IllegalStateException("a wait without end has ended", e);
        }
    }

    public int awaitAdvanceInterruptibly(int phase, long timeout, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        return await(phase, Deadline.in(timeout, unit));
    }

    private int await(int phase, Deadline deadline) throws InterruptedException, TimeoutException {
        Interrupts.check();
        while (phase >= 0 && this.phase == phase && !terminated) {
            if (!waiting.await(deadline)) {
                throw new TimeoutException();
            }
        }
        return phase < 0 ? phase : getPhase();
    }

    public void forceTermination() {
        terminated = true;
        waiting.wakeAll();
    }

    protected boolean onAdvance(int phase, int registered) {
        return registered == 0;
    }

    public final int getPhase() {
        return terminated ? phase | Integer.MIN_VALUE : phase;
    }

    public int getRegisteredParties() {
        return parties;
    }

    public int getArrivedParties() {
        return arrived;
    }

    public int getUnarrivedParties() {
        return parties - arrived;
    }

    public TPhaser getParent() {
        return parent;
    }

    public TPhaser getRoot() {
        return parent == null ? this : parent.getRoot();
    }

    public boolean isTerminated() {
        return terminated;
    }

    @Override
    public String toString() {
        return super.toString() + "[phase = " + getPhase() + " parties = " + parties + " arrived = " + arrived + "]";
    }
}
