package dev.terrace.graft.org.teavm.classlib.java.io;

import java.io.IOException;
import java.io.Writer;

/** TeaVM has none of these. */
public abstract class TReader {
    public abstract int read(char[] into, int from, int count) throws IOException;

    public long transferTo(Writer out) throws IOException {
        char[] chars = new char[4096];
        long sum = 0;
        for (int count = read(chars, 0, chars.length); count >= 0; count = read(chars, 0, chars.length)) {
            out.write(chars, 0, count);
            sum += count;
        }
        return sum;
    }
}
