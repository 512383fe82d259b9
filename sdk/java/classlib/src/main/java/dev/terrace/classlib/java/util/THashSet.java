package dev.terrace.classlib.java.util;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;

/** {@code java.util.HashSet}: the keys of a {@link THashMap}, and so in OpenJDK's order. */
public class THashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, Serializable {
    private static final long serialVersionUID = 1;
    private static final Boolean PRESENT = Boolean.TRUE;

    private transient THashMap<E, Object> map;

    public THashSet() {
        map = new THashMap<>();
    }

    public THashSet(Collection<? extends E> items) {
        map = new THashMap<>(Math.max((int) (items.size() / 0.75f) + 1, 16));
        addAll(items);
    }

    public THashSet(int capacity, float load) {
        map = new THashMap<>(capacity, load);
    }

    public THashSet(int capacity) {
        map = new THashMap<>(capacity);
    }

    /** For LinkedHashSet. */
    THashSet(THashMap<E, Object> map) {
        this.map = map;
    }

    @Override
    public Iterator<E> iterator() {
        return map.keys();
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean contains(Object item) {
        return map.find(item) != null;
    }

    @Override
    public boolean add(E item) {
        return map.put(item, PRESENT) == null;
    }

    @Override
    public boolean remove(Object item) {
        return map.take(item, false, null) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        try {
            THashSet<E> copy = (THashSet<E>) super.clone();
            copy.map = (THashMap<E, Object>) map.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
