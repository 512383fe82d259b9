package dev.terrace.runtime;

import org.teavm.backend.wasm.runtime.WasiBuffer;
import org.teavm.interop.Address;
import org.teavm.interop.Import;
import org.teavm.interop.Unmanaged;

/** The clocks of WASI 0.1, in nanoseconds. */
public final class Clock {
    private static final int REALTIME = 0;
    private static final int MONOTONIC = 1;
    // A subscription of poll_oneoff to a clock: offsets in it, its size, and those of the event that answers.
    private static final int TAG = 8;
    private static final int CLOCK_ID = 16;
    private static final int TIMEOUT = 24;
    private static final int SUBSCRIPTION = 48;
    private static final int EVENT = 32;

    private Clock() {
    }

    /** Since some fixed moment; never goes back. */
    @Unmanaged
    public static long monotonic() {
        return read(MONOTONIC);
    }

    /** Since 1970. */
    @Unmanaged
    public static long realtime() {
        return read(REALTIME);
    }

    @Unmanaged
    private static long read(int clock) {
        Address result = WasiBuffer.getBuffer();
        clockTimeGet(clock, 1, result);
        return result.getLong();
    }

    /** Waits for so many nanoseconds, in the host: nothing of this program runs meanwhile. */
    @Unmanaged
    public static void sleep(long nanos) {
        Address subscription = WasiBuffer.getBuffer();
        for (int i = 0; i < SUBSCRIPTION; i += Long.BYTES) {
            subscription.add(i).putLong(0);
        }
        subscription.add(TAG).putByte((byte) 0);
        subscription.add(CLOCK_ID).putInt(MONOTONIC);
        subscription.add(TIMEOUT).putLong(nanos);
        Address event = subscription.add(SUBSCRIPTION);
        pollOneoff(subscription, event, 1, event.add(EVENT));
    }

    @Import(module = "wasi_snapshot_preview1", name = "clock_time_get")
    @Unmanaged
    private static native int clockTimeGet(int clock, long precision, Address result);

    @Import(module = "wasi_snapshot_preview1", name = "poll_oneoff")
    @Unmanaged
    private static native int pollOneoff(Address subscriptions, Address events, int count, Address answered);
}
