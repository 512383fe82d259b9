package dev.terrace;

import java.nio.charset.StandardCharsets;
import org.teavm.interop.Address;

/** A channel that this app sends to; the manifest of the app that declares it says who may. */
public final class Sender {
    /** As important as the sender. */
    public static final int OWN_PRIORITY = -1;

    private final int channel;

    /** Opens a channel, or says why not: {@code CODE_UNDECLARED}, {@code CODE_UNPERMITTED}. */
    public Sender(String name) throws Refused {
        channel = open(name, Sys.ROLE_SEND);
    }

    static int open(String name, int role) throws Refused {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Refused.unless(Sys.messageOpen(Address.ofData(bytes), bytes.length, role));
    }

    /** Sends, of kind 0, as important as the sender, at once: in how many queues it waits. */
    public int send(byte[] data) throws Refused {
        return post(data, 0, OWN_PRIORITY, 0);
    }

    /** Sends; delivered at a time of the monotonic clock in ns, or 0. {@code CODE_CROWDED}: it was refused. */
    public int post(byte[] data, int kind, int priority, long at) throws Refused {
        if (data.length <= Sys.MAX_MESSAGE_COPY_BYTES) {
            return Refused.unless(
                Sys.messagePost(channel, Address.ofData(data), data.length, kind, priority, at));
        }
        int message = Refused.unless(Sys.messageObtain(channel));
        int offset = 0;
        while (offset < data.length) {
            Address from = Address.ofData(data).add(offset);
            int copied = Sys.messageFill(message, offset, from, data.length - offset);
            if (copied < 0) {
                Sys.messageRelease(message);
                throw new Refused(copied);
            }
            offset += copied;
        }
        return Refused.unless(Sys.messageSend(message, data.length, kind, priority, at));
    }

    /** Sends an intent, as {@link #post}. */
    public int announce(Intent intent, int kind, int priority, long at) throws Refused {
        byte[] data = intent.toBytes();
        return Refused.unless(
            Sys.messageIntent(channel, Address.ofData(data), data.length, kind, priority, at));
    }

    /** Removes what this app sent and nobody has taken, of one kind: how many. */
    public int remove(int kind) throws Refused {
        return Refused.unless(Sys.messageRemove(channel, kind));
    }

    /** How many messages of this app gave way to others since it last asked. */
    public int lost() throws Refused {
        return Refused.unless(Sys.messageLost(channel));
    }

    /** Gives the channel up. */
    public void close() throws Refused {
        Refused.unless(Sys.messageClose(channel));
    }
}
