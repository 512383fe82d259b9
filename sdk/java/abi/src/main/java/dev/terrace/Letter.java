package dev.terrace;

import org.teavm.interop.Address;

/** What goes with a message that was taken. */
public final class Letter {
    /** The partition that sent it; 0: a Linux process. */
    public final long sender;
    /** Monotonic time in ns at which it was sent. */
    public final long sentNs;
    /** What the sender calls it. */
    public final int kind;
    /** 1..99, larger is more important; 0 is normal. */
    public final int priority;
    /** Bytes it has. */
    public final int length;
    final int message;
    final int channel;

    Letter(byte[] record) {
        Address at = Address.ofData(record);
        sender = at.add(Sys.LETTER_SENDER).getLong();
        sentNs = at.add(Sys.LETTER_SENT_NS).getLong();
        message = at.add(Sys.LETTER_MESSAGE).getInt();
        length = at.add(Sys.LETTER_LENGTH).getInt();
        kind = at.add(Sys.LETTER_KIND).getInt();
        priority = at.add(Sys.LETTER_PRIORITY).getInt();
        channel = at.add(Sys.LETTER_CHANNEL).getInt();
    }
}
