package dev.terrace.driver;

import dev.terrace.runtime.Failures;
import java.util.List;
import org.teavm.ast.BoundCheckExpr;
import org.teavm.ast.CastExpr;
import org.teavm.backend.wasm.generate.CachedExpression;
import org.teavm.backend.wasm.generate.WasmClassGenerator;
import org.teavm.backend.wasm.generate.WasmGenerationContext;
import org.teavm.backend.wasm.generate.WasmGenerationVisitor;
import org.teavm.backend.wasm.binary.BinaryWriter;
import org.teavm.backend.wasm.model.WasmFunction;
import org.teavm.backend.wasm.model.WasmType;
import org.teavm.backend.wasm.model.expression.WasmBlock;
import org.teavm.backend.wasm.model.expression.WasmBranch;
import org.teavm.backend.wasm.model.expression.WasmCall;
import org.teavm.backend.wasm.model.expression.WasmDrop;
import org.teavm.backend.wasm.model.expression.WasmExpression;
import org.teavm.backend.wasm.model.expression.WasmInt32Constant;
import org.teavm.backend.wasm.model.expression.WasmIntBinary;
import org.teavm.backend.wasm.model.expression.WasmIntBinaryOperation;
import org.teavm.backend.wasm.model.expression.WasmIntType;
import org.teavm.backend.wasm.model.expression.WasmIntUnary;
import org.teavm.backend.wasm.model.expression.WasmIntUnaryOperation;
import org.teavm.model.MethodReference;
import org.teavm.model.TextLocation;
import org.teavm.model.ValueType;

/**
 * Generates array bounds checks and casts whose exceptions say what they should; TeaVM's have no message.
 *
 * <p>A check of both bounds is one unsigned comparison, where TeaVM makes two signed ones. {@link LibraryBuild} puts
 * this class into TeaVM's generator.
 */
public final class CheckedVisitor extends WasmGenerationVisitor {
    static final MethodReference INDEX = new MethodReference(Failures.class, "index", int.class, int.class,
            void.class);
    static final MethodReference CAST = new MethodReference(Failures.class, "cast", Object.class, String.class,
            void.class);

    private final WasmGenerationContext context;
    private final Characteristics characteristics;

    public CheckedVisitor(WasmGenerationContext context, WasmClassGenerator classGenerator,
            BinaryWriter binaryWriter, WasmFunction function, MethodReference currentMethod, int firstVariable,
            boolean async) {
        super(context, classGenerator, binaryWriter, function, currentMethod, firstVariable, async);
        this.context = context;
        this.characteristics = name -> context.characteristics.isManaged(name);
    }

    private interface Characteristics {
        boolean isManaged(String className);
    }

    @Override
    public void visit(BoundCheckExpr expr) {
        if (!isManaged() || expr.getArray() == null) {
            super.visit(expr);
            return;
        }
        TextLocation location = expr.getLocation();
        WasmBlock block = block(WasmType.INT32, location);
        List<WasmExpression> body = block.getBody();
        accept(expr.getIndex());
        CachedExpression index = exprCache.create(result, WasmType.INT32, location, body);
        accept(expr.getArray());
        CachedExpression length = exprCache.create(generateArrayLength(result), WasmType.INT32, location, body);
        var inside = new WasmIntBinary(WasmIntType.INT32, expr.isLower()
                ? WasmIntBinaryOperation.LT_UNSIGNED : WasmIntBinaryOperation.LT_SIGNED, index.expr(), length.expr());
        body.add(leave(block, inside, index.expr()));
        fail(location, body, new WasmCall(context.functions().forStaticMethod(INDEX), index.expr(), length.expr()));
        length.release();
        index.release();
        result = block;
    }

    @Override
    public void visit(CastExpr expr) {
        if (expr.isWeak() || !isManaged() || !isObject(expr.getTarget())) {
            super.visit(expr);
            return;
        }
        TextLocation location = expr.getLocation();
        WasmBlock block = block(WasmType.INT32, location);
        List<WasmExpression> body = block.getBody();
        accept(expr.getValue());
        CachedExpression value = exprCache.create(result, WasmType.INT32, location, body);
        body.add(leave(block, new WasmIntUnary(WasmIntType.INT32, WasmIntUnaryOperation.EQZ, value.expr()),
                new WasmInt32Constant(0)));
        body.add(leave(block, generateInstanceOf(value.expr(), expr.getTarget()), value.expr()));
        int name = context.getStringPool().getStringPointer(name(expr.getTarget()));
        fail(location, body, new WasmCall(context.functions().forStaticMethod(CAST), value.expr(),
                new WasmInt32Constant(name)));
        value.release();
        result = block;
        result.setLocation(location);
    }

    /** Structures and addresses are not objects: a cast to one does nothing. */
    private boolean isObject(ValueType type) {
        return type instanceof ValueType.Array || type instanceof ValueType.Object
                && characteristics.isManaged(((ValueType.Object) type).getClassName());
    }

    /** As {@link Class#getName} has it. */
    private static String name(ValueType type) {
        return type instanceof ValueType.Object ? ((ValueType.Object) type).getClassName()
                : type.toString().replace('/', '.');
    }

    private static WasmBlock block(WasmType type, TextLocation location) {
        WasmBlock block = new WasmBlock(false);
        block.setType(type.asBlock());
        block.setLocation(location);
        return block;
    }

    private static WasmExpression leave(WasmBlock block, WasmExpression condition, WasmExpression value) {
        WasmBranch branch = new WasmBranch(condition, block);
        branch.setResult(value);
        return new WasmDrop(branch);
    }

    private void fail(TextLocation location, List<WasmExpression> body, WasmCall call) {
        var site = generateCallSiteId(location);
        site.generateRegister(body, location);
        call.setLocation(location);
        body.add(call);
        site.generateThrow(body, location);
    }
}
