package kernels;

/** The checksum that all forms of a kernel share; the same as in apps/kernels/kernel.h. */
final class Sum {
    private Sum() {}

    /** Mix a value into a checksum; the order matters. */
    static long mix(long sum, long value) {
        long mixed = (sum ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }

    static long mix(long sum, double value) {
        return mix(sum, Double.doubleToRawLongBits(value));
    }

    /** Of the characters of a text, in order. */
    static long of(CharSequence text) {
        long sum = text.length();
        for (int i = 0; i < text.length(); i++) {
            sum = sum * 31 + text.charAt(i);
        }
        return mix(0, sum);
    }
}
