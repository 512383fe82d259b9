package dev.terrace;

import java.nio.charset.StandardCharsets;
import org.teavm.interop.Address;

/**
 * A channel that this app receives from. A call that rests, rests the whole partition: no other thread
 * of the program runs until it returns.
 */
public final class Receiver {
    /** A moment that never comes. */
    public static final long NEVER = -1;
    /** Whichever open channel has the most important message. */
    static final int ANY = -1;

    final int channel;

    /** Opens a channel, or says why not: {@code CODE_UNDECLARED}, {@code CODE_UNPERMITTED}. */
    public Receiver(String name) throws Refused {
        channel = Sender.open(name, Sys.ROLE_RECEIVE);
    }

    /**
     * Rests until a message comes, at most until a time of the monotonic clock in ns, and copies it into
     * {@code data}. {@code CODE_TIMEOUT}, {@code CODE_STOPPING}; {@code CODE_TOO_LONG} for one that does not
     * fit, which waits on.
     */
    public Letter receive(byte[] data, long until) throws Refused {
        byte[] record = new byte[Sys.SIZE_LETTER];
        int answer;
        do {
            answer = Sys.messageReceive(channel, until, Address.ofData(record), record.length,
                Address.ofData(data), data.length);
        } while (answer == Sys.CODE_AGAIN);
        Refused.unless(answer);
        return new Letter(record);
    }

    /** Bytes of one message at most. */
    public int messageBytes() throws Refused {
        byte[] record = new byte[Sys.SIZE_CHANNEL_TERMS];
        Refused.unless(Sys.messageDescribe(channel, Address.ofData(record), record.length));
        return Address.ofData(record).add(Sys.CHANNEL_TERMS_BYTES).getInt();
    }

    /** Of the intents of a broadcast hears only those with one of these actions; of none: all. */
    public void filter(String... actions) throws Refused {
        byte[] all = String.join("\0", actions).getBytes(StandardCharsets.UTF_8);
        Refused.unless(Sys.messageFilter(channel, Address.ofData(all), all.length));
    }

    /** Removes what waits for this app, of one kind: how many. */
    public int remove(int kind) throws Refused {
        return Refused.unless(Sys.messageRemove(channel, kind));
    }

    /** Gives the channel up. */
    public void close() throws Refused {
        Refused.unless(Sys.messageClose(channel));
    }

    /** Rests until a message comes on any channel; it is held until it is released. */
    static Letter take(long until) throws Refused {
        byte[] record = new byte[Sys.SIZE_LETTER];
        int answer;
        do {
            answer = Sys.messageTake(ANY, until, Address.ofData(record), record.length);
        } while (answer == Sys.CODE_AGAIN);
        Refused.unless(answer);
        return new Letter(record);
    }

    /** Copies all of a message that was taken, and releases it. */
    static void finish(Letter letter, byte[] data) throws Refused {
        int at = 0;
        int copied = 0;
        while (at < letter.length && copied >= 0) {
            Address to = Address.ofData(data).add(at);
            copied = Sys.messageRead(letter.message, at, to, letter.length - at);
            at += copied;
        }
        Sys.messageRelease(letter.message);
        Refused.unless(copied);
    }
}
