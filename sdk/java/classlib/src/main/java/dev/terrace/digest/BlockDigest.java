package dev.terrace.digest;

/** A digest over blocks of 64 bytes, with the padding that MD5, SHA-1 and SHA-256 share. Not for secrets: times tell. */
public abstract class BlockDigest implements Cloneable {
    static final int BLOCK = 64;

    private byte[] block = new byte[BLOCK];
    private long length;

    /** The name that an app asks for. */
    public abstract String name();

    /** Length of the result in bytes. */
    public abstract int size();

    abstract void start();

    abstract void block(byte[] bytes, int from);

    abstract int[] state();

    abstract boolean littleEndian();

    public final void reset() {
        length = 0;
        start();
    }

    public final void update(byte[] bytes, int from, int count) {
        int at = from;
        int end = from + count;
        while (at < end) {
            int used = (int) (length % BLOCK);
            if (used == 0 && end - at >= BLOCK) {
                block(bytes, at);
                at += BLOCK;
                length += BLOCK;
            } else {
                int part = Math.min(BLOCK - used, end - at);
                System.arraycopy(bytes, at, block, used, part);
                at += part;
                length += part;
                if (used + part == BLOCK) {
                    block(block, 0);
                }
            }
        }
    }

    /** The result; then it begins anew. */
    public final byte[] finish() {
        long bits = length * 8;
        int used = (int) (length % BLOCK);
        byte[] padding = new byte[(used < 56 ? 64 : 128) - used];
        padding[0] = (byte) 0x80;
        for (int i = 0; i < 8; i++) {
            int shift = littleEndian() ? 8 * i : 56 - 8 * i;
            padding[padding.length - 8 + i] = (byte) (bits >> shift);
        }
        update(padding, 0, padding.length);
        byte[] result = new byte[size()];
        for (int i = 0; i < result.length; i++) {
            int shift = littleEndian() ? 8 * (i % 4) : 24 - 8 * (i % 4);
            result[i] = (byte) (state()[i / 4] >> shift);
        }
        reset();
        return result;
    }

    static int bigEndian(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
    }

    @Override
    public BlockDigest clone() {
        try {
            BlockDigest copy = (BlockDigest) super.clone();
            copy.block = block.clone();
            copy.copyState();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("a digest is Cloneable", e);
        }
    }

    abstract void copyState();
}
