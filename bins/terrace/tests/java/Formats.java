package app;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.Formattable;
import java.util.Formatter;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;

/** Format strings: those that people write, and thousands at random, wrong ones too. */
public final class Main {
    private static final String CONVERSIONS = "bBhHsScCdoxXeEfgGaA%n";
    private static final String FLAGS = "-#+ 0,(<";

    public static void main(String[] args) {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        System.out.printf("%d apps, %5.1f %%, %s%n", 3, 97.25, "fine");
        System.out.println(String.format("%08.3f|%-10s|%+,d|%#x|%e|%g", Math.PI, "left", 1234567, 255, 12345.678, 0.00012));
        System.out.println(String.format(Locale.ENGLISH, "%2$s %1$s %<S", "b", "a"));
        System.out.println("%s and %s".formatted("one", null));
        System.out.printf("%tF %<tT %<tB %<ta%n", new Date(1_700_000_000_000L));
        Formattable self = (Formatter to, int flags, int width, int precision) -> to.format("self %d", width);
        System.out.printf("%7s|%n", self);
        Random random = new Random(11);
        for (int i = 0; i < 4_000; i++) {
            System.out.println(attempt(format(random), argument(random), i));
        }
    }

    private static String attempt(String format, Object argument, int number) {
        try {
            return format + " " + String.format(Locale.ENGLISH, format, argument, number);
        } catch (IllegalArgumentException e) {
            return format + " " + e.getClass().getName() + " " + e.getMessage();
        }
    }

    private static String format(Random random) {
        StringBuilder format = new StringBuilder("<%");
        if (random.nextInt(10) == 0) {
            format.append(1 + random.nextInt(2)).append('$');
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            format.append(FLAGS.charAt(random.nextInt(FLAGS.length())));
        }
        if (random.nextInt(3) > 0) {
            format.append(1 + random.nextInt(25));
        }
        char conversion = CONVERSIONS.charAt(random.nextInt(CONVERSIONS.length()));
        // The JDK counts the digits of %a wrongly if they are fewer than the precision, and then pads too much.
        if (random.nextInt(2) == 0 && conversion != 'a' && conversion != 'A') {
            format.append('.').append(random.nextInt(12));
        }
        return format.append(conversion).append("> %s").toString();
    }

    private static Object argument(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1 -> random.nextInt();
            case 2 -> random.nextLong();
            case 3 -> (short) random.nextInt();
            case 4 -> (byte) random.nextInt();
            case 5 -> Double.longBitsToDouble(random.nextLong());
            case 6 -> random.nextGaussian() * Math.pow(10, random.nextInt(12) - 4);
            case 7 -> "text" + random.nextInt(9);
            case 8 -> (char) ('A' + random.nextInt(50));
            case 9 -> random.nextBoolean();
            case 10 -> new BigInteger(100, random).subtract(BigInteger.ONE.shiftLeft(99));
            default -> new BigDecimal(random.nextInt(1_000_000)).movePointLeft(random.nextInt(4));
        };
    }
}
