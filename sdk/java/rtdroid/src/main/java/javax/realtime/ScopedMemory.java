package javax.realtime;

/** Memory that is freed when the last one leaves it. */
public abstract class ScopedMemory extends MemoryArea {
    protected ScopedMemory(long size) {
        super(size);
    }
}
