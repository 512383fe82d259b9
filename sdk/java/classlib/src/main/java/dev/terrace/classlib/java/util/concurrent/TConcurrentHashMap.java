package dev.terrace.classlib.java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/**
 * {@code java.util.concurrent.ConcurrentHashMap}: its order of iteration is that of OpenJDK. TeaVM's has another one.
 *
 * <p>Invariants: the length of the table is a power of two; a bin is in the order of insertion until the table grows, and
 * then as OpenJDK leaves it: the last run of nodes that go to one place stays, those before come before it, reversed.
 */
public class TConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, Serializable {
    private static final long serialVersionUID = 1;
    private static final int DEFAULT_CAPACITY = 16;
    private static final int MOST = 1 << 30;

    private transient Node<K, V>[] table;
    private int capacity;
    private int count;

    private static final class Node<K, V> {
        final K key;
        final int hash;
        V value;
        Node<K, V> next;

        Node(K key, int hash, V value, Node<K, V> next) {
            this.key = key;
            this.hash = hash;
            this.value = value;
            this.next = next;
        }
    }

    public TConcurrentHashMap() {
        this.capacity = DEFAULT_CAPACITY;
    }

    public TConcurrentHashMap(int capacity) {
        this(capacity, 0.75f, 1);
    }

    public TConcurrentHashMap(int capacity, float load) {
        this(capacity, load, 1);
    }

    public TConcurrentHashMap(int capacity, float load, int threads) {
        if (!(load > 0) || capacity < 0 || threads <= 0) {
            throw new IllegalArgumentException();
        }
        this.capacity = powerOfTwo((long) (1.0 + (long) Math.max(capacity, threads) / load));
    }

    public TConcurrentHashMap(Map<? extends K, ? extends V> items) {
        this();
        putAll(items);
    }

    private static int powerOfTwo(long least) {
        int power = 1;
        while (power < least && power < MOST) {
            power <<= 1;
        }
        return power;
    }

    private static int spread(Object key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & Integer.MAX_VALUE;
    }

    private Node<K, V> find(Object key) {
        int hash = spread(key);
        if (table == null) {
            return null;
        }
        Node<K, V> node = table[hash & table.length - 1];
        while (node != null && !(node.hash == hash && (node.key == key || key.equals(node.key)))) {
            node = node.next;
        }
        return node;
    }

    @SuppressWarnings("unchecked")
    private void append(K key, V value) {
        if (table == null) {
            table = (Node<K, V>[]) new Node<?, ?>[capacity];
        }
        int hash = spread(key);
        Node<K, V> node = new Node<>(key, hash, value, null);
        int bin = hash & table.length - 1;
        Node<K, V> last = table[bin];
        if (last == null) {
            table[bin] = node;
        } else {
            while (last.next != null) {
                last = last.next;
            }
            last.next = node;
        }
        count++;
        while (count >= table.length - (table.length >>> 2) && table.length < MOST) {
            grow();
        }
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        int length = table.length;
        Node<K, V>[] wider = (Node<K, V>[]) new Node<?, ?>[length * 2];
        for (int bin = 0; bin < length; bin++) {
            split(table[bin], wider, bin, length);
        }
        table = wider;
    }

    private static <K, V> void split(Node<K, V> first, Node<K, V>[] into, int bin, int bit) {
        Node<K, V> lastRun = first;
        for (Node<K, V> node = first; node != null; node = node.next) {
            if ((node.hash & bit) != (lastRun.hash & bit)) {
                lastRun = node;
            }
        }
        if (first == null) {
            return;
        }
        into[bin + (lastRun.hash & bit)] = lastRun;
        for (Node<K, V> node = first; node != lastRun; node = node.next) {
            int to = bin + (node.hash & bit);
            into[to] = new Node<>(node.key, node.hash, node.value, into[to]);
        }
    }

