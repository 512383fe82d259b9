package edu.buffalo.rtdroid.os;

import edu.buffalo.rtdroid.runtime.Payload;
import edu.buffalo.rtdroid.runtime.Plan;
import java.nio.ByteBuffer;

/** A message of a channel: a number that says what, and primitives, as many as the channel declares. */
public class RealtimeMessage {
    private final Payload payload;
    private int what;

    RealtimeMessage(Plan.Channel channel) {
        payload = new Payload(channel);
    }

    public int getWhat() {
        return what;
    }

    public void setWhat(int what) {
        this.what = what;
    }

    public ByteBuffer getByteBuffer() {
        return payload.buffer();
    }

    public boolean[] getBooleans() {
        return payload.booleans();
    }

    public char[] getChars() {
        return payload.chars();
    }

    public short[] getShorts() {
        return payload.shorts();
    }

    public int[] getInts() {
        return payload.ints();
    }

    public long[] getLongs() {
        return payload.longs();
    }

    public float[] getFloats() {
        return payload.floats();
    }

    public double[] getDoubles() {
        return payload.doubles();
    }

    public byte[] getBytes() {
        return payload.buffer().array();
    }

    void copy(RealtimeMessage from) {
        what = from.what;
        payload.copy(from.payload);
    }
}
