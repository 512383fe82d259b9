package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.number.IntegerReader;

/** Text with the messages of OpenJDK, and what is handed over as a method. */
public class TLong {
    public static long sum(long a, long b) {
        return a + b;
    }

    public static long min(long a, long b) {
        return Math.min(a, b);
    }

    public static long max(long a, long b) {
        return Math.max(a, b);
    }

    public static long parseLong(String text) {
        return IntegerReader.read(text, 10, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public static long parseLong(String text, int radix) {
        return IntegerReader.read(text, radix, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public static long parseLong(CharSequence text, int from, int to, int radix) {
        return IntegerReader.read(text, from, to, radix, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public static long parseUnsignedLong(String text) {
        return IntegerReader.readUnsigned(text, 10, Long.SIZE);
    }

    public static long parseUnsignedLong(String text, int radix) {
        return IntegerReader.readUnsigned(text, radix, Long.SIZE);
    }
}