    private void unlink(Object key) {
        int bin = spread(key) & table.length - 1;
        Node<K, V> before = null;
        for (Node<K, V> node = table[bin]; node != null; before = node, node = node.next) {
            if (node.key.equals(key)) {
                if (before == null) {
                    table[bin] = node.next;
                } else {
                    before.next = node.next;
                }
                count--;
                return;
            }
        }
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        Objects.requireNonNull(value);
        for (Walk walk = new Walk(); walk.hasNext();) {
            if (value.equals(walk.step().value)) {
                return true;
            }
        }
        return false;
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    @Override
    public V put(K key, V value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node == null) {
            append(key, value);
            return null;
        }
        V old = node.value;
        node.value = value;
        return old;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> items) {
        int size = items.size();
        int wanted = powerOfTwo(size + (size >>> 1) + 1L);
        if (table == null) {
            capacity = Math.max(capacity, wanted);
        }
        while (table != null && table.length - (table.length >>> 2) < wanted && table.length < MOST) {
            grow();
        }
        for (Map.Entry<? extends K, ? extends V> entry : items.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        unlink(key);
        return node.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        boolean same = value != null && node != null && value.equals(node.value);
        if (same) {
            unlink(key);
        }
        return same;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        Node<K, V> node = find(key);
        return node == null ? put(key, value) : node.value;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        boolean same = node != null && Objects.requireNonNull(old).equals(node.value);
        if (same) {
            node.value = value;
        }
        return same;
    }

    @Override
    public V replace(K key, V value) {
        return find(key) == null ? null : put(key, value);
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> f) {
        for (Walk walk = new Walk(); walk.hasNext();) {
            Node<K, V> node = walk.step();
            node.value = Objects.requireNonNull(f.apply(node.key, node.value));
        }
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> f) {
        Node<K, V> node = find(key);
        if (node != null) {
            return node.value;
        }
        V value = f.apply(key);
        if (value != null) {
            put(key, value);
        }
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> f) {
        Node<K, V> node = find(key);
        return node == null ? null : store(key, f.apply(key, node.value));
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> f) {
        return store(key, f.apply(key, get(key)));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> f) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        return store(key, node == null ? value : f.apply(node.value, value));
    }

    private V store(K key, V value) {
        if (value == null) {
            remove(key);
        } else {
            put(key, value);
        }
        return value;
    }

    @Override
    public V getOrDefault(Object key, V absent) {
        Node<K, V> node = find(key);
        return node == null ? absent : node.value;
    }

    @Override
    public int size() {
        return count;
    }

    public long mappingCount() {
        return count;
    }

    @Override
    public void clear() {
        for (int bin = 0; table != null && bin < table.length; bin++) {
            table[bin] = null;
        }
        count = 0;
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        for (Walk walk = new Walk(); walk.hasNext();) {
            Node<K, V> node = walk.step();
            action.accept(node.key, node.value);
        }
    }

    /** Goes over the bins that there were at its beginning, and for each over those it has become. */
    private final class Walk implements Iterator<Map.Entry<K, V>> {
        private final int bins = table == null ? 0 : table.length;
        private int base;
        private int bin;
        private Node<K, V> next;
        private Node<K, V> last;

        Walk() {
            next = bins == 0 ? null : table[0];
            settle();
        }

