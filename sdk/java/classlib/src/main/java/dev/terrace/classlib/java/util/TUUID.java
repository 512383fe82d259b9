package dev.terrace.classlib.java.util;

import java.io.Serializable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** {@code java.util.UUID}: TeaVM's is a text of any form, and its random one has no version. */
public final class TUUID implements Serializable, Comparable<TUUID> {
    private static final long serialVersionUID = 1;

    private final long high;
    private final long low;

    public TUUID(long mostSignificant, long leastSignificant) {
        this.high = mostSignificant;
        this.low = leastSignificant;
    }

    private static TUUID of(byte[] bytes, int version) {
        bytes[6] = (byte) (bytes[6] & 0x0f | version << 4);
        bytes[8] = (byte) (bytes[8] & 0x3f | 0x80);
        return new TUUID(word(bytes, 0), word(bytes, 8));
    }

    private static long word(byte[] bytes, int from) {
        long word = 0;
        for (int i = from; i < from + 8; i++) {
            word = word << 8 | bytes[i] & 0xff;
        }
        return word;
    }

    public static TUUID randomUUID() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return of(bytes, 4);
    }

    public static TUUID nameUUIDFromBytes(byte[] name) {
        try {
            return of(MessageDigest.getInstance("MD5").digest(name), 3);
        } catch (NoSuchAlgorithmException e) {
            throw new InternalError("MD5 not supported", e);
        }
    }

    public static TUUID fromString(String text) {
        String[] parts = text.split("-", -1);
        if (text.length() > 36) {
            throw new IllegalArgumentException("UUID string too large");
        }
        if (parts.length != 5) {
            throw new IllegalArgumentException("Invalid UUID string: " + text);
        }
        long[] words = new long[5];
        for (int i = 0; i < 5; i++) {
            words[i] = Long.parseLong(parts[i], 16);
        }
        return new TUUID(words[0] << 32 | (words[1] & 0xffff) << 16 | words[2] & 0xffff,
                words[3] << 48 | words[4] & 0xffff_ffff_ffffL);
    }

    public long getMostSignificantBits() {
        return high;
    }

    public long getLeastSignificantBits() {
        return low;
    }

    public int version() {
        return (int) (high >> 12 & 0x0f);
    }

    public int variant() {
        return (int) (low >>> 64 - (low >>> 62) & low >> 63);
    }

    private void checkTime() {
        if (version() != 1) {
            throw new UnsupportedOperationException("Not a time-based UUID");
        }
    }

    public long timestamp() {
        checkTime();
        return (high & 0x0fffL) << 48 | (high >> 16 & 0xffffL) << 32 | high >>> 32;
    }

    public int clockSequence() {
        checkTime();
        return (int) ((low & 0x3fff_0000_0000_0000L) >>> 48);
    }

    public long node() {
        checkTime();
        return low & 0xffff_ffff_ffffL;
    }

    private static void hex(StringBuilder out, long bits, int digits) {
        for (int i = digits - 1; i >= 0; i--) {
            out.append(Character.forDigit((int) (bits >> i * 4) & 15, 16));
        }
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(36);
        hex(out, high >> 32, 8);
        hex(out.append('-'), high >> 16, 4);
        hex(out.append('-'), high, 4);
        hex(out.append('-'), low >> 48, 4);
        hex(out.append('-'), low, 12);
        return out.toString();
    }

    @Override
    public int hashCode() {
        long both = high ^ low;
        return (int) (both >> 32) ^ (int) both;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TUUID && high == ((TUUID) other).high && low == ((TUUID) other).low;
    }

    @Override
    public int compareTo(TUUID other) {
        return high != other.high ? Long.compare(high, other.high) : Long.compare(low, other.low);
    }
}
