package dev.terrace.text;

import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.IllegalFormatFlagsException;
import java.util.IllegalFormatPrecisionException;
import java.util.IllegalFormatWidthException;
import java.util.MissingFormatWidthException;
import java.util.UnknownFormatConversionException;

/** One format specifier: {@code %[n$][flags][width][.precision][t]conversion}. */
final class Spec {
    static final String FLAGS = "-#+ 0,(<";
    /** Of flags in messages; the second stands for upper case. */
    private static final String ORDER = "-^#+ 0,(<";

    String text;
    int width = -1;
    int precision = -1;
    boolean date;
    boolean upper;
    /** In lower case. */
    char conversion;
    private String flags = "";
    private char written;

    void flag(char c) {
        if (has(c)) {
            throw new DuplicateFormatFlagsException(String.valueOf(c));
        }
        flags += c;
    }

    boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    void conversion(char c) {
        written = c;
        conversion = c;
        if (date) {
            if ("HIklMNLQpsSTzZaAbBCdehjmyYrRcDF".indexOf(c) < 0) {
                throw new UnknownFormatConversionException("t" + c);
            }
            return;
        }
        if ("bBhHsScCxXeEgGaA".indexOf(c) >= 0) {
            upper = Character.isUpperCase(c);
            conversion = Character.toLowerCase(c);
        } else if ("dofn%".indexOf(c) < 0) {
            throw new UnknownFormatConversionException(String.valueOf(c));
        }
    }

    void check() {
        if (date) {
            noPrecision();
            refuse("#+ 0,(", conversion);
            needWidth("-");
            return;
        }
        switch (conversion) {
            case 'b', 'h', 's' -> general();
            case 'c' -> {
                noPrecision();
                refuse("#+ 0,(", 'c');
                needWidth("-");
            }
            case 'd', 'o', 'x' -> integer();
            case 'e', 'f', 'g', 'a' -> floating();
            default -> text();
        }
    }

    private void general() {
        refuse(conversion == 's' ? "" : "#", conversion);
        needWidth("-");
        refuse("+ 0,(", conversion);
    }

    private void integer() {
        numeric();
        noPrecision();
        refuse(conversion == 'd' ? "#" : ",", conversion);
    }

    private void floating() {
        numeric();
        if (conversion == 'a') {
            refuse("(,", 'a');
        } else if (conversion == 'e') {
            refuse(",", 'e');
        } else if (conversion == 'g') {
            refuse("#", 'g');
        }
    }

    private void numeric() {
        if (width < 0 && (has('-') || has('0'))) {
            throw new MissingFormatWidthException(text);
        }
        if (has('+') && has(' ') || has('-') && has('0')) {
            throw new IllegalFormatFlagsException(ordered(true));
        }
    }

    private void text() {
        noPrecision();
        if (conversion == 'n') {
            if (width >= 0) {
                throw new IllegalFormatWidthException(width);
            }
            if (!flags.isEmpty()) {
                throw new IllegalFormatFlagsException(ordered(true));
            }
        } else {
            if (!flags.isEmpty() && !flags.equals("-")) {
                throw new IllegalFormatFlagsException(ordered(true));
            }
            needWidth("-");
        }
    }

    private String ordered(boolean withCase) {
        StringBuilder all = new StringBuilder();
        for (char flag : ORDER.toCharArray()) {
            if (flag == '^' ? withCase && upper : has(flag)) {
                all.append(flag);
            }
        }
        return all.toString();
    }

    /** For messages: the specifier as JDK writes it. */
    void name(int index) {
        text = "%" + ordered(false) + (index > 0 && !has('<') && "%n".indexOf(written) < 0 ? index + "$" : "") + (width >= 0 ? width : "")
                + (precision >= 0 ? "." + precision : "") + (date ? upper ? "T" : "t" : "")
                + (date && upper ? Character.toUpperCase(written) : written);
    }

    /** None of these flags goes with the conversion. */
    void refuse(String unwanted, char with) {
        for (int i = 0; i < unwanted.length(); i++) {
            if (has(unwanted.charAt(i))) {
                throw new FormatFlagsConversionMismatchException(String.valueOf(unwanted.charAt(i)), with);
            }
        }
    }

    private void needWidth(String flag) {
        if (width < 0 && has(flag.charAt(0))) {
            throw new MissingFormatWidthException(text);
        }
    }

    private void noPrecision() {
        if (precision >= 0) {
            throw new IllegalFormatPrecisionException(precision);
        }
    }

    /** In upper case if wanted, and as wide as wanted. */
    String justified(String plain) {
        String cased = upper ? plain.toUpperCase() : plain;
        int missing = width - cased.length();
        if (missing <= 0) {
            return cased;
        }
        return has('-') ? cased + " ".repeat(missing) : " ".repeat(missing) + cased;
    }
}
