package dev.terrace.number;

/** A binary format of IEEE 754, its numbers as bits: the larger the bits, the larger the magnitude. */
enum Format {
    DOUBLE(53, -1074, 0x7FF0000000000000L, Long.MIN_VALUE),
    FLOAT(24, -149, 0x7F800000L, 0x80000000L);

    /** Bits of a mantissa with the hidden one. */
    final int precision;
    /** The exponent of the last bit of the smallest numbers. */
    final int smallest;
    final long infinity;
    final long sign;
    final long hidden;

    Format(int precision, int smallest, long infinity, long sign) {
        this.precision = precision;
        this.smallest = smallest;
        this.infinity = infinity;
        this.sign = sign;
        this.hidden = 1L << precision - 1;
    }

    long bits(double value) {
        return this == DOUBLE ? Double.doubleToRawLongBits(value) : Float.floatToRawIntBits((float) value);
    }

    long mantissa(long bits) {
        return bits < hidden ? bits : bits & hidden - 1 | hidden;
    }

    /** The exponent of the last bit of the mantissa. */
    int power(long bits) {
        return bits < hidden ? smallest : (int) (bits >>> precision - 1) - 1 + smallest;
    }

    /** The number nearest to mantissa times two to the power, the even one of two; a mantissa is below 2^62. */
    long nearest(long mantissa, long power, boolean inexact) {
        int width = 64 - Long.numberOfLeadingZeros(mantissa);
        long drop = Math.max(width - precision, smallest - power);
        if (mantissa == 0 || drop > width + 1) {
            return 0;
        }
        long kept = mantissa;
        if (drop > 0) {
            kept = drop > 63 ? 0 : mantissa >>> drop;
            long rest = mantissa - (drop > 63 ? 0 : kept << drop);
            long half = 1L << drop - 1;
            boolean up = rest > half || rest == half && (inexact || (kept & 1) != 0);
            kept += up ? 1 : 0;
        } else {
            kept <<= Math.min(-drop, precision - width);
        }
        long last = drop > 0 ? power + drop : power - Math.min(-drop, precision - width);
        if (kept == hidden << 1) {
            kept >>= 1;
            last++;
        }
        if (kept < hidden) {
            return kept;
        }
        long field = last - smallest + 1;
        return field >= infinity >>> precision - 1 ? infinity : (field << precision - 1) + (kept - hidden);
    }
}
