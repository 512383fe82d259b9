package dev.terrace.graft.org.teavm.backend.wasm;

import dev.terrace.runtime.Checks;
import org.teavm.interop.Unmanaged;

/** Arithmetic. */
public final class WasmRuntime {
    private WasmRuntime() {
    }

    /** TeaVM computes it by a quotient that is rounded and has to fit an int. */
    @Unmanaged
    public static float remainder(float a, float b) {
        return Checks.remainder(a, b);
    }

    /** TeaVM computes it by a quotient that is rounded and has to fit a long. */
    @Unmanaged
    public static double remainder(double a, double b) {
        return Checks.remainder(a, b);
    }
}
