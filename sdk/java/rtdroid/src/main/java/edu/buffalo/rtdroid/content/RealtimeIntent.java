package edu.buffalo.rtdroid.content;

import android.content.Intent;
import edu.buffalo.rtdroid.app.ComponentManager;
import edu.buffalo.rtdroid.runtime.Payload;
import edu.buffalo.rtdroid.runtime.Plan;
import java.nio.ByteBuffer;

/**
 * An intent for a channel: its action is the channel's name, and it carries primitives, as many as the channel
 * declares. What was sent belongs to the receiver: a sender fills it anew before it sends it again.
 */
public class RealtimeIntent extends Intent {
    private final Payload payload;

    /** @throws IllegalArgumentException if the manifest declares no channel of this name */
    public RealtimeIntent(String action) {
        this(action, declared(action));
    }

    /** For a channel. */
    public RealtimeIntent(String action, Plan.Channel channel) {
        super(action);
        payload = new Payload(channel);
    }

    private static Plan.Channel declared(String action) {
        Plan.Channel channel = ComponentManager.getInstance().declared(action);
        if (channel == null) {
            throw new IllegalArgumentException("the manifest declares no channel `" + action + "`; there are "
                    + ComponentManager.getInstance().getChannels().keySet());
        }
        return channel;
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

    /** For a channel: take over what another one carries. */
    public final void copy(RealtimeIntent from) {
        payload.copy(from.payload);
        replaceExtras(from.getExtras());
    }
}
