package dev.terrace.classlib.java.util.concurrent;

import java.util.concurrent.ThreadPoolExecutor;

/** {@code java.util.concurrent.RejectedExecutionHandler}. */
public interface TRejectedExecutionHandler {
    void rejectedExecution(Runnable task, ThreadPoolExecutor executor);
}
