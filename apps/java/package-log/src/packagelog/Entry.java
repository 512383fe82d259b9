package packagelog;

import java.time.DateTimeException;
import java.time.LocalDateTime;

/**
 * One line of dpkg's log: when, what, and on which package.
 *
 * <p>Format: dpkg(1), option --log: `DATE TIME ACTION PACKAGE INSTALLED AVAILABLE`, and
 * `DATE TIME status STATE PACKAGE VERSION`, and `DATE TIME startup WHAT COMMAND`.
 */
record Entry(LocalDateTime when, String action, String state, String name) {
    /** The line's entry; null if it is not one of dpkg's. */
    static Entry parse(String line) {
        String[] words = line.split(" ");
        if (words.length < 5) {
            return null;
        }
        LocalDateTime when = time(words[0], words[1]);
        if (when == null) {
            return null;
        }
        boolean status = words[2].equals("status");
        return new Entry(when, words[2], status ? words[3] : "", status ? words[4] : words[3]);
    }

    private static LocalDateTime time(String date, String time) {
        if (date.length() != 10 || time.length() != 8) {
            return null;
        }
        try {
            return LocalDateTime.of(part(date, 0, 4), part(date, 5, 7), part(date, 8, 10),
                part(time, 0, 2), part(time, 3, 5), part(time, 6, 8));
        } catch (DateTimeException | NumberFormatException e) {
            return null;
        }
    }

    private static int part(String text, int from, int to) {
        return Integer.parseInt(text.substring(from, to));
    }
}
