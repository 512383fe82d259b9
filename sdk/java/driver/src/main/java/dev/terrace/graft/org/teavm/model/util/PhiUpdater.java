package dev.terrace.graft.org.teavm.model.util;

import java.util.Deque;
import java.util.List;
import org.teavm.model.BasicBlock;
import org.teavm.model.Phi;
import org.teavm.model.Program;
import org.teavm.model.Variable;

/** Makes each variable have one definition. Grafted onto the compiler. */
class PhiUpdater {
    private Program program;
    private Phi[][] phiMap;
    private int[][] phiIndexMap;
    private List<List<Phi>> synthesizedPhisByBlock;

    /**
     * TeaVM joins no definitions in a block that takes the variable as a value of one of its phis, though it may be used
     * by itself there too: then it is "used before definition", or is that of before the call that was resumed.
     */
    private void placePhi(int frontier, Variable var, BasicBlock block, Deque<BasicBlock> worklist) {
        BasicBlock joined = program.basicBlockAt(frontier);
        if (joined.getExceptionVariable() == var || phiMap[frontier][var.getIndex()] != null) {
            return;
        }
        Phi phi = new Phi();
        phi.setReceiver(var);
        List<Phi> added = synthesizedPhisByBlock.get(frontier);
        phiIndexMap[frontier][added.size()] = var.getIndex();
        added.add(phi);
        phiMap[frontier][var.getIndex()] = phi;
        worklist.push(joined);
    }
}
