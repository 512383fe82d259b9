package dev.terrace.classlib.java.util.concurrent;

/** {@code java.util.concurrent.ForkJoinWorkerThread}. */
public class TForkJoinWorkerThread extends Thread {
    private final TForkJoinPool pool;
    private final int index;

    protected TForkJoinWorkerThread(TForkJoinPool pool) {
        this.pool = pool;
        this.index = pool.nextIndex();
        setName(pool.prefix() + index);
        setDaemon(true);
    }

    public TForkJoinPool getPool() {
        return pool;
    }

    public int getPoolIndex() {
        return index - 1;
    }

    protected void onStart() {
    }

    protected void onTermination(Throwable failure) {
    }

    @Override
    public void run() {
        onStart();
        pool.work(this);
        onTermination(null);
    }
}
