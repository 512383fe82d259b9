package dev.terrace.classlib.java.util;

import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * {@code java.util.HashMap}: its order of iteration is that of OpenJDK 17. TeaVM's has another one.
 *
 * <p>Invariants. H1: the length of the table is a power of two, and a node is in the bin of the low bits of its spread
 * hash. H2: {@code put} appends to a bin; {@code compute}, {@code computeIfAbsent} and {@code merge} put the node first,
 * and let the table grow at the next call only. H3: a bin that is split keeps its order on both sides. H4: a ninth node
 * of a bin (an eighth by compute) makes a table below 64 bins grow, and a tree of the bin in a wider one; a tree of six nodes
 * or fewer becomes a list again when it is split. H5: the first node of a bin with a tree is the first of the tree's list.
 */
public class THashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, Serializable {
    private static final long serialVersionUID = 1;
    private static final int DEFAULT_BINS = 16;
    private static final int MOST_BINS = 1 << 30;
    private static final float DEFAULT_LOAD = 0.75f;
    /** What a bin may have before a small table grows for it. */
    private static final int FULL_BIN = 8;
    private static final int SMALL_TABLE = 64;
    private static final int SMALL_TREE = 6;

    private transient Node<K, V>[] table;
    /** By bins, where there is any. */
    private transient TTreeBin<K, V>[] trees;
    private transient int count;
    transient int changes;
    /** How many entries the table takes before it grows; without a table the bins it is to have, or 0. */
    private int threshold;
    private final float load;

