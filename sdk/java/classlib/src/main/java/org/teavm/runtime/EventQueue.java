package org.teavm.runtime;

import dev.terrace.runtime.Clock;
import java.util.Arrays;
import org.teavm.interop.Export;
import org.teavm.interop.StaticInit;

/**
 * What the green threads have to do next: a heap of events, by time and then by arrival.
 *
 * <p>It replaces the class of this name in TeaVM, which waits by an import that only a browser has, and which runs
 * events of one time in any order. Times inside are those of the monotonic clock, in nanoseconds.
 *
 * <p>Invariants: {@code heap[0 .. size)} is a heap under {@link Node#before}; a slot beyond is null.
 */
@StaticInit
public final class EventQueue {
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** A hundred years. */
    private static final long FOREVER_MILLIS = 3_155_760_000_000L;

    private static Node[] heap = new Node[16];
    private static int size;
    private static int arrivals;
    private static boolean stopped;

    private EventQueue() {
    }

    public static void offer(Event event) {
        after(event, 0);
    }

    /** At a time in milliseconds since 1970. Answers what {@link #kill} takes. */
    public static int offer(Event event, long time) {
        long millis = Math.max(0, Math.min(time - System.currentTimeMillis(), FOREVER_MILLIS));
        return after(event, millis * NANOS_PER_MILLI);
    }

    /** After so many nanoseconds. Answers what {@link #kill} takes. */
    public static int after(Event event, long nanos) {
        long time = Clock.monotonic() + Math.min(nanos, FOREVER_MILLIS * NANOS_PER_MILLI);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        Node node = new Node(arrivals++, event, time);
        heap[size] = node;
        up(size++);
        return node.id;
    }

    public static void kill(int id) {
        for (int i = 0; i < size; i++) {
            if (heap[i].id == id) {
                remove(i);
                return;
            }
        }
    }

    /** Runs events, and sleeps in the host between them, until the last thread has ended or all wait for ever. */
    public static void process() {
        while (!stopped && next()) {
            // One after the other.
        }
    }

    /** Runs the next event, or sleeps in the host until its time has come. False if there is none. */
    public static boolean next() {
        if (size == 0) {
            return false;
        }
        long wait = heap[0].time - Clock.monotonic();
        if (wait > 0) {
            Clock.sleep(wait);
        } else {
            remove(0).event.run();
        }
        return true;
    }

    /**
     * For a host that calls in: runs one event if one is due. Answers the milliseconds until the next one, and -1
     * if there is none.
     */
    @Export(name = "teavm_processQueue")
    public static long processSingle() {
        if (size > 0 && heap[0].time <= Clock.monotonic()) {
            remove(0).event.run();
        }
        if (size == 0) {
            return -1;
        }
        return Math.max(0, (heap[0].time - Clock.monotonic() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }

    @Export(name = "teavm_stopped")
    public static boolean isStopped() {
        return stopped;
    }

    public static void stop() {
        stopped = true;
    }

    private static Node remove(int index) {
        Node gone = heap[index];
        Node last = heap[--size];
        heap[size] = null;
        if (index < size) {
            heap[index] = last;
            down(index);
            up(index);
        }
        return gone;
    }

    private static void up(int index) {
        Node node = heap[index];
        while (index > 0 && node.before(heap[(index - 1) / 2])) {
            heap[index] = heap[(index - 1) / 2];
            index = (index - 1) / 2;
        }
        heap[index] = node;
    }

    private static void down(int index) {
        Node node = heap[index];
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].before(heap[child])) {
                child++;
            }
            if (!heap[child].before(node)) {
                break;
            }
            heap[index] = heap[child];
            index = child;
        }
        heap[index] = node;
    }

    static final class Node {
        final int id;
        final Event event;
        final long time;

        Node(int id, Event event, long time) {
            this.id = id;
            this.event = event;
            this.time = time;
        }

        /** Ids are compared by difference, so that they may wrap around. */
        boolean before(Node other) {
            return time < other.time || time == other.time && id - other.id < 0;
        }
    }

    public interface Event {
        void run();
    }
}
