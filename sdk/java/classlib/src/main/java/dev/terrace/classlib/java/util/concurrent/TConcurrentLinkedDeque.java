package dev.terrace.classlib.java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/** {@code java.util.concurrent.ConcurrentLinkedDeque}: a ring of nodes, so that an iterator outlives changes. */
public class TConcurrentLinkedDeque<E> extends AbstractCollection<E> implements Deque<E>, Serializable {
    private static final long serialVersionUID = 1;

    private final transient Node<E> ends = new Node<>(null);
    private int size;

    /** One that is removed has no item, and still leads to where its neighbours were. */
    private static final class Node<E> {
        E item;
        Node<E> next;
        Node<E> previous;

        Node(E item) {
            this.item = item;
        }
    }

    public TConcurrentLinkedDeque() {
        ends.next = ends;
        ends.previous = ends;
    }

    public TConcurrentLinkedDeque(Collection<? extends E> items) {
        this();
        addAll(items);
    }

    private void insert(E item, Node<E> before) {
        Node<E> node = new Node<>(Objects.requireNonNull(item));
        node.next = before;
        node.previous = before.previous;
        node.previous.next = node;
        before.previous = node;
        size++;
    }

    private E unlink(Node<E> node) {
        E item = node.item;
        if (item != null) {
            node.previous.next = node.next;
            node.next.previous = node.previous;
            node.item = null;
            size--;
        }
        return item;
    }

    private static <E> E present(E item) {
        if (item == null) {
            throw new NoSuchElementException();
        }
        return item;
    }

    @Override
    public void addFirst(E item) {
        insert(item, ends.next);
    }

    @Override
    public void addLast(E item) {
        insert(item, ends);
    }

    @Override
    public boolean offerFirst(E item) {
        addFirst(item);
        return true;
    }

    @Override
    public boolean offerLast(E item) {
        addLast(item);
        return true;
    }

    @Override
    public boolean add(E item) {
        return offerLast(item);
    }

    @Override
    public boolean offer(E item) {
        return offerLast(item);
    }

    @Override
    public void push(E item) {
        addFirst(item);
    }

    @Override
    public E pollFirst() {
        return unlink(ends.next);
    }

    @Override
    public E pollLast() {
        return unlink(ends.previous);
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E removeFirst() {
        return present(pollFirst());
    }

    @Override
    public E removeLast() {
        return present(pollLast());
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public E peekFirst() {
        return ends.next.item;
    }

    @Override
    public E peekLast() {
        return ends.previous.item;
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public E getFirst() {
        return present(peekFirst());
    }

    @Override
    public E getLast() {
        return present(peekLast());
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public boolean removeFirstOccurrence(Object item) {
        for (Node<E> node = ends.next; node != ends; node = node.next) {
            if (node.item.equals(item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean removeLastOccurrence(Object item) {
        for (Node<E> node = ends.previous; node != ends; node = node.previous) {
            if (node.item.equals(item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean remove(Object item) {
        return removeFirstOccurrence(item);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk(true);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new Walk(false);
    }

    private final class Walk implements Iterator<E> {
        private final boolean forwards;
        private Node<E> next = ends;
        private Node<E> last;
        private E item;

        Walk(boolean forwards) {
            this.forwards = forwards;
            step();
        }

        private void step() {
            do {
                next = forwards ? next.next : next.previous;
            } while (next != ends && next.item == null);
            item = next.item;
        }

        @Override
        public boolean hasNext() {
            return item != null;
        }

        @Override
        public E next() {
            E result = present(item);
            last = next;
            step();
            return result;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            unlink(last);
            last = null;
        }
    }
}
