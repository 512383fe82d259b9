package android.os;

import edu.buffalo.rtdroid.runtime.Dispatcher;
import java.util.PriorityQueue;

/**
 * The loop of a thread that takes messages one after the other. The main looper is the one that runs the callbacks of
 * all components: its messages have the priority of who sent them.
 */
public final class Looper {
    private static final Looper MAIN = new Looper(null);
    private static final ThreadLocal<Looper> OF_THREAD = new ThreadLocal<>();

    /** Orders entries of equal times by arrival. */
    private record Entry(long at, long order, Message message) {
    }

    private final PriorityQueue<Entry> queue = new PriorityQueue<>((a, b) ->
            a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.order, b.order));
    private final Thread thread;
    private long orders;
    private boolean quitting;

    private Looper(Thread thread) {
        this.thread = thread;
    }

    /** Make the calling thread one with a looper. */
    public static void prepare() {
        if (myLooper() != null) {
            throw new RuntimeException("Only one Looper may be created per thread");
        }
        OF_THREAD.set(new Looper(Thread.currentThread()));
    }

    public static Looper getMainLooper() {
        return MAIN;
    }

    /** That of the calling thread, or null. */
    public static Looper myLooper() {
        return Dispatcher.main().isHere() ? MAIN : OF_THREAD.get();
    }

    /** Take messages until {@link #quit}. */
    public static void loop() {
        Looper mine = myLooper();
        if (mine == null) {
            throw new RuntimeException("No Looper; Looper.prepare() wasn't called on this thread.");
        }
        if (mine == MAIN) {
            throw new RuntimeException("The main looper runs already");
        }
        for (Message message = mine.next(); message != null; message = mine.next()) {
            message.target.dispatchMessage(message);
            message.recycle();
        }
    }

    public Thread getThread() {
        return thread;
    }

    /** End the loop; messages that wait are not handled any more. */
    public synchronized void quit() {
        if (this == MAIN) {
            throw new IllegalStateException("Main thread not allowed to quit.");
        }
        quitting = true;
        queue.clear();
        notifyAll();
    }

    public synchronized void quitSafely() {
        long now = System.nanoTime();
        queue.removeIf(entry -> entry.at > now);
        quitting = true;
        notifyAll();
    }

    /** Put a message into the queue for {@code at}, ns of {@link System#nanoTime}. False after quit. */
    synchronized boolean enqueue(Message message, long at) {
        if (quitting) {
            return false;
        }
        Entry entry = new Entry(at, orders++, message);
        queue.add(entry);
        if (this == MAIN) {
            Dispatcher main = Dispatcher.main();
            main.postAt(main.priority(), at, () -> handle(entry));
        }
        notifyAll();
        return true;
    }

    private void handle(Entry entry) {
        synchronized (this) {
            // It may have been removed meanwhile.
            if (!queue.remove(entry)) {
                return;
            }
        }
        entry.message.target.dispatchMessage(entry.message);
        entry.message.recycle();
    }

    private synchronized Message next() {
        while (true) {
            Entry first = queue.peek();
            long left = first == null ? Long.MAX_VALUE : first.at - System.nanoTime();
            if (first != null && left <= 0) {
                return queue.poll().message;
            }
            if (quitting && first == null) {
                return null;
            }
            rest(left);
        }
    }

    /** Wait until something is put into the queue, or for so long. */
    private void rest(long ns) {
        try {
            if (ns == Long.MAX_VALUE) {
                wait();
            } else {
                wait(ns / 1_000_000, (int) (ns % 1_000_000));
            }
        } catch (InterruptedException e) {
            // The queue is looked at again.
            return;
        }
    }

    synchronized boolean remove(java.util.function.Predicate<Message> which) {
        return queue.removeIf(entry -> which.test(entry.message));
    }

    synchronized boolean has(java.util.function.Predicate<Message> which) {
        for (Entry entry : queue) {
            if (which.test(entry.message)) {
                return true;
            }
        }
        return false;
    }
}
