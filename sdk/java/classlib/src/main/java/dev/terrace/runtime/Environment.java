package dev.terrace.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.teavm.backend.wasm.runtime.WasiBuffer;
import org.teavm.interop.Address;
import org.teavm.interop.Import;
import org.teavm.interop.Unmanaged;

/** The variables that the manifest grants. */
public final class Environment {
    private static Map<String, String> variables;

    private Environment() {
    }

    /** In the order in which the host tells them. */
    public static Map<String, String> variables() {
        if (variables == null) {
            variables = Collections.unmodifiableMap(read());
        }
        return variables;
    }

    private static Map<String, String> read() {
        Map<String, String> read = new LinkedHashMap<>();
        Address sizes = WasiBuffer.getBuffer();
        if (environSizesGet(sizes, sizes.add(Integer.BYTES)) != 0) {
            return read;
        }
        int count = sizes.getInt();
        byte[] places = new byte[count * Integer.BYTES];
        byte[] text = new byte[sizes.add(Integer.BYTES).getInt()];
        if (count > 0 && environGet(Address.ofData(places), Address.ofData(text)) == 0) {
            for (String line : new String(text, StandardCharsets.UTF_8).split("\0")) {
                int at = line.indexOf('=', 1);
                if (at > 0) {
                    read.put(line.substring(0, at), line.substring(at + 1));
                }
            }
        }
        return read;
    }

    @Import(module = "wasi_snapshot_preview1", name = "environ_sizes_get")
    @Unmanaged
    private static native int environSizesGet(Address count, Address bytes);

    @Import(module = "wasi_snapshot_preview1", name = "environ_get")
    @Unmanaged
    private static native int environGet(Address places, Address text);
}
