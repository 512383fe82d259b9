package dev.terrace.number;

import java.util.function.Supplier;

/** Hexadecimal floating-point text, such as {@code 0x1.8p3}. */
final class HexReader {
    private static final long ROOM = 1L << 56;
    private static final long LARGEST_POWER = 1L << 40;

    private final String text;
    private final Supplier<NumberFormatException> malformed;
    private int at;
    private long mantissa;
    private long power;
    private boolean inexact;

    private HexReader(String text, int at, Supplier<NumberFormatException> malformed) {
        this.text = text;
        this.at = at;
        this.malformed = malformed;
    }

    static boolean isHex(String text, int at) {
        return at + 1 < text.length() && text.charAt(at) == '0' && (text.charAt(at + 1) | 0x20) == 'x';
    }

    /** Answers the bits of the magnitude. */
    static long read(String text, int at, Format format, Supplier<NumberFormatException> malformed) {
        HexReader reader = new HexReader(text, at + 2, malformed);
        reader.digits();
        reader.exponent();
        return format.nearest(reader.mantissa, reader.power, reader.inexact);
    }

    private void digits() {
        int before = run(false);
        boolean point = at < text.length() && text.charAt(at) == '.';
        if (point) {
            at++;
        }
        int behind = point ? run(true) : 0;
        if (before + behind == 0) {
            throw malformed.get();
        }
    }

    private int run(boolean behindPoint) {
        int start = at;
        for (; at < text.length() && text.charAt(at) < 128 && Character.digit(text.charAt(at), 16) >= 0; at++) {
            int digit = Character.digit(text.charAt(at), 16);
            if (mantissa < ROOM) {
                mantissa = mantissa << 4 | digit;
                power -= behindPoint ? 4 : 0;
            } else {
                inexact |= digit != 0;
                power += behindPoint ? 0 : 4;
            }
        }
        return at - start;
    }

    private void exponent() {
        if (at == text.length() || (text.charAt(at++) | 0x20) != 'p') {
            throw malformed.get();
        }
        boolean minus = at < text.length() && text.charAt(at) == '-';
        if (minus || at < text.length() && text.charAt(at) == '+') {
            at++;
        }
        int start = at;
        long value = 0;
        for (; at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9'; at++) {
            value = Math.min(value * 10 + text.charAt(at) - '0', LARGEST_POWER);
        }
        boolean suffix = at == text.length() - 1 && "fFdD".indexOf(text.charAt(at)) >= 0;
        if (start == at || at != text.length() && !suffix) {
            throw malformed.get();
        }
        power += minus ? -value : value;
    }
}
