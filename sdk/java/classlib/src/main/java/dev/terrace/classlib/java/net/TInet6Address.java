package dev.terrace.classlib.java.net;

/** As OpenJDK's, without scopes. */
public final class TInet6Address extends TInetAddress {
    static final int LENGTH = 16;
    private static final long serialVersionUID = 1;

    TInet6Address(String host, byte[] bytes) {
        super(host, bytes);
    }

    @Override
    public boolean isLoopbackAddress() {
        for (int i = 0; i < LENGTH - 1; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return bytes[LENGTH - 1] == 1;
    }
}
