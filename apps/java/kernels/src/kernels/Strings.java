package kernels;

import java.util.ArrayList;
import java.util.List;

/**
 * Kernel: build a table of text and take it apart again: StringBuilder, concatenation, numbers to
 * text and back, split, replace, upper case, compare.
 */
final class Strings implements Kernel {
    private static final int LINES = 2_000;

    @Override
    public long work(int round) {
        String table = table(round);
        List<String> fields = new ArrayList<>();
        int start = 0;
        for (int end = table.indexOf('\n'); end >= 0; end = table.indexOf('\n', start)) {
            fields(table.substring(start, end), fields);
            start = end + 1;
        }
        fields.sort(null);
        long sum = Sum.of(table);
        for (String field : fields) {
            sum = Sum.mix(sum, field.hashCode());
        }
        return Sum.mix(sum, Sum.of(String.join("+", fields).replace("9", "nine")));
    }

    private static String table(int round) {
        Draws draws = new Draws(round + 1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            int amount = draws.below(1_000_000);
            text.append("line ").append(i).append(';').append(amount).append(';');
            text.append(word(draws) + "-" + word(draws) + amount % 97);
            text.append(';').append(draws.next()).append('\n');
        }
        return text.toString();
    }

    private static String word(Draws draws) {
        StringBuilder word = new StringBuilder();
        for (int i = 3 + draws.below(6); i > 0; i--) {
            word.append((char) ('a' + draws.below(26)));
        }
        return word.reverse().toString();
    }

    /** Each field of the line, changed a little. */
    private static void fields(String line, List<String> into) {
        String[] parts = line.split(";");
        into.add(parts[0].substring(5).trim());
        into.add(String.valueOf(Integer.parseInt(parts[1]) * 2));
        into.add(parts[2].toUpperCase());
        into.add(Long.toHexString(Long.parseLong(parts[3])));
    }
}
