package javax.realtime;

/** A scope in which an object takes time in proportion to its size. */
public class LTMemory extends ScopedMemory {
    public LTMemory(long size) {
        super(size);
    }

    public LTMemory(long initial, long most) {
        super(most);
    }
}
