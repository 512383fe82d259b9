package dev.terrace.classlib.java.security;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** {@code java.security.DigestOutputStream}. */
public class TDigestOutputStream extends FilterOutputStream {
    protected TMessageDigest digest;
    private boolean on = true;

    public TDigestOutputStream(OutputStream out, TMessageDigest digest) {
        super(out);
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
    public void write(int b) throws IOException {
        out.write(b);
        if (on) {
            digest.update((byte) b);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        out.write(bytes, from, count);
        if (on) {
            digest.update(bytes, from, count);
        }
    }
}
