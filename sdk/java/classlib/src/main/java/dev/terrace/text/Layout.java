package dev.terrace.text;

/** Signs, separators, zeros and spaces around the digits of a number. */
final class Layout {
    private final Spec spec;

    Layout(Spec spec) {
        this.spec = spec;
    }

    String integer(String digits, boolean negative) {
        String prefix = "";
        if (spec.has('#')) {
            prefix = spec.conversion == 'o' ? "0" : "0x";
        }
        return number(prefix, digits, negative);
    }

    String floating(Decimal value, boolean negative) {
        int precision = spec.precision < 0 ? 6 : spec.precision;
        String text = switch (spec.conversion) {
            case 'f' -> value.plain(precision);
            case 'e' -> value.scientific(precision);
            default -> general(value, Math.max(1, precision));
        };
        if (spec.has('#') && precision == 0) {
            int e = text.indexOf('e');
            text = e < 0 ? text + "." : text.substring(0, e) + "." + text.substring(e);
        }
        return number("", text, negative);
    }

    private static String general(Decimal value, int precision) {
        if (value.isZero()) {
            return value.plain(precision - 1);
        }
        int power = value.rounded(precision).exponent() - 1;
        return power < -4 || power >= precision ? value.scientific(precision - 1)
                : value.plain(precision - 1 - power);
    }

    String noNumber(double value) {
        boolean negative = value < 0;
        String text = Double.isNaN(value) ? "NaN" : sign(negative) + "Infinity" + close(negative);
        return spec.justified(text);
    }

    /** As {@link Double#toHexString}, rounded to the precision. */
    String hex(double value, boolean negative) {
        String text = Double.toHexString(value);
        if (spec.precision >= 0) {
            text = HexText.rounded(value, Math.max(1, spec.precision));
        }
        return number("0x", text.substring(2), negative);
    }

    private String sign(boolean negative) {
        if (negative) {
            return spec.has('(') ? "(" : "-";
        }
        return spec.has('+') ? "+" : spec.has(' ') ? " " : "";
    }

    private String close(boolean negative) {
        return negative && spec.has('(') ? ")" : "";
    }

    private String number(String prefix, String digits, boolean negative) {
        String grouped = spec.has(',') ? grouped(digits) : digits;
        String before = sign(negative) + prefix;
        String after = close(negative);
        int missing = spec.width - before.length() - grouped.length() - after.length();
        if (spec.has('0') && missing > 0) {
            grouped = "0".repeat(missing) + grouped;
        }
        return spec.justified(before + grouped + after);
    }

    private static String grouped(String digits) {
        int end = 0;
        while (end < digits.length() && Character.isDigit(digits.charAt(end))) {
            end++;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < end; i++) {
            if (i > 0 && (end - i) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(i));
        }
        return text.append(digits, end, digits.length()).toString();
    }
}
