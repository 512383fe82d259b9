package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.number.DecimalReader;
import dev.terrace.number.DecimalWriter;

/** Numbers as text: see the graft of Double. */
public class TFloat {
    public static float parseFloat(String text) throws NumberFormatException {
        return DecimalReader.readFloat(text);
    }

    public static String toString(float value) {
        return DecimalWriter.write(value);
    }

    public static float sum(float a, float b) {
        return a + b;
    }

    public static float min(float a, float b) {
        return Math.min(a, b);
    }

    public static float max(float a, float b) {
        return Math.max(a, b);
    }
}
