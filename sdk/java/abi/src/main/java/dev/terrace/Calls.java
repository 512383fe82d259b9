package dev.terrace;

import java.nio.charset.StandardCharsets;
import org.teavm.interop.Address;

/**
 * Calling other partitions, and answering them.
 *
 * <p>A callee declares an interface under {@code [[export]]} of its manifest, offers it, then accepts
 * and replies in a loop. A caller finds it and calls: the call runs on the caller's thread, at its
 * priority. A negative answer is a code of {@link Sys}.
 */
public final class Calls {
    /** A moment that does not come. */
    public static final long NEVER = -1L;

    /** What {@link #accept} brought. */
    public static final class Incoming {
        /** Who calls, or sent; of a death who died: a partition's id. */
        public long caller;
        /** {@link Sys#INCOMING_CALL}, {@link Sys#INCOMING_SEND} or {@link Sys#INCOMING_DEATH}. */
        public int what;
        /** Which interface, as it was offered; of a death the handle that was watched. */
        public int target;
        /** What of it. */
        public int method;
        /** Bytes of the request. */
        public int length;
    }

    private Calls() {
    }

    /** Answer an interface that the manifest declares, from now on. Its number. */
    public static int offer(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Sys.callOffer(Address.ofData(bytes), bytes.length);
    }

    /**
     * Look up PARTITION/INTERFACE, APP/INTERFACE, or INTERFACE of this app. A handle;
     * {@link Sys#CODE_NOT_FOUND} while nobody offers it.
     */
    public static int find(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Sys.callFind(Address.ofData(bytes), bytes.length);
    }

    /** Give a handle back. */
    public static int close(int handle) {
        return Sys.callClose(handle);
    }

    /** Call, and wait for the reply, at most until the monotonic time in ns. The length of the reply. */
    public static int call(int handle, int method, byte[] request, byte[] reply, long until) {
        int answer;
        do {
            answer = Sys.callCall(handle, method, Address.ofData(request), request.length,
                    Address.ofData(reply), reply.length, until);
        } while (answer == Sys.CODE_AGAIN);
        return answer;
    }

    /** Send what nobody answers. */
    public static int send(int handle, int method, byte[] request) {
        return Sys.callSend(handle, method, Address.ofData(request), request.length);
    }

    /** Have {@link #accept} tell when the partition behind this handle has ended. */
    public static int watch(int handle) {
        return Sys.callWatch(handle);
    }

    /**
     * Rest until somebody calls or sends, or who is watched has ended, at most until the monotonic time in
     * ns. The request is in the first {@code length} bytes of {@code request}.
     */
    public static int accept(Incoming incoming, byte[] request, long until) {
        byte[] record = new byte[Sys.SIZE_INCOMING];
        int answer;
        do {
            answer = Sys.callAccept(until, Address.ofData(record), record.length,
                    Address.ofData(request), request.length);
        } while (answer == Sys.CODE_AGAIN);
        if (answer >= 0) {
            incoming.caller = word(record, 0) & 0xffffffffL | (long) word(record, 4) << 32;
            incoming.what = word(record, 16);
            incoming.target = word(record, 20);
            incoming.method = word(record, 24);
            incoming.length = word(record, 28);
        }
        return answer;
    }

    /** Answer the call that was accepted with the first {@code length} bytes. */
    public static int reply(byte[] reply, int length) {
        return Sys.callReply(Address.ofData(reply), length);
    }

    private static int word(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }
}
