package dev.terrace.graft.org.teavm.classlib.java.lang;

/** What is handed over as a method: TeaVM has no such. */
public class TInteger {
    public static int sum(int a, int b) {
        return a + b;
    }
}
