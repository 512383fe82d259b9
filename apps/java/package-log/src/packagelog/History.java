package packagelog;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that the log tells, collected line by line.
 *
 * <p>H1: every line is either counted in `lines` and has been looked at, or in `strange`.
 */
final class History {
    static final Set<String> COUNTED = Set.of("install", "upgrade", "remove", "purge");
    private static final Duration PAUSE = Duration.ofMinutes(5);
    private static final int SHOWN = 3;

    int lines;
    int strange;
    final List<String> strangeLines = new ArrayList<>();
    final List<Session> sessions = new ArrayList<>();
    final Map<String, Integer> actions = new TreeMap<>();
    final Map<LocalDate, Integer> days = new TreeMap<>();
    final Map<DayOfWeek, Integer> weekdays = new EnumMap<>(DayOfWeek.class);
    final int[] hours = new int[24];
    final Map<String, Integer> touched = new HashMap<>();
    final Map<String, String> states = new TreeMap<>();
    final Map<String, Duration> took = new HashMap<>();
    private final Map<String, LocalDateTime> began = new HashMap<>();

    void add(String line) {
        Entry entry = Entry.parse(line);
        if (entry == null) {
            strange++;
            if (strangeLines.size() < SHOWN) {
                strangeLines.add(line);
            }
            return;
        }
        lines++;
        session(entry.when()).add(entry);
        if (COUNTED.contains(entry.action())) {
            count(entry);
        }
        if (entry.action().equals("status")) {
            state(entry);
        }
    }

    private Session session(LocalDateTime when) {
        Session last = sessions.isEmpty() ? null : sessions.get(sessions.size() - 1);
        if (last == null || Duration.between(last.end, when).compareTo(PAUSE) > 0) {
            last = new Session(when);
            sessions.add(last);
        }
        return last;
    }

    private void count(Entry entry) {
        actions.merge(entry.action(), 1, Integer::sum);
        days.merge(entry.when().toLocalDate(), 1, Integer::sum);
        weekdays.merge(entry.when().getDayOfWeek(), 1, Integer::sum);
        hours[entry.when().getHour()]++;
        touched.merge(entry.name(), 1, Integer::sum);
    }

    /** How long a step took is the time from its first state to the one that ends it. */
    private void state(Entry entry) {
        String name = entry.name();
        states.put(name, entry.state());
        switch (entry.state()) {
            case "half-installed", "half-configured" -> began.putIfAbsent(name, entry.when());
            case "unpacked", "installed" -> {
                LocalDateTime begin = began.remove(name);
                if (begin != null) {
                    took.merge(name, Duration.between(begin, entry.when()), Duration::plus);
                }
            }
            case "config-files", "not-installed" -> began.remove(name); // it was taken off
            default -> { }
        }
    }
}
