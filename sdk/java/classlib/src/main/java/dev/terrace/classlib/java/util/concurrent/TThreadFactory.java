package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.ThreadFactory}. */
public interface TThreadFactory {
    Thread newThread(Runnable task);
}
