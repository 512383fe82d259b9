package edu.buffalo.rtdroid.os;

import edu.buffalo.rtdroid.runtime.Dispatcher;
import edu.buffalo.rtdroid.runtime.Mailbox;
import edu.buffalo.rtdroid.runtime.Plan;
import java.util.ArrayDeque;

/**
 * A message channel: many senders, one receiver, as many messages as the manifest declares, made before the first one
 * is sent. When all wait, one of a more important sender takes the place of a less important one's.
 */
public class RealtimeMsgPassingChannel {
    private final Plan.Channel plan;
    private final Mailbox<RealtimeMessage> mailbox;
    private final ArrayDeque<RealtimeMessage> free = new ArrayDeque<>();
    private RealtimeHandler handler;
    private int priority;
    private int early;

    /** For the app's start. */
    public RealtimeMsgPassingChannel(Plan.Channel plan) {
        this.plan = plan;
        mailbox = new Mailbox<>(plan, () -> new RealtimeMessage(plan));
        for (int i = 0; i < plan.depth; i++) {
            free.add(new RealtimeMessage(plan));
        }
    }

    public String getName() {
        return plan.name;
    }

    /** A message to fill. Give it to {@link #enqueue}. */
    public RealtimeMessage obtain() {
        RealtimeMessage message = free.poll();
        // A sender that keeps what it obtained takes nothing from the others.
        return message == null ? new RealtimeMessage(plan) : message;
    }

    /** Send it. False if the channel was full of more important ones, and it was dropped. */
    public boolean enqueue(RealtimeMessage message) {
        Dispatcher main = Dispatcher.main();
        boolean taken = mailbox.put(main.priority(), place -> place.copy(message));
        if (free.size() < plan.depth) {
            free.add(message);
        }
        if (handler == null) {
            early++;
            return taken;
        }
        if (taken) {
            main.post(priority, this::deliver);
        }
        return taken;
    }

    /** Let this handler have the messages, at this priority. */
    public void attach(RealtimeHandler handler, int priority) {
        int waiting = early;
        this.handler = handler;
        this.priority = priority;
        early = 0;
        for (int i = 0; i < waiting; i++) {
            Dispatcher.main().post(priority, this::deliver);
        }
    }

    private void deliver() {
        RealtimeMessage message = mailbox.take();
        if (message != null) {
            handler.handleMessage(message);
        }
    }

    @Override
    public String toString() {
        return "channel " + plan.name + " (message): " + mailbox.counts();
    }
}
