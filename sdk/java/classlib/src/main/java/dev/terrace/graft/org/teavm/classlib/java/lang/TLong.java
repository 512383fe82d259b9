package dev.terrace.graft.org.teavm.classlib.java.lang;

/** What is handed over as a method: TeaVM has none of these. */
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
}
