package edu.buffalo.rtdroid.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * What the manifest says, as the build wrote it into the app: one line each, fields parted by tabs.
 *
 * <pre>
 * package   NAME
 * channel   NAME TYPE ELEMENT COUNT DEPTH DROP ORDER
 * service   NAME PRIORITY START_NS PERIOD_NS BOUND
 * receiver  NAME PRIORITY START_NS PERIOD_NS
 * task      NAME PRIORITY START_NS PERIOD_NS            (of the service before it)
 * nested    NAME PRIORITY START_NS PERIOD_NS            (a receiver of the service before it)
 * subscribe CHANNEL COUNT                               (of the component before it)
 * publish   CHANNEL COUNT                               (of the component before it)
 * </pre>
 */
public final class Plan {
    /** A channel as declared. */
    public static final class Channel {
        public final String name;
        /** message, broadcast, bulk or cross-context. */
        public final String type;
        /** Name of a primitive type. */
        public final String element;
        /** Elements of one message. */
        public final int count;
        /** Messages that wait at most. */
        public final int depth;
        /** refuse, oldest or lowest-priority-then-oldest. */
        public final String drop;
        /** Oldest first, whoever sent it. */
        public final boolean fifo;

        Channel(String[] fields) {
            name = fields[1];
            type = fields[2];
            element = fields[3];
            count = Integer.parseInt(fields[4]);
            depth = Integer.parseInt(fields[5]);
            drop = fields[6];
            fifo = fields[7].equals("fifo");
        }
    }

    /** A service, a receiver or a periodic task as declared. */
    public static final class Component {
        public final String name;
        /** 1 to 99, larger is more important; 0 is not real-time. */
        public final int priority;
        /** First release after the common zero. */
        public final long startNs;
        /** Time between releases; 0 without. */
        public final long periodNs;
        public final boolean service;
        public final boolean bound;
        public final List<Component> tasks = new ArrayList<>();
        public final List<Component> receivers = new ArrayList<>();
        public final List<String> subscribes = new ArrayList<>();
        public final List<String> publishes = new ArrayList<>();

        Component(String[] fields) {
            service = fields[0].equals("service");
            name = fields[1];
            priority = Integer.parseInt(fields[2]);
            startNs = Long.parseLong(fields[3]);
            periodNs = Long.parseLong(fields[4]);
            bound = service && fields[5].equals("bound");
        }

        /** Is it meant by {@code text}: its name, with or without the package? */
        public boolean is(String text) {
            return name.equals(text) || name.endsWith("." + text) || text.endsWith("." + name);
        }
    }

    private String packageName = "";
    private final List<Channel> channels = new ArrayList<>();
    private final List<Component> components = new ArrayList<>();

    /** Read what the build wrote. */
    public static Plan read(String[] lines) {
        Plan plan = new Plan();
        Component top = null;
        Component last = null;
        for (String line : lines) {
            String[] fields = line.split("\t");
            switch (fields[0]) {
                case "package" -> plan.packageName = fields[1];
                case "channel" -> plan.channels.add(new Channel(fields));
                case "service", "receiver" -> {
                    top = new Component(fields);
                    last = top;
                    plan.components.add(top);
                }
                case "task" -> {
                    last = new Component(fields);
                    top.tasks.add(last);
                }
                case "nested" -> {
                    last = new Component(fields);
                    top.receivers.add(last);
                }
                case "subscribe" -> last.subscribes.add(fields[1]);
                case "publish" -> last.publishes.add(fields[1]);
                default -> throw new IllegalStateException("a plan of another version of the build: " + line);
            }
        }
        return plan;
    }

    public String packageName() {
        return packageName;
    }

    public List<Channel> channels() {
        return channels;
    }

    public List<Component> components() {
        return components;
    }
}
