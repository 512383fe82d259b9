package kernels;

/** A repeatable stream of random numbers (Marsaglia's xorshift64), as in apps/kernels/kernel.h. */
final class Draws {
    private long state;

    Draws(long seed) {
        state = seed == 0 ? 1 : seed;
    }

    long next() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return state;
    }

    /** From 0 to below `bound`. */
    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** From 0 to below 1. */
    double fraction() {
        return (next() >>> 11) * 0x1.0p-53;
    }
}
