package dev.terrace.driver;

import java.util.ArrayList;
import java.util.List;
import org.teavm.backend.wasm.TeaVMWasmHost;
import org.teavm.backend.wasm.WasmRuntimeType;
import org.teavm.backend.wasm.WasmTarget;
import org.teavm.dependency.AbstractDependencyListener;
import org.teavm.dependency.DependencyAgent;
import org.teavm.dependency.DependencyAnalyzer;
import org.teavm.dependency.DependencyListener;
import org.teavm.model.BasicBlock;
import org.teavm.model.Instruction;
import org.teavm.model.MethodReader;
import org.teavm.model.MethodReference;
import org.teavm.model.Program;
import org.teavm.model.ValueType;
import org.teavm.model.Variable;
import org.teavm.model.instructions.BoundCheckInstruction;
import org.teavm.model.instructions.GetElementInstruction;
import org.teavm.model.instructions.PutElementInstruction;

/**
 * TeaVM's target WASI, and what our {@link CheckedVisitor} calls.
 *
 * <p>It names the interface that it inherits, because plugins find a target by those its class names itself.
 */
final class TerraceTarget extends WasmTarget implements TeaVMWasmHost {
    private static final MethodReference NAME = new MethodReference(Class.class, "getName", String.class);

    TerraceTarget(Options options) {
        setRuntimeType(WasmRuntimeType.WASI);
        setMinHeapSize(options.heapMin);
        setMaxHeapSize(options.heapMax);
        setObfuscated(false);
    }

    @Override
    public List<DependencyListener> getDependencyListeners() {
        List<DependencyListener> listeners = new ArrayList<>(super.getDependencyListeners());
        listeners.add(new AbstractDependencyListener() {
            /** An object of any class may fail to be cast, and then its class is named. */
            @Override
            public void classReached(DependencyAgent agent, String className) {
                if (!className.startsWith("org.teavm.")) {
                    agent.linkMethod(NAME).getVariable(0).getClassValueNode()
                            .propagate(agent.getType(ValueType.object(className)));
                }
            }
        });
        return listeners;
    }

    @Override
    public void beforeOptimizations(Program program, MethodReader method) {
        super.beforeOptimizations(program, method);
        for (BasicBlock block : program.getBasicBlocks()) {
            for (Instruction insn : block) {
                if (insn instanceof BoundCheckInstruction check && check.getArray() == null) {
                    check.setArray(arrayOf(check));
                }
            }
        }
    }

    /** A mistake of the compiler is told with the method that it fell over. */
    @Override
    public void afterOptimizations(Program program, MethodReader method) {
        try {
            super.afterOptimizations(program, method);
        } catch (AssertionError | RuntimeException e) {
            throw new IllegalStateException("the compiler fails in " + method.getReference(), e);
        }
    }

    /** A check of the lower bound alone has no array, but its exception tells the length: the access has it. */
    private static Variable arrayOf(BoundCheckInstruction check) {
        for (Instruction next = check.getNext(); next != null; next = next.getNext()) {
            if (next instanceof GetElementInstruction get && get.getIndex() == check.getReceiver()) {
                return get.getArray();
            }
            if (next instanceof PutElementInstruction put && put.getIndex() == check.getReceiver()) {
                return put.getArray();
            }
        }
        return null;
    }

    @Override
    public void contributeDependencies(DependencyAnalyzer analyzer) {
        super.contributeDependencies(analyzer);
        analyzer.linkMethod(CheckedVisitor.INDEX).use();
        analyzer.linkMethod(CheckedVisitor.OUT_OF_MEMORY).use();
        analyzer.linkMethod(CheckedVisitor.STACK_OVERFLOW).use();
        var cast = analyzer.linkMethod(CheckedVisitor.CAST);
        cast.getVariable(1).propagate(analyzer.getClassType("java.lang.Object"));
        cast.getVariable(2).propagate(analyzer.getType(ValueType.object("java.lang.String")));
        cast.use();
    }
}
