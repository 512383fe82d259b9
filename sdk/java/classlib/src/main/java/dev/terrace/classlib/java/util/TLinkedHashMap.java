package dev.terrace.classlib.java.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * {@code java.util.LinkedHashMap}: a {@link THashMap} whose nodes are linked, in the order of insertion or of access.
 *
 * <p>Invariant: every node of the table is linked once, from {@code first} to {@code last}.
 */
public class TLinkedHashMap<K, V> extends THashMap<K, V> {
    private static final long serialVersionUID = 1;

    private transient Linked<K, V> first;
    private transient Linked<K, V> last;
    private final boolean byAccess;

    private static final class Linked<K, V> extends Node<K, V> {
        Linked<K, V> before;
        Linked<K, V> after;

        Linked(int hash, K key, V value, Node<K, V> next) {
            super(hash, key, value, next);
        }
    }

    public TLinkedHashMap() {
        byAccess = false;
    }

    public TLinkedHashMap(int capacity) {
        super(capacity);
        byAccess = false;
    }

    public TLinkedHashMap(int capacity, float load) {
        this(capacity, load, false);
    }

    public TLinkedHashMap(int capacity, float load, boolean byAccess) {
        super(capacity, load);
        this.byAccess = byAccess;
    }

    public TLinkedHashMap(Map<? extends K, ? extends V> items) {
        byAccess = false;
        putEvery(items, false);
    }

    /** Whether the eldest goes, now that another one has come. */
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    @Override
    Node<K, V> make(int hash, K key, V value, Node<K, V> next) {
        Linked<K, V> node = new Linked<>(hash, key, value, next);
        append(node);
        return node;
    }

    private void append(Linked<K, V> node) {
        node.before = last;
        node.after = null;
        if (last == null) {
            first = node;
        } else {
            last.after = node;
        }
        last = node;
    }

    private void unlink(Linked<K, V> node) {
        if (node.before == null) {
            first = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            last = node.before;
        } else {
            node.after.before = node.before;
        }
    }

    @Override
    void touched(Node<K, V> node) {
        if (byAccess && node != last) {
            unlink((Linked<K, V>) node);
            append((Linked<K, V>) node);
            changes++;
        }
    }

    @Override
    void inserted(boolean mayEvict) {
        if (mayEvict && first != null && removeEldestEntry(first)) {
            take(first.key, false, null);
        }
    }

    @Override
    void removed(Node<K, V> node) {
        unlink((Linked<K, V>) node);
    }

    @Override
    void emptied() {
        super.emptied();
        first = null;
        last = null;
    }

    @Override
    void walk(Consumer<? super Node<K, V>> action) {
        int before = changes;
        for (Linked<K, V> node = first; node != null; node = node.after) {
            action.accept(node);
        }
        unchanged(before);
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        touched(node);
        return node.value;
    }

    @Override
    public V getOrDefault(Object key, V other) {
        Node<K, V> node = find(key);
        if (node == null) {
            return other;
        }
        touched(node);
        return node.value;
    }

    @Override
    public void clear() {
        super.clear();
        first = null;
        last = null;
    }

    @Override
    Iterator<K> keys() {
        return new Keys<>(this);
    }

    @Override
    Iterator<V> items() {
        return new Items<>(this);
    }

    @Override
    Iterator<Map.Entry<K, V>> entries() {
        return new Entries<>(this);
    }

    private abstract static class Walk<K, V> {
        private final TLinkedHashMap<K, V> map;
        private Linked<K, V> next;
        private Linked<K, V> current;
        private int changes;

        Walk(TLinkedHashMap<K, V> map) {
            this.map = map;
            next = map.first;
            changes = map.changes;
        }

        public final boolean hasNext() {
            return next != null;
        }

        final Node<K, V> step() {
            map.unchanged(changes);
            if (next == null) {
                throw new NoSuchElementException();
            }
            current = next;
            next = current.after;
            return current;
        }

        public final void remove() {
            if (current == null) {
                throw new IllegalStateException();
            }
            map.unchanged(changes);
            map.take(current, true);
            current = null;
            changes = map.changes;
        }
    }

    private static final class Keys<K, V> extends Walk<K, V> implements Iterator<K> {
        Keys(TLinkedHashMap<K, V> map) {
            super(map);
        }

        @Override
        public K next() {
            return step().key;
        }
    }

    private static final class Items<K, V> extends Walk<K, V> implements Iterator<V> {
        Items(TLinkedHashMap<K, V> map) {
            super(map);
        }

        @Override
        public V next() {
            return step().value;
        }
    }

    private static final class Entries<K, V> extends Walk<K, V> implements Iterator<Map.Entry<K, V>> {
        Entries(TLinkedHashMap<K, V> map) {
            super(map);
        }

        @Override
        public Map.Entry<K, V> next() {
            return step();
        }
    }
}
