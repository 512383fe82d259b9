package dev.terrace.classlib.java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedSet;

/** {@code java.util.concurrent.ConcurrentSkipListSet}: the keys of a map. */
public class TConcurrentSkipListSet<E> extends AbstractSet<E> implements NavigableSet<E>, Serializable {
    private static final long serialVersionUID = 1;

    private final transient NavigableMap<E, Object> map;

    public TConcurrentSkipListSet() {
        map = new TConcurrentSkipListMap<>();
    }

    public TConcurrentSkipListSet(Comparator<? super E> order) {
        map = new TConcurrentSkipListMap<>(order);
    }

    public TConcurrentSkipListSet(Collection<? extends E> items) {
        this();
        addAll(items);
    }

    public TConcurrentSkipListSet(SortedSet<E> items) {
        this(items.comparator());
        addAll(items);
    }

    @SuppressWarnings("unchecked")
    TConcurrentSkipListSet(TConcurrentSkipListMap<E, ?> map) {
        this.map = (NavigableMap<E, Object>) (NavigableMap<E, ?>) map;
    }

    private TConcurrentSkipListSet(NavigableMap<E, Object> map) {
        this.map = map;
    }

    @Override
    public boolean add(E item) {
        return map.putIfAbsent(item, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object item) {
        return map.remove(item) != null;
    }

    @Override
    public boolean contains(Object item) {
        return map.containsKey(item);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<E> iterator() {
        Iterator<Map.Entry<E, Object>> entries = map.entrySet().iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public E next() {
                return entries.next().getKey();
            }

            @Override
            public void remove() {
                entries.remove();
            }
        };
    }

    @Override
    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    private static <E> E key(Map.Entry<E, ?> entry) {
        return entry == null ? null : entry.getKey();
    }

    @Override
    public E lower(E item) {
        return map.lowerKey(item);
    }

    @Override
    public E floor(E item) {
        return map.floorKey(item);
    }

    @Override
    public E ceiling(E item) {
        return map.ceilingKey(item);
    }

    @Override
    public E higher(E item) {
        return map.higherKey(item);
    }

    @Override
    public E pollFirst() {
        return key(map.pollFirstEntry());
    }

    @Override
    public E pollLast() {
        return key(map.pollLastEntry());
    }

    @Override
    public E first() {
        return map.firstKey();
    }

    @Override
    public E last() {
        return map.lastKey();
    }

    @Override
    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return new TConcurrentSkipListSet<>(map.descendingMap());
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromToo, E to, boolean toToo) {
        return new TConcurrentSkipListSet<>(map.subMap(from, fromToo, to, toToo));
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean toToo) {
        return new TConcurrentSkipListSet<>(map.headMap(to, toToo));
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean fromToo) {
        return new TConcurrentSkipListSet<>(map.tailMap(from, fromToo));
    }

    @Override
    public NavigableSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<E> headSet(E to) {
        return headSet(to, false);
    }

    @Override
    public NavigableSet<E> tailSet(E from) {
        return tailSet(from, true);
    }
}
