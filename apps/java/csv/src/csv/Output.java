package csv;

import java.util.List;

/** Table to text. */
final class Output {
    private Output() {}

    static String text(Table table, boolean asCsv, char separator) {
        StringBuilder out = new StringBuilder();
        if (asCsv) {
            csv(table.names(), separator, out);
            table.rows().forEach(row -> csv(row, separator, out));
        } else {
            aligned(table, out);
        }
        return out.toString();
    }

    private static void csv(List<String> row, char separator, StringBuilder out) {
        String before = "";
        for (String field : row) {
            out.append(before);
            boolean quote = field.indexOf(separator) >= 0 || field.indexOf('"') >= 0 || field.indexOf('\n') >= 0;
            out.append(quote ? '"' + field.replace("\"", "\"\"") + '"' : field);
            before = String.valueOf(separator);
        }
        out.append('\n');
    }

    /** Numbers to the right. */
    private static void aligned(Table table, StringBuilder out) {
        int columns = table.names().size();
        int[] widths = new int[columns];
        boolean[] numbers = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            int column = i;
            widths[i] = Math.max(table.names().get(i).length(),
                table.rows().stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
            numbers[i] = table.rows().stream().allMatch(row -> Table.number(row.get(column)) != null);
        }
        line(table.names(), widths, numbers, out);
        table.rows().forEach(row -> line(row, widths, numbers, out));
    }

    private static void line(List<String> row, int[] widths, boolean[] numbers, StringBuilder out) {
        int start = out.length();
        for (int i = 0; i < widths.length; i++) {
            String space = " ".repeat(widths[i] - row.get(i).length());
            out.append(i == 0 ? "" : "  ").append(numbers[i] ? space + row.get(i) : row.get(i) + space);
        }
        int end = out.length();
        while (end > start && out.charAt(end - 1) == ' ') {
            end--;
        }
        out.setLength(end);
        out.append('\n');
    }
}
