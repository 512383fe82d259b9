package javax.realtime;

/** A place for objects. Every component has a memory of its own here, and all areas of it lie in that. */
public abstract class MemoryArea {
    private final long size;

    protected MemoryArea(long size) {
        this.size = size;
    }

    /** Its bytes. */
    public long size() {
        return size == 0 ? Runtime.getRuntime().maxMemory() : size;
    }

    /** Bytes in use. */
    public long memoryConsumed() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Bytes left. */
    public long memoryRemaining() {
        return Math.max(0, size() - memoryConsumed());
    }

    /** Run something that makes its objects here. */
    public void enter(Runnable body) {
        body.run();
    }

    /** Run something that makes its objects here. */
    public void executeInArea(Runnable body) {
        body.run();
    }

    /** The area of an object. */
    public static MemoryArea getMemoryArea(Object object) {
        return HeapMemory.instance();
    }
}
