package kernels;

import java.util.ArrayList;
import java.util.List;

/**
 * How long the collector stops a program: 20,000 lasting lists (in the end 4 to 5 MB) of which one a step is
 * replaced, and much that is dropped at once. What lasts longer than its neighbours is a pause.
 */
final class Pauses {
    private static final int LASTING = 20_000;
    private static final int STEP = 100;

    private record Cell(long value, Cell next) {}

    private Pauses() {}

    /** The longest time between two steps of so many, ns. */
    static long longest(int steps) {
        List<Cell> lasting = new ArrayList<>();
        for (int i = 0; i < LASTING; i++) {
            lasting.add(new Cell(i, null));
        }
        Draws draws = new Draws(1);
        long longest = 0;
        long sum = 0;
        long before = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            sum += step(lasting, draws);
            long now = System.nanoTime();
            longest = Math.max(longest, now - before);
            before = now;
        }
        // Printed, so that no compiler leaves the work out.
        System.out.println("checksum " + sum);
        return longest;
    }

    private static long step(List<Cell> lasting, Draws draws) {
        Cell garbage = null;
        for (int i = 0; i < STEP; i++) {
            garbage = new Cell(i, i % 10 == 0 ? null : garbage);
        }
        lasting.set(draws.below(LASTING), garbage);
        return garbage.value();
    }
}
