package library;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Executors, futures, latches, barriers and locks. Nothing here depends on which thread is quicker. */
final class Tasks {
    private Tasks() {
    }

    static void run() throws Exception {
        fixed();
        failures();
        scheduled();
        semaphore();
        barrier();
        lock();
    }

    private static void fixed() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        AtomicInteger sum = new AtomicInteger();
        CountDownLatch latch = new CountDownLatch(100);
        for (int i = 1; i <= 100; i++) {
            int number = i;
            pool.execute(() -> {
                sum.addAndGet(number);
                latch.countDown();
            });
        }
        latch.await();
        Future<String> name = pool.submit(() -> Thread.currentThread().getName().replaceAll("[0-9]+", "N"));
        System.out.println(sum + " " + name.get() + " " + name.isDone() + " " + latch.getCount());
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
    }

    private static void failures() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Future<Integer> failing = pool.submit((Callable<Integer>) () -> {
            throw new IllegalStateException("on purpose");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " / " + e.getCause());
        }
        CountDownLatch never = new CountDownLatch(1);
        Future<?> stuck = pool.submit(() -> {
            never.await();
            return null;
        });
        try {
            stuck.get(20, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("in time: " + stuck.isDone());
        }
        System.out.println(stuck.cancel(true) + " " + stuck.isCancelled() + " " + stuck.isDone());
        System.out.println(never.await(5, TimeUnit.MILLISECONDS));
        pool.shutdownNow();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));
    }

    private static void scheduled() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        List<String> order = new ArrayList<>();
        CountDownLatch latch = new CountDownLatch(3);
        pool.schedule(() -> note(order, "early", latch), 5, TimeUnit.MILLISECONDS);
        ScheduledFuture<String> value = pool.schedule(() -> {
            note(order, "middle", latch);
            return "value";
        }, 30, TimeUnit.MILLISECONDS);
        pool.schedule(() -> note(order, "late", latch), 60, TimeUnit.MILLISECONDS);
        latch.await();
        System.out.println(order + " " + value.get());
        CountDownLatch ticks = new CountDownLatch(4);
        ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(ticks::countDown, 1, 2, TimeUnit.MILLISECONDS);
        ticks.await();
        System.out.println(periodic.cancel(false) + " " + periodic.isCancelled());
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));
    }

    private static void note(List<String> order, String what, CountDownLatch latch) {
        synchronized (order) {
            order.add(what);
        }
        latch.countDown();
    }

    private static void semaphore() throws Exception {
        Semaphore semaphore = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                semaphore.acquireUninterruptibly();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                pause(3);
                inside.decrementAndGet();
                semaphore.release();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println((most.get() <= 2) + " " + semaphore.availablePermits() + " " + semaphore.tryAcquire(3)
                + " " + semaphore.tryAcquire(1, 1, TimeUnit.MILLISECONDS) + " " + semaphore.drainPermits());
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void barrier() throws Exception {
        AtomicInteger rounds = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(3, rounds::incrementAndGet);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    for (int round = 0; round < 5; round++) {
                        barrier.await();
                    }
                } catch (Exception e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(rounds + " " + barrier.getNumberWaiting() + " " + barrier.isBroken());
        try {
            barrier.await(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout, broken: " + barrier.isBroken());
        }
    }

    private static void lock() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Condition filled = lock.newCondition();
        List<Integer> box = new ArrayList<>();
        Thread producer = new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                lock.lock();
                try {
                    box.add(i);
                    filled.signal();
                } finally {
                    lock.unlock();
                }
                pause(1);
            }
        });
        producer.start();
        StringBuilder taken = new StringBuilder();
        lock.lock();
        try {
            lock.lock();
            for (int i = 0; i < 5; i++) {
                while (box.isEmpty()) {
                    filled.await();
                }
                taken.append(box.remove(0));
            }
            System.out.println(taken + " " + lock.getHoldCount() + " " + filled.await(2, TimeUnit.MILLISECONDS));
            lock.unlock();
        } finally {
            lock.unlock();
        }
        producer.join();
        System.out.println(lock.isLocked() + " " + lock.tryLock() + " " + lock.isHeldByCurrentThread());
        try {
            new ReentrantLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
    }
}
