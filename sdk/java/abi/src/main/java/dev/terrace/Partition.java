package dev.terrace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.teavm.interop.Address;

/**
 * Another partition. Only for an app whose manifest says {@code control = true} under {@code [permissions]}; others
 * get {@code CODE_DENIED}.
 */
public final class Partition {
    /** Never used again while the monitor runs. */
    public final long id;

    /** One that is known by its id. */
    public Partition(long id) {
        this.id = id;
    }

    /** How a partition is. */
    public static final class Status {
        /** {@code Sys.STATE_...}. */
        public final int state;
        /** How often the restart policy has started it again. */
        public final int restarts;
        /** {@code Sys.FAULT_...}. */
        public final int fault;
        /** Bytes of memory it has. */
        public final long committed;
        /** Bytes of memory it may have at most. */
        public final long memoryLimit;
        /** Processor time that it has used, in ns. */
        public final long cpuNs;

        Status(Address at) {
            state = at.add(Sys.STATUS_STATE).getInt();
            restarts = at.add(Sys.STATUS_RESTARTS).getInt();
            fault = at.add(Sys.STATUS_FAULT).getInt();
            committed = at.add(Sys.STATUS_COMMITTED).getLong();
            memoryLimit = at.add(Sys.STATUS_MEMORY_LIMIT).getLong();
            cpuNs = at.add(Sys.STATUS_CPU_NS).getLong();
        }
    }

    /** Something that happened to a partition. */
    public static final class Event {
        /** Counts up by one; a gap is the number of events that were dropped. */
        public final long sequence;
        /** Monotonic time in ns. */
        public final long atNs;
        /** The partition it happened to. */
        public final Partition partition;
        /** {@code Sys.EVENT_...}. */
        public final int kind;
        /** The fault, exit status or limit that goes with the kind. */
        public final int detail;

        Event(Address at) {
            sequence = at.add(Sys.EVENT_SEQUENCE).getLong();
            atNs = at.add(Sys.EVENT_AT_NS).getLong();
            partition = new Partition(at.add(Sys.EVENT_ID).getLong());
            kind = at.add(Sys.EVENT_KIND).getInt();
            detail = at.add(Sys.EVENT_DETAIL).getInt();
        }
    }

    /** Makes a partition of an installed app; {@link #start} makes it run. */
    public static Partition create(String app, String name) throws Refused {
        byte[] first = app.getBytes(StandardCharsets.UTF_8);
        byte[] second = name.getBytes(StandardCharsets.UTF_8);
        long id = Sys.controlCreate(Address.ofData(first), first.length, Address.ofData(second), second.length);
        if (id < 0) {
            throw new Refused((int) id);
        }
        return new Partition(id);
    }

    /** Every partition there is. */
    public static List<Partition> list() throws Refused {
        byte[] ids = new byte[64 * Long.BYTES];
        while (true) {
            int count = Refused.unless(Sys.controlList(Address.ofData(ids), ids.length));
            if (count * Long.BYTES <= ids.length) {
                List<Partition> all = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    all.add(new Partition(Address.ofData(ids).add(i * Long.BYTES).getLong()));
                }
                return all;
            }
            ids = new byte[count * Long.BYTES];
        }
    }

    /**
     * Rests the whole app until something happens to any partition, at most until a monotonic time in ns.
     * {@code CODE_TIMEOUT}: nothing did; {@code CODE_STOPPING}: a stop was asked for.
     */
    public static Event nextEvent(long until) throws Refused {
        byte[] record = new byte[Sys.SIZE_EVENT];
        while (true) {
            int answer = Sys.controlNextEvent(until, Address.ofData(record), record.length);
            if (answer != Sys.CODE_AGAIN) {
                Refused.unless(answer);
                return new Event(Address.ofData(record));
            }
        }
    }

    /** It must be installed, stopped or faulted. */
    public void start() throws Refused {
        Refused.unless(Sys.controlStart(id));
    }

    /** It uses no processor, from its next safe point on. */
    public void suspend() throws Refused {
        Refused.unless(Sys.controlSuspend(id));
    }

    /** It goes on. */
    public void resume() throws Refused {
        Refused.unless(Sys.controlResume(id));
    }

    /** Asks it to end; after the grace time it is ended by force. */
    public void stop() throws Refused {
        Refused.unless(Sys.controlStop(id));
    }

    /** Ends it by force, wherever it stands. */
    public void kill() throws Refused {
        Refused.unless(Sys.controlKill(id));
    }

    /** Ends it and starts it again. */
    public void restart() throws Refused {
        Refused.unless(Sys.controlRestart(id));
    }

    /** Changes a limit: {@code Sys.LIMIT_...}. */
    public void setLimit(int what, long value) throws Refused {
        Refused.unless(Sys.controlSetLimit(id, what, value));
    }

    /** Asks it to give memory back: {@code Sys.TRIM_...}. */
    public void trim(int level) throws Refused {
        Refused.unless(Sys.controlTrim(id, level));
    }

    /** How it is. */
    public Status status() throws Refused {
        byte[] record = new byte[Sys.SIZE_STATUS];
        Refused.unless(Sys.controlStatus(id, Address.ofData(record), record.length));
        return new Status(Address.ofData(record));
    }

    /** Its name. */
    public String name() throws Refused {
        byte[] bytes = new byte[Sys.MAX_NAME_BYTES];
        int length = Refused.unless(Sys.controlName(id, Address.ofData(bytes), bytes.length));
        return new String(Arrays.copyOf(bytes, Math.min(length, bytes.length)), StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Partition && ((Partition) other).id == id;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    @Override
    public String toString() {
        return "partition " + Long.toUnsignedString(id);
    }
}
