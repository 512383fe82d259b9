package dev.terrace.graft.org.teavm.backend.wasm.generate.common.methods;

import org.teavm.backend.wasm.model.expression.WasmFloatBinaryOperation;

/** Conditions. */
public abstract class BaseWasmGenerationVisitor {
    /** TeaVM takes "greater or equal" for the opposite of "less", which it is not if one of the two is NaN. */
    private static WasmFloatBinaryOperation negate(WasmFloatBinaryOperation operation) {
        if (operation == WasmFloatBinaryOperation.EQ) {
            return WasmFloatBinaryOperation.NE;
        }
        return operation == WasmFloatBinaryOperation.NE ? WasmFloatBinaryOperation.EQ : null;
    }
}
