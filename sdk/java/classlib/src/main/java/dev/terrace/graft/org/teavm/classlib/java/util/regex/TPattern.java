package dev.terrace.graft.org.teavm.classlib.java.util.regex;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Patterns as predicates: TeaVM has none of these. */
public class TPattern {
    public native TMatcher matcher(CharSequence text);

    public native String[] split(CharSequence text);

    public Predicate<String> asPredicate() {
        return text -> matcher(text).find();
    }

    public Predicate<String> asMatchPredicate() {
        return text -> matcher(text).matches();
    }

    public Stream<String> splitAsStream(CharSequence text) {
        return Arrays.stream(split(text));
    }
}
