package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.number.IntegerReader;

/** Text with the messages of OpenJDK. */
public class TByte {
    public static byte parseByte(String text) {
        return (byte) IntegerReader.readNarrow(text, 10, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public static byte parseByte(String text, int radix) {
        return (byte) IntegerReader.readNarrow(text, radix, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }
}
