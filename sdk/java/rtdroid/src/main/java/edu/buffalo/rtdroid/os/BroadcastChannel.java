package edu.buffalo.rtdroid.os;

import android.content.BroadcastReceiver;
import android.content.Context;
import edu.buffalo.rtdroid.content.BulkMsgClosure;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;
import edu.buffalo.rtdroid.runtime.Dispatcher;
import edu.buffalo.rtdroid.runtime.Mailbox;
import edu.buffalo.rtdroid.runtime.Plan;
import java.util.ArrayList;
import java.util.List;

/** A broadcast or bulk channel: every subscriber gets what is sent, from a bounded queue of its own. */
public class BroadcastChannel {
    private final Plan.Channel plan;
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final RealtimeIntent draft;

    /** For the app's start. */
    public BroadcastChannel(Plan.Channel plan) {
        this.plan = plan;
        draft = new RealtimeIntent(plan.name, plan);
    }

    public String getName() {
        return plan.name;
    }

    /** A receiver and its queue. */
    private final class Subscriber {
        private final BroadcastReceiver receiver;
        private final Context context;
        private final int priority;
        private final Mailbox<RealtimeIntent> mailbox =
                new Mailbox<>(plan, () -> new RealtimeIntent(plan.name, plan));

        Subscriber(BroadcastReceiver receiver, Context context, int priority) {
            this.receiver = receiver;
            this.context = context;
            this.priority = priority;
        }

        void put(int sender, java.util.function.Consumer<RealtimeIntent> fill) {
            if (mailbox.put(sender, fill)) {
                Dispatcher.main().post(priority, this::deliver);
            }
        }

        private void deliver() {
            RealtimeIntent intent = mailbox.take();
            if (intent == null) {
                return;
            }
            receiver.onReceive(context, intent);
            if (receiver instanceof RealtimeReceiver real) {
                real.onClean();
            }
        }
    }

    /** Let a receiver hear of what is sent, at this priority. */
    public void attach(BroadcastReceiver receiver, Context context, int priority) {
        subscribers.add(new Subscriber(receiver, context, priority));
    }

    /** Give everybody a copy. */
    public void send(RealtimeIntent intent) {
        int sender = Dispatcher.main().priority();
        for (Subscriber subscriber : subscribers) {
            subscriber.put(sender, place -> place.copy(intent));
        }
    }

    /** Let the closure fill the payload in place: that of the subscriber if there is one, else a draft that is copied. */
    public void send(BulkMsgClosure closure) {
        int sender = Dispatcher.main().priority();
        if (subscribers.size() == 1) {
            subscribers.get(0).put(sender, place -> filled(closure, place));
            return;
        }
        filled(closure, draft);
        for (Subscriber subscriber : subscribers) {
            subscriber.put(sender, place -> place.copy(draft));
        }
    }

    private static void filled(BulkMsgClosure closure, RealtimeIntent place) {
        place.getByteBuffer().clear();
        RealtimeIntent answer = closure.allocateRealtimeIntent(place);
        if (answer != null && answer != place) {
            place.copy(answer);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("channel " + plan.name + " (" + plan.type + "):");
        for (Subscriber subscriber : subscribers) {
            text.append(' ').append(subscriber.receiver.getClass().getName()).append(": ")
                    .append(subscriber.mailbox.counts());
        }
        return text.toString();
    }
}
