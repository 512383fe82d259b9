package dev.terrace.graft.org.teavm.classlib.java.io;

import java.nio.charset.Charset;

/** TeaVM has none of these. */
public class TByteArrayOutputStream {
    public native byte[] toByteArray();

    public native void write(byte[] bytes, int from, int count);

    public String toString(Charset charset) {
        return new String(toByteArray(), charset);
    }

    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }
}