        private void settle() {
            while (next == null && base < bins) {
                bin += bins;
                if (bin >= table.length) {
                    base++;
                    bin = base;
                }
                next = base < bins ? table[bin] : null;
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        Node<K, V> step() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            last = next;
            next = next.next;
            settle();
            return last;
        }

        @Override
        public Map.Entry<K, V> next() {
            Node<K, V> node = step();
            return new AbstractMap.SimpleEntry<>(node.key, node.value) {
                private static final long serialVersionUID = 1;

                @Override
                public V setValue(V value) {
                    TConcurrentHashMap.this.put(getKey(), value);
                    return super.setValue(value);
                }
            };
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            TConcurrentHashMap.this.remove(last.key);
            last = null;
        }

        <T> Iterator<T> of(Function<Node<K, V>, T> part) {
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return Walk.this.hasNext();
                }

                @Override
                public T next() {
                    return part.apply(step());
                }

                @Override
                public void remove() {
                    Walk.this.remove();
                }
            };
        }
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
                return count;
            }

            @Override
            public boolean contains(Object entry) {
                return entry instanceof Map.Entry
                        && Objects.equals(get(((Map.Entry<?, ?>) entry).getKey()), ((Map.Entry<?, ?>) entry).getValue());
            }

            @Override
            public boolean remove(Object entry) {
                return entry instanceof Map.Entry && TConcurrentHashMap.this
                        .remove(((Map.Entry<?, ?>) entry).getKey(), ((Map.Entry<?, ?>) entry).getValue());
            }

            @Override
            public void clear() {
                TConcurrentHashMap.this.clear();
            }
        };
    }

    @Override
    public KeySetView<K, V> keySet() {
        return new KeySetView<>(this, null);
    }

    public KeySetView<K, V> keySet(V value) {
        return new KeySetView<>(this, Objects.requireNonNull(value));
    }

    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new KeySetView<>(new TConcurrentHashMap<>(), Boolean.TRUE);
    }

    public static <T> KeySetView<T, Boolean> newKeySet(int capacity) {
        return new KeySetView<>(new TConcurrentHashMap<>(capacity), Boolean.TRUE);
    }

    @Override
    public Collection<V> values() {
        return new AbstractCollection<>() {
            @Override
            public Iterator<V> iterator() {
                return new Walk().of(node -> node.value);
            }

            @Override
            public int size() {
                return count;
            }

            @Override
            public void clear() {
                TConcurrentHashMap.this.clear();
            }
        };
    }

    public Enumeration<K> keys() {
        return Collections.enumeration(keySet());
    }

    public Enumeration<V> elements() {
        return Collections.enumeration(values());
    }

    /** Keys; with a value for those that are added. */
    public static final class KeySetView<K, V> extends AbstractSet<K> implements Serializable {
        private static final long serialVersionUID = 1;

        private final TConcurrentHashMap<K, V> map;
        private final V value;

        KeySetView(TConcurrentHashMap<K, V> map, V value) {
            this.map = map;
            this.value = value;
        }

        public TConcurrentHashMap<K, V> getMap() {
            return map;
        }

        public V getMappedValue() {
            return value;
        }

        @Override
        public boolean add(K key) {
            if (value == null) {
                throw new UnsupportedOperationException();
            }
            return map.putIfAbsent(key, value) == null;
        }

        @Override
        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            return map.remove(key) != null;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public int size() {
            return map.count;
        }

        @Override
        public Iterator<K> iterator() {
            TConcurrentHashMap<K, V>.Walk walk = map.new Walk();
            return walk.of(node -> node.key);
        }
    }

    // What may be done in parallel is done in order; the thresholds are not looked at.

    public void forEach(long threshold, BiConsumer<? super K, ? super V> action) {
        forEach(action);
    }

    public <U> void forEach(long threshold, BiFunction<? super K, ? super V, ? extends U> f,
            Consumer<? super U> action) {
        forEach((key, value) -> {
            U result = f.apply(key, value);
            if (result != null) {
                action.accept(result);
            }
        });
    }

    public <U> U search(long threshold, BiFunction<? super K, ? super V, ? extends U> f) {
        for (Walk walk = new Walk(); walk.hasNext();) {
            Node<K, V> node = walk.step();
            U result = f.apply(node.key, node.value);
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    public <U> U reduce(long threshold, BiFunction<? super K, ? super V, ? extends U> f,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        U sum = null;
        for (Walk walk = new Walk(); walk.hasNext();) {
            Node<K, V> node = walk.step();
            U result = f.apply(node.key, node.value);
            if (result != null) {
                sum = sum == null ? result : reducer.apply(sum, result);
            }
        }
        return sum;
    }

    public double reduceToDouble(long threshold, ToDoubleBiFunction<? super K, ? super V> f, double basis,
            DoubleBinaryOperator reducer) {
        double sum = basis;
        for (Walk walk = new Walk(); walk.hasNext();) {
            Node<K, V> node = walk.step();
            sum = reducer.applyAsDouble(sum, f.applyAsDouble(node.key, node.value));
        }
        return sum;
    }

    public long reduceToLong(long threshold, ToLongBiFunction<? super K, ? super V> f, long basis,
            LongBinaryOperator reducer) {
        long sum = basis;
        for (Walk walk = new Walk(); walk.hasNext();) {
            Node<K, V> node = walk.step();
            sum = reducer.applyAsLong(sum, f.applyAsLong(node.key, node.value));
        }
        return sum;
    }

    public int reduceToInt(long threshold, ToIntBiFunction<? super K, ? super V> f, int basis,
            IntBinaryOperator reducer) {
        int sum = basis;
        for (Walk walk = new Walk(); walk.hasNext();) {
            Node<K, V> node = walk.step();
            sum = reducer.applyAsInt(sum, f.applyAsInt(node.key, node.value));
        }
        return sum;
    }

    public void forEachKey(long threshold, Consumer<? super K> action) {
        forEach((key, value) -> action.accept(key));
    }

    public <U> void forEachKey(long threshold, Function<? super K, ? extends U> f, Consumer<? super U> action) {
        forEach(threshold, (key, value) -> f.apply(key), action);
    }

    public <U> U searchKeys(long threshold, Function<? super K, ? extends U> f) {
        return search(threshold, (key, value) -> f.apply(key));
    }

    public K reduceKeys(long threshold, BiFunction<? super K, ? super K, ? extends K> reducer) {
        return this.<K>reduce(threshold, (key, value) -> key, reducer);
    }

    public <U> U reduceKeys(long threshold, Function<? super K, ? extends U> f,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        return this.<U>reduce(threshold, (key, value) -> f.apply(key), reducer);
    }

    public double reduceKeysToDouble(long threshold, ToDoubleFunction<? super K> f, double basis,
            DoubleBinaryOperator reducer) {
        return reduceToDouble(threshold, (key, value) -> f.applyAsDouble(key), basis, reducer);
    }

    public long reduceKeysToLong(long threshold, ToLongFunction<? super K> f, long basis,
            LongBinaryOperator reducer) {
        return reduceToLong(threshold, (key, value) -> f.applyAsLong(key), basis, reducer);
    }

    public int reduceKeysToInt(long threshold, ToIntFunction<? super K> f, int basis,
            IntBinaryOperator reducer) {
        return reduceToInt(threshold, (key, value) -> f.applyAsInt(key), basis, reducer);
    }

    public void forEachValue(long threshold, Consumer<? super V> action) {
        forEach((key, value) -> action.accept(value));
    }

    public <U> void forEachValue(long threshold, Function<? super V, ? extends U> f, Consumer<? super U> action) {
        forEach(threshold, (key, value) -> f.apply(value), action);
    }

    public <U> U searchValues(long threshold, Function<? super V, ? extends U> f) {
        return search(threshold, (key, value) -> f.apply(value));
    }

    public V reduceValues(long threshold, BiFunction<? super V, ? super V, ? extends V> reducer) {
        return this.<V>reduce(threshold, (key, value) -> value, reducer);
    }

    public <U> U reduceValues(long threshold, Function<? super V, ? extends U> f,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        return this.<U>reduce(threshold, (key, value) -> f.apply(value), reducer);
    }

    public double reduceValuesToDouble(long threshold, ToDoubleFunction<? super V> f, double basis,
            DoubleBinaryOperator reducer) {
        return reduceToDouble(threshold, (key, value) -> f.applyAsDouble(value), basis, reducer);
    }

    public long reduceValuesToLong(long threshold, ToLongFunction<? super V> f, long basis,
            LongBinaryOperator reducer) {
        return reduceToLong(threshold, (key, value) -> f.applyAsLong(value), basis, reducer);
    }

    public int reduceValuesToInt(long threshold, ToIntFunction<? super V> f, int basis,
            IntBinaryOperator reducer) {
        return reduceToInt(threshold, (key, value) -> f.applyAsInt(value), basis, reducer);
    }

    public void forEachEntry(long threshold, Consumer<? super Map.Entry<K, V>> action) {
        forEach((key, value) -> action.accept(new AbstractMap.SimpleImmutableEntry<>(key, value)));
    }

    public <U> void forEachEntry(long threshold, Function<? super Map.Entry<K, V>, ? extends U> f, Consumer<? super U> action) {
        forEach(threshold, (key, value) -> f.apply(new AbstractMap.SimpleImmutableEntry<>(key, value)), action);
    }

    public <U> U searchEntries(long threshold, Function<? super Map.Entry<K, V>, ? extends U> f) {
        return search(threshold, (key, value) -> f.apply(new AbstractMap.SimpleImmutableEntry<>(key, value)));
    }

    public Map.Entry<K, V> reduceEntries(long threshold, BiFunction<? super Map.Entry<K, V>, ? super Map.Entry<K, V>, ? extends Map.Entry<K, V>> reducer) {
        return this.<Map.Entry<K, V>>reduce(threshold, (key, value) -> new AbstractMap.SimpleImmutableEntry<>(key, value), reducer);
    }

    public <U> U reduceEntries(long threshold, Function<? super Map.Entry<K, V>, ? extends U> f,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        return this.<U>reduce(threshold, (key, value) -> f.apply(new AbstractMap.SimpleImmutableEntry<>(key, value)), reducer);
    }

    public double reduceEntriesToDouble(long threshold, ToDoubleFunction<? super Map.Entry<K, V>> f, double basis,
            DoubleBinaryOperator reducer) {
        return reduceToDouble(threshold, (key, value) -> f.applyAsDouble(new AbstractMap.SimpleImmutableEntry<>(key, value)), basis, reducer);
    }

    public long reduceEntriesToLong(long threshold, ToLongFunction<? super Map.Entry<K, V>> f, long basis,
            LongBinaryOperator reducer) {
        return reduceToLong(threshold, (key, value) -> f.applyAsLong(new AbstractMap.SimpleImmutableEntry<>(key, value)), basis, reducer);
    }

    public int reduceEntriesToInt(long threshold, ToIntFunction<? super Map.Entry<K, V>> f, int basis,
            IntBinaryOperator reducer) {
        return reduceToInt(threshold, (key, value) -> f.applyAsInt(new AbstractMap.SimpleImmutableEntry<>(key, value)), basis, reducer);
    }
}
