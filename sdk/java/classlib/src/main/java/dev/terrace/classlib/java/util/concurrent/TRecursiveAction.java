package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.RecursiveAction}. */
public abstract class TRecursiveAction extends TForkJoinTask<Void> {
    private static final long serialVersionUID = 1;

    protected abstract void compute();

    @Override
    public final Void getRawResult() {
        return null;
    }

    @Override
    protected final void setRawResult(Void value) {
    }

    @Override
    protected final boolean exec() {
        compute();
        return true;
    }
}
