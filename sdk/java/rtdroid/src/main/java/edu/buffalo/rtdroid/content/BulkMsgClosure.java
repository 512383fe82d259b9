package edu.buffalo.rtdroid.content;

/** Fills the payload of a bulk channel in place, when the channel has one to give. */
public abstract class BulkMsgClosure {
    private final String action;

    public BulkMsgClosure() {
        this(null);
    }

    public BulkMsgClosure(String action) {
        this.action = action;
    }

    /** Fill the payload, and answer it. */
    public abstract RealtimeIntent allocateRealtimeIntent(RealtimeIntent intent);

    /** The channel. */
    public String getAction() {
        return action;
    }
}
