package dev.terrace.driver;

import java.util.Map;
import org.teavm.ast.InvocationExpr;
import org.teavm.backend.wasm.TeaVMWasmHost;
import org.teavm.backend.wasm.intrinsics.WasmIntrinsic;
import org.teavm.backend.wasm.intrinsics.WasmIntrinsicManager;
import org.teavm.backend.wasm.model.expression.WasmExpression;
import org.teavm.backend.wasm.model.expression.WasmFloatBinary;
import org.teavm.backend.wasm.model.expression.WasmFloatBinaryOperation;
import org.teavm.backend.wasm.model.expression.WasmFloatType;
import org.teavm.backend.wasm.model.expression.WasmFloatUnary;
import org.teavm.backend.wasm.model.expression.WasmFloatUnaryOperation;
import org.teavm.model.MethodReference;
import org.teavm.model.ValueType;
import org.teavm.vm.spi.TeaVMHost;
import org.teavm.vm.spi.TeaVMPlugin;

/**
 * Methods that are one floating-point instruction of WebAssembly: those of {@code Math}, which TeaVM imports from its
 * host, and those of {@code dev.terrace.runtime.Floats}.
 */
public final class FloatIntrinsic implements WasmIntrinsic, TeaVMPlugin {
    private static final Map<String, WasmFloatUnaryOperation> UNARY = Map.of(
            "sqrt", WasmFloatUnaryOperation.SQRT,
            "ceil", WasmFloatUnaryOperation.CEIL,
            "floor", WasmFloatUnaryOperation.FLOOR,
            "rint", WasmFloatUnaryOperation.NEAREST,
            "abs", WasmFloatUnaryOperation.ABS,
            "negate", WasmFloatUnaryOperation.NEG);
    private static final Map<String, WasmFloatBinaryOperation> BINARY = Map.of(
            "less", WasmFloatBinaryOperation.LT,
            "lessOrEqual", WasmFloatBinaryOperation.LE,
            "greater", WasmFloatBinaryOperation.GT,
            "greaterOrEqual", WasmFloatBinaryOperation.GE,
            "equal", WasmFloatBinaryOperation.EQ);

    @Override
    public void install(TeaVMHost host) {
        TeaVMWasmHost wasm = host.getExtension(TeaVMWasmHost.class);
        if (wasm != null) {
            wasm.add(context -> this);
        }
    }

    @Override
    public boolean isApplicable(MethodReference method) {
        return switch (method.getClassName()) {
            case "java.lang.Math" -> UNARY.containsKey(method.getName()) && type(method) != null;
            case "dev.terrace.runtime.Floats" -> type(method) != null && BINARY.containsKey(method.getName())
                    || method.getName().equals("negate");
            default -> false;
        };
    }

    private static WasmFloatType type(MethodReference method) {
        ValueType type = method.parameterType(0);
        return type.equals(ValueType.DOUBLE) ? WasmFloatType.FLOAT64
                : type.equals(ValueType.FLOAT) ? WasmFloatType.FLOAT32 : null;
    }

    @Override
    public WasmExpression apply(InvocationExpr call, WasmIntrinsicManager context) {
        MethodReference method = call.getMethod();
        WasmExpression first = context.generate(call.getArguments().get(0));
        if (method.parameterCount() == 1) {
            return new WasmFloatUnary(type(method), UNARY.get(method.getName()), first);
        }
        return new WasmFloatBinary(type(method), BINARY.get(method.getName()), first,
                context.generate(call.getArguments().get(1)));
    }
}
