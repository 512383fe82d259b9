package dev.terrace.classlib.java.util.concurrent.locks;

import java.util.Date;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.locks.Condition}. */
public interface TCondition {
    void await() throws InterruptedException;

    void awaitUninterruptibly();

    long awaitNanos(long nanos) throws InterruptedException;

    boolean await(long timeout, TimeUnit unit) throws InterruptedException;

    boolean awaitUntil(Date deadline) throws InterruptedException;

    void signal();

    void signalAll();
}
