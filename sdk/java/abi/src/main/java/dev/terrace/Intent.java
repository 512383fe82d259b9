package dev.terrace;

import java.nio.charset.StandardCharsets;

/** An action and extras: what {@link Sender#announce} sends. */
public final class Intent {
    /** What is to be done, or was. */
    public final String action;
    /** What goes with it. */
    public final Bundle extras;

    /** An intent. */
    public Intent(String action, Bundle extras) {
        this.action = action;
        this.extras = extras;
    }

    /** Reads the first {@code length} bytes of a message whose form is an intent. */
    public static Intent read(byte[] data, int length) {
        int size = data[0] & 0xff | (data[1] & 0xff) << 8;
        String action = new String(data, 2, size, StandardCharsets.UTF_8);
        return new Intent(action, Bundle.of(data, 2 + size, length));
    }

    /** As it crosses the guest interface. */
    byte[] toBytes() {
        byte[] text = action.getBytes(StandardCharsets.UTF_8);
        if (text.length > 65535) {
            throw new IllegalArgumentException("an action has 65535 bytes at most, and this one " + text.length);
        }
        byte[] more = extras.toBytes();
        byte[] bytes = new byte[2 + text.length + more.length];
        bytes[0] = (byte) text.length;
        bytes[1] = (byte) (text.length >> 8);
        System.arraycopy(text, 0, bytes, 2, text.length);
        System.arraycopy(more, 0, bytes, 2 + text.length, more.length);
        return bytes;
    }
}
