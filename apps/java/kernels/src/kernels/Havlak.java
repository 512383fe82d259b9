package kernels;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Kernel: find the nested loops of a control-flow graph of some 10,000 blocks, a few of them entered
 * from the side. Depth-first search, union-find, sets of boxed numbers.
 *
 * <p>Algorithm: Havlak, "Nesting of reducible and irreducible loops", TOPLAS 19(4), 1997.
 */
final class Havlak implements Kernel {
    private static final int ROUTINES = 10;
    private static final int DEPTH = 4;
    /** Of a routine so deep: 121 blocks alone, 120 with a nest in it. */
    private static final int LOOPS = 241;

    @Override
    public long work(int round) {
        Graph graph = new Graph();
        int end = graph.block(-1);
        for (int i = 0; i < ROUTINES; i++) {
            int begin = end;
            end = nest(graph, end, DEPTH);
            if (i % 4 == round % 4) {
                graph.edge(begin, end - 5); // into the middle of the last loop
            }
        }
        List<Loop> loops = new Finder(graph).find();
        if (loops.size() != ROUTINES * LOOPS) {
            throw new IllegalStateException(loops.size() + " loops, " + ROUTINES * LOOPS + " were built");
        }
        long sum = loops.size();
        for (Loop loop : loops) {
            sum = Sum.mix(sum, loop.depth() * 2L + (loop.reducible ? 1 : 0));
            sum = Sum.mix(sum, loop.blocks.size());
        }
        return sum;
    }

    /** Behind `from`: a branch, then three loops, each with a loop nest in it; its last block. */
    private static int nest(Graph graph, int from, int depth) {
        int at = diamond(graph, from);
        for (int i = 0; depth > 0 && i < 3; i++) {
            int head = graph.block(at);
            int foot = graph.block(nest(graph, head, depth - 1));
            graph.edge(foot, head);
            at = foot;
        }
        int alone = graph.block(at);
        graph.edge(alone, alone);
        return graph.block(alone);
    }

    private static int diamond(Graph graph, int from) {
        int head = graph.block(from);
        int left = graph.block(head);
        int right = graph.block(head);
        int join = graph.block(left);
        graph.edge(right, join);
        return join;
    }

    /** Blocks by number, the first is where control enters. */
    private static final class Graph {
        final List<List<Integer>> in = new ArrayList<>();
        final List<List<Integer>> out = new ArrayList<>();

        /** A new block behind `from`, if there is one. */
        int block(int from) {
            in.add(new ArrayList<>(2));
            out.add(new ArrayList<>(2));
            int block = in.size() - 1;
            if (from >= 0) {
                edge(from, block);
            }
            return block;
        }

        void edge(int from, int to) {
            out.get(from).add(to);
            in.get(to).add(from);
        }
    }

    private static final class Loop {
        final boolean reducible;
        final List<Integer> blocks = new ArrayList<>();
        Loop outer;

        Loop(boolean reducible) {
            this.reducible = reducible;
        }

        int depth() {
            return outer == null ? 1 : 1 + outer.depth();
        }
    }

    /** A block in the union-find structure; each set stands for a loop found so far. */
    private static final class Node {
        final int number;
        final int block;
        Node parent = this;
        Loop loop;

        Node(int number, int block) {
            this.number = number;
            this.block = block;
        }

        Node top() {
            Node top = this;
            while (top.parent != top) {
                top = top.parent;
            }
            for (Node at = this; at != top; ) {
                Node next = at.parent;
                at.parent = top;
                at = next;
            }
            return top;
        }
    }

    /** Numbers are by depth-first search from the entry. */
    private static final class Finder {
        private final Graph graph;
        private final int size;
        private final int[] numberOf;
        private final int[] last;
        private final Node[] nodes;
        private final List<Set<Integer>> otherIn = new ArrayList<>();
        private final List<List<Integer>> backIn = new ArrayList<>();
        private final List<Loop> loops = new ArrayList<>();

        Finder(Graph graph) {
            this.graph = graph;
            size = graph.in.size();
            numberOf = new int[size];
            last = new int[size];
            nodes = new Node[size];
        }

        List<Loop> find() {
            Arrays.fill(numberOf, -1);
            number();
            for (int w = 0; w < size; w++) {
                split(w);
            }
            for (int w = size - 1; w >= 0; w--) {
                close(w);
            }
            return loops;
        }

        /** Number the blocks in the order in which they are first reached; no recursion, it is deep. */
        private void number() {
            int[] path = new int[size];
            int[] taken = new int[size];
            int length = 0;
            int latest = 0;
            path[length++] = enter(0, 0);
            while (length > 0) {
                int number = path[length - 1];
                List<Integer> next = graph.out.get(nodes[number].block);
                if (taken[number] == next.size()) {
                    last[number] = latest;
                    length--;
                    continue;
                }
                int block = next.get(taken[number]++);
                if (numberOf[block] < 0) {
                    path[length++] = enter(block, ++latest);
                }
            }
        }

        private int enter(int block, int number) {
            nodes[number] = new Node(number, block);
            numberOf[block] = number;
            return number;
        }

        private boolean isAncestor(int w, int v) {
            return w <= v && v <= last[w];
        }

        /** Tell the edges that come back to `w` from below from the others. */
        private void split(int w) {
            Set<Integer> other = new HashSet<>();
            List<Integer> back = new ArrayList<>();
            for (int from : graph.in.get(nodes[w].block)) {
                int v = numberOf[from];
                if (isAncestor(w, v)) {
                    back.add(v);
                } else {
                    other.add(v);
                }
            }
            otherIn.add(other);
            backIn.add(back);
        }

        /** Make the loop whose head is `w`, if it is one. */
        private void close(int w) {
            Set<Node> body = new LinkedHashSet<>();
            boolean self = false;
            for (int v : backIn.get(w)) {
                if (v == w) {
                    self = true;
                } else {
                    body.add(nodes[v].top());
                }
            }
            boolean reducible = grow(w, body);
            if (body.isEmpty() && !self) {
                return;
            }
            Loop loop = new Loop(reducible);
            loops.add(loop);
            nodes[w].loop = loop;
            for (Node node : body) {
                node.parent = nodes[w];
                if (node.loop == null) {
                    loop.blocks.add(node.block);
                } else {
                    node.loop.outer = loop;
                }
            }
        }

        /** Add what leads to the body without passing `w`; false if something enters from aside. */
        private boolean grow(int w, Set<Node> body) {
            boolean reducible = true;
            Deque<Node> todo = new ArrayDeque<>(body);
            while (!todo.isEmpty()) {
                Node x = todo.removeFirst();
                for (int from : otherIn.get(x.number)) {
                    Node y = nodes[from].top();
                    if (!isAncestor(w, y.number)) {
                        reducible = false;
                        otherIn.get(w).add(y.number);
                    } else if (y.number != w && body.add(y)) {
                        todo.addLast(y);
                    }
                }
            }
            return reducible;
        }
    }
}
