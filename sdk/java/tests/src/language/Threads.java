package language;

import java.util.ArrayList;
import java.util.List;

/** Threads, monitors and what ends them. Its output is that of OpenJDK 17, to the byte. */
public final class Threads {
    private static int inside;
    private static int most;
    private static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 1);
    private boolean ready;

    private synchronized void method(int turns) throws InterruptedException {
        for (int i = 0; i < turns; i++) {
            inside++;
            most = Math.max(most, inside);
            Thread.sleep(1);
            inside--;
        }
    }

    private static synchronized void classMethod() throws InterruptedException {
        inside++;
        most = Math.max(most, inside);
        Thread.sleep(1);
        inside--;
    }

    private synchronized void fail() {
        throw new IllegalStateException("inside");
    }

    private interface Body {
        void run() throws InterruptedException;
    }

    private static Thread start(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                System.out.println(name + " interrupted");
            }
        }, name);
        thread.start();
        return thread;
    }

    private static void joinAll(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void exclusion() throws InterruptedException {
        Threads shared = new Threads();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            threads.add(start("m" + i, () -> shared.method(3)));
            threads.add(start("c" + i, Threads::classMethod));
        }
        joinAll(threads);
        System.out.println("methods " + (most <= 2) + " " + inside);
        try {
            shared.fail();
        } catch (IllegalStateException e) {
            Thread other = start("after", () -> shared.method(1));
            other.join();
            System.out.println("released after " + e.getMessage() + " " + Thread.holdsLock(shared));
        }
    }

    private static void waiting() throws InterruptedException {
        Threads shared = new Threads();
        Thread waiter = start("waiter", () -> {
            synchronized (shared) {
                while (!shared.ready) {
                    shared.wait();
                }
                System.out.println("told");
            }
        });
        Thread.sleep(5);
        synchronized (shared) {
            shared.ready = true;
            shared.notifyAll();
            System.out.println("telling");
        }
        waiter.join();
        synchronized (shared) {
            long before = System.nanoTime();
            shared.wait(20);
            System.out.println("timed wait " + (System.nanoTime() - before >= 19_000_000));
        }
        try {
            shared.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println("no monitor");
        }
    }

    private static void interrupts() throws InterruptedException {
        Thread sleeper = start("sleeper", () -> Thread.sleep(100_000));
        Thread.sleep(2);
        sleeper.interrupt();
        sleeper.join();
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
    }

    private static void locals() throws InterruptedException {
        LOCAL.set(5);
        start("local", () -> {
            LOCAL.set(LOCAL.get() + 1);
            System.out.println("local " + LOCAL.get());
        }).join();
        System.out.println("local " + LOCAL.get() + " " + sleeperEnds());
    }

    private static boolean sleeperEnds() throws InterruptedException {
        Thread done = start("done", () -> { });
        done.join();
        done.join();
        return !done.isAlive();
    }

    public static void main(String[] args) throws InterruptedException {
        exclusion();
        waiting();
        interrupts();
        locals();
        Thread failing = new Thread(() -> {
            throw new IllegalArgumentException("in a thread");
        }, "failing");
        failing.setUncaughtExceptionHandler((thread, e) -> System.out.println(thread.getName() + " " + e));
        failing.start();
        failing.join();
        start("last", () -> {
            Thread.sleep(10);
            System.out.println("after main");
        });
        System.out.println("end of main");
        throw new IllegalStateException("bye");
    }
}
