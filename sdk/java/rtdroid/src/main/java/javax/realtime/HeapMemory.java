package javax.realtime;

/** Memory that is collected. */
public final class HeapMemory extends MemoryArea {
    private static final HeapMemory INSTANCE = new HeapMemory();

    private HeapMemory() {
        super(0);
    }

    public static HeapMemory instance() {
        return INSTANCE;
    }
}
