package dev.terrace.graft.org.teavm.classlib.java.util;

import java.util.stream.Stream;

/** An app has one processor: what may be parallel is in order. */
public interface TCollection<E> {
    Stream<E> stream();

    default Stream<E> parallelStream() {
        return stream();
    }
}
