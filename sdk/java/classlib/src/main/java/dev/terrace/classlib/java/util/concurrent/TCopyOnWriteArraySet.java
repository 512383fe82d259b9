package dev.terrace.classlib.java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.CopyOnWriteArrayList;

/** {@code java.util.concurrent.CopyOnWriteArraySet}. */
public class TCopyOnWriteArraySet<E> extends AbstractSet<E> implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient CopyOnWriteArrayList<E> items = new CopyOnWriteArrayList<>();

    public TCopyOnWriteArraySet() {
    }

    public TCopyOnWriteArraySet(Collection<? extends E> items) {
        addAll(items);
    }

    @Override
    public boolean add(E item) {
        return items.addIfAbsent(item);
    }

    @Override
    public boolean remove(Object item) {
        return items.remove(item);
    }

    @Override
    public boolean contains(Object item) {
        return items.contains(item);
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public void clear() {
        items.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return items.iterator();
    }
}
