package dev.terrace;

import java.nio.charset.StandardCharsets;
import org.teavm.interop.Address;

/**
 * Content providers: tables that apps keep, by URI: {@code content://PROVIDER/TABLE}, or
 * {@code content://PROVIDER/TABLE/ID} for one row. Why a call was refused is in the log.
 */
public final class Provider {
    private static final int BATCH = 16 * 1024;

    private Provider() {
    }

    /** Rows that were asked for; closing gives them back. */
    public static final class Cursor implements AutoCloseable {
        private final int handle;
        private byte[] batch = new byte[BATCH];
        private int filled;
        private int at;

        private Cursor(int handle) {
            this.handle = handle;
        }

        /** The values of the next row, Long, Double, String, byte[] or null each; null after the last row. */
        public Object[] next() throws Refused {
            if (at == filled) {
                fetch();
            }
            if (filled == 0) {
                return null;
            }
            int length = batch[at] & 0xff | (batch[at + 1] & 0xff) << 8 | (batch[at + 2] & 0xff) << 16
                | batch[at + 3] << 24;
            int from = at + 4;
            at = from + length;
            return Bundle.row(batch, from, at);
        }

        private void fetch() throws Refused {
            int answer = Sys.providerNext(handle, Address.ofData(batch), batch.length);
            while (answer == Sys.CODE_TOO_LONG) {
                // One row is longer than the batch.
                batch = new byte[2 * batch.length];
                answer = Sys.providerNext(handle, Address.ofData(batch), batch.length);
            }
            filled = Refused.unless(answer);
            at = 0;
        }

        @Override
        public void close() throws Refused {
            Refused.unless(Sys.providerClose(handle));
        }
    }

    /**
     * Asks for rows. {@code columns} and {@code order} have commas between, or are empty; {@code selection} is an
     * expression with {@code ?1}, {@code ?2} for arguments, or empty; {@code limit} is 0 for all rows.
     */
    public static Cursor query(String uri, String columns, String selection, String order, int limit,
            Object... arguments) throws Refused {
        byte[] of = bytes(uri);
        byte[] which = bytes(columns);
        byte[] where = bytes(selection);
        byte[] by = bytes(order);
        byte[] bound = Bundle.arguments(arguments);
        return new Cursor(Refused.unless(Sys.providerQuery(Address.ofData(of), of.length, Address.ofData(which),
            which.length, Address.ofData(where), where.length, Address.ofData(bound), bound.length,
            Address.ofData(by), by.length, limit)));
    }

    /** Adds a row: its id. {@code CODE_CONFLICT}, {@code CODE_FULL}. */
    public static long insert(String uri, Bundle values) throws Refused {
        byte[] of = bytes(uri);
        byte[] row = values.toBytes();
        return number(Sys.providerInsert(Address.ofData(of), of.length, Address.ofData(row), row.length));
    }

    /** Gives rows other values: how many. */
    public static long update(String uri, Bundle values, String selection, Object... arguments) throws Refused {
        byte[] of = bytes(uri);
        byte[] row = values.toBytes();
        byte[] where = bytes(selection);
        byte[] bound = Bundle.arguments(arguments);
        return number(Sys.providerUpdate(Address.ofData(of), of.length, Address.ofData(row), row.length,
            Address.ofData(where), where.length, Address.ofData(bound), bound.length));
    }

    /** Removes rows: how many. */
    public static long delete(String uri, String selection, Object... arguments) throws Refused {
        byte[] of = bytes(uri);
        byte[] where = bytes(selection);
        byte[] bound = Bundle.arguments(arguments);
        return number(Sys.providerDelete(Address.ofData(of), of.length, Address.ofData(where), where.length,
            Address.ofData(bound), bound.length));
    }

    /** Runs what the manifest declares as {@code [[provider.call]]}, by {@code content://PROVIDER/CALL}. */
    public static Cursor call(String uri, Object... arguments) throws Refused {
        byte[] of = bytes(uri);
        byte[] bound = Bundle.arguments(arguments);
        return new Cursor(Refused.unless(
            Sys.providerCall(Address.ofData(of), of.length, Address.ofData(bound), bound.length)));
    }

    /**
     * Has changes told: an intent {@code terrace.changed} comes to the channel, with {@code uri}, {@code change} and
     * {@code rows}. The number of an observation.
     */
    public static int observe(String uri, String channel) throws Refused {
        byte[] of = bytes(uri);
        byte[] to = bytes(channel);
        return Refused.unless(Sys.providerObserve(Address.ofData(of), of.length, Address.ofData(to), to.length));
    }

    /** Has them told no more. */
    public static void unobserve(int observation) throws Refused {
        Refused.unless(Sys.providerUnobserve(observation));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long number(long answer) throws Refused {
        if (answer < 0) {
            throw new Refused((int) answer);
        }
        return answer;
    }
}
