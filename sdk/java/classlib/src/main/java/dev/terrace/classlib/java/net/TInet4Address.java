package dev.terrace.classlib.java.net;

/** As OpenJDK's. */
public final class TInet4Address extends TInetAddress {
    static final int LENGTH = 4;
    private static final long serialVersionUID = 1;

    TInet4Address(String host, byte[] bytes) {
        super(host, bytes);
    }

    @Override
    public boolean isLoopbackAddress() {
        return bytes[0] == 127;
    }

    /** The address as a number. */
    @Override
    public int hashCode() {
        return bytes[0] << 24 | (bytes[1] & 255) << 16 | (bytes[2] & 255) << 8 | bytes[3] & 255;
    }
}
