package dev.terrace.graft.org.teavm.classlib.java.util.zip;

import java.nio.ByteBuffer;

/** TeaVM has neither. */
public class TAdler32 {
    public native void update(byte[] bytes, int from, int count);

    public void update(byte[] bytes) {
        update(bytes, 0, bytes.length);
    }

    public void update(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        update(bytes);
    }
}
