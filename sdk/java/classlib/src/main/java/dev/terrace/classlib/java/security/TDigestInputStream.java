package dev.terrace.classlib.java.security;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** {@code java.security.DigestInputStream}. */
public class TDigestInputStream extends FilterInputStream {
    protected TMessageDigest digest;
    private boolean on = true;

    public TDigestInputStream(InputStream in, TMessageDigest digest) {
        super(in);
        this.digest = digest;
    }

    public TMessageDigest getMessageDigest() {
        return digest;
    }

    public void setMessageDigest(TMessageDigest digest) {
        this.digest = digest;
    }

    public void on(boolean on) {
        this.on = on;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        if (on && b >= 0) {
            digest.update((byte) b);
        }
        return b;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
        int read = in.read(into, from, count);
        if (on && read > 0) {
            digest.update(into, from, read);
        }
        return read;
    }
}
