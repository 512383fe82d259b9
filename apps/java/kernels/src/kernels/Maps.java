package kernels;

import java.util.HashMap;
import java.util.Map;

/**
 * Kernel: 20,000 numbers and 10,000 names through java.util.HashMap: put, look up, count, take out,
 * go through. Hashing, boxing, and equals.
 */
final class Maps implements Kernel {
    private static final int NUMBERS = 20_000;
    private static final int NAMES = 10_000;

    private final String[] names = new String[NAMES];

    Maps() {
        for (int i = 0; i < NAMES; i++) {
            names[i] = "name-" + i * 7919;
        }
    }

    @Override
    public long work(int round) {
        return Sum.mix(numbers(round), names(round));
    }

    private static long numbers(int round) {
        Draws draws = new Draws(round + 1);
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < NUMBERS; i++) {
            map.put((int) draws.next(), i);
        }
        draws = new Draws(round + 1);
        long sum = map.size();
        for (int i = 0; i < NUMBERS; i++) {
            Integer key = (int) draws.next();
            sum = Sum.mix(sum, map.get(key));
            if (i % 2 == 1) {
                map.remove(key);
            }
        }
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            sum += (long) entry.getKey() * entry.getValue();
        }
        return sum;
    }

    private long names(int round) {
        Draws draws = new Draws(round + 1);
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < NAMES * 3; i++) {
            // Half of the keys are new objects, so that equals has to look at the characters.
            String name = names[draws.below(NAMES)];
            counts.merge(i % 2 == 0 ? name : new String(name.toCharArray()), 1, Integer::sum);
        }
        long sum = counts.size();
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            sum += (long) entry.getKey().hashCode() * entry.getValue();
        }
        return sum;
    }
}
