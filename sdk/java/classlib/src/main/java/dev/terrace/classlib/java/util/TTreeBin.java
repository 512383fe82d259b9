package dev.terrace.classlib.java.util;

import dev.terrace.classlib.java.util.THashMap.Node;

/**
 * A long bin of a {@link THashMap} as a red-black tree beside its list: by hash, then by order where the keys have one.
 *
 * <p>The list stays what is gone through, and the tree says where a new node goes in it: behind its parent, as in OpenJDK,
 * whose order of iteration follows from that. Invariants: T1: every node of the list has one place in the tree. T2: the
 * root's node is the first of the list, except after the removal by an iterator. T3: those of a red-black tree.
 *
 * <p>Source: Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms, chapter 13.
 */
final class TTreeBin<K, V> {
    private Place<K, V> root;
    private Node<K, V> first;

    private static final class Place<K, V> {
        final Node<K, V> node;
        Place<K, V> parent;
        Place<K, V> left;
        Place<K, V> right;
        boolean red;

        Place(Node<K, V> node, Place<K, V> parent) {
            this.node = node;
            this.parent = parent;
        }
    }

    /** A tree of a list. */
    TTreeBin(Node<K, V> list) {
        first = list;
        for (Node<K, V> node = list; node != null; node = node.next) {
            Place<K, V> above = null;
            int side = 0;
            for (Place<K, V> at = root; at != null; at = side <= 0 ? at.left : at.right) {
                above = at;
                side = side(node.hash, node.key, at.node);
                side = side == 0 ? tie(node.key, at.node.key) : side;
            }
            hang(node, above, side);
        }
        rootFirst();
    }

    /** The first node of the list. */
    Node<K, V> first() {
        return first;
    }

    /** Below 0: left of it; 0: the hashes are the same, and the keys have no order. */
    private static int side(int hash, Object key, Node<?, ?> node) {
        return hash != node.hash ? hash < node.hash ? -1 : 1 : order(key, node.key);
    }

    @SuppressWarnings("unchecked")
    private static int order(Object key, Object other) {
        boolean same = key instanceof Comparable && other != null && key.getClass() == other.getClass();
        return same ? ((Comparable<Object>) key).compareTo(other) : 0;
    }

    private static int tie(Object key, Object other) {
        int order = key == null || other == null ? 0 : key.getClass().getName().compareTo(other.getClass().getName());
        return order != 0 ? order : System.identityHashCode(key) <= System.identityHashCode(other) ? -1 : 1;
    }

    Node<K, V> find(int hash, Object key) {
        return find(root, hash, key);
    }

    private static <K, V> Node<K, V> find(Place<K, V> from, int hash, Object key) {
        Place<K, V> at = from;
        while (at != null) {
            if (THashMap.is(at.node, hash, key)) {
                return at.node;
            }
            int side = side(hash, key, at.node);
            if (side == 0) {
                Node<K, V> found = find(at.right, hash, key);
                if (found != null) {
                    return found;
                }
            }
            at = side <= 0 ? at.left : at.right;
        }
        return null;
    }

    /** A node that is not there yet. */
    void add(Node<K, V> node) {
        Place<K, V> above = root;
        int side;
        while (true) {
            side = side(node.hash, node.key, above.node);
            side = side == 0 ? tie(node.key, above.node.key) : side;
            Place<K, V> below = side <= 0 ? above.left : above.right;
            if (below == null) {
                break;
            }
            above = below;
        }
        node.next = above.node.next;
        above.node.next = node;
        hang(node, above, side);
        rootFirst();
    }

    private void hang(Node<K, V> node, Place<K, V> above, int side) {
        Place<K, V> place = new Place<>(node, above);
        if (above == null) {
            root = place;
        } else if (side <= 0) {
            above.left = place;
        } else {
            above.right = place;
        }
        place.red = true;
        mendRed(place);
    }

    /** T2. */
    private void rootFirst() {
        Node<K, V> node = root.node;
        if (first != node) {
            before(node).next = node.next;
            node.next = first;
            first = node;
        }
    }

    private Node<K, V> before(Node<K, V> node) {
        Node<K, V> before = first;
        while (before.next != node) {
            before = before.next;
        }
        return before;
    }

