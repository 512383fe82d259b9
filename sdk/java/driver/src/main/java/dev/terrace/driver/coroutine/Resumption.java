package dev.terrace.driver.coroutine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.teavm.common.Graph;
import org.teavm.common.GraphBuilder;
import org.teavm.common.GraphUtils;
import org.teavm.model.BasicBlock;
import org.teavm.model.Incoming;
import org.teavm.model.Instruction;
import org.teavm.model.Phi;
import org.teavm.model.Program;
import org.teavm.model.TryCatchBlock;
import org.teavm.model.Variable;
import org.teavm.model.instructions.IntegerConstantInstruction;
import org.teavm.model.instructions.InvokeInstruction;
import org.teavm.model.instructions.JumpInstruction;
import org.teavm.model.instructions.SwitchInstruction;
import org.teavm.model.instructions.SwitchTableEntry;
import org.teavm.model.optimization.UnreachableBasicBlockEliminator;
import org.teavm.model.util.BasicBlockMapper;
import org.teavm.model.util.ProgramUtils;
import org.teavm.model.util.TypeInferer;
import org.teavm.model.util.VariableType;

/**
 * How a suspended method gets back to where it was, when that is inside of loops.
 *
 * <p>TeaVM jumps from the start of the method right into them. Such a loop has a second entry, and TeaVM copies its
 * blocks until none has: for nested loops with many calls the method grows a hundredfold. Here the way in leads
 * through the heads of the loops, the outermost first, each with a switch that knows where to go on:
 *
 * <pre>
 *   start --resuming--> edge --> head' --switch--> edge --> inner head' --switch--> restore --> call
 *                                  |default                   |default
 *                                  v                          v
 *                                 head                     inner head
 * </pre>
 *
 * <p>Invariants: the variable {@code way} is {@link #NOWHERE} except between the start and the block that restores; every
 * variable that is restored has some value on each edge, so that no reference is ever undefined.
 */
public final class Resumption {
    private static final int NOWHERE = -1;

    private final Program program;
    private final SwitchInstruction resume;
    private final TypeInferer types;
    private final Variable way;
    /** The block with the switch, by the head of the loop. */
    private final Map<BasicBlock, BasicBlock> dispatches = new HashMap<>();

    private Resumption(Program program, SwitchInstruction resume, TypeInferer types) {
        this.program = program;
        this.resume = resume;
        this.types = types;
        way = program.createVariable();
    }

    /** Makes every loop of a method one that has a single entry. */
    public static void lead(Program program, SwitchInstruction resume, TypeInferer types) {
        Graph graph = ProgramUtils.buildControlFlowGraph(program);
        if (!GraphUtils.isIrreducible(graph)) {
            return;
        }
        Graph plain = withoutResumption(graph, resume);
        if (!GraphUtils.isIrreducible(plain)) {
            new Resumption(program, resume, types).leadThroughHeads(new LoopHeads(plain));
            graph = ProgramUtils.buildControlFlowGraph(program);
        }
        if (GraphUtils.isIrreducible(graph)) {
            int[] weights = IntStream.range(0, program.basicBlockCount())
                    .map(block -> program.basicBlockAt(block).instructionCount()).toArray();
            GraphUtils.splitIrreducibleGraph(graph, weights, new LoopCopies(program));
        }
        // What nothing leads to any more has variables without definitions.
        new UnreachableBasicBlockEliminator().optimize(program);
    }

    private static Graph withoutResumption(Graph graph, SwitchInstruction resume) {
        Set<Integer> restoring = new HashSet<>();
        resume.getEntries().forEach(entry -> restoring.add(entry.getTarget().getIndex()));
        GraphBuilder builder = new GraphBuilder(graph.size());
        for (int from = 0; from < graph.size(); from++) {
            for (int to : graph.outgoingEdges(from)) {
                if (!restoring.contains(from) && !restoring.contains(to)) {
                    builder.addEdge(from, to);
                }
            }
        }
        return builder.build();
    }

