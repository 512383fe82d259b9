package dev.terrace.graft.org.teavm.backend.wasm.model.expression;

import org.teavm.backend.wasm.model.expression.WasmBlock;
import org.teavm.backend.wasm.model.expression.WasmDefaultExpressionVisitor;
import org.teavm.backend.wasm.model.expression.WasmSwitch;

/** Whether a block is left by a jump to its end. Grafted onto the compiler, onto the nested class of this name. */
class WasmBlock$BreakFinder extends WasmDefaultExpressionVisitor {
    private WasmBlock target;
    private boolean found;

    /** TeaVM does not look for the targets of a switch, and so takes what follows the block for unreachable. */
    @Override
    public void visit(WasmSwitch expression) {
        found |= expression.getDefaultTarget() == target || expression.getTargets().contains(target);
        super.visit(expression);
    }
}
