package edu.buffalo.rtdroid.app;

import android.content.Context;
import edu.buffalo.rtdroid.runtime.Dispatcher;
import edu.buffalo.rtdroid.runtime.Plan;

/** A task of a service: its releases, at absolute times from the common zero. */
final class PeriodicTask {
    private final Plan.Component plan;
    private final Context context;
    private final Repeatable body;
    private final long zero;
    private Dispatcher.Job job;
    private long next;
    private boolean active;
    private long releases;
    private long late;
    private long longest;

    PeriodicTask(Plan.Component plan, Context context, Repeatable body, long zero) {
        this.plan = plan;
        this.context = context;
        this.body = body;
        this.zero = zero;
    }

    void begin() {
        if (active) {
            return;
        }
        active = true;
        next = firstAfter(System.nanoTime());
        if (job == null) {
            job = Dispatcher.main().postAt(plan.priority, next, this::release);
        } else {
            Dispatcher.main().again(job, next);
        }
    }

    /** The first time of its grid that has not passed. */
    private long firstAfter(long now) {
        long first = zero + plan.startNs;
        if (now <= first || plan.periodNs == 0) {
            return Math.max(first, now);
        }
        long periods = (now - first + plan.periodNs - 1) / plan.periodNs;
        return first + periods * plan.periodNs;
    }

    private void release() {
        if (!active) {
            return;
        }
        releases++;
        body.onRelease(context);
        long response = System.nanoTime() - next;
        longest = Math.max(longest, response);
        if (plan.periodNs > 0 && active) {
            late += response > plan.periodNs ? 1 : 0;
            next += plan.periodNs;
            Dispatcher.main().again(job, next);
        }
    }

    void pause() {
        if (active) {
            active = false;
            Dispatcher.main().cancel(job);
            job = null;
        }
    }

    void resume() {
        begin();
    }

    void end() {
        pause();
    }

    /** For people. */
    void dump(StringBuilder text) {
        text.append("  task ").append(plan.name).append(" priority ").append(plan.priority).append(' ')
                .append(releases).append(" releases, ").append(late).append(" late, longest response ")
                .append(longest / 1000).append(" us\n");
    }
}
