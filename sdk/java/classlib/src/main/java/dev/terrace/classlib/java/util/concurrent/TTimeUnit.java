package dev.terrace.classlib.java.util.concurrent;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/** {@code java.util.concurrent.TimeUnit}: what does not fit is the greatest or the least number. */
public enum TTimeUnit {
    NANOSECONDS(1L),
    MICROSECONDS(1_000L),
    MILLISECONDS(1_000_000L),
    SECONDS(1_000_000_000L),
    MINUTES(60_000_000_000L),
    HOURS(3_600_000_000_000L),
    DAYS(86_400_000_000_000L);

    private static final int NANOS_PER_MILLI = 1_000_000;

    private final long nanos;

    TTimeUnit(long nanos) {
        this.nanos = nanos;
    }

    public long convert(long duration, TTimeUnit unit) {
        if (unit.nanos <= nanos) {
            return duration / (nanos / unit.nanos);
        }
        long factor = unit.nanos / nanos;
        long most = Long.MAX_VALUE / factor;
        return duration > most ? Long.MAX_VALUE : duration < -most ? Long.MIN_VALUE : duration * factor;
    }

    public long convert(Duration duration) {
        long seconds = duration.getSeconds();
        int rest = duration.getNano();
        if (seconds < 0 && rest > 0) {
            seconds++;
            rest -= 1_000_000_000;
        }
        if (nanos >= 1_000_000_000L) {
            return seconds / (nanos / 1_000_000_000L);
        }
        long factor = 1_000_000_000L / nanos;
        long scaled = convert(seconds, SECONDS);
        long more = rest / nanos;
        boolean fits = scaled != Long.MAX_VALUE && scaled != Long.MIN_VALUE || seconds == scaled / factor;
        long sum = scaled + more;
        return fits && (scaled ^ sum) >= 0 || scaled == 0 ? sum : seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    public long toNanos(long duration) {
        return NANOSECONDS.convert(duration, this);
    }

    public long toMicros(long duration) {
        return MICROSECONDS.convert(duration, this);
    }

    public long toMillis(long duration) {
        return MILLISECONDS.convert(duration, this);
    }

    public long toSeconds(long duration) {
        return SECONDS.convert(duration, this);
    }

    public long toMinutes(long duration) {
        return MINUTES.convert(duration, this);
    }

    public long toHours(long duration) {
        return HOURS.convert(duration, this);
    }

    public long toDays(long duration) {
        return DAYS.convert(duration, this);
    }

    private int restOf(long duration, long millis) {
        return (int) (toNanos(duration) - MILLISECONDS.toNanos(millis)) % NANOS_PER_MILLI;
    }

    public void sleep(long duration) throws InterruptedException {
        if (duration > 0) {
            long millis = toMillis(duration);
            Thread.sleep(restOf(duration, millis) > 0 ? millis + 1 : millis);
        }
    }

    public void timedWait(Object monitor, long duration) throws InterruptedException {
        if (duration > 0) {
            long millis = toMillis(duration);
            monitor.wait(millis, restOf(duration, millis));
        }
    }

    public void timedJoin(Thread thread, long duration) throws InterruptedException {
        if (duration > 0) {
            long millis = toMillis(duration);
            thread.join(millis, restOf(duration, millis));
        }
    }

    public ChronoUnit toChronoUnit() {
        return switch (this) {
            case NANOSECONDS -> ChronoUnit.NANOS;
            case MICROSECONDS -> ChronoUnit.MICROS;
            case MILLISECONDS -> ChronoUnit.MILLIS;
            case SECONDS -> ChronoUnit.SECONDS;
            case MINUTES -> ChronoUnit.MINUTES;
            case HOURS -> ChronoUnit.HOURS;
            case DAYS -> ChronoUnit.DAYS;
        };
    }

    public static TTimeUnit of(ChronoUnit unit) {
        return switch (Objects.requireNonNull(unit, "chronoUnit")) {
            case NANOS -> NANOSECONDS;
            case MICROS -> MICROSECONDS;
            case MILLIS -> MILLISECONDS;
            case SECONDS -> SECONDS;
            case MINUTES -> MINUTES;
            case HOURS -> HOURS;
            case DAYS -> DAYS;
            default -> throw new IllegalArgumentException("No TimeUnit equivalent for " + unit);
        };
    }
}
