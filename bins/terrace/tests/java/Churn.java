import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Makes and drops objects of many sizes, keeps some, and tells a checksum over all that lives. */
public class Main {
    record Node(int value, Node next, byte[] load) {
    }

    private static final Random RANDOM = new Random(42);

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        Map<String, Node> kept = new HashMap<>();
        ArrayDeque<double[]> window = new ArrayDeque<>();
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 200; i++) {
                String key = "k" + RANDOM.nextInt(500);
                Node old = kept.get(key);
                Node next = old != null && depth(old) < 5 ? old : null;
                byte[] load = new byte[RANDOM.nextInt(200)];
                RANDOM.nextBytes(load);
                kept.put(key, new Node(i, next, load));
            }
            double[] values = new double[1 + RANDOM.nextInt(500)];
            for (int i = 0; i < values.length; i++) {
                values[i] = RANDOM.nextGaussian();
            }
            window.addLast(values);
            if (window.size() > 20) {
                for (double value : window.removeFirst()) {
                    sum = sum * 31 + Double.doubleToLongBits(value);
                }
            }
            if (round % 50 == 0) {
                sum = sum * 31 + check(kept);
                System.out.println(round + " " + kept.size() + " " + Long.toHexString(sum));
            }
        }
        for (Map.Entry<String, Node> entry : new TreeMap<>(kept).entrySet()) {
            System.out.println(entry.getKey() + " " + entry.getValue().value() + " " + sumOf(entry.getValue()));
        }
    }

    private static int depth(Node node) {
        int depth = 0;
        for (Node n = node; n != null; n = n.next()) {
            depth++;
        }
        return depth;
    }

    private static long sumOf(Node node) {
        long sum = 0;
        for (Node n = node; n != null; n = n.next()) {
            for (byte b : n.load()) {
                sum = sum * 31 + b;
            }
        }
        return sum;
    }

    private static long check(Map<String, Node> kept) {
        long sum = 0;
        for (Map.Entry<String, Node> entry : new TreeMap<>(kept).entrySet()) {
            sum = sum * 31 + entry.getKey().hashCode() + sumOf(entry.getValue());
        }
        return sum;
    }
}
