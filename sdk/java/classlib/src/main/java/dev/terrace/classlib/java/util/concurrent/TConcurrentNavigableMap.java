package dev.terrace.classlib.java.util.concurrent;

import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentMap;

/** {@code java.util.concurrent.ConcurrentNavigableMap}. */
public interface TConcurrentNavigableMap<K, V> extends ConcurrentMap<K, V>, NavigableMap<K, V> {
    @Override
    TConcurrentNavigableMap<K, V> subMap(K from, boolean fromToo, K to, boolean toToo);

    @Override
    TConcurrentNavigableMap<K, V> headMap(K to, boolean toToo);

    @Override
    TConcurrentNavigableMap<K, V> tailMap(K from, boolean fromToo);

    @Override
    TConcurrentNavigableMap<K, V> subMap(K from, K to);

    @Override
    TConcurrentNavigableMap<K, V> headMap(K to);

    @Override
    TConcurrentNavigableMap<K, V> tailMap(K from);

    @Override
    TConcurrentNavigableMap<K, V> descendingMap();

    @Override
    NavigableSet<K> navigableKeySet();

    @Override
    NavigableSet<K> keySet();

    @Override
    NavigableSet<K> descendingKeySet();
}
