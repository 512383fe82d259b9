package dev.terrace.classlib.java.util.concurrent;

import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.Delayed}. */
public interface TDelayed extends Comparable<Delayed> {
    long getDelay(TimeUnit unit);
}
