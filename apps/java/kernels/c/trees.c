/* Kernel: src/kernels/Trees.java in C; what a collector does there, `free` does here. */
#include "../../../kernels/kernel.h"

enum { LEAST = 4, MOST = 12 };

struct node {
    struct node *left, *right;
};

static struct node *grow(int depth) {
    struct node *node = kernel_memory(sizeof *node);
    node->left = depth ? grow(depth - 1) : NULL;
    node->right = depth ? grow(depth - 1) : NULL;
    return node;
}

static uint64_t count(const struct node *node) {
    return node->left ? 1 + count(node->left) + count(node->right) : 1;
}

static void drop(struct node *node) {
    if (node->left) {
        drop(node->left);
        drop(node->right);
    }
    free(node);
}

static uint64_t count_once(int depth) {
    struct node *tree = grow(depth);
    uint64_t nodes = count(tree);
    drop(tree);
    return nodes;
}

static uint64_t work(uint32_t round) {
    uint64_t sum = count_once(MOST + 1);
    struct node *lasting = grow(MOST);
    for (int depth = LEAST; depth <= MOST; depth += 4) {
        int trees = 1 << (MOST - depth + LEAST);
        uint64_t nodes = 0;
        for (int i = 0; i < trees; i++)
            nodes += count_once(depth);
        sum = kernel_mix(sum, nodes);
    }
    sum = kernel_mix(sum, count(lasting) + round);
    drop(lasting);
    return sum;
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
