package dev.terrace.graft.org.teavm.classlib.java.util.stream;

import java.util.stream.Stream;

/** Ways to a stream. */
public interface TStream<T> {
    /** TeaVM has none. */
    static <T> Stream<T> ofNullable(T element) {
        return element == null ? Stream.empty() : Stream.of(element);
    }
}
