package dev.terrace.graft.org.teavm.classlib.java.util;

import org.teavm.classlib.java.util.TMap;

/** A part of a tree, or the tree turned round. TeaVM answers null for all neighbours, and fails for an empty part. */
abstract class TTreeMap$MapView<K, V> {
    TTreeMap<K, V> owner;
    K from;
    boolean fromIncluded;
    boolean fromChecked;
    K to;
    boolean toIncluded;
    boolean toChecked;
    boolean reverse;

    private native boolean keyInRange(K key);

    public native TMap.Entry<K, V> firstEntry();

    public native TMap.Entry<K, V> lastEntry();

    private TTreeMap.TreeNode<K, V> firstNode() {
        TTreeMap.TreeNode<K, V> node = !fromChecked ? owner.firstNode(false)
                : fromIncluded ? owner.findExactOrNext(from, false) : owner.findNext(from, false);
        return node == null || !keyInRange(node.getKey()) ? null : node;
    }

    private TTreeMap.TreeNode<K, V> lastNode() {
        TTreeMap.TreeNode<K, V> node = !toChecked ? owner.firstNode(true)
                : toIncluded ? owner.findExactOrNext(to, true) : owner.findNext(to, true);
        return node == null || !keyInRange(node.getKey()) ? null : node;
    }

    /** The nearest entry before or after a key, in the order of the tree; of the part, if the key is outside. */
    private TMap.Entry<K, V> near(K key, boolean after, boolean orSame) {
        TMap.Entry<K, V> entry = after ? orSame ? owner.ceilingEntry(key) : owner.higherEntry(key)
                : orSame ? owner.floorEntry(key) : owner.lowerEntry(key);
        if (entry == null || keyInRange(entry.getKey())) {
            return entry;
        }
        TMap.Entry<K, V> end = after == reverse ? lastEntry() : firstEntry();
        int order = end == null ? 0 : owner.comparator.compare(key, end.getKey());
        return after ? order < 0 ? end : null : order > 0 ? end : null;
    }

    private static <K> K key(TMap.Entry<K, ?> entry) {
        return entry == null ? null : entry.getKey();
    }

    public TMap.Entry<K, V> lowerEntry(K key) {
        return near(key, reverse, false);
    }

    public K lowerKey(K key) {
        return key(lowerEntry(key));
    }

    public TMap.Entry<K, V> floorEntry(K key) {
        return near(key, reverse, true);
    }

    public K floorKey(K key) {
        return key(floorEntry(key));
    }

    public TMap.Entry<K, V> ceilingEntry(K key) {
        return near(key, !reverse, true);
    }

    public K ceilingKey(K key) {
        return key(ceilingEntry(key));
    }

    public TMap.Entry<K, V> higherEntry(K key) {
        return near(key, !reverse, false);
    }

    public K higherKey(K key) {
        return key(higherEntry(key));
    }
}
