package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.number.IntegerReader;

/** Text with the messages of OpenJDK. */
public class TShort {
    public static short parseShort(String text) {
        return (short) IntegerReader.readNarrow(text, 10, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static short parseShort(String text, int radix) {
        return (short) IntegerReader.readNarrow(text, radix, Short.MIN_VALUE, Short.MAX_VALUE);
    }
}
