import java.util.ArrayList;
import java.util.List;

/** What is held while the collector runs, and what lies where it lay when it is freed too early. */
public class Main {
    private static final Object[] LATER = new Object[64];
    private static final Object SHARED = new Object();
    private static int collections;

    /** A collection, and then objects in all the room that it found. */
    private static int collect(int answer) {
        collections++;
        System.gc();
        for (int i = 0; i < LATER.length; i++) {
            int[] over = new int[2 + i % 9];
            java.util.Arrays.fill(over, 3);
            LATER[i] = over;
        }
        return answer;
    }

    /** A field that has the name of one of Object's. */
    private static final class Named {
        private final List<String> monitor = new ArrayList<>();
        private Named next;
    }

    private static synchronized int ofTheClass(int n) {
        collect(n);
        return n == 0 ? 0 : 1 + ofTheClass(n - 1);
    }

    private synchronized int ofTheObject(int n) {
        collect(n);
        return n == 0 ? 0 : 1 + ofTheObject(n - 1);
    }

    private static int of(Object lock) {
        int hash = System.identityHashCode(lock);
        synchronized (lock) {
            collect(1);
        }
        return hash == System.identityHashCode(lock) ? 1 : 0;
    }

    private static void named() {
        Named first = null;
        for (int i = 0; i < 20; i++) {
            Named one = new Named();
            one.monitor.add("n" + i);
            one.next = first;
            first = one;
            collect(i);
        }
        StringBuilder all = new StringBuilder();
        for (Named one = first; one != null; one = one.next) {
            all.append(one.monitor);
        }
        System.out.println(all);
    }

    public static void main(String[] args) {
        System.out.println(ofTheClass(5) + new Main().ofTheObject(5));
        System.out.println(of(SHARED) + of(new int[3]) + of(new Object[3]) + of("text") + of(Main.class) + of(new Main()));
        named();
        System.out.println(collections);
    }
}
