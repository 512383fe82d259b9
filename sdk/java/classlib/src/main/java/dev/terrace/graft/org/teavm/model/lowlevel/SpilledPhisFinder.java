package dev.terrace.graft.org.teavm.model.lowlevel;

import org.teavm.common.DominatorTree;
import org.teavm.model.Incoming;
import org.teavm.model.Phi;

/** Which joined values are on the stack of roots already, because all they are joined of is. Grafted onto the compiler. */
class SpilledPhisFinder {
    private static final byte VISITING = 1;
    private static final byte VISITED = 2;
    private DominatorTree dom;
    boolean[] autoSpilled;
    byte[] status;
    int[][] variableSpilledBlocks;
    Phi[] definingPhis;
    private int[] variableClasses;
    private int[] colors;

    /**
     * TeaVM looks up where a value was put there by the number of a variable in a table by class of variables: a value that
     * never was counts as a root then, and is freed.
     */
    private boolean isAutoSpilled(int variable) {
        int cls = variableClasses[variable];
        if (status[cls] != 0) {
            return status[cls] == VISITED && autoSpilled[cls];
        }
        status[cls] = VISITING;
        Phi phi = definingPhis[cls];
        boolean result = phi != null;
        if (phi != null) {
            for (Incoming incoming : phi.getIncomings()) {
                int value = incoming.getValue().getIndex();
                result &= colors[value] == colors[phi.getReceiver().getIndex()]
                        && (isAutoSpilled(value) || isSpilledBefore(value, incoming.getSource().getIndex()));
            }
        }
        autoSpilled[cls] = result;
        status[cls] = VISITED;
        return result;
    }

    private boolean isSpilledBefore(int variable, int block) {
        int[] blocks = variableSpilledBlocks[variableClasses[variable]];
        if (blocks != null) {
            for (int spilledAt : blocks) {
                if (dom.dominates(spilledAt, block)) {
                    return true;
                }
            }
        }
        return false;
    }
}
