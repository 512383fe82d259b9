package packagelog;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A history as text. */
final class Report {
    private static final int SHOWN = 5;
    private static final int LAST_SESSIONS = 8;
    private static final int BAR = 40;

    private final History history;
    private final StringBuilder out = new StringBuilder();

    Report(History history) {
        this.history = history;
    }

    /** All of it, on one line. */
    String line() {
        return String.format("%d lines, %d sessions, %s", history.lines, history.sessions.size(), history.actions);
    }

    String text() {
        if (history.sessions.isEmpty()) {
            return "nothing of dpkg's in " + history.strange + " lines\n";
        }
        Session first = history.sessions.get(0);
        Session last = history.sessions.get(history.sessions.size() - 1);
        long days = ChronoUnit.DAYS.between(first.begin.toLocalDate(), last.end.toLocalDate()) + 1;
        line("%s to %s: %d lines in %d sessions on %d of %d days", first.begin.toLocalDate(),
            last.end.toLocalDate(), history.lines, history.sessions.size(), history.days.size(), days);
        line("  %s", counts(history.actions));
        sessions();
        hours();
        line("\nmost often");
        most(history.touched, Comparator.naturalOrder()).forEach(e -> line("  %5d  %s", e.getValue(), e.getKey()));
        line("\nslowest to unpack and configure");
        most(history.took, Comparator.naturalOrder()).forEach(e -> line("  %5s  %s", text(e.getValue()), e.getKey()));
        end();
        return out.toString();
    }

    private void sessions() {
        int skip = Math.max(0, history.sessions.size() - LAST_SESSIONS);
        line("\nsessions%s", skip == 0 ? "" : ", the last " + LAST_SESSIONS);
        history.sessions.stream().skip(skip).forEach(session -> line("  %s %s  %5s  %s",
            session.begin.toLocalDate(), session.begin.toLocalTime().truncatedTo(ChronoUnit.MINUTES),
            text(Duration.between(session.begin, session.end)), counts(session.actions)));
    }

    private void hours() {
        line("\nby hour and by day of the week");
        int most = IntStream.of(history.hours).max().orElse(0);
        for (int hour = 0; hour < history.hours.length; hour++) {
            if (history.hours[hour] > 0) {
                line("  %02d h  %5d %s", hour, history.hours[hour], bar(history.hours[hour], most));
            }
        }
        int busiest = history.weekdays.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        history.weekdays.forEach((day, count) -> line("  %-4.3s  %5d %s", day, count, bar(count, busiest)));
    }

    private static String bar(int count, int most) {
        return "#".repeat(Math.max(1, count * BAR / Math.max(1, most)));
    }

    private void end() {
        Map<String, Long> states = history.states.values().stream()
            .collect(Collectors.groupingBy(state -> state, java.util.TreeMap::new, Collectors.counting()));
        line("\nat the end: %s", counts(states));
        history.states.forEach((name, state) -> {
            if (state.startsWith("half") || state.equals("unpacked")) {
                line("  %s is %s", name, state);
            }
        });
        if (history.strange > 0) {
            line("\n%d lines are not dpkg's; the first:", history.strange);
            history.strangeLines.forEach(text -> line("  %s", text));
        }
    }

    private static String counts(Map<String, ? extends Number> counts) {
        return counts.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).collect(Collectors.joining(", "));
    }

    private static String text(Duration time) {
        long seconds = time.getSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d:%02d", seconds / 60, seconds % 60);
    }

    /** The largest, and of equals the first by name. */
    private static <T> List<Map.Entry<String, T>> most(Map<String, T> map, Comparator<? super T> order) {
        Comparator<Map.Entry<String, T>> byValue = Map.Entry.comparingByValue(order);
        return map.entrySet().stream()
            .sorted(byValue.reversed().thenComparing(Map.Entry.comparingByKey()))
            .limit(SHOWN)
            .collect(Collectors.toList());
    }

    private void line(String format, Object... values) {
        out.append(String.format(format, values)).append('\n');
    }
}
