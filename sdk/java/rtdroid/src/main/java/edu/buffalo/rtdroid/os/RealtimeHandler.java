package edu.buffalo.rtdroid.os;

/** Gets the messages of a channel, at the priority of the service it is registered in. */
public abstract class RealtimeHandler {
    private final String channel;

    public RealtimeHandler(String channel) {
        this.channel = channel;
    }

    public String getChannel() {
        return channel;
    }

    /** The message is the channel's again after the call. */
    public abstract void handleMessage(RealtimeMessage message);
}
