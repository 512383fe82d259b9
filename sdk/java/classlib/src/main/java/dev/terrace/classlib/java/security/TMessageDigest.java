package dev.terrace.classlib.java.security;

import dev.terrace.digest.BlockDigest;
import dev.terrace.digest.Md5;
import dev.terrace.digest.Sha1;
import dev.terrace.digest.Sha256;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;

/** {@code java.security.MessageDigest}: MD5, SHA-1 and SHA-256. */
public abstract class TMessageDigest extends TMessageDigestSpi {
    private final String algorithm;

    protected TMessageDigest(String algorithm) {
        this.algorithm = algorithm;
    }

    public static TMessageDigest getInstance(String algorithm) throws NoSuchAlgorithmException {
        BlockDigest digest = switch (algorithm.toUpperCase(Locale.ROOT)) {
            case "MD5" -> new Md5();
            case "SHA", "SHA1", "SHA-1" -> new Sha1();
            case "SHA-256" -> new Sha256();
            default -> throw new NoSuchAlgorithmException(algorithm + " MessageDigest not available");
        };
        return new OfBlocks(algorithm, digest);
    }

    public void update(byte input) {
        engineUpdate(input);
    }

    public void update(byte[] input) {
        engineUpdate(input, 0, input.length);
    }

    public void update(byte[] input, int from, int count) {
        if (input.length - from < count) {
            throw new IllegalArgumentException("Input buffer too short");
        }
        engineUpdate(input, from, count);
    }

    public final void update(ByteBuffer input) {
        engineUpdate(input);
    }

    public byte[] digest() {
        return engineDigest();
    }

    public byte[] digest(byte[] input) {
        update(input);
        return digest();
    }

    public int digest(byte[] into, int from, int count) throws DigestException {
        if (into.length - from < count) {
            throw new IllegalArgumentException("Output buffer too small for specified offset and length");
        }
        return engineDigest(into, from, count);
    }

    public void reset() {
        engineReset();
    }

    public final String getAlgorithm() {
        return algorithm;
    }

    public final int getDigestLength() {
        return engineGetDigestLength();
    }

    /** In a time that does not depend on where they differ. */
    public static boolean isEqual(byte[] a, byte[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        int difference = 0;
        for (int i = 0; i < a.length; i++) {
            difference |= a[i] ^ b[i];
        }
        return difference == 0;
    }

    @Override
    public String toString() {
        return algorithm + " Message Digest";
    }

    private static final class OfBlocks extends TMessageDigest implements Cloneable {
        private BlockDigest digest;

        OfBlocks(String algorithm, BlockDigest digest) {
            super(algorithm);
            this.digest = digest;
        }

        @Override
        protected int engineGetDigestLength() {
            return digest.size();
        }

        @Override
        protected void engineUpdate(byte input) {
            digest.update(new byte[] {input}, 0, 1);
        }

        @Override
        protected void engineUpdate(byte[] input, int from, int count) {
            digest.update(input, from, count);
        }

        @Override
        protected byte[] engineDigest() {
            return digest.finish();
        }

        @Override
        protected void engineReset() {
            digest.reset();
        }

        @Override
        public Object clone() throws CloneNotSupportedException {
            OfBlocks copy = (OfBlocks) super.clone();
            copy.digest = digest.clone();
            return copy;
        }
    }
}