    /** Takes a node out; false if what is left is to be a list alone. An iterator's removal moves no other node. */
    boolean remove(Node<K, V> node, boolean byIterator) {
        if (first == node) {
            first = node.next;
        } else {
            before(node).next = node.next;
        }
        if (first == null || !byIterator && (root.right == null || root.left == null || root.left.left == null)) {
            return false;
        }
        takeOut(place(node));
        if (!byIterator) {
            rootFirst();
        }
        return true;
    }

    private Place<K, V> place(Node<K, V> node) {
        return place(root, node);
    }

    private static <K, V> Place<K, V> place(Place<K, V> from, Node<K, V> node) {
        Place<K, V> at = from;
        while (at != null && at.node != node) {
            int side = side(node.hash, node.key, at.node);
            if (side == 0) {
                Place<K, V> found = place(at.right, node);
                if (found != null) {
                    return found;
                }
            }
            at = side <= 0 ? at.left : at.right;
        }
        return at;
    }

    private void takeOut(Place<K, V> gone) {
        if (gone.left != null && gone.right != null) {
            swapWithNext(gone);
        }
        Place<K, V> child = gone.left != null ? gone.left : gone.right;
        if (child != null) {
            replace(gone, child);
            if (!gone.red) {
                mendBlack(child);
            }
        } else {
            if (!gone.red) {
                mendBlack(gone);
            }
            replace(gone, null);
        }
    }

    /** The two change places and colours, so that the one has no left child. */
    private void swapWithNext(Place<K, V> one) {
        Place<K, V> next = one.right;
        while (next.left != null) {
            next = next.left;
        }
        boolean red = next.red;
        next.red = one.red;
        one.red = red;
        Place<K, V> parent = next.parent;
        Place<K, V> right = next.right;
        replace(one, next);
        next.left = one.left;
        next.left.parent = next;
        if (parent == one) {
            next.right = one;
            one.parent = next;
        } else {
            next.right = one.right;
            next.right.parent = next;
            parent.left = one;
            one.parent = parent;
        }
        one.left = null;
        one.right = right;
        if (right != null) {
            right.parent = one;
        }
    }

    /** Another stands where one stood below its parent. */
    private void replace(Place<K, V> one, Place<K, V> other) {
        Place<K, V> parent = one.parent;
        if (parent == null) {
            root = other;
        } else if (parent.left == one) {
            parent.left = other;
        } else {
            parent.right = other;
        }
        if (other != null) {
            other.parent = parent;
        }
    }

    private void rotate(Place<K, V> down, boolean left) {
        Place<K, V> up = left ? down.right : down.left;
        Place<K, V> between = left ? up.left : up.right;
        replace(down, up);
        if (left) {
            down.right = between;
            up.left = down;
        } else {
            down.left = between;
            up.right = down;
        }
        if (between != null) {
            between.parent = down;
        }
        down.parent = up;
    }

    /** T3, after a red place came. */
    private void mendRed(Place<K, V> came) {
        Place<K, V> at = came;
        while (at.parent != null && at.parent.red) {
            Place<K, V> parent = at.parent;
            Place<K, V> above = parent.parent;
            boolean left = parent == above.left;
            Place<K, V> uncle = left ? above.right : above.left;
            if (uncle != null && uncle.red) {
                uncle.red = false;
                parent.red = false;
                above.red = true;
                at = above;
            } else {
                if (at == (left ? parent.right : parent.left)) {
                    rotate(parent, left);
                    parent = at;
                }
                parent.red = false;
                above.red = true;
                rotate(above, !left);
                break;
            }
        }
        root.red = false;
    }

    /** T3, when the paths through a place lack a black one. */
    private void mendBlack(Place<K, V> lacking) {
        Place<K, V> at = lacking;
        while (at != root && !at.red) {
            Place<K, V> parent = at.parent;
            boolean left = at == parent.left;
            Place<K, V> other = left ? parent.right : parent.left;
            if (other.red) {
                other.red = false;
                parent.red = true;
                rotate(parent, left);
                other = left ? parent.right : parent.left;
            }
            Place<K, V> near = left ? other.left : other.right;
            Place<K, V> far = left ? other.right : other.left;
            if (!isRed(near) && !isRed(far)) {
                other.red = true;
                at = parent;
                continue;
            }
            if (!isRed(far)) {
                near.red = false;
                other.red = true;
                rotate(other, !left);
                far = other;
                other = near;
            }
            other.red = parent.red;
            parent.red = false;
            far.red = false;
            rotate(parent, left);
            at = root;
        }
        at.red = false;
    }

    private static boolean isRed(Place<?, ?> place) {
        return place != null && place.red;
    }
}
