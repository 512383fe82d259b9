package javax.realtime;

/** Memory of what is never freed. */
public final class ImmortalMemory extends MemoryArea {
    private static final ImmortalMemory INSTANCE = new ImmortalMemory();

    private ImmortalMemory() {
        super(0);
    }

    public static ImmortalMemory instance() {
        return INSTANCE;
    }
}
