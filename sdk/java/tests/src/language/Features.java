package language;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Features of the language up to 17. Its output is that of OpenJDK 17, to the byte. */
public final class Features {
    private sealed interface Shape permits Circle, Square, Group {
        default String describe() {
            return "shape " + name();
        }

        String name();
    }

    private record Circle(double radius) implements Shape {
        Circle {
            if (radius < 0) {
                throw new IllegalArgumentException("radius " + radius);
            }
        }

        @Override
        public String name() {
            return "circle";
        }
    }

    private record Square(int side) implements Shape {
        @Override
        public String name() {
            return "square";
        }
    }

    private record Group(List<Shape> parts, Map<String, int[]> notes) implements Shape {
        @Override
        public String name() {
            return "group of " + parts.size();
        }
    }

    private enum Level {
        LOW {
            @Override
            int cost() {
                return 1;
            }
        },
        HIGH {
            @Override
            int cost() {
                return Level.values().length * 10;
            }
        };

        abstract int cost();
    }

    private static final class First {
        static final String NAME = trace("First");
        static final int VALUE = Second.VALUE + 1;
    }

    private static final class Second {
        static final String NAME = trace("Second");
        static final int VALUE = First.VALUE + 10;
    }

    private static class Broken {
        static final int VALUE = Integer.parseInt(trace("x"));
    }

    private static final class Lazy {
        static final int CONSTANT = 7;
        static int counted = trace("Lazy").length();
    }

    private static final class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            throw new IllegalStateException("closing " + name);
        }
    }

    private static String trace(String what) {
        System.out.println("init " + what);
        return what;
    }

    private static double area(Shape shape) {
        if (shape instanceof Circle c && c.radius() > 1) {
            return c.radius() * 3;
        } else if (shape instanceof Square s) {
            return s.side() * s.side();
        }
        return shape instanceof Group g ? g.parts().stream().mapToDouble(Features::area).sum() : -1;
    }

    private static String word(String text) {
        return switch (text) {
            case "Aa", "BB" -> "same hash";
            case "one" -> {
                String result = "1";
                yield result + "!";
            }
            default -> "other";
        };
    }

    private static <T extends Comparable<T>, R> Map<T, Supplier<R>> nest(T key, Function<? super T, ? extends R> make) {
        Map<T, Supplier<R>> map = new HashMap<>();
        map.put(key, () -> make.apply(key));
        return map;
    }

    private static int tries(int n) {
        try {
            if (n == 0) {
                return n;
            }
            throw new IllegalArgumentException("n " + n);
        } catch (IllegalArgumentException e) {
            return -n;
        } finally {
            System.out.println("tried " + n);
        }
    }

    private static void initialisers() {
        System.out.println(Lazy.CONSTANT);
        System.out.println(First.VALUE + " " + Second.VALUE);
        System.out.println(Lazy.counted);
    }

    private static void resources() {
        try (Resource outer = new Resource("outer"); Resource inner = new Resource("inner")) {
            throw new RuntimeException("body of " + outer.name + inner.name);
        } catch (RuntimeException e) {
            System.out.println(e + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage());
        }
    }

    public static void main(String[] args) {
        Shape group = new Group(List.of(new Circle(2), new Square(3), new Circle(0.5)), Map.of());
        System.out.println(group.describe() + " " + area(group) + " " + new Circle(2.5));
        System.out.println(new Square(4).equals(new Square(4)) + " " + new Square(4).hashCode());
        System.out.println(word("Aa") + word("BB") + word("one") + word("C#"));
        for (Level level : Level.values()) {
            System.out.println(level + " " + level.cost() + " " + Level.valueOf(level.name()).ordinal());
        }
        System.out.println(nest("k", s -> s.length() + 41).get("k").get());
        System.out.println(tries(0) + " " + tries(3));
        initialisers();
        resources();
        int[][][] cube = new int[3][4][5];
        cube[2][3][4] = 9;
        long[][] open = new long[2][];
        System.out.println(cube[2][3][4] + cube[1].length + " " + (open[1] == null));
        String block = """
                a "text"
                  block\
                """;
        System.out.println(block + (char) ('a' + 1) + (byte) 200 + (int) 1e20 + (long) Double.NaN + (5 >>> -1));
        try {
            new Circle(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