    static class Node<K, V> implements Map.Entry<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
        }

        @Override
        public final K getKey() {
            return key;
        }

        @Override
        public final V getValue() {
            return value;
        }

        @Override
        public final V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        @Override
        public final int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        @Override
        public final boolean equals(Object other) {
            return other == this || other instanceof Map.Entry<?, ?> entry && Objects.equals(key, entry.getKey())
                    && Objects.equals(value, entry.getValue());
        }

        @Override
        public final String toString() {
            return key + "=" + value;
        }
    }

    public THashMap() {
        load = DEFAULT_LOAD;
    }

    public THashMap(int capacity) {
        this(capacity, DEFAULT_LOAD);
    }

    public THashMap(int capacity, float load) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
        if (!(load > 0)) {
            throw new IllegalArgumentException("Illegal load factor: " + load);
        }
        this.load = load;
        threshold = powerOfTwo(capacity);
    }

    public THashMap(Map<? extends K, ? extends V> items) {
        load = DEFAULT_LOAD;
        putEvery(items, false);
    }

    private static int powerOfTwo(int least) {
        int power = 1;
        while (power < least && power < MOST_BINS) {
            power <<= 1;
        }
        return power;
    }

    static int spread(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = key.hashCode();
        return hash ^ hash >>> 16;
    }

    static boolean is(Node<?, ?> node, int hash, Object key) {
        if (node.hash != hash) {
            return false;
        }
        Object other = node.key;
        return other == key || key != null && key.equals(other);
    }

    final Node<K, V> find(Object key) {
        return table == null ? null : find(spread(key), key);
    }

    private Node<K, V> find(int hash, Object key) {
        TTreeBin<K, V> tree = tree(hash);
        if (tree != null) {
            return tree.find(hash, key);
        }
        Node<K, V>[] bins = table;
        Node<K, V> node = bins[hash & bins.length - 1];
        while (node != null && !is(node, hash, key)) {
            node = node.next;
        }
        return node;
    }

    private TTreeBin<K, V> tree(int hash) {
        return trees == null ? null : trees[hash & trees.length - 1];
    }

    // What LinkedHashMap has otherwise.

    Node<K, V> make(int hash, K key, V value, Node<K, V> next) {
        return new Node<>(hash, key, value, next);
    }

    void touched(Node<K, V> node) {
    }

    void inserted(boolean mayEvict) {
    }

    void removed(Node<K, V> node) {
    }

    /** Every node, in the order of iteration. */
    void walk(Consumer<? super Node<K, V>> action) {
        if (count > 0) {
            int before = changes;
            for (Node<K, V> first : table) {
                for (Node<K, V> node = first; node != null; node = node.next) {
                    action.accept(node);
                }
            }
            unchanged(before);
        }
    }

    Iterator<K> keys() {
        return new Keys<>(this);
    }

    Iterator<V> items() {
        return new Items<>(this);
    }

    Iterator<Map.Entry<K, V>> entries() {
        return new Entries<>(this);
    }

    final void unchanged(int before) {
        if (changes != before) {
            throw new ConcurrentModificationException();
        }
    }

    // The table.

    @SuppressWarnings("unchecked")
    private void grow() {
        Node<K, V>[] old = table;
        if (old == null) {
            int bins = threshold > 0 ? threshold : DEFAULT_BINS;
            table = (Node<K, V>[]) new Node<?, ?>[bins];
            threshold = bound(bins);
        } else if (old.length >= MOST_BINS) {
            threshold = Integer.MAX_VALUE;
        } else {
            int bins = old.length * 2;
            threshold = old.length >= DEFAULT_BINS && bins < MOST_BINS ? threshold * 2 : bound(bins);
            Node<K, V>[] wider = (Node<K, V>[]) new Node<?, ?>[bins];
            TTreeBin<K, V>[] oldTrees = trees;
            trees = oldTrees == null ? null : (TTreeBin<K, V>[]) new TTreeBin<?, ?>[bins];
            for (int bin = 0; bin < old.length; bin++) {
                Node<K, V> first = old[bin];
                old[bin] = null;
                split(first, wider, bin, old.length);
                if (oldTrees != null && oldTrees[bin] != null) {
                    boolean parted = wider[bin] != null && wider[bin + old.length] != null;
                    retree(wider, bin, parted ? null : oldTrees[bin]);
                    retree(wider, bin + old.length, parted ? null : oldTrees[bin]);
                }
            }
            table = wider;
        }
    }

    private int bound(int bins) {
        float most = bins * load;
        return bins < MOST_BINS && most < MOST_BINS ? (int) most : Integer.MAX_VALUE;
    }

    /** H3. */
    private static <K, V> void split(Node<K, V> first, Node<K, V>[] into, int bin, int bit) {
        Node<K, V> low = null;
        Node<K, V> high = null;
        for (Node<K, V> node = first; node != null;) {
            Node<K, V> next = node.next;
            node.next = null;
            if ((node.hash & bit) == 0) {
                if (low == null) {
                    into[bin] = node;
                } else {
                    low.next = node;
                }
                low = node;
            } else {
                if (high == null) {
                    into[bin + bit] = node;
                } else {
                    high.next = node;
                }
                high = node;
            }
            node = next;
        }
    }

    /** H4. The tree is the one that went to one side as a whole, or null. */
    private void retree(Node<K, V>[] bins, int bin, TTreeBin<K, V> whole) {
        int length = 0;
        for (Node<K, V> node = bins[bin]; node != null; node = node.next) {
            length++;
        }
        if (length > SMALL_TREE) {
            trees[bin] = whole != null ? whole : new TTreeBin<>(bins[bin]);
            bins[bin] = trees[bin].first();
        }
    }

    /** The value before. A value that is there stays if {@code keep} and it is not null. */
    final V put(K key, V value, boolean keep, boolean mayEvict) {
        if (table == null) {
            grow();
        }
        int hash = spread(key);
        int bin = hash & table.length - 1;
        TTreeBin<K, V> tree = tree(hash);
        Node<K, V> node = tree == null ? table[bin] : tree.find(hash, key);
        Node<K, V> last = null;
        int length = 0;
        while (tree == null && node != null && !is(node, hash, key)) {
            last = node;
            node = node.next;
            length++;
        }
        if (node != null) {
            V old = node.value;
            if (!keep || old == null) {
                node.value = value;
            }
            touched(node);
            return old;
        }
        Node<K, V> made = make(hash, key, value, null);
        if (tree != null) {
            tree.add(made);
            table[bin] = tree.first();
        } else if (last == null) {
            table[bin] = made;
        } else {
            last.next = made;
        }
        if (length >= FULL_BIN) {
            relieve(bin);
        }
        changes++;
        if (++count > threshold) {
            grow();
        }
        inserted(mayEvict);
        return null;
    }

    /** H4. */
    @SuppressWarnings("unchecked")
    private void relieve(int bin) {
        if (table.length < SMALL_TABLE) {
            grow();
            return;
        }
        if (trees == null) {
            trees = (TTreeBin<K, V>[]) new TTreeBin<?, ?>[table.length];
        }
        trees[bin] = new TTreeBin<>(table[bin]);
        table[bin] = trees[bin].first();
    }

    /** H2: before compute and the like look. */
    private void prepare() {
        if (table == null || count > threshold) {
            grow();
        }
    }

    /** H2: a key that is not there. */
    private void putFirst(int hash, K key, V value) {
        int bin = hash & table.length - 1;
        TTreeBin<K, V> tree = tree(hash);
        if (tree != null) {
            tree.add(make(hash, key, value, null));
            table[bin] = tree.first();
        } else {
            int length = 0;
            for (Node<K, V> node = table[bin]; node != null; node = node.next) {
                length++;
            }
            table[bin] = make(hash, key, value, table[bin]);
            if (length >= FULL_BIN - 1) {
                relieve(bin);
            }
        }
        changes++;
        count++;
        inserted(true);
    }

    /** Null if there was none, or another value than the one that is meant. */
    final Node<K, V> take(Object key, boolean mind, Object value) {
        Node<K, V> node = find(key);
        if (node == null || mind && !Objects.equals(value, node.value)) {
            return null;
        }
        take(node, false);
        return node;
    }

    /** A node that is there. */
    final void take(Node<K, V> node, boolean byIterator) {
        int bin = node.hash & table.length - 1;
        TTreeBin<K, V> tree = tree(node.hash);
        if (tree != null) {
            boolean stays = tree.remove(node, byIterator);
            table[bin] = tree.first();
            trees[bin] = stays ? tree : null;
        } else if (table[bin] == node) {
            table[bin] = node.next;
        } else {
            Node<K, V> before = table[bin];
            while (before.next != node) {
                before = before.next;
            }
            before.next = node.next;
        }
        changes++;
        count--;
        removed(node);
    }

    final void putEvery(Map<? extends K, ? extends V> items, boolean mayEvict) {
        int more = items.size();
        if (more == 0) {
            return;
        }
        if (table == null) {
            int bins = (int) Math.min(more / load + 1.0f, MOST_BINS);
            if (bins > threshold) {
                threshold = powerOfTwo(bins);
            }
        } else {
            while (more > threshold && table.length < MOST_BINS) {
                grow();
            }
        }
        for (Map.Entry<? extends K, ? extends V> item : items.entrySet()) {
            put(item.getKey(), item.getValue(), false, mayEvict);
        }
    }

    // The interface.

    @Override
    public int size() {
        return count;
    }

    @Override
    public boolean isEmpty() {
        return count == 0;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public V getOrDefault(Object key, V other) {
        Node<K, V> node = find(key);
        return node == null ? other : node.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Iterator<V> all = items(); all.hasNext();) {
            if (Objects.equals(value, all.next())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V put(K key, V value) {
        return put(key, value, false, true);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return put(key, value, true, true);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> items) {
        putEvery(items, true);
    }

    @Override
    public V remove(Object key) {
        Node<K, V> node = take(key, false, null);
        return node == null ? null : node.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        return take(key, true, value) != null;
    }

    @Override
    public void clear() {
        changes++;
        if (count > 0) {
            count = 0;
            Arrays.fill(table, null);
            trees = null;
        }
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(node.value, old)) {
            return false;
        }
        node.value = value;
        touched(node);
        return true;
    }

    @Override
    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        touched(node);
        return old;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        Objects.requireNonNull(make);
        int hash = spread(key);
        prepare();
        Node<K, V> node = find(hash, key);
        if (node != null && node.value != null) {
            touched(node);
            return node.value;
        }
        int before = changes;
        V value = make.apply(key);
        unchanged(before);
        if (value == null) {
            return null;
        }
        set(node, hash, key, value);
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        Node<K, V> node = find(key);
        if (node == null || node.value == null) {
            return null;
        }
        int before = changes;
        V value = change.apply(key, node.value);
        unchanged(before);
        if (value == null) {
            take(key, false, null);
        } else {
            node.value = value;
            touched(node);
        }
        return value;
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        int hash = spread(key);
        prepare();
        Node<K, V> node = find(hash, key);
        int before = changes;
        V value = change.apply(key, node == null ? null : node.value);
        unchanged(before);
        if (value != null) {
            set(node, hash, key, value);
        } else if (node != null) {
            take(key, false, null);
        }
        return value;
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(join);
        int hash = spread(key);
        prepare();
        Node<K, V> node = find(hash, key);
        V joined = value;
        if (node != null && node.value != null) {
            int before = changes;
            joined = join.apply(node.value, value);
            unchanged(before);
        }
        if (joined != null) {
            set(node, hash, key, joined);
        } else {
            take(key, false, null);
        }
        return joined;
    }

    private void set(Node<K, V> node, int hash, K key, V value) {
        if (node == null) {
            putFirst(hash, key, value);
        } else {
            node.value = value;
            touched(node);
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        walk(node -> action.accept(node.key, node.value));
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        walk(node -> node.value = change.apply(node.key, node.value));
    }

    @Override
    public Set<K> keySet() {
        return new KeyView<>(this);
    }

    @Override
    public Collection<V> values() {
        return new ItemView<>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new EntryView<>(this);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        try {
            THashMap<K, V> copy = (THashMap<K, V>) super.clone();
            copy.emptied();
            copy.putEvery(this, false);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    /** As it was made first. */
    void emptied() {
        table = null;
        trees = null;
        count = 0;
        changes = 0;
        threshold = 0;
    }

    private abstract static class Walk<K, V> {
        private final THashMap<K, V> map;
        private Node<K, V> next;
        private Node<K, V> current;
        private int bin;
        private int changes;

        Walk(THashMap<K, V> map) {
            this.map = map;
            changes = map.changes;
            advance();
        }

        private void advance() {
            Node<K, V>[] bins = map.table;
            Node<K, V> found = null;
            while (bins != null && found == null && bin < bins.length) {
                found = bins[bin++];
            }
            next = found;
        }

        public final boolean hasNext() {
            return next != null;
        }

        final Node<K, V> step() {
            map.unchanged(changes);
            Node<K, V> node = next;
            if (node == null) {
                throw new NoSuchElementException();
            }
            current = node;
            next = node.next;
            if (next == null) {
                advance();
            }
            return node;
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
        Keys(THashMap<K, V> map) {
            super(map);
        }

        @Override
        public K next() {
            return step().key;
        }
    }

    private static final class Items<K, V> extends Walk<K, V> implements Iterator<V> {
        Items(THashMap<K, V> map) {
            super(map);
        }

        @Override
        public V next() {
            return step().value;
        }
    }

    private static final class Entries<K, V> extends Walk<K, V> implements Iterator<Map.Entry<K, V>> {
        Entries(THashMap<K, V> map) {
            super(map);
        }

        @Override
        public Map.Entry<K, V> next() {
            return step();
        }
    }

    private static final class KeyView<K, V> extends AbstractSet<K> {
        private final THashMap<K, V> map;

        KeyView(THashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.count;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<K> iterator() {
            return map.keys();
        }

        @Override
        public boolean contains(Object key) {
            return map.find(key) != null;
        }

        @Override
        public boolean remove(Object key) {
            return map.take(key, false, null) != null;
        }

        @Override
        public void forEach(Consumer<? super K> action) {
            Objects.requireNonNull(action);
            map.walk(node -> action.accept(node.key));
        }
    }

    private static final class ItemView<K, V> extends AbstractCollection<V> {
        private final THashMap<K, V> map;

        ItemView(THashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.count;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<V> iterator() {
            return map.items();
        }

        @Override
        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        @Override
        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action);
            map.walk(node -> action.accept(node.value));
        }
    }

    private static final class EntryView<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final THashMap<K, V> map;

        EntryView(THashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.count;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return map.entries();
        }

        @Override
        public boolean contains(Object object) {
            return object instanceof Map.Entry<?, ?> entry && entry.equals(map.find(entry.getKey()));
        }

        @Override
        public boolean remove(Object object) {
            return object instanceof Map.Entry<?, ?> entry && map.take(entry.getKey(), true, entry.getValue()) != null;
        }

        @Override
        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Objects.requireNonNull(action);
            map.walk(action);
        }
    }
}
