package dev.terrace.text;

/** Hexadecimal text of a number, with fewer digits than it has. */
final class HexText {
    private static final int DIGITS = 13;

    private HexText() {
    }

    /** With zeros behind the digits after the point. */
    private static String filled(String text, int places) {
        int p = text.indexOf('p');
        int missing = places - (p - text.indexOf('.') - 1);
        return text.substring(0, p) + "0".repeat(Math.max(0, missing)) + text.substring(p);
    }

    /** As {@link Double#toHexString} with so many digits after the point, half to even; for at least 0. */
    static String rounded(double value, int places) {
        if (places >= DIGITS || value == 0) {
            return filled(Double.toHexString(value), value == 0 ? 1 : places);
        }
        boolean subnormal = value < Double.MIN_NORMAL;
        // A subnormal number is shown as a normal one when digits are cut.
        double scaled = subnormal ? value * 0x1p54 : value;
        long bits = Double.doubleToLongBits(scaled);
        int shift = 4 * (DIGITS - places);
        long half = 1L << shift - 1;
        long low = bits & (1L << shift) - 1;
        long kept = bits >> shift;
        if (low > half || low == half && (kept & 1) == 1) {
            kept++;
        }
        double near = Double.longBitsToDouble(kept << shift);
        if (Double.isInfinite(near)) {
            return "0x1.0p1024";
        }
        String text = Double.toHexString(near);
        if (subnormal) {
            int p = text.indexOf('p');
            text = text.substring(0, p + 1) + (Integer.parseInt(text.substring(p + 1)) - 54);
        }
        return filled(text, places);
    }
}
