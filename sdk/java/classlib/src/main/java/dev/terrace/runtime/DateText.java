package dev.terrace.runtime;

/** {@code Date.toString}, in UTC: an app knows no other zone. */
public final class DateText {
    private static final String DAYS = "ThuFriSatSunMonTueWed";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final long MILLIS_PER_DAY = 86_400_000;

    private DateText() {
    }

    public static String of(long millis) {
        long day = Math.floorDiv(millis, MILLIS_PER_DAY);
        int second = (int) (Math.floorMod(millis, MILLIS_PER_DAY) / 1_000);
        int weekday = (int) Math.floorMod(day, 7L) * 3;
        // Years that begin on 1 March have their leap day at the end.
        long fromMarch = day + 719_468;
        long era = Math.floorDiv(fromMarch, 146_097L);
        int dayOfEra = (int) (fromMarch - era * 146_097);
        int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        int date = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        int month = (monthFromMarch + 2) % 12;
        long year = era * 400 + yearOfEra + (month < 2 ? 1 : 0);
        return DAYS.substring(weekday, weekday + 3) + " " + MONTHS.substring(month * 3, month * 3 + 3) + " " + two(date) + " "
                + two(second / 3_600) + ":" + two(second / 60 % 60) + ":" + two(second % 60) + " UTC " + year;
    }

    private static String two(int number) {
        return number < 10 ? "0" + number : "" + number;
    }
}
