package edu.buffalo.rtdroid.runtime;

import java.util.ArrayList;
import java.util.function.Consumer;

/**
 * A bounded queue of pre-allocated messages of one subscriber: that of the most important sender first, then the oldest.
 * When it is full, the channel's policy says which message is lost; the counters tell how many were.
 *
 * <p>No locks: threads of an instance change only where they wait, and nothing here waits.
 *
 * @param <M> the kind of message
 */
public final class Mailbox<M> {
    /** A place for one message. */
    private static final class Slot<M> {
        final M message;
        int priority;
        long order;
        boolean waits;
        boolean held;

        Slot(M message) {
            this.message = message;
        }
    }

    private final Plan.Channel channel;
    private final ArrayList<Slot<M>> slots = new ArrayList<>();
    private long orders;
    private long taken;
    private long dropped;
    private int waiting;
    private int most;

    /** Of {@code depth} messages that {@code make} makes. */
    public Mailbox(Plan.Channel channel, java.util.function.Supplier<M> make) {
        this.channel = channel;
        // One more than may wait: the receiver holds one while it handles it.
        for (int i = 0; i <= channel.depth; i++) {
            slots.add(new Slot<>(make.get()));
        }
    }

    /** Let {@code fill} write a message of a sender of this priority. False if it was the one to be dropped. */
    public boolean put(int priority, Consumer<M> fill) {
        Slot<M> slot = waiting < channel.depth ? free() : null;
        if (slot == null) {
            dropped++;
            slot = victim(priority);
            if (slot == null) {
                return false;
            }
            waiting--;
        }
        slot.priority = priority;
        slot.order = orders++;
        slot.waits = true;
        waiting++;
        most = Math.max(most, waiting);
        fill.accept(slot.message);
        return true;
    }

    /** The next message, or null; it is the receiver's until the next call. */
    public M take() {
        Slot<M> best = null;
        for (Slot<M> slot : slots) {
            slot.held = false;
        }
        for (Slot<M> slot : slots) {
            if (slot.waits && (best == null || before(slot, best))) {
                best = slot;
            }
        }
        if (best == null) {
            return null;
        }
        best.waits = false;
        best.held = true;
        waiting--;
        taken++;
        return best.message;
    }

    private boolean before(Slot<M> a, Slot<M> b) {
        return !channel.fifo && a.priority != b.priority ? a.priority > b.priority : a.order < b.order;
    }

    private Slot<M> free() {
        for (Slot<M> slot : slots) {
            if (!slot.waits && !slot.held) {
                return slot;
            }
        }
        return null;
    }

    private Slot<M> victim(int priority) {
        Slot<M> victim = null;
        for (Slot<M> slot : slots) {
            if (slot.waits && (victim == null || older(slot, victim))) {
                victim = slot;
            }
        }
        return switch (channel.drop) {
            case "oldest" -> victim;
            case "refuse" -> victim != null && victim.priority < priority ? victim : null;
            default -> victim != null && victim.priority <= priority ? victim : null;
        };
    }

    private boolean older(Slot<M> a, Slot<M> b) {
        boolean byTime = channel.drop.equals("oldest") || a.priority == b.priority;
        return byTime ? a.order < b.order : a.priority < b.priority;
    }

    /** For people. */
    public String counts() {
        return taken + " delivered, " + dropped + " dropped, " + waiting + " waiting, " + most + " at most";
    }
}
