package dev.terrace.driver.coroutine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.teavm.common.DominatorTree;
import org.teavm.common.Graph;
import org.teavm.common.GraphUtils;

/** The loops of a graph, each by the only node at which it is entered. */
final class LoopHeads {
    private final Graph graph;
    private final DominatorTree dominators;
    /** Body of the loop by its head, which is one of it. */
    private final Map<Integer, BitSet> bodies = new TreeMap<>();

    LoopHeads(Graph graph) {
        this.graph = graph;
        dominators = GraphUtils.buildDominatorTree(graph);
        for (int head = 0; head < graph.size(); head++) {
            for (int from : graph.incomingEdges(head)) {
                if (reached(from) && dominators.dominates(head, from)) {
                    add(head, from);
                }
            }
        }
    }

    private boolean reached(int node) {
        return node == 0 || dominators.immediateDominatorOf(node) >= 0;
    }

    private void add(int head, int last) {
        BitSet body = bodies.computeIfAbsent(head, h -> new BitSet());
        body.set(head);
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(last));
        while (!open.isEmpty()) {
            int node = open.pop();
            if (!body.get(node)) {
                body.set(node);
                for (int from : graph.incomingEdges(node)) {
                    if (reached(from)) {
                        open.push(from);
                    }
                }
            }
        }
    }

    /** Heads of the loops around a node that is not their head itself, outermost first. */
    List<Integer> around(int node) {
        List<Integer> heads = new ArrayList<>();
        bodies.forEach((head, body) -> {
            if (head != node && body.get(node)) {
                heads.add(head);
            }
        });
        heads.sort(Comparator.comparingInt(this::depth));
        return heads;
    }

    private int depth(int node) {
        int depth = 0;
        for (int above = node; above > 0; above = dominators.immediateDominatorOf(above)) {
            depth++;
        }
        return depth;
    }
}
