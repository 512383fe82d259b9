package dev.terrace.classlib.java.security;

import java.nio.ByteBuffer;
import java.security.DigestException;

/** {@code java.security.MessageDigestSpi}. */
public abstract class TMessageDigestSpi {
    protected int engineGetDigestLength() {
        return 0;
    }

    protected abstract void engineUpdate(byte input);

    protected abstract void engineUpdate(byte[] input, int from, int count);

    protected void engineUpdate(ByteBuffer input) {
        byte[] bytes = new byte[input.remaining()];
        input.get(bytes);
        engineUpdate(bytes, 0, bytes.length);
    }

    protected abstract byte[] engineDigest();

    protected int engineDigest(byte[] into, int from, int count) throws DigestException {
        byte[] digest = engineDigest();
        if (count < digest.length) {
            throw new DigestException("partial digests not returned");
        }
        System.arraycopy(digest, 0, into, from, digest.length);
        return digest.length;
    }

    protected abstract void engineReset();

    @Override
    public Object clone() throws CloneNotSupportedException {
        return super.clone();
    }
}
