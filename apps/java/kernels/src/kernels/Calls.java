package kernels;

import java.util.function.IntBinaryOperator;

/**
 * Kernel: calls that are bound at run time: an interface with six implementations in random order,
 * an abstract class with three, and lambdas.
 */
final class Calls implements Kernel {
    private static final int ROUNDS = 2_000;
    private static final int SHAPES = 300;

    interface Shape {
        int area();

        default int doubled() {
            return area() * 2;
        }
    }

    record Square(int side) implements Shape {
        @Override
        public int area() {
            return side * side;
        }
    }

    record Box(int width, int height) implements Shape {
        @Override
        public int area() {
            return width * height;
        }
    }

    record Triangle(int base, int height) implements Shape {
        @Override
        public int area() {
            return base * height / 2;
        }
    }

    record Frame(Shape outer, Shape inner) implements Shape {
        @Override
        public int area() {
            return outer.area() - inner.area();
        }
    }

    record Strip(int length) implements Shape {
        @Override
        public int area() {
            return length;
        }

        @Override
        public int doubled() {
            return length + length;
        }
    }

    record Dot() implements Shape {
        @Override
        public int area() {
            return 1;
        }
    }

    abstract static class Step {
        abstract int next(int value);
    }

    static final class Add extends Step {
        @Override
        int next(int value) {
            return value + 7;
        }
    }

    static final class Turn extends Step {
        @Override
        int next(int value) {
            return Integer.rotateLeft(value, 3);
        }
    }

    static final class Flip extends Step {
        @Override
        int next(int value) {
            return value ^ 0x55AA;
        }
    }

    @Override
    public long work(int round) {
        Draws draws = new Draws(round + 1);
        Shape[] shapes = new Shape[SHAPES];
        for (int i = 0; i < SHAPES; i++) {
            shapes[i] = shape(draws);
        }
        Step[] steps = {new Add(), new Turn(), new Flip()};
        int offset = draws.below(100);
        IntBinaryOperator[] lambdas = {(a, b) -> a + b, (a, b) -> a ^ b, (a, b) -> a - offset};
        long sum = 0;
        int value = 1;
        for (int i = 0; i < ROUNDS; i++) {
            int areas = 0;
            for (Shape shape : shapes) {
                areas += (i & 1) == 0 ? shape.area() : shape.doubled();
                value = steps[(areas & 0xFF) % 3].next(value);
            }
            value = lambdas[i % 3].applyAsInt(value, areas);
            sum = Sum.mix(sum, value);
        }
        return sum;
    }

    private static Shape shape(Draws draws) {
        int size = 1 + draws.below(50);
        switch (draws.below(6)) {
            case 0: return new Square(size);
            case 1: return new Box(size, size + 3);
            case 2: return new Triangle(size, size + 1);
            case 3: return new Frame(new Square(size + 2), new Box(size, 2));
            case 4: return new Strip(size);
            default: return new Dot();
        }
    }
}
