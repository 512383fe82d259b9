package packagelog;

import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;

/** What dpkg did without a longer pause. */
final class Session {
    final LocalDateTime begin;
    LocalDateTime end;
    final Map<String, Integer> actions = new TreeMap<>();

    Session(LocalDateTime begin) {
        this.begin = begin;
        end = begin;
    }

    void add(Entry entry) {
        end = entry.when();
        if (History.COUNTED.contains(entry.action())) {
            actions.merge(entry.action(), 1, Integer::sum);
        }
    }
}
