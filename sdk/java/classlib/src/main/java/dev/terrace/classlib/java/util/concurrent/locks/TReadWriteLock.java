package dev.terrace.classlib.java.util.concurrent.locks;

import java.util.concurrent.locks.Lock;

/** {@code java.util.concurrent.locks.ReadWriteLock}. */
public interface TReadWriteLock {
    Lock readLock();

    Lock writeLock();
}
