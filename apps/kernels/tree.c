/* Kernel: put 8,192 keys into a balanced tree, look all up, take every other out.
 * The tree is an AVL tree (Adelson-Velsky and Landis, 1962); each node is allocated and
 * freed on its own.
 *
 * Invariant: the heights of a node's two sides differ by at most 1. */
#include "kernel.h"

enum { KEYS = 8192 };

struct node {
    uint32_t key;
    int height;
    struct node *side[2]; /* smaller, larger */
};

static int height(const struct node *node) { return node ? node->height : 0; }

static void measure(struct node *node) {
    int left = height(node->side[0]), right = height(node->side[1]);
    node->height = 1 + (left > right ? left : right);
}

/* Lift the node on `side` to the top. */
static struct node *rotate(struct node *node, int side) {
    struct node *top = node->side[side];
    node->side[side] = top->side[!side];
    top->side[!side] = node;
    measure(node);
    measure(top);
    return top;
}

static struct node *balance(struct node *node) {
    measure(node);
    int lean = height(node->side[1]) - height(node->side[0]);
    if (lean >= -1 && lean <= 1)
        return node;
    int side = lean > 0;
    struct node *heavy = node->side[side];
    if (height(heavy->side[!side]) > height(heavy->side[side]))
        node->side[side] = rotate(heavy, !side);
    return rotate(node, side);
}

static struct node *insert(struct node *node, uint32_t key) {
    if (!node) {
        node = kernel_memory(sizeof *node);
        *node = (struct node){.key = key, .height = 1};
        return node;
    }
    if (key == node->key)
        return node;
    int side = key > node->key;
    node->side[side] = insert(node->side[side], key);
    return balance(node);
}

/* Take the smallest node out of `node`'s tree; it goes to `*least`. */
static struct node *take_least(struct node *node, struct node **least) {
    if (!node->side[0]) {
        *least = node;
        return node->side[1];
    }
    node->side[0] = take_least(node->side[0], least);
    return balance(node);
}

static struct node *erase(struct node *node, uint32_t key) {
    if (!node)
        return NULL;
    if (key != node->key) {
        int side = key > node->key;
        node->side[side] = erase(node->side[side], key);
        return balance(node);
    }
    struct node *left = node->side[0], *right = node->side[1], *least;
    free(node);
    if (!right)
        return left;
    right = take_least(right, &least);
    least->side[0] = left;
    least->side[1] = right;
    return balance(least);
}

/* How many steps down the key is; 0 when it is not there. */
static uint32_t find(const struct node *node, uint32_t key) {
    for (uint32_t depth = 1; node; depth++) {
        if (key == node->key)
            return depth;
        node = node->side[key > node->key];
    }
    return 0;
}

static void drop(struct node *node) {
    if (!node)
        return;
    drop(node->side[0]);
    drop(node->side[1]);
    free(node);
}

static uint64_t work(uint32_t round) {
    struct node *root = NULL;
    uint64_t random = round + 1, sum = 0;
    for (int i = 0; i < KEYS; i++)
        root = insert(root, (uint32_t)kernel_random(&random));
    random = round + 1;
    for (int i = 0; i < KEYS; i++) {
        uint32_t key = (uint32_t)kernel_random(&random);
        sum = kernel_mix(sum, find(root, key));
        if (i % 2)
            root = erase(root, key);
    }
    sum = kernel_mix(sum, (uint64_t)height(root));
    drop(root);
    return sum;
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
