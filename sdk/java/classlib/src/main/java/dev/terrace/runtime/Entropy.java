package dev.terrace.runtime;

import org.teavm.interop.Address;
import org.teavm.interop.Import;
import org.teavm.interop.Unmanaged;

/** Random bytes of the host: those of {@code random_get} of WASI 0.1. */
public final class Entropy {
    private Entropy() {
    }

    /** Needs the permission {@code random}. */
    public static void fill(byte[] bytes) {
        int status = bytes.length == 0 ? 0 : randomGet(Address.ofData(bytes), bytes.length);
        if (status != 0) {
            throw new IllegalStateException("no random bytes from the host: error " + status + " of WASI");
        }
    }

    @Import(module = "wasi_snapshot_preview1", name = "random_get")
    @Unmanaged
    private static native int randomGet(Address into, int count);
}
