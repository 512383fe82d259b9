package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.number.DecimalReader;
import dev.terrace.number.DecimalWriter;

/** Numbers as text: TeaVM reads fewer forms and rounds some wrongly, and writes the shortest text, which JDK 17 does not. */
public class TDouble {
    public static double parseDouble(String text) throws NumberFormatException {
        return DecimalReader.readDouble(text);
    }

    public static String toString(double value) {
        return DecimalWriter.write(value);
    }

    public static double sum(double a, double b) {
        return a + b;
    }

    public static double min(double a, double b) {
        return Math.min(a, b);
    }

    public static double max(double a, double b) {
        return Math.max(a, b);
    }
}
