package dev.terrace;

import java.util.HashMap;
import java.util.Map;

/** Takes messages from several channels, the most important first, each to its handler. */
public final class Looper {
    /** Handles a message: its first {@code letter.length} bytes of {@code data} are its own until it returns. */
    public interface Handler {
        /** A message came. */
        void handle(Letter letter, byte[] data);
    }

    private final Map<Integer, Handler> handlers = new HashMap<>();
    private byte[] data = new byte[0];

    /** Hears a channel. */
    public Receiver on(String channel, Handler handler) throws Refused {
        Receiver receiver = new Receiver(channel);
        handlers.put(receiver.channel, handler);
        // So that no message makes it grow.
        data = new byte[Math.max(data.length, receiver.messageBytes())];
        return receiver;
    }

    /** Rests until a message comes, at most until a time of the monotonic clock in ns, and handles it. */
    public void turn(long until) throws Refused {
        Letter letter = Receiver.take(until);
        Receiver.finish(letter, data);
        Handler handler = handlers.get(letter.channel);
        if (handler != null) {
            handler.handle(letter, data);
        }
    }

    /** Handles messages until a stop is asked for. */
    public void run() throws Refused {
        try {
            while (true) {
                turn(Receiver.NEVER);
            }
        } catch (Refused refused) {
            if (refused.code != Sys.CODE_STOPPING) {
                throw refused;
            }
        }
    }
}
