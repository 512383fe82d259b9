package dev.terrace.classlib.java.util;

import java.util.Objects;

/** {@code java.util.StringJoiner}. */
public final class TStringJoiner {
    private final String delimiter;
    private final String prefix;
    private final String suffix;
    private StringBuilder text;
    private String empty;

    public TStringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    public TStringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        this.prefix = Objects.requireNonNull(prefix, "The prefix must not be null").toString();
        this.delimiter = Objects.requireNonNull(delimiter, "The delimiter must not be null").toString();
        this.suffix = Objects.requireNonNull(suffix, "The suffix must not be null").toString();
    }

    public TStringJoiner setEmptyValue(CharSequence value) {
        empty = Objects.requireNonNull(value, "The empty value must not be null").toString();
        return this;
    }

    public TStringJoiner add(CharSequence item) {
        text = text == null ? new StringBuilder() : text.append(delimiter);
        text.append(item);
        return this;
    }

    public TStringJoiner merge(TStringJoiner other) {
        return other.text == null ? this : add(other.text.toString());
    }

    public int length() {
        return toString().length();
    }

    @Override
    public String toString() {
        return text == null && empty != null ? empty : prefix + (text == null ? "" : text) + suffix;
    }
}
