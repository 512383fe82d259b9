package edu.buffalo.rtdroid.runtime;

import java.util.PriorityQueue;

/**
 * Runs the callbacks of the app: one at a time, the most important first, equal priorities in the order in which they
 * came; a callback runs to completion. Releases have absolute times on one zero, so nothing drifts.
 *
 * <p>Threads of an app are green: one gives way to another only where it waits, so what does not wait needs no monitor.
 *
 * <p>Source: RTDroid dissertation, 4.2.3 (callbacks are serialised, and run at their component's priority) and 5.2.
 */
public final class Dispatcher {
    /** Something to run. */
    public static final class Job {
        private final int priority;
        private final Runnable body;
        private long at;
        private long order;
        private boolean cancelled;

        Job(int priority, long at, long order, Runnable body) {
            this.priority = priority;
            this.at = at;
            this.order = order;
            this.body = body;
        }
    }

    /** A stop that was asked for is seen after this time at the latest. */
    private static final long LOOK_MS = 100;
    private static final Dispatcher MAIN = new Dispatcher();

    private final PriorityQueue<Job> waiting = new PriorityQueue<>(64, (a, b) ->
            a.at != b.at ? Long.compare(a.at, b.at) : byImportance(a, b));
    private final PriorityQueue<Job> ready = new PriorityQueue<>(64, Dispatcher::byImportance);
    private long orders;
    private int running;
    private boolean resting;
    private Thread thread;

    private Dispatcher() {
    }

    /** That of the app. */
    public static Dispatcher main() {
        return MAIN;
    }

    private static int byImportance(Job a, Job b) {
        return a.priority != b.priority ? b.priority - a.priority : Long.compare(a.order, b.order);
    }

    /** Run {@code body} as soon as nothing more important is there. From any thread. */
    public Job post(int priority, Runnable body) {
        return postAt(priority, Long.MIN_VALUE, body);
    }

    /** Run {@code body} at {@code at}, ns of {@link System#nanoTime}, or later. */
    public Job postAt(int priority, long at, Runnable body) {
        Job job = new Job(priority, at, orders++, body);
        add(job);
        return job;
    }

    /** Run it again at another time. */
    public void again(Job job, long at) {
        job.at = at;
        job.order = orders++;
        add(job);
    }

    private void add(Job job) {
        PriorityQueue<Job> queue = job.at <= System.nanoTime() ? ready : waiting;
        queue.add(job);
        if (resting && Thread.currentThread() != thread) {
            thread.interrupt();
        }
    }

    /** It is not run any more, unless it has begun. */
    public void cancel(Job job) {
        job.cancelled = true;
        waiting.remove(job);
        ready.remove(job);
    }

    /** The priority of who calls: of the running callback, or of a real-time thread, else 0. */
    public int priority() {
        Thread current = Thread.currentThread();
        if (current == thread) {
            return running;
        }
        return current instanceof javax.realtime.RealtimeThread real ? real.importance() : 0;
    }

    /** Is the calling thread the one that runs callbacks? */
    public boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /** Run callbacks until a stop is asked for. */
    public void run() {
        thread = Thread.currentThread();
        while (!Machine.stopRequested()) {
            Job job = next();
            if (job != null) {
                perform(job);
            }
        }
    }

    private Job next() {
        long now = System.nanoTime();
        while (!waiting.isEmpty() && waiting.peek().at <= now) {
            ready.add(waiting.poll());
        }
        if (!ready.isEmpty()) {
            return ready.poll();
        }
        long left = waiting.isEmpty() ? Long.MAX_VALUE : waiting.peek().at - now;
        rest(left);
        return null;
    }

    private void rest(long leftNs) {
        resting = true;
        try {
            // The last part of a millisecond is spent looking, not sleeping: a release is then on time.
            Thread.sleep(Math.min(leftNs / 1_000_000, LOOK_MS));
        } catch (InterruptedException e) {
            // Somebody has brought a job: it looks again.
            return;
        } finally {
            resting = false;
        }
    }

    /** Run a callback as if it had been released at {@code priority}; for the calls of the boot. */
    public void perform(int priority, Runnable body) {
        int before = running;
        thread = Thread.currentThread();
        running = priority;
        try {
            body.run();
        } finally {
            running = before;
        }
    }

    private void perform(Job job) {
        if (!job.cancelled) {
            perform(job.priority, job.body);
        }
        // Threads of the app have their turn between two callbacks.
        Thread.yield();
    }
}
