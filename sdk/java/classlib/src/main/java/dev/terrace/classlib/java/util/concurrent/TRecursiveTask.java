package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.RecursiveTask}. */
public abstract class TRecursiveTask<V> extends TForkJoinTask<V> {
    private static final long serialVersionUID = 1;

    private transient V result;

    protected abstract V compute();

    @Override
    public final V getRawResult() {
        return result;
    }

    @Override
    protected final void setRawResult(V value) {
        result = value;
    }

    @Override
    protected final boolean exec() {
        result = compute();
        return true;
    }
}
