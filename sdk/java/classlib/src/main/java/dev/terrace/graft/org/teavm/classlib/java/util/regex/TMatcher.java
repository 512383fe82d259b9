package dev.terrace.graft.org.teavm.classlib.java.util.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.stream.Stream;

/** Replacing by a function, and into a StringBuilder: TeaVM has neither. */
public class TMatcher {
    public native TMatcher appendReplacement(StringBuffer buffer, String replacement);

    public native StringBuffer appendTail(StringBuffer buffer);

    public native TMatcher reset();

    public native boolean find();

    public native boolean matches();

    public native MatchResult toMatchResult();

    public TMatcher appendReplacement(StringBuilder builder, String replacement) {
        StringBuffer buffer = new StringBuffer();
        appendReplacement(buffer, replacement);
        builder.append(buffer);
        return this;
    }

    public StringBuilder appendTail(StringBuilder builder) {
        return builder.append(appendTail(new StringBuffer()));
    }

    private String replace(Function<MatchResult, String> replacer, int most) {
        reset();
        StringBuffer buffer = new StringBuffer();
        for (int i = 0; i < most && find(); i++) {
            appendReplacement(buffer, replacer.apply(toMatchResult()));
        }
        return appendTail(buffer).toString();
    }

    public String replaceAll(Function<MatchResult, String> replacer) {
        return replace(replacer, Integer.MAX_VALUE);
    }

    public String replaceFirst(Function<MatchResult, String> replacer) {
        return replace(replacer, 1);
    }

    public Stream<MatchResult> results() {
        List<MatchResult> all = new ArrayList<>();
        while (find()) {
            all.add(toMatchResult());
        }
        return all.stream();
    }
}
