package dev.terrace.driver.coroutine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.teavm.common.GraphSplittingBackend;
import org.teavm.model.BasicBlock;
import org.teavm.model.Incoming;
import org.teavm.model.Phi;
import org.teavm.model.Program;
import org.teavm.model.util.BasicBlockMapper;
import org.teavm.model.util.ProgramUtils;

/**
 * Copies blocks of a loop that has several entries: jumps from what remains lead to the copies then.
 *
 * <p>TeaVM's own takes values that come to a copy from another copy for values from outside, and forgets them: an
 * assignment in a loop is lost, or a variable has no definition at all.
 */
final class LoopCopies implements GraphSplittingBackend {
    private final Program program;

    LoopCopies(Program program) {
        this.program = program;
    }

    @Override
    public int[] split(int[] remaining, int[] toCopy) {
        List<List<Incoming>> outputs = ProgramUtils.getPhiOutputs(program);
        Map<Integer, Integer> copyOf = new HashMap<>();
        for (int node : toCopy) {
            BasicBlock copy = program.createBasicBlock();
            ProgramUtils.copyBasicBlock(program.basicBlockAt(node), copy);
            copyOf.put(node, copy.getIndex());
        }
        BasicBlockMapper mapper = new BasicBlockMapper((int block) -> copyOf.getOrDefault(block, block));
        copyOf.values().forEach(copy -> mapper.transform(program.basicBlockAt(copy)));
        Set<Integer> toTheCopies = new HashSet<>(copyOf.values());
        for (int node : remaining) {
            mapper.transformWithoutPhis(program.basicBlockAt(node));
            toTheCopies.add(node);
        }
        for (int node : toCopy) {
            BasicBlock copy = program.basicBlockAt(copyOf.get(node));
            outputs.get(node).forEach(output -> alsoFrom(copy, output, copyOf));
            keep(program.basicBlockAt(node), source -> !toTheCopies.contains(source));
            keep(copy, toTheCopies::contains);
        }
        return Arrays.stream(toCopy).map(copyOf::get).toArray();
    }

    /** A value that leaves a block for one that is not copied comes from the copy too. */
    private static void alsoFrom(BasicBlock copy, Incoming output, Map<Integer, Integer> copyOf) {
        if (!copyOf.containsKey(output.getPhi().getBasicBlock().getIndex())) {
            Incoming added = new Incoming();
            added.setSource(copy);
            added.setValue(output.getValue());
            output.getPhi().getIncomings().add(added);
        }
    }

    private static void keep(BasicBlock block, Predicate<Integer> comesFrom) {
        for (Phi phi : block.getPhis()) {
            phi.getIncomings().removeIf(incoming -> !comesFrom.test(incoming.getSource().getIndex()));
        }
    }
}
