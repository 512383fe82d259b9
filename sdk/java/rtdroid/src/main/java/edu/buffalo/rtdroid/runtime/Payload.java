package edu.buffalo.rtdroid.runtime;

import java.nio.ByteBuffer;

/**
 * What a message carries: arrays of primitives, of the size that its channel declares, made when they are first asked
 * for. A message is copied from its sender to its receiver, the position of the byte buffer with it.
 */
public final class Payload {
    private final int bytes;
    private ByteBuffer buffer;
    private boolean[] booleans;
    private char[] chars;
    private short[] shorts;
    private int[] ints;
    private long[] longs;
    private float[] floats;
    private double[] doubles;

    /** Of a channel; null for none, which carries nothing. */
    public Payload(Plan.Channel channel) {
        bytes = channel == null ? 0 : Math.multiplyExact(channel.count, width(channel.element));
    }

    private static int width(String element) {
        return switch (element) {
            case "byte", "boolean" -> 1;
            case "char", "short" -> 2;
            case "int", "float" -> 4;
            default -> 8;
        };
    }

    public ByteBuffer buffer() {
        if (buffer == null) {
            buffer = ByteBuffer.allocate(bytes);
        }
        return buffer;
    }

    public boolean[] booleans() {
        return booleans == null ? booleans = new boolean[bytes] : booleans;
    }

    public char[] chars() {
        return chars == null ? chars = new char[bytes / 2] : chars;
    }

    public short[] shorts() {
        return shorts == null ? shorts = new short[bytes / 2] : shorts;
    }

    public int[] ints() {
        return ints == null ? ints = new int[bytes / 4] : ints;
    }

    public long[] longs() {
        return longs == null ? longs = new long[bytes / 8] : longs;
    }

    public float[] floats() {
        return floats == null ? floats = new float[bytes / 4] : floats;
    }

    public double[] doubles() {
        return doubles == null ? doubles = new double[bytes / 8] : doubles;
    }

    /** Take over what {@code from}, of the same channel, carries. */
    public void copy(Payload from) {
        if (from.buffer != null) {
            copyBuffer(from.buffer);
        }
        if (from.booleans != null) {
            System.arraycopy(from.booleans, 0, booleans(), 0, Math.min(from.booleans.length, booleans().length));
        }
        if (from.chars != null) {
            System.arraycopy(from.chars, 0, chars(), 0, Math.min(from.chars.length, chars().length));
        }
        if (from.shorts != null) {
            System.arraycopy(from.shorts, 0, shorts(), 0, Math.min(from.shorts.length, shorts().length));
        }
        if (from.ints != null) {
            System.arraycopy(from.ints, 0, ints(), 0, Math.min(from.ints.length, ints().length));
        }
        if (from.longs != null) {
            System.arraycopy(from.longs, 0, longs(), 0, Math.min(from.longs.length, longs().length));
        }
        if (from.floats != null) {
            System.arraycopy(from.floats, 0, floats(), 0, Math.min(from.floats.length, floats().length));
        }
        if (from.doubles != null) {
            System.arraycopy(from.doubles, 0, doubles(), 0, Math.min(from.doubles.length, doubles().length));
        }
    }

    private void copyBuffer(ByteBuffer from) {
        ByteBuffer to = buffer();
        int most = Math.min(from.capacity(), to.capacity());
        System.arraycopy(from.array(), 0, to.array(), 0, most);
        to.clear();
        to.order(from.order());
        to.limit(Math.min(from.limit(), most));
        to.position(Math.min(from.position(), to.limit()));
    }
}
