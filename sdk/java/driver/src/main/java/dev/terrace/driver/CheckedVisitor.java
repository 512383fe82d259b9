package dev.terrace.driver;

import dev.terrace.runtime.Failures;
import java.util.ArrayList;
import java.util.List;
import org.teavm.ast.ArrayFromDataExpr;
import org.teavm.ast.ArrayType;
import org.teavm.ast.BoundCheckExpr;
import org.teavm.ast.CastExpr;
import org.teavm.ast.Expr;
import org.teavm.ast.InvocationExpr;
import org.teavm.ast.NewArrayExpr;
import org.teavm.ast.NewExpr;
import org.teavm.ast.Statement;
import org.teavm.ast.StatementVisitor;
import org.teavm.ast.TryCatchStatement;
import org.teavm.backend.wasm.WasmHeap;
import org.teavm.backend.wasm.binary.BinaryWriter;
import org.teavm.backend.wasm.generate.CachedExpression;
import org.teavm.backend.wasm.generate.WasmClassGenerator;
import org.teavm.backend.wasm.generate.WasmGenerationContext;
import org.teavm.backend.wasm.generate.WasmGenerationVisitor;
import org.teavm.backend.wasm.model.WasmFunction;
import org.teavm.backend.wasm.model.WasmType;
import org.teavm.backend.wasm.model.expression.WasmBlock;
import org.teavm.backend.wasm.model.expression.WasmBranch;
import org.teavm.backend.wasm.model.expression.WasmCall;
import org.teavm.backend.wasm.model.expression.WasmConditional;
import org.teavm.backend.wasm.model.expression.WasmDrop;
import org.teavm.backend.wasm.model.expression.WasmExpression;
import org.teavm.backend.wasm.model.expression.WasmGetLocal;
import org.teavm.backend.wasm.model.expression.WasmInt32Constant;
import org.teavm.backend.wasm.model.expression.WasmInt32Subtype;
import org.teavm.backend.wasm.model.expression.WasmIntBinary;
import org.teavm.backend.wasm.model.expression.WasmIntBinaryOperation;
import org.teavm.backend.wasm.model.expression.WasmIntType;
import org.teavm.backend.wasm.model.expression.WasmIntUnary;
import org.teavm.backend.wasm.model.expression.WasmIntUnaryOperation;
import org.teavm.backend.wasm.model.expression.WasmLoadInt32;
import org.teavm.backend.wasm.model.expression.WasmReturn;
import org.teavm.backend.wasm.model.expression.WasmSetLocal;
import org.teavm.backend.wasm.model.expression.WasmUnreachable;
import org.teavm.model.FieldReference;
import org.teavm.model.MethodReference;
import org.teavm.model.TextLocation;
import org.teavm.model.ValueType;
import org.teavm.runtime.ShadowStack;

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

    static final MethodReference OUT_OF_MEMORY = new MethodReference(Failures.class, "outOfMemory", void.class);
    static final MethodReference STACK_OVERFLOW = new MethodReference(Failures.class, "stackOverflow", void.class);

    /**
     * A frame takes 8 bytes and 4 for each reference in it, and 6 to 11 times that on the stack of the engine, which
     * has 512 KiB: so this bound is reached first, and its exception can be caught.
     */
    private static final int SHADOW_STACK_BYTES = 38 << 10;

    private final WasmGenerationContext context;
    private final WasmClassGenerator classGenerator;
    private final WasmFunction function;
    private boolean hasFrame;
    private final Characteristics characteristics;

    public CheckedVisitor(WasmGenerationContext context, WasmClassGenerator classGenerator,
            BinaryWriter binaryWriter, WasmFunction function, MethodReference currentMethod, int firstVariable,
            boolean async) {
        super(context, classGenerator, binaryWriter, function, currentMethod, firstVariable, async);
        this.context = context;
        this.classGenerator = classGenerator;
        this.function = function;
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

    @Override
    public void visit(NewExpr expr) {
        super.visit(expr);
        orOutOfMemory(expr.getLocation());
    }

    @Override
    public void visit(NewArrayExpr expr) {
        super.visit(expr);
        orOutOfMemory(expr.getLocation());
    }

    /** An array with its items; TeaVM would store them at address 0 when there is no room for the array. */
    @Override
    public void visit(ArrayFromDataExpr expr) {
        TextLocation location = expr.getLocation();
        WasmBlock block = block(WasmType.INT32, location);
        NewArrayExpr made = new NewArrayExpr();
        made.setType(expr.getType());
        made.setLength(Expr.constant(expr.getData().size()));
        made.setLocation(location);
        accept(made);
        var array = tempVars.acquire(WasmType.INT32);
        block.getBody().add(new WasmSetLocal(array, result));
        for (int i = 0; i < expr.getData().size(); i++) {
            block.getBody().add(storeArrayItem(unwrapArray(new WasmGetLocal(array)), new WasmInt32Constant(i),
                    expr.getData().get(i), itemType(expr.getType())));
        }
        block.getBody().add(new WasmGetLocal(array));
        tempVars.release(array);
        result = block;
    }

    private static ArrayType itemType(ValueType type) {
        if (!(type instanceof ValueType.Primitive)) {
            return ArrayType.OBJECT;
        }
        return switch (((ValueType.Primitive) type).getKind()) {
            case BOOLEAN, BYTE -> ArrayType.BYTE;
            case SHORT -> ArrayType.SHORT;
            case CHARACTER -> ArrayType.CHAR;
            case INTEGER -> ArrayType.INT;
            case LONG -> ArrayType.LONG;
            case FLOAT -> ArrayType.FLOAT;
            case DOUBLE -> ArrayType.DOUBLE;
        };
    }

    /** The allocator answers null when there is no room: a managed method throws, the runtime itself gives up. */
    private void orOutOfMemory(TextLocation location) {
        WasmBlock block = block(WasmType.INT32, location);
        List<WasmExpression> body = block.getBody();
        CachedExpression made = exprCache.create(result, WasmType.INT32, location, body);
        body.add(leave(block, made.expr(), made.expr()));
        if (isManaged()) {
            fail(location, body, new WasmCall(context.functions().forStaticMethod(OUT_OF_MEMORY)));
        } else {
            body.add(new WasmUnreachable());
        }
        made.release();
        result = block;
    }

    /** Puts a check of the stack before the body of every method that has a frame on the shadow stack. */
    @Override
    public void generate(Statement statement, List<WasmExpression> target) {
        int start = target.size();
        ++blockLevel;
        super.generate(statement, target);
        --blockLevel;
        close(target.subList(start, target.size()));
        if (hasFrame) {
            target.add(start, stackCheck());
        }
    }

    /** TeaVM's protected code yields a number, and so must not seem to fall through at its end. */
    @Override
    protected void generateTry(List<TryCatchStatement> handlers, List<Statement> body) {
        List<Statement> closed = new ArrayList<>(body);
        closed.add(new Closing());
        super.generateTry(handlers, closed);
    }

    /** After what never goes on: says so where WebAssembly's rules do not see it. */
    private final class Closing extends Statement {
        @Override
        public void acceptVisitor(StatementVisitor visitor) {
            WasmExpression last = last(resultConsumer);
            if (last != null && last.isTerminating() && !last.isImmediateTerminating()) {
                resultConsumer.add(new WasmUnreachable());
            }
        }
    }

    private static WasmExpression last(List<WasmExpression> body) {
        return body.isEmpty() ? null : body.get(body.size() - 1);
    }

    /**
     * Every return is an instruction, so what is left at the end of a method with a result is never reached: TeaVM takes
     * it for the result, which is not there after a loop without end.
     */
    private void close(List<WasmExpression> body) {
        if (function.getType().getReturnTypes().isEmpty()) {
            return;
        }
        for (WasmExpression part : body) {
            if (part instanceof WasmBlock block && last(block.getBody()) instanceof WasmReturn end
                    && end.getValue() == null) {
                block.getBody().set(block.getBody().size() - 1, new WasmUnreachable());
            }
        }
        if (last(body) == null || !last(body).isImmediateTerminating()) {
            body.add(new WasmUnreachable());
        }
    }

    @Override
    protected WasmExpression invocation(InvocationExpr expr, List<WasmExpression> consumer, boolean willDrop) {
        hasFrame |= isManaged() && expr.getMethod().getClassName().equals(ShadowStack.class.getName())
                && expr.getMethod().getName().equals("allocStack");
        return super.invocation(expr, consumer, willDrop);
    }

    private WasmExpression stackCheck() {
        var used = new WasmIntBinary(WasmIntType.INT32, WasmIntBinaryOperation.SUB, heapField("stack"),
                heapField("stackAddress"));
        var check = new WasmConditional(new WasmIntBinary(WasmIntType.INT32, WasmIntBinaryOperation.GT_UNSIGNED, used,
                new WasmInt32Constant(SHADOW_STACK_BYTES)));
        check.getThenBlock().getBody().add(new WasmCall(context.functions().forStaticMethod(STACK_OVERFLOW)));
        check.getThenBlock().getBody().add(new WasmReturn(
                WasmExpression.defaultValueOfType(function.getType().getSingleReturnType())));
        return check;
    }

    private WasmExpression heapField(String name) {
        int address = classGenerator.getFieldOffset(new FieldReference(WasmHeap.class.getName(), name));
        return new WasmLoadInt32(4, new WasmInt32Constant(address), WasmInt32Subtype.INT32);
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
