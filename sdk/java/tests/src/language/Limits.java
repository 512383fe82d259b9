package language;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

/** The end of the stack and of the heap, and collections. Its output is that of OpenJDK 17, to the byte. */
public final class Limits {
    private static int depth;

    private static int deeper(int n) {
        depth++;
        return deeper(n + 1) + 1;
    }

    private static Object chain(Object a, Object b, Object c, long n) {
        depth++;
        Object x = chain(b, c, a, n + 1);
        return x == a ? b : c;
    }

    private static void stack() {
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                deeper(0);
            } catch (StackOverflowError e) {
                System.out.println("stack " + e + " " + (depth > 1000));
            }
        }
        try {
            chain("a", "b", "c", 1);
        } catch (Throwable e) {
            System.out.println("chain " + e);
        }
    }

    private static void heap() {
        try {
            List<int[]> kept = new ArrayList<>();
            while (true) {
                kept.add(new int[100_000]);
            }
        } catch (OutOfMemoryError e) {
            System.out.println("arrays " + e.getMessage());
        }
        try {
            List<Object> kept = new LinkedList<>();
            while (true) {
                kept.add(new long[50]);
            }
        } catch (OutOfMemoryError e) {
            System.out.println("objects");
        }
        try {
            System.out.println(new long[Integer.MAX_VALUE - 8].length);
        } catch (OutOfMemoryError e) {
            System.out.println("one array");
        }
    }

    /** Inner arrays are made while the outer ones are not reachable from anything but the stack. */
    private static void collections() {
        long sum = 0;
        for (int round = 0; round < 200; round++) {
            int[][][] cube = new int[20][20][round % 7 + 1];
            String[][] names = {{"a" + round, "b"}, {"c" + round}};
            for (int[][] plane : cube) {
                for (int[] line : plane) {
                    sum += line.length;
                    line[0] = round;
                }
            }
            sum += cube[19][19][0] + names[1][0].length() + names[0][0].hashCode();
        }
        System.out.println("sum " + sum);
    }

    public static void main(String[] args) {
        stack();
        heap();
        collections();
        assert args.length > 100 : "assertions are on";
    }
}
