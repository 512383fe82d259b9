package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.number.IntegerReader;

/** Text with the messages of OpenJDK, and what is handed over as a method. */
public class TInteger {
    public static int sum(int a, int b) {
        return a + b;
    }

    public static int parseInt(String text) {
        return (int) IntegerReader.read(text, 10, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static int parseInt(String text, int radix) {
        return (int) IntegerReader.read(text, radix, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static int parseInt(CharSequence text, int from, int to, int radix) {
        return (int) IntegerReader.read(text, from, to, radix, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static int parseUnsignedInt(String text) {
        return (int) IntegerReader.readUnsigned(text, 10, Integer.SIZE);
    }

    public static int parseUnsignedInt(String text, int radix) {
        return (int) IntegerReader.readUnsigned(text, radix, Integer.SIZE);
    }

    public static long toUnsignedLong(int value) {
        return value & 0xffff_ffffL;
    }
}
