package dev.terrace.classlib.java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** {@code java.util.concurrent.ConcurrentSkipListMap}: a tree whose iterators ask for the next key each time. */
public class TConcurrentSkipListMap<K, V> extends AbstractMap<K, V>
        implements TConcurrentNavigableMap<K, V>, Serializable {
    private static final long serialVersionUID = 1;

    private final transient NavigableMap<K, V> tree;

    public TConcurrentSkipListMap() {
        this(new TreeMap<>(), true);
    }

    public TConcurrentSkipListMap(Comparator<? super K> order) {
        this(new TreeMap<>(order), true);
    }

    public TConcurrentSkipListMap(Map<? extends K, ? extends V> items) {
        this();
        putAll(items);
    }

    public TConcurrentSkipListMap(SortedMap<K, ? extends V> items) {
        this(new TreeMap<>(items.comparator()), true);
        putAll(items);
    }

    private TConcurrentSkipListMap(NavigableMap<K, V> tree, boolean own) {
        this.tree = tree;
    }

    private static <K, V> TConcurrentSkipListMap<K, V> view(NavigableMap<K, V> tree) {
        return new TConcurrentSkipListMap<>(tree, false);
    }

    private static <K, V> Map.Entry<K, V> copy(Map.Entry<K, V> entry) {
        return entry == null ? null : new AbstractMap.SimpleImmutableEntry<>(entry);
    }

    @Override
    public V get(Object key) {
        return tree.get(Objects.requireNonNull(key));
    }

    @Override
    public boolean containsKey(Object key) {
        return tree.containsKey(Objects.requireNonNull(key));
    }

    @Override
    public V put(K key, V value) {
        return tree.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
    }

    @Override
    public V remove(Object key) {
        return tree.remove(Objects.requireNonNull(key));
    }

    @Override
    public int size() {
        return tree.size();
    }

    @Override
    public void clear() {
        tree.clear();
    }

    @Override
    public V getOrDefault(Object key, V absent) {
        V value = get(key);
        return value == null ? absent : value;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        V old = get(key);
        return old == null ? put(key, value) : old;
    }

    @Override
    public boolean remove(Object key, Object value) {
        boolean same = value != null && value.equals(get(key));
        if (same) {
            tree.remove(key);
        }
        return same;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        boolean same = Objects.requireNonNull(old).equals(get(key));
        if (same) {
            put(key, value);
        }
        return same;
    }

    @Override
    public V replace(K key, V value) {
        return get(key) == null ? null : put(key, value);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Walk();
            }

            @Override
            public int size() {
                return tree.size();
            }
        };
    }

    private final class Walk implements Iterator<Map.Entry<K, V>> {
        private Map.Entry<K, V> next = copy(tree.firstEntry());
        private K last;

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Map.Entry<K, V> next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            Map.Entry<K, V> now = next;
            last = now.getKey();
            next = copy(tree.higherEntry(last));
            return now;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            tree.remove(last);
            last = null;
        }
    }

    @Override
    public NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new TConcurrentSkipListSet<>(this);
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public TConcurrentNavigableMap<K, V> descendingMap() {
        return view(tree.descendingMap());
    }

    @Override
    public TConcurrentNavigableMap<K, V> subMap(K from, boolean fromToo, K to, boolean toToo) {
        return view(tree.subMap(from, fromToo, to, toToo));
    }

    @Override
    public TConcurrentNavigableMap<K, V> headMap(K to, boolean toToo) {
        return view(tree.headMap(to, toToo));
    }

    @Override
    public TConcurrentNavigableMap<K, V> tailMap(K from, boolean fromToo) {
        return view(tree.tailMap(from, fromToo));
    }

    @Override
    public TConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public TConcurrentNavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public TConcurrentNavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    @Override
    public Comparator<? super K> comparator() {
        return tree.comparator();
    }

    @Override
    public K firstKey() {
        return tree.firstKey();
    }

    @Override
    public K lastKey() {
        return tree.lastKey();
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return copy(tree.lowerEntry(key));
    }

    @Override
    public K lowerKey(K key) {
        return tree.lowerKey(key);
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return copy(tree.floorEntry(key));
    }

    @Override
    public K floorKey(K key) {
        return tree.floorKey(key);
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return copy(tree.ceilingEntry(key));
    }

    @Override
    public K ceilingKey(K key) {
        return tree.ceilingKey(key);
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return copy(tree.higherEntry(key));
    }

    @Override
    public K higherKey(K key) {
        return tree.higherKey(key);
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return copy(tree.firstEntry());
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return copy(tree.lastEntry());
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        return copy(tree.pollFirstEntry());
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        return copy(tree.pollLastEntry());
    }

    @Override
    public TConcurrentSkipListMap<K, V> clone() {
        return new TConcurrentSkipListMap<>((SortedMap<K, V>) tree);
    }
}
