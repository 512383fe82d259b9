package dev.terrace.classlib.java.util;

import java.io.Serializable;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.teavm.backend.wasm.runtime.WasmSupport;

/** {@code java.util.Random}: the linear congruential generator that its documentation gives, number for number. */
public class TRandom implements RandomGenerator, Serializable {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long INCREMENT = 0xBL;
    private static final long MASK = (1L << 48) - 1;

    private long state;
    private double spareGaussian;
    private boolean hasSpareGaussian;

    public TRandom() {
        this((long) (WasmSupport.random() * 0x1p53) ^ System.nanoTime());
    }

    public TRandom(long seed) {
        if (getClass() == TRandom.class) {
            state = scramble(seed);
        } else {
            setSeed(seed);
        }
    }

    private static long scramble(long seed) {
        return (seed ^ MULTIPLIER) & MASK;
    }

    public void setSeed(long seed) {
        state = scramble(seed);
        hasSpareGaussian = false;
    }

    protected int next(int bits) {
        state = state * MULTIPLIER + INCREMENT & MASK;
        return (int) (state >>> 48 - bits);
    }

    @Override
    public void nextBytes(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            int word = nextInt();
            for (int n = Math.min(bytes.length - i, 4); n > 0; n--) {
                bytes[i++] = (byte) word;
                word >>= 8;
            }
        }
    }

    @Override
    public int nextInt() {
        return next(32);
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        int bits = next(31);
        if ((bound & bound - 1) == 0) {
            return (int) (bound * (long) bits >> 31);
        }
        int value = bits % bound;
        while (bits - value + (bound - 1) < 0) {
            bits = next(31);
            value = bits % bound;
        }
        return value;
    }

    @Override
    public long nextLong() {
        return ((long) next(32) << 32) + next(32);
    }

    @Override
    public boolean nextBoolean() {
        return next(1) != 0;
    }

    @Override
    public float nextFloat() {
        return next(24) / (float) (1 << 24);
    }

    @Override
    public double nextDouble() {
        return (((long) next(26) << 27) + next(27)) * 0x1.0p-53;
    }

    /** The polar method of Marsaglia, which makes two numbers at a time. */
    @Override
    public double nextGaussian() {
        if (hasSpareGaussian) {
            hasSpareGaussian = false;
            return spareGaussian;
        }
        double a;
        double b;
        double square;
        do {
            a = 2 * nextDouble() - 1;
            b = 2 * nextDouble() - 1;
            square = a * a + b * b;
        } while (square >= 1 || square == 0);
        double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        spareGaussian = b * factor;
        hasSpareGaussian = true;
        return a * factor;
    }

    @Override
    public IntStream ints() {
        return IntStream.generate(this::nextInt);
    }

    @Override
    public IntStream ints(long size) {
        checkSize(size);
        return ints().limit(size);
    }

    @Override
    public IntStream ints(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return IntStream.generate(() -> boundedInt(origin, bound));
    }

    @Override
    public IntStream ints(long size, int origin, int bound) {
        checkSize(size);
        return ints(origin, bound).limit(size);
    }

    @Override
    public LongStream longs() {
        return LongStream.generate(this::nextLong);
    }

    @Override
    public LongStream longs(long size) {
        checkSize(size);
        return longs().limit(size);
    }

    @Override
    public LongStream longs(long origin, long bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return LongStream.generate(() -> boundedLong(origin, bound));
    }

    @Override
    public LongStream longs(long size, long origin, long bound) {
        checkSize(size);
        return longs(origin, bound).limit(size);
    }

    @Override
    public DoubleStream doubles() {
        return DoubleStream.generate(this::nextDouble);
    }

    @Override
    public DoubleStream doubles(long size) {
        checkSize(size);
        return doubles().limit(size);
    }

    @Override
    public DoubleStream doubles(double origin, double bound) {
        if (!(origin < bound && bound - origin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return DoubleStream.generate(() -> boundedDouble(origin, bound));
    }

    @Override
    public DoubleStream doubles(long size, double origin, double bound) {
        checkSize(size);
        return doubles(origin, bound).limit(size);
    }

    private static void checkSize(long size) {
        if (size < 0) {
            throw new IllegalArgumentException("size must be non-negative");
        }
    }

    /** As the streams of JDK 17 have it, which is not the way of {@link #nextInt(int)} unless the range fits. */
    private int boundedInt(int origin, int bound) {
        int range = bound - origin;
        if (range > 0) {
            return nextInt(range) + origin;
        }
        int value;
        do {
            value = nextInt();
        } while (value < origin || value >= bound);
        return value;
    }

    private long boundedLong(long origin, long bound) {
        long value = nextLong();
        long range = bound - origin;
        long last = range - 1;
        if ((range & last) == 0) {
            return (value & last) + origin;
        }
        if (range > 0) {
            long bits = value >>> 1;
            value = bits % range;
            while (bits + last - value < 0) {
                bits = nextLong() >>> 1;
                value = bits % range;
            }
            return value + origin;
        }
        while (value < origin || value >= bound) {
            value = nextLong();
        }
        return value;
    }

    private double boundedDouble(double origin, double bound) {
        double value = nextDouble() * (bound - origin) + origin;
        return value >= bound ? Math.nextDown(bound) : value;
    }
}
