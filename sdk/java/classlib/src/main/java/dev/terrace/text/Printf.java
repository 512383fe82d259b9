package dev.terrace.text;

import java.io.IOException;
import java.util.Formatter;
import java.util.MissingFormatArgumentException;
import java.util.UnknownFormatConversionException;

/** Puts arguments into a format string. Signs and separators are those of the root locale, whatever the locale. */
public final class Printf {
    private final Formatter formatter;
    private final Appendable out;
    private final String format;
    private final Object[] args;
    private int at;
    private int ordinary = -1;
    private int last = -1;

    private Printf(Formatter formatter, Appendable out, String format, Object[] args) {
        this.formatter = formatter;
        this.out = out;
        this.format = format;
        this.args = args;
    }

    /**
     * Append to {@code out}; {@code formatter} is for arguments that format themselves.
     *
     * @throws IllegalArgumentException as {@link Formatter#format}
     */
    public static void print(Formatter formatter, Appendable out, String format, Object... args) throws IOException {
        new Printf(formatter, out, format, args).run();
    }

    private void run() throws IOException {
        while (at < format.length()) {
            int next = format.indexOf('%', at);
            if (next < 0) {
                next = format.length();
            }
            out.append(format, at, next);
            at = next + 1;
            if (next < format.length()) {
                specifier(next);
            }
        }
    }

    private void specifier(int start) throws IOException {
        Spec spec = new Spec();
        int number = digits(0);
        boolean explicit = number >= 0 && peek() == '$';
        if (explicit) {
            at++;
        } else {
            at = start + 1;
        }
        while (Spec.FLAGS.indexOf(peek()) >= 0 && at < format.length()) {
            spec.flag(format.charAt(at++));
        }
        spec.width = digits(1);
        if (peek() == '.') {
            at++;
            spec.precision = digits(0);
            if (spec.precision < 0) {
                throw new UnknownFormatConversionException(".");
            }
        }
        if (peek() == 't' || peek() == 'T') {
            spec.date = true;
            spec.upper = format.charAt(at++) == 'T';
        }
        if (at >= format.length()) {
            throw new UnknownFormatConversionException("%");
        }
        spec.conversion(format.charAt(at++));
        spec.name(explicit ? number : 0);
        if (explicit && number == 0) {
            throw new IllegalArgumentException("Illegal format argument index = 0");
        }
        spec.check();
        print(spec, explicit ? number : 0);
    }

    private char peek() {
        return at < format.length() ? format.charAt(at) : '\0';
    }

    /** The number here, or -1 if there is none that begins with a digit of at least {@code least}. */
    private int digits(int least) {
        if (peek() < '0' + least || peek() > '9') {
            return -1;
        }
        int value = 0;
        while (peek() >= '0' && peek() <= '9') {
            value = value * 10 + (format.charAt(at++) - '0');
        }
        return value;
    }

    private void print(Spec spec, int number) throws IOException {
        if (spec.conversion == '%' && !spec.date || spec.conversion == 'n' && !spec.date) {
            out.append(spec.conversion == 'n' ? "\n" : spec.justified("%"));
            return;
        }
        if (spec.has('<')) {
            number = last;
        } else if (number > 0) {
            number--;
            last = number;
        } else {
            number = ++ordinary;
            last = number;
        }
        if (number < 0 || args != null && number >= args.length) {
            throw new MissingFormatArgumentException(spec.text);
        }
        new Argument(formatter, out, spec).print(args == null ? null : args[number]);
    }
}
