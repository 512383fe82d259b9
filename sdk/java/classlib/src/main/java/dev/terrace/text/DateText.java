package dev.terrace.text;

import java.util.Calendar;

/** Parts of dates and times, in English. */
final class DateText {
    private static final String[] MONTHS = {"January", "February", "March", "April", "May", "June", "July", "August",
        "September", "October", "November", "December"};
    private static final String[] DAYS = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

    private DateText() {
    }

    static String of(Calendar c, char conversion) {
        return switch (conversion) {
            case 'H' -> pad(c.get(Calendar.HOUR_OF_DAY), 2);
            case 'k' -> "" + c.get(Calendar.HOUR_OF_DAY);
            case 'I' -> pad(hour(c), 2);
            case 'l' -> "" + hour(c);
            case 'M' -> pad(c.get(Calendar.MINUTE), 2);
            case 'S' -> pad(c.get(Calendar.SECOND), 2);
            case 'L' -> pad(c.get(Calendar.MILLISECOND), 3);
            case 'N' -> pad(c.get(Calendar.MILLISECOND) * 1_000_000, 9);
            case 'p' -> c.get(Calendar.AM_PM) == Calendar.AM ? "am" : "pm";
            case 's' -> "" + c.getTimeInMillis() / 1000;
            case 'Q' -> "" + c.getTimeInMillis();
            case 'z' -> zone(c);
            case 'Z' -> c.getTimeZone().getID();
            case 'a' -> day(c).substring(0, 3);
            case 'A' -> day(c);
            case 'b', 'h' -> month(c).substring(0, 3);
            case 'B' -> month(c);
            case 'C' -> pad(c.get(Calendar.YEAR) / 100, 2);
            case 'y' -> pad(c.get(Calendar.YEAR) % 100, 2);
            case 'Y' -> pad(c.get(Calendar.YEAR), 4);
            case 'j' -> pad(c.get(Calendar.DAY_OF_YEAR), 3);
            case 'm' -> pad(c.get(Calendar.MONTH) + 1, 2);
            case 'd' -> pad(c.get(Calendar.DAY_OF_MONTH), 2);
            case 'e' -> "" + c.get(Calendar.DAY_OF_MONTH);
            default -> composed(c, conversion);
        };
    }

    private static String composed(Calendar c, char conversion) {
        String parts = switch (conversion) {
            case 'R' -> "H:M";
            case 'T' -> "H:M:S";
            case 'r' -> "I:M:S ";
            case 'D' -> "m/d/y";
            case 'F' -> "Y-m-d";
            default -> "a b d T Z Y";
        };
        StringBuilder text = new StringBuilder();
        for (char part : parts.toCharArray()) {
            text.append(Character.isLetter(part) ? of(c, part) : String.valueOf(part));
        }
        return conversion == 'r' ? text + of(c, 'p').toUpperCase() : text.toString();
    }

    private static int hour(Calendar c) {
        int hour = c.get(Calendar.HOUR);
        return hour == 0 ? 12 : hour;
    }

    private static String day(Calendar c) {
        return DAYS[c.get(Calendar.DAY_OF_WEEK) - Calendar.SUNDAY];
    }

    private static String month(Calendar c) {
        return MONTHS[c.get(Calendar.MONTH)];
    }

    private static String zone(Calendar c) {
        int minutes = (c.get(Calendar.ZONE_OFFSET) + c.get(Calendar.DST_OFFSET)) / 60_000;
        int size = Math.abs(minutes);
        return (minutes < 0 ? "-" : "+") + pad(size / 60 * 100 + size % 60, 4);
    }

    private static String pad(int value, int width) {
        String digits = Integer.toString(value);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
}
