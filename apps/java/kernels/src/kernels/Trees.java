package kernels;

/**
 * Kernel: grow and count many full binary trees, while one large one lives on. Allocation and
 * collection. Algorithm: Hans Boehm's GCBench, in the form of the Computer Language Benchmarks
 * Game's binary-trees.
 */
final class Trees implements Kernel {
    private static final int LEAST = 4;
    private static final int MOST = 12;

    private static final class Node {
        final Node left;
        final Node right;

        Node(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    @Override
    public long work(int round) {
        long sum = grow(MOST + 1).count();
        Node lasting = grow(MOST);
        for (int depth = LEAST; depth <= MOST; depth += 4) {
            int trees = 1 << (MOST - depth + LEAST);
            int nodes = 0;
            for (int i = 0; i < trees; i++) {
                nodes += grow(depth).count();
            }
            sum = Sum.mix(sum, nodes);
        }
        return Sum.mix(sum, lasting.count() + round);
    }

    private static Node grow(int depth) {
        return depth == 0 ? new Node(null, null) : new Node(grow(depth - 1), grow(depth - 1));
    }
}
