package dev.terrace.text;

import java.math.BigDecimal;

/** A number that is not negative as digits: 0.d1d2d3... times ten to the {@code exponent}; no digits are zero. */
record Decimal(String digits, int exponent) {
    /** The digits that {@link Double#toString} shows; JDK 17 rounds those, not the exact value. */
    static Decimal of(double value) {
        String text = Double.toString(value);
        int e = text.indexOf('E');
        int exponent = e < 0 ? 0 : Integer.parseInt(text.substring(e + 1));
        String mantissa = e < 0 ? text : text.substring(0, e);
        int point = mantissa.indexOf('.');
        return stripped(mantissa.substring(0, point) + mantissa.substring(point + 1), point + exponent);
    }

    static Decimal of(BigDecimal value) {
        String digits = value.unscaledValue().toString();
        return stripped(digits, digits.length() - value.scale());
    }

    private static Decimal stripped(String digits, int exponent) {
        int from = 0;
        while (from < digits.length() && digits.charAt(from) == '0') {
            from++;
        }
        int to = digits.length();
        while (to > from && digits.charAt(to - 1) == '0') {
            to--;
        }
        return from == to ? new Decimal("", 1) : new Decimal(digits.substring(from, to), exponent - from);
    }

    boolean isZero() {
        return digits.isEmpty();
    }

    /** Rounded to so many digits, half up. */
    Decimal rounded(int count) {
        if (count >= digits.length()) {
            return this;
        }
        if (count < 0 || digits.charAt(count) < '5') {
            return count <= 0 ? new Decimal("", 1) : stripped(digits.substring(0, count), exponent);
        }
        int at = count;
        while (at > 0 && digits.charAt(at - 1) == '9') {
            at--;
        }
        if (at == 0) {
            return new Decimal("1", exponent + 1);
        }
        char up = (char) (digits.charAt(at - 1) + 1);
        return new Decimal(digits.substring(0, at - 1) + up, exponent);
    }

    /** Without an exponent, with so many digits after the point. */
    String plain(int places) {
        Decimal to = rounded(exponent + places);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.max(1, to.exponent); i++) {
            text.append(to.exponent <= 0 ? '0' : to.digit(i));
        }
        if (places > 0) {
            text.append('.');
        }
        for (int i = 0; i < places; i++) {
            text.append(to.digit(to.exponent + i));
        }
        return text.toString();
    }

    private char digit(int i) {
        return i >= 0 && i < digits.length() ? digits.charAt(i) : '0';
    }

    /** One digit before the point and so many after it, and the exponent with a sign and two digits. */
    String scientific(int places) {
        Decimal to = rounded(places + 1);
        StringBuilder text = new StringBuilder().append(to.digit(0));
        if (places > 0) {
            text.append('.');
        }
        for (int i = 1; i <= places; i++) {
            text.append(to.digit(i));
        }
        int power = to.isZero() ? 0 : to.exponent - 1;
        text.append('e').append(power < 0 ? '-' : '+');
        if (Math.abs(power) < 10) {
            text.append('0');
        }
        return text.append(Math.abs(power)).toString();
    }
}