    private void leadThroughHeads(LoopHeads loops) {
        Set<BasicBlock> handlers = new HashSet<>();
        for (BasicBlock block : program.getBasicBlocks()) {
            block.getTryCatchBlocks().stream().map(TryCatchBlock::getHandler).forEach(handlers::add);
        }
        Map<SwitchTableEntry, List<BasicBlock>> ways = new HashMap<>();
        for (SwitchTableEntry entry : resume.getEntries()) {
            List<BasicBlock> heads = new ArrayList<>();
            for (int head : loops.around(target(entry.getTarget()).getIndex())) {
                if (handlers.contains(program.basicBlockAt(head))) {
                    break;
                }
                heads.add(program.basicBlockAt(head));
            }
            ways.put(entry, heads);
        }
        BasicBlock start = program.basicBlockAt(0);
        start.getFirstInstruction().insertPrevious(set(way, NOWHERE));
        for (SwitchTableEntry entry : resume.getEntries()) {
            lead(entry, ways.get(entry));
        }
    }

    private static BasicBlock target(BasicBlock restoring) {
        return ((JumpInstruction) restoring.getLastInstruction()).getTarget();
    }

    private void lead(SwitchTableEntry first, List<BasicBlock> heads) {
        BasicBlock restoring = first.getTarget();
        List<Instruction> restored = pops(restoring);
        SwitchTableEntry entry = first;
        for (BasicBlock head : heads) {
            BasicBlock dispatch = dispatches.computeIfAbsent(head, this::dispatchBefore);
            entry.setTarget(edge(first.getCondition(), restored, dispatch));
            entry = new SwitchTableEntry();
            entry.setCondition(first.getCondition());
            ((SwitchInstruction) dispatch.getLastInstruction()).getEntries().add(entry);
        }
        if (entry != first) {
            entry.setTarget(restoring);
            restoring.getLastInstruction().insertPrevious(set(way, NOWHERE));
        }
    }

    private static List<Instruction> pops(BasicBlock restoring) {
        List<Instruction> pops = new ArrayList<>();
        for (Instruction instruction : restoring) {
            if (instruction instanceof InvokeInstruction) {
                pops.add(instruction);
            }
        }
        return pops;
    }

    /** A block that every jump to the head leads to now, with its phis; it goes on to the head. */
    private BasicBlock dispatchBefore(BasicBlock head) {
        BasicBlock dispatch = program.createBasicBlock();
        BasicBlockMapper mapper = new BasicBlockMapper((BasicBlock block) -> block == head ? dispatch : block);
        for (BasicBlock block : program.getBasicBlocks()) {
            if (block != dispatch) {
                mapper.transformWithoutPhis(block);
            }
        }
        List<Phi> phis = new ArrayList<>(head.getPhis());
        head.getPhis().clear();
        dispatch.getPhis().addAll(phis);
        SwitchInstruction choice = new SwitchInstruction();
        choice.setCondition(way);
        choice.setDefaultTarget(head);
        choice.setLocation(head.getFirstInstruction().getLocation());
        dispatch.add(choice);
        return dispatch;
    }

    private BasicBlock edge(int number, List<Instruction> restored, BasicBlock dispatch) {
        BasicBlock edge = program.createBasicBlock();
        edge.add(set(way, number));
        for (Instruction pop : restored) {
            Variable variable = ((InvokeInstruction) pop).getReceiver();
            edge.add(Constants.nothing(variable, types.typeOf(variable.getIndex())));
        }
        for (Phi phi : dispatch.getPhis()) {
            VariableType type = types.typeOf(phi.getReceiver().getIndex());
            Incoming incoming = new Incoming();
            incoming.setSource(edge);
            incoming.setValue(program.createVariable());
            edge.add(Constants.nothing(incoming.getValue(), type));
            phi.getIncomings().add(incoming);
        }
        JumpInstruction jump = new JumpInstruction();
        jump.setTarget(dispatch);
        edge.add(jump);
        for (Instruction instruction : edge) {
            instruction.setLocation(dispatch.getLastInstruction().getLocation());
        }
        return edge;
    }

    private static Instruction set(Variable variable, int value) {
        IntegerConstantInstruction constant = new IntegerConstantInstruction();
        constant.setReceiver(variable);
        constant.setConstant(value);
        return constant;
    }
}
