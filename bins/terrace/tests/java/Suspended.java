import java.util.ArrayList;
import java.util.List;

/** Methods that may be suspended inside of try blocks, monitors and loops: what they return and assign is not lost. */
public class Main {
    static int n;

    static synchronized Object through(Object o) {
        Thread.yield();
        n++;
        return o;
    }

    static int inTry(Object o) {
        try {
            return through(o).hashCode();
        } catch (RuntimeException e) {
            return -1;
        }
    }

    static Object withFinally(Object o) {
        try {
            return through(o).toString();
        } finally {
            n++;
        }
    }

    static Object inMonitor(Object o) {
        synchronized (o) {
            return through(o).toString();
        }
    }

    synchronized Object chosen(Object o) {
        return n % 2 == 0 ? through(o) : n;
    }

    synchronized Object receiver(List<Object> a, List<Object> b, Object o) {
        (n % 2 == 0 ? a : b).add(through(o));
        notifyAll();
        return o;
    }

    /** The assignment in the handler is seen by the next round. */
    static long again(Object o) {
        while (true) {
            try {
                return through(o).hashCode() + 1L;
            } catch (RuntimeException e) {
                n++;
                o = "z";
            }
        }
    }

    static long nested(Object o) {
        try {
            through(o);
            return n + o.hashCode();
        } catch (RuntimeException e) {
            try {
                return through("in the handler").hashCode();
            } catch (Exception x) {
                return -1;
            }
        }
    }

    static void nothing(Object o) {
        try {
            through(o).toString();
            return;
        } catch (RuntimeException e) {
            n += 2;
            return;
        }
    }

    /** Return, handler and finally, all within a monitor. */
    static double all(Object o) {
        synchronized (Main.class) {
            try {
                return through(o).hashCode();
            } catch (RuntimeException e) {
                return -1;
            } finally {
                through(o);
            }
        }
    }

    static void run() {
        Main m = new Main();
        System.out.println(inTry("a") + " " + inTry(null) + withFinally("b") + inMonitor("c"));
        System.out.println(m.chosen("s") + " " + m.chosen("s") + m.chosen(2) + m.chosen(2));
        List<Object> a = new ArrayList<>();
        List<Object> b = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            m.receiver(a, b, i);
        }
        System.out.println(a + " " + b);
        System.out.println(again("a") + " " + again(null) + " " + nested("a") + " " + nested(null));
        nothing(null);
        nothing("a");
        System.out.println(all("a") + " " + all(null) + " " + n);
    }

    public static void main(String[] args) throws InterruptedException {
        run();
        Thread other = new Thread(Main::run);
        other.start();
        other.join();
    }
}
