package dev.terrace.concurrent;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Threads that wait for something, the first to come first.
 *
 * <p>Threads of an app take turns only where one waits, so what is looked at and changed between two waits needs no
 * lock; the callers rely on that.
 */
public final class WaitQueue {
    private final Deque<Parking> waiting = new ArrayDeque<>(2);

    /** Waits until it is woken (true) or the time is over (false); an interrupt that comes after being woken stays pending. */
    public boolean await(Deadline deadline) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return await(new Parking(), deadline);
    }

    private boolean await(Parking place, Deadline deadline) throws InterruptedException {
        waiting.addLast(place);
        while (!place.isWoken() && !deadline.isOver()) {
            place.await(deadline.millis());
            if (!place.isWoken() && Thread.interrupted()) {
                waiting.remove(place);
                throw new InterruptedException();
            }
        }
        if (!place.isWoken()) {
            waiting.remove(place);
        }
        return place.isWoken();
    }

    /** As {@link #await}, but an interrupt only stays pending. */
    public void awaitUninterruptibly() {
        boolean interrupted = Thread.interrupted();
        Parking place = new Parking();
        waiting.addLast(place);
        while (!place.isWoken()) {
            place.await(-1);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public void wakeOne() {
        Parking place = waiting.pollFirst();
        if (place != null) {
            place.wake();
        }
    }

    public void wakeAll() {
        while (!waiting.isEmpty()) {
            waiting.pollFirst().wake();
        }
    }

    public int size() {
        return waiting.size();
    }
}
