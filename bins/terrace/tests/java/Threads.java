/** A thousand threads sleep, some longer than others, and count; then one is interrupted in its sleep. */
public class Main {
    public static void main(String[] a) throws Exception {
        int[] n = new int[2];
        for (int i = 0; i < 1000; i++) {
            int k = i;
            new Thread(() -> { try { Thread.sleep(k % 7); } catch (InterruptedException e) { return; } synchronized (n) { n[0]++; n[1] += k; } }).start();
        }
        long before = System.nanoTime();
        while (counted(n) < 1000) Thread.sleep(5);
        System.out.println(n[0] + " " + n[1] + " " + (System.nanoTime() - before >= 5_000_000));
        Thread s = new Thread(() -> { try { Thread.sleep(100_000); System.out.println("slept"); } catch (InterruptedException e) { System.out.println("interrupted"); } });
        s.start();
        Thread.sleep(20);
        s.interrupt();
        Thread.sleep(20);
    }

    static int counted(int[] n) {
        synchronized (n) {
            return n[0];
        }
    }
}
