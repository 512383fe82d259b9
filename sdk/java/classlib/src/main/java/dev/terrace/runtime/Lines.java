package dev.terrace.runtime;

import java.util.ArrayList;
import java.util.List;

/** Lines of a text, as {@code String.lines} takes them. */
public final class Lines {
    private Lines() {
    }

    public static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        int length = text.length();
        while (from < length) {
            int end = from;
            while (end < length && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                end++;
            }
            lines.add(text.substring(from, end));
            boolean both = end + 1 < length && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n';
            from = end + (both ? 2 : 1);
        }
        return lines;
    }

    /** {@code String.indent}. */
    public static String indented(String text, int by) {
        StringBuilder out = new StringBuilder();
        for (String line : of(text)) {
            int strip = 0;
            while (strip < -by && strip < line.length() && Character.isWhitespace(line.charAt(strip))) {
                strip++;
            }
            out.append(" ".repeat(Math.max(0, by))).append(line, strip, line.length()).append('\n');
        }
        return out.toString();
    }
}
