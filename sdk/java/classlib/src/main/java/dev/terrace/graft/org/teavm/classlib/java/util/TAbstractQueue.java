package dev.terrace.graft.org.teavm.classlib.java.util;

/** The message of a queue that is full. */
abstract class TAbstractQueue<E> {
    public abstract boolean offer(E item);

    public boolean add(E item) {
        if (!offer(item)) {
            throw new IllegalStateException("Queue full");
        }
        return true;
    }
}
