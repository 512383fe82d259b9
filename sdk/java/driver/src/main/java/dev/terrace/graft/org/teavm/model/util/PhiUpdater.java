package dev.terrace.graft.org.teavm.model.util;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.teavm.common.Graph;
import org.teavm.model.BasicBlock;
import org.teavm.model.Phi;
import org.teavm.model.Program;
import org.teavm.model.TryCatchBlock;
import org.teavm.model.Variable;

/** Makes each variable have one definition. Grafted onto the compiler. */
class PhiUpdater {
    private Program program;
    private Phi[][] phiMap;
    private int[][] phiIndexMap;
    private List<List<Phi>> synthesizedPhisByBlock;
    private Graph cfg;
    private int[][] domFrontiers;
    private Variable[] variableMap;
    private boolean[] variableDefined;
    private int[] variableDefinitionCount;
    private BasicBlock currentBlock;

    /**
     * TeaVM forgets that parameters have a value from the start: when the first assignment to one is inside of a try block, the
     * handler had the new value whatever threw, and what no value was ever put into when it was thrown before.
     */
    private void markAssignment(Variable var, BasicBlock targetBlock) {
        int index = var.getIndex();
        boolean defined = variableDefined[index] || variableMap[index] != null;
        variableDefined[index] = true;
        if (variableDefinitionCount[index] < 2) {
            return;
        }
        Deque<BasicBlock> open = new ArrayDeque<>();
        if (defined) {
            for (TryCatchBlock tryCatch : currentBlock.getTryCatchBlocks()) {
                placePhi(tryCatch.getHandler().getIndex(), var, currentBlock, open);
            }
        }
        if (currentBlock != targetBlock && cfg.incomingEdgesCount(targetBlock.getIndex()) > 1) {
            placePhi(targetBlock.getIndex(), var, targetBlock, open);
        } else {
            open.push(targetBlock);
        }
        while (!open.isEmpty()) {
            BasicBlock block = open.pop();
            int[] frontiers = domFrontiers[block.getIndex()];
            if (frontiers != null) {
                for (int frontier : frontiers) {
                    placePhi(frontier, var, block, open);
                }
            }
        }
    }

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
