import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Monitors, interrupts, join and thread locals: what OpenJDK prints for these is the same in every run. */
public class Main {
    static final List<String> LOG = new ArrayList<>();

    static void log(String line) {
        synchronized (LOG) {
            LOG.add(line);
        }
    }

    /** A buffer of one item, with notifyAll in a finally after wait. */
    static final class Box {
        private Integer item;
        private int changes;

        synchronized void put(int value) throws InterruptedException {
            try {
                while (item != null) {
                    wait();
                }
                item = value;
            } finally {
                changes++;
                notifyAll();
            }
        }

        synchronized int take() throws InterruptedException {
            try {
                while (item == null) {
                    wait(5000, 1);
                }
                int value = item;
                item = null;
                return value;
            } finally {
                changes++;
                notifyAll();
            }
        }

        synchronized int changes() {
            return changes;
        }
    }

    static void boxes() throws InterruptedException {
        Box box = new Box();
        List<Thread> threads = new ArrayList<>();
        int[] sums = new int[4];
        for (int i = 0; i < 4; i++) {
            int n = i;
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < 25; k++) {
                        box.put(n * 100 + k);
                        sums[n] += box.take();
                    }
                } catch (InterruptedException e) {
                    log("never");
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2] + sums[3] + " " + box.changes());
    }

    static void mistakes() throws InterruptedException {
        Object o = new Object();
        for (int i = 0; i < 5; i++) {
            try {
                switch (i) {
                    case 0 -> o.notify();
                    case 1 -> o.notifyAll();
                    case 2 -> o.wait();
                    case 3 -> {
                        synchronized (o) {
                            o.wait(-1);
                        }
                    }
                    default -> {
                        synchronized (o) {
                            o.wait(1, 1_000_000);
                        }
                    }
                }
            } catch (IllegalMonitorStateException | IllegalArgumentException e) {
                System.out.println(i + " " + e);
            }
        }
        Thread thread = new Thread(() -> { });
        System.out.println(thread.isAlive());
        thread.start();
        try {
            thread.start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
        thread.join();
        System.out.println(thread.isAlive() + " " + Thread.holdsLock(o));
        synchronized (o) {
            System.out.println(Thread.holdsLock(o));
            synchronized (o) {
                o.wait(1);
                System.out.println(Thread.holdsLock(o));
            }
            System.out.println(Thread.holdsLock(o));
        }
        System.out.println(Thread.holdsLock(o));
    }

    /** An interrupted wait has the monitor again before it throws. */
    static void interrupts() throws InterruptedException {
        Object o = new Object();
        boolean[] waits = new boolean[1];
        Thread waiter = new Thread(() -> {
            synchronized (o) {
                try {
                    waits[0] = true;
                    o.notifyAll();
                    o.wait();
                    log("never");
                } catch (InterruptedException e) {
                    log("interrupted " + Thread.holdsLock(o) + " " + Thread.currentThread().isInterrupted());
                    o.notifyAll();
                }
            }
        });
        waiter.start();
        synchronized (o) {
            while (!waits[0]) {
                o.wait();
            }
            waiter.interrupt();
            log("still held");
        }
        waiter.join();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
                log("never");
            } catch (InterruptedException e) {
                log("woken " + Thread.interrupted());
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        Thread.currentThread().interrupt();
        try {
            synchronized (o) {
                o.wait();
            }
        } catch (InterruptedException e) {
            log("at once " + Thread.interrupted());
        }
        System.out.println(LOG);
    }

    /** A thread that waits for a monitor and is interrupted gets it all the same. */
    static void entering() throws InterruptedException {
        Object o = new Object();
        Thread thread = new Thread(() -> {
            synchronized (o) {
                log("entered " + Thread.interrupted());
            }
        });
        LOG.clear();
        synchronized (o) {
            thread.start();
            Thread.sleep(20);
            thread.interrupt();
            log("left");
        }
        thread.join();
        System.out.println(LOG);
    }

    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);

    static void locals() throws InterruptedException {
        LOCAL.set(1);
        Thread thread = new Thread(() -> {
            log("other " + LOCAL.get());
            LOCAL.set(2);
            Thread.yield();
            log("other " + LOCAL.get());
            LOCAL.remove();
            log("other " + LOCAL.get());
        });
        LOG.clear();
        thread.start();
        thread.join();
        System.out.println(LOG + " " + LOCAL.get());
    }

    /** Many threads, each woken by the one before. */
    static void relay() throws InterruptedException {
        Object o = new Object();
        int[] turn = new int[1];
        Queue<Integer> order = new ArrayDeque<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int n = i;
            Thread thread = new Thread(() -> {
                synchronized (o) {
                    while (turn[0] != n) {
                        try {
                            o.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    order.add(n);
                    turn[0]++;
                    o.notifyAll();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int expected = 0;
        for (int n : order) {
            expected += n == expected ? 1 : 0;
        }
        System.out.println(expected);
    }

    public static void main(String[] args) throws InterruptedException {
        boxes();
        mistakes();
        interrupts();
        entering();
        locals();
        relay();
    }
}
