package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Chars;
import dev.terrace.runtime.Lines;
import java.util.function.Function;
import java.util.stream.Stream;

/** The methods that most programs spend their time in: TeaVM goes through {@code charAt} for each character. */
public class TString {
    private transient int hashCode;

    private native char[] fastCharArray();

    private native int charactersLength();

    private native char charactersGet(int index);

    /** The message is that of OpenJDK. */
    public char charAt(int index) {
        if (index < 0 || index >= charactersLength()) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return charactersGet(index);
    }

    public void getChars(int from, int to, char[] into, int at) {
        char[] mine = fastCharArray();
        if (from < 0 || from > to || to > mine.length) {
            throw new StringIndexOutOfBoundsException("begin " + from + ", end " + to + ", length " + mine.length);
        }
        int count = to - from;
        if (at < 0 || at > into.length - count) {
            throw new ArrayIndexOutOfBoundsException("offset " + at + ", count " + count + ", length " + into.length);
        }
        Chars.copy(mine, from, into, at, count);
    }

    public int compareTo(TString other) {
        char[] mine = fastCharArray();
        char[] others = other.fastCharArray();
        int shorter = Math.min(mine.length, others.length);
        int at = Chars.mismatch(mine, 0, others, 0, shorter);
        return at < shorter ? mine[at] - others[at] : mine.length - others.length;
    }

    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof TString)) {
            return false;
        }
        char[] mine = fastCharArray();
        char[] others = ((TString) other).fastCharArray();
        return mine.length == others.length && Chars.mismatch(mine, 0, others, 0, mine.length) == mine.length;
    }

    public int hashCode() {
        if (hashCode == 0) {
            char[] chars = fastCharArray();
            hashCode = Chars.hash(chars, chars.length);
        }
        return hashCode;
    }

    /** TeaVM looks beyond the beginning when {@code from} is negative. */
    public boolean startsWith(TString prefix, int from) {
        char[] mine = fastCharArray();
        char[] others = prefix.fastCharArray();
        return from >= 0 && from <= mine.length - others.length
            && Chars.mismatch(mine, from, others, 0, others.length) == others.length;
    }

    public boolean endsWith(TString suffix) {
        return startsWith(suffix, charactersLength() - suffix.charactersLength());
    }

    public int indexOf(TString wanted, int from) {
        char[] mine = fastCharArray();
        char[] others = wanted.fastCharArray();
        int begin = Math.max(0, from);
        int last = mine.length - others.length;
        if (others.length == 0) {
            return Math.min(begin, mine.length);
        }
        for (int at = begin; at <= last; at++) {
            at = Chars.find(mine, others[0], at, last + 1);
            if (at < 0) {
                return -1;
            }
            if (Chars.mismatch(mine, at, others, 0, others.length) == others.length) {
                return at;
            }
        }
        return -1;
    }

    public int indexOf(int wanted, int from) {
        char[] mine = fastCharArray();
        int begin = Math.max(0, from);
        if (wanted >>> 16 == 0) {
            return Chars.find(mine, (char) wanted, begin, mine.length);
        }
        if (!Character.isValidCodePoint(wanted)) {
            return -1;
        }
        char high = Character.highSurrogate(wanted);
        char low = Character.lowSurrogate(wanted);
        for (int at = begin; at < mine.length - 1; at++) {
            if (mine[at] == high && mine[at + 1] == low) {
                return at;
            }
        }
        return -1;
    }

    /** TeaVM has none of those that follow. */
    public Stream<String> lines() {
        return Lines.of(toString()).stream();
    }

    public String indent(int by) {
        return Lines.indented(toString(), by);
    }

    public <R> R transform(Function<? super String, ? extends R> f) {
        return f.apply(toString());
    }
}
