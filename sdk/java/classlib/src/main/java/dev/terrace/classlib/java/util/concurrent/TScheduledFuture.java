package dev.terrace.classlib.java.util.concurrent;

import java.util.concurrent.Delayed;
import java.util.concurrent.Future;

/** {@code java.util.concurrent.ScheduledFuture}. */
public interface TScheduledFuture<V> extends Delayed, Future<V> {
}
