package dev.terrace.classlib.java.util;

import java.util.Collection;

/** {@code java.util.LinkedHashSet}: the keys of a {@link TLinkedHashMap}. */
public class TLinkedHashSet<E> extends THashSet<E> {
    private static final long serialVersionUID = 1;

    public TLinkedHashSet() {
        this(16, 0.75f);
    }

    public TLinkedHashSet(int capacity) {
        this(capacity, 0.75f);
    }

    public TLinkedHashSet(int capacity, float load) {
        super(new TLinkedHashMap<>(capacity, load));
    }

    public TLinkedHashSet(Collection<? extends E> items) {
        this(Math.max(2 * items.size(), 11), 0.75f);
        addAll(items);
    }
}
