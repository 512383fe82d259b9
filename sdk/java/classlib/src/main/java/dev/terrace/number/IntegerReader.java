package dev.terrace.number;

/** Text to integers, with the messages of OpenJDK. */
public final class IntegerReader {
    private static final int MIN_RADIX = 2;
    private static final int MAX_RADIX = 36;

    private IntegerReader() {
    }

    /** Between the two bounds, or a NumberFormatException. */
    public static long read(CharSequence text, int radix, long least, long most) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        checkRadix(radix);
        int end = text.length();
        int at = end > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        boolean negative = at == 1 && text.charAt(0) == '-';
        if (at == end) {
            throw wrong(text, radix);
        }
        long bound = negative ? least : -most;
        long shortest = bound / radix;
        long value = 0;
        for (; at < end; at++) {
            int digit = Character.digit(text.charAt(at), radix);
            if (digit < 0 || value < shortest || value * radix < bound + digit) {
                throw wrong(text, radix);
            }
            value = value * radix - digit;
        }
        return negative ? value : -value;
    }

    /** A part of a text; a mistake is told with its place. */
    public static long read(CharSequence text, int from, int to, int radix, long least, long most) {
        if (from < 0 || from > to || to > text.length()) {
            throw new IndexOutOfBoundsException();
        }
        checkRadix(radix);
        CharSequence part = text.subSequence(from, to);
        try {
            return read(part, radix, least, most);
        } catch (NumberFormatException e) {
            throw new NumberFormatException(part.length() == 0 ? "" : "Error at index " + place(part, radix)
                    + " in: \"" + part + "\"");
        }
    }

    private static int place(CharSequence part, int radix) {
        int at = part.charAt(0) == '-' || part.charAt(0) == '+' ? 1 : 0;
        while (at < part.length() - 1 && Character.digit(part.charAt(at), radix) >= 0) {
            at++;
        }
        return at;
    }

    /** The bits of an unsigned number of that many bits. */
    public static long readUnsigned(String text, int radix, int bits) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (text.startsWith("-")) {
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + text + ".");
        }
        checkRadix(radix);
        int at = text.startsWith("+") ? 1 : 0;
        if (at == text.length()) {
            throw wrong(text, radix);
        }
        if (bits < Long.SIZE) {
            long wide = read(text, radix, Long.MIN_VALUE, Long.MAX_VALUE);
            if (wide >>> bits != 0) {
                throw beyond(text, "int");
            }
            return wide;
        }
        long value = 0;
        for (; at < text.length(); at++) {
            int digit = Character.digit(text.charAt(at), radix);
            if (digit < 0) {
                throw wrong(text, radix);
            }
            boolean fits = Long.compareUnsigned(value, Long.divideUnsigned(-1L, radix)) <= 0
                    && Long.compareUnsigned(value * radix, -1L - digit) <= 0;
            if (!fits) {
                throw beyond(text, "long");
            }
            value = value * radix + digit;
        }
        return value;
    }

    /** Short and byte have a message of their own for what is an int but does not fit. */
    public static int readNarrow(String text, int radix, int least, int most) {
        int value = (int) read(text, radix, Integer.MIN_VALUE, Integer.MAX_VALUE);
        if (value < least || value > most) {
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return value;
    }

    private static void checkRadix(int radix) {
        if (radix < MIN_RADIX) {
            throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
        }
        if (radix > MAX_RADIX) {
            throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
        }
    }

    private static NumberFormatException beyond(String text, String type) {
        return new NumberFormatException("String value " + text + " exceeds range of unsigned " + type + ".");
    }

    private static NumberFormatException wrong(CharSequence text, int radix) {
        return new NumberFormatException("For input string: \"" + text + "\"" + (radix == 10 ? "" : " under radix " + radix));
    }
}
