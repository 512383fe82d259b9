import java.util.ArrayList;
import java.util.List;

/** A thousand threads sleep, take a lock, wait for each other and end; some sleep longer than others. */
public class Main {
    private static final Object LOCK = new Object();
    private static int ended;
    private static long sum;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            Thread thread = new Thread(() -> work(number), "worker-" + i);
            thread.start();
            threads.add(thread);
        }
        synchronized (LOCK) {
            while (ended < 1000) {
                LOCK.wait(10_000);
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ended + " " + sum);
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(100_000);
                System.out.println("slept");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        sleeper.start();
        long before = System.nanoTime();
        Thread.sleep(20);
        System.out.println(System.nanoTime() - before >= 20_000_000);
        sleeper.interrupt();
        sleeper.join();
        System.out.println(sleeper.isAlive());
    }

    private static void work(int number) {
        try {
            Thread.sleep(number % 7);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        synchronized (LOCK) {
            sum += number;
            ended++;
            LOCK.notifyAll();
        }
    }
}
