package dev.terrace.graft.org.teavm.classlib.java.util;

import org.teavm.classlib.java.util.TComparator;
import org.teavm.classlib.java.util.TMap;

/** Stands for TeaVM's class; nothing is grafted onto it. */
abstract class TTreeMap<K, V> {
    TComparator<? super K> comparator;

    /** Stands for TeaVM's nodes. */
    abstract static class TreeNode<K, V> {
        public native K getKey();
    }

    native TreeNode<K, V> findExactOrNext(Object key, boolean reverse);

    native TreeNode<K, V> findNext(Object key, boolean reverse);

    native TreeNode<K, V> firstNode(boolean reverse);

    public native TMap.Entry<K, V> lowerEntry(K key);

    public native TMap.Entry<K, V> floorEntry(K key);

    public native TMap.Entry<K, V> ceilingEntry(K key);

    public native TMap.Entry<K, V> higherEntry(K key);
}
