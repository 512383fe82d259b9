package language;

import java.util.ArrayList;
import java.util.List;

/** What single instructions throw, and with which message. Its output is that of OpenJDK 17, to the byte. */
public final class Instructions {
    private static int[] numbers;
    private static int zero;
    private String text;
    private Instructions next;
    private int[][] grid = new int[2][];

    private interface Act {
        void run() throws Exception;
    }

    private static void check(String name, Act act) {
        try {
            act.run();
            System.out.println(name + ": nothing");
        } catch (Throwable e) {
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(name + ": " + e + " at " + top.getClassName() + ":" + top.getLineNumber());
        }
    }

    private static Instructions none() {
        return null;
    }

    private static void division() {
        check("int", () -> System.out.println(1 / zero));
        check("int rest", () -> System.out.println(1 % zero));
        check("long", () -> System.out.println(1L / zero));
        check("long rest", () -> System.out.println(1L % zero));
        check("folded", () -> {
            int none = 0;
            System.out.println(5 / none);
        });
        int least = Integer.MIN_VALUE + zero;
        long leastLong = Long.MIN_VALUE + zero;
        System.out.println(least / (zero - 1) + " " + least % (zero - 1));
        System.out.println(leastLong / (zero - 1) + " " + leastLong % (zero - 1));
        System.out.println(5.5 % -2.1 + " " + 1e300 % 3.7 + " " + -7f % 3f + " " + 1.0 % 0 + " " + -0.0 % 2);
    }

    private static void arrays() {
        check("negative", () -> System.out.println(new int[zero - 5].length));
        check("negative inner", () -> System.out.println(new int[3][zero - 1].length));
        check("negative objects", () -> System.out.println(new String[zero - 2].length));
        check("store", () -> {
            Object[] array = new String[1];
            array[0] = 5;
        });
        check("store list", () -> {
            Object[] array = new ArrayList<?>[1];
            array[zero] = new Instructions();
        });
        check("above", () -> System.out.println(new int[] {1, 2}[zero + 4]));
        check("below", () -> System.out.println(new long[] {7, 8}[zero - 1]));
        check("constant", () -> System.out.println(new byte[] {2}[-1]));
        char[] letters = new char[5];
        check("write", () -> letters[zero + 5] = 'x');
        int[] counted = new int[4];
        check("loop", () -> {
            for (int i = 3; i < counted.length; i--) {
                counted[i]++;
            }
        });
    }

    private static void casts() {
        Object number = 5;
        Object ours = new Instructions();
        check("java", () -> System.out.println(((String) number).length()));
        check("ours", () -> System.out.println(((Instructions) number).text));
        check("theirs", () -> System.out.println(((Integer) ours).intValue()));
        check("array", () -> System.out.println(((int[]) ours).length));
        check("unused", () -> {
            String lost = (String) number;
        });
        check("generic", () -> {
            List<Object> raw = new ArrayList<>();
            raw.add(1);
            @SuppressWarnings("unchecked")
            List<String> strings = (List<String>) (List<?>) raw;
            System.out.println(strings.get(0).length());
        });
    }

    private static void nulls() {
        Instructions made = new Instructions();
        String missing = null;
        check("static", () -> System.out.println(numbers[2]));
        check("length", () -> System.out.println(numbers.length));
        check("field", () -> System.out.println(made.next.text));
        check("write", () -> made.next.text = "x");
        check("deep", () -> System.out.println(made.next.next.next));
        check("inner", () -> System.out.println(made.grid[1][zero]));
        check("call", () -> System.out.println(missing.length()));
        check("arguments", () -> System.out.println(made.text.substring(zero, 1)));
        check("result", () -> System.out.println(none().text));
        check("unbox", () -> {
            Integer boxed = zero == 0 ? null : 1;
            System.out.println(boxed + 1);
        });
        check("throw", () -> {
            RuntimeException failure = zero == 0 ? null : new RuntimeException();
            throw failure;
        });
        check("monitor", () -> {
            synchronized (none()) {
                System.out.println("in");
            }
        });
        check("switch", () -> {
            switch (made.text) {
                case "a" -> System.out.println("a");
                default -> System.out.println("other");
            }
        });
    }

    private static void handlers() {
        try {
            System.out.println(new int[] {3, 4}[zero + 2]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("index " + e.getMessage());
        }
        try {
            System.out.println(none().text);
        } catch (NullPointerException e) {
            System.out.println("null " + e.getMessage().length());
        }
        try {
            try {
                System.out.println(1 / zero);
            } finally {
                System.out.println("finally");
            }
        } catch (ArithmeticException e) {
            System.out.println("rethrown " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        division();
        arrays();
        casts();
        nulls();
        handlers();
    }
}
