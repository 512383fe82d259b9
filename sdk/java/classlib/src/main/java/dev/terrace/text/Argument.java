package dev.terrace.text;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Calendar;
import java.util.Date;
import java.util.Formattable;
import java.util.FormattableFlags;
import java.util.Formatter;
import java.util.IllegalFormatCodePointException;
import java.util.IllegalFormatConversionException;

/** Writes one argument by its specifier. */
final class Argument {
    private final Formatter formatter;
    private final Appendable out;
    private final Spec spec;

    Argument(Formatter formatter, Appendable out, Spec spec) {
        this.formatter = formatter;
        this.out = out;
        this.spec = spec;
    }

    void print(Object arg) throws IOException {
        if (spec.date) {
            date(arg);
            return;
        }
        switch (spec.conversion) {
            case 'b' -> text(arg instanceof Boolean b ? b.toString() : String.valueOf(arg != null));
            case 'h' -> text(arg == null ? "null" : Integer.toHexString(arg.hashCode()));
            case 's' -> string(arg);
            case 'c' -> character(arg);
            case 'd', 'o', 'x' -> integer(arg);
            default -> floating(arg);
        }
    }

    private void text(String plain) throws IOException {
        boolean cut = spec.precision >= 0 && spec.precision < plain.length();
        out.append(spec.justified(cut ? plain.substring(0, spec.precision) : plain));
    }

    private void string(Object arg) throws IOException {
        if (arg instanceof Formattable self && formatter != null) {
            int flags = (spec.has('-') ? FormattableFlags.LEFT_JUSTIFY : 0)
                    | (spec.upper ? FormattableFlags.UPPERCASE : 0)
                    | (spec.has('#') ? FormattableFlags.ALTERNATE : 0);
            self.formatTo(formatter, flags, spec.width, spec.precision);
            return;
        }
        spec.refuse("#", 's');
        text(String.valueOf(arg));
    }

    private void character(Object arg) throws IOException {
        if (arg == null) {
            text("null");
        } else if (arg instanceof Character c) {
            text(c.toString());
        } else if (arg instanceof Byte || arg instanceof Short || arg instanceof Integer) {
            int point = ((Number) arg).intValue();
            if (!Character.isValidCodePoint(point)) {
                throw new IllegalFormatCodePointException(point);
            }
            text(new String(Character.toChars(point)));
        } else {
            throw wrong(arg);
        }
    }

    private IllegalFormatConversionException wrong(Object arg) {
        return new IllegalFormatConversionException(spec.conversion, arg.getClass());
    }

    private void integer(Object arg) throws IOException {
        if (arg == null) {
            out.append(spec.justified("null"));
        } else if (arg instanceof BigInteger big) {
            out.append(new Layout(spec).integer(big.abs().toString(base()), big.signum() < 0));
        } else if (arg instanceof Byte || arg instanceof Short || arg instanceof Integer || arg instanceof Long) {
            primitive(arg, ((Number) arg).longValue());
        } else {
            throw wrong(arg);
        }
    }

    private int base() {
        return spec.conversion == 'd' ? 10 : spec.conversion == 'o' ? 8 : 16;
    }

    private void primitive(Object arg, long value) throws IOException {
        if (spec.conversion == 'd') {
            String digits = Long.toString(value);
            out.append(new Layout(spec).integer(value < 0 ? digits.substring(1) : digits, value < 0));
            return;
        }
        spec.refuse("(+ ", spec.conversion);
        int bits = arg instanceof Byte ? 8 : arg instanceof Short ? 16 : arg instanceof Integer ? 32 : 64;
        long unsigned = bits == 64 ? value : value & (1L << bits) - 1;
        String digits = spec.conversion == 'o' ? Long.toOctalString(unsigned) : Long.toHexString(unsigned);
        out.append(new Layout(spec).integer(digits, false));
    }

    private void floating(Object arg) throws IOException {
        if (arg == null) {
            text("null");
        } else if (arg instanceof Float || arg instanceof Double) {
            double value = ((Number) arg).doubleValue();
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                out.append(new Layout(spec).noNumber(value));
            } else {
                boolean negative = Double.compare(value, 0.0) < 0;
                out.append(spec.conversion == 'a' ? new Layout(spec).hex(Math.abs(value), negative)
                        : new Layout(spec).floating(Decimal.of(Math.abs(value)), negative));
            }
        } else if (arg instanceof BigDecimal big && spec.conversion != 'a') {
            out.append(new Layout(spec).floating(Decimal.of(big.abs()), big.signum() < 0));
        } else {
            throw wrong(arg);
        }
    }

    private void date(Object arg) throws IOException {
        if (arg == null) {
            text("null");
            return;
        }
        Calendar calendar;
        if (arg instanceof Calendar given) {
            calendar = given;
        } else if (arg instanceof Date || arg instanceof Long) {
            calendar = Calendar.getInstance();
            calendar.setTimeInMillis(arg instanceof Date d ? d.getTime() : (Long) arg);
        } else {
            throw wrong(arg);
        }
        out.append(spec.justified(DateText.of(calendar, spec.conversion)));
    }
}
