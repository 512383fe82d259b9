package csv;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The steps from the table that was read to the one that is printed, in the order of the arguments. */
final class Steps {
    private final Iterator<String> words;
    private final BiFunction<String, List<String>, Table> reader;

    Steps(List<String> words, BiFunction<String, List<String>, Table> reader) {
        this.words = words.iterator();
        this.reader = reader;
    }

    Table apply(Table table) {
        Table now = table;
        while (words.hasNext()) {
            String step = words.next();
            now = switch (step) {
                case "select" -> select(now, columns(word("the columns to select")));
                case "where" -> where(now, word("a column"), word("one of = != < > ~"), word("a value"));
                case "sort" -> sort(now, word("a column to sort by"));
                case "group" -> group(now, columns(word("columns to group by")), word("count, sum:A, mean:A, least:A or most:A"));
                case "join" -> join(now, reader.apply(word("a file"), columns(word("its columns"))), word("a column of both"));
                case "add" -> add(now, word("a name"), word("a column"), word("one of + - * /"), word("a column or number"));
                case "head" -> head(now, word("a number of rows"));
                default -> throw new UsageException("there is no step " + step);
            };
        }
        return now;
    }

    private String word(String what) {
        if (!words.hasNext()) {
            throw new UsageException(what + " is missing at the end");
        }
        return words.next();
    }

    private static List<String> columns(String list) {
        return List.of(list.split(","));
    }

    private static Table select(Table table, List<String> names) {
        int[] places = names.stream().mapToInt(table::column).toArray();
        return new Table(names, mapped(table, row -> fields(row, places)));
    }

    private static List<String> fields(List<String> row, int[] places) {
        List<String> fields = new ArrayList<>();
        for (int place : places) {
            fields.add(row.get(place));
        }
        return fields;
    }

    private static List<List<String>> mapped(Table table, java.util.function.Function<List<String>, List<String>> change) {
        return table.rows().stream().map(change).collect(Collectors.toList());
    }

    private static Table where(Table table, String name, String relation, String value) {
        int column = table.column(name);
        Predicate<String> test = switch (relation) {
            case "=" -> field -> Table.compare(field, value) == 0;
            case "!=" -> field -> Table.compare(field, value) != 0;
            case "<" -> field -> Table.compare(field, value) < 0;
            case ">" -> field -> Table.compare(field, value) > 0;
            case "~" -> field -> field.contains(value);
            default -> throw new UsageException("there is no relation " + relation + "; there are = != < > ~");
        };
        return table.with(table.rows().stream().filter(row -> test.test(row.get(column))).collect(Collectors.toList()));
    }

    private static Table sort(Table table, String word) {
        boolean down = word.startsWith("-");
        int column = table.column(down ? word.substring(1) : word);
        Comparator<List<String>> order = (a, b) -> Table.compare(a.get(column), b.get(column));
        List<List<String>> rows = new ArrayList<>(table.rows());
        rows.sort(down ? order.reversed() : order);
        return table.with(rows);
    }

    private static Table group(Table table, List<String> names, String what) {
        int[] keys = names.stream().mapToInt(table::column).toArray();
        int colon = what.indexOf(':');
        String function = colon < 0 ? what : what.substring(0, colon);
        int column = colon < 0 ? -1 : table.column(what.substring(colon + 1));
        if (column < 0 != function.equals("count")) {
            throw new UsageException("group by " + what + "; it is count, sum:A, mean:A, least:A or most:A");
        }
        Map<List<String>, List<List<String>>> groups = new LinkedHashMap<>();
        for (List<String> row : table.rows()) {
            groups.computeIfAbsent(fields(row, keys), key -> new ArrayList<>()).add(row);
        }
        List<String> all = new ArrayList<>(names);
        all.add(colon < 0 ? function : function + " " + what.substring(colon + 1));
        List<List<String>> rows = new ArrayList<>();
        groups.forEach((key, members) -> {
            List<String> row = new ArrayList<>(key);
            row.add(column < 0 ? String.valueOf(members.size()) : total(function, members, column));
            rows.add(row);
        });
        return new Table(all, rows);
    }

    /** Over the fields that are numbers. */
    private static String total(String function, List<List<String>> rows, int column) {
        var numbers = rows.stream().map(row -> Table.number(row.get(column))).filter(n -> n != null)
            .mapToDouble(Double::doubleValue).summaryStatistics();
        return text(switch (function) {
            case "sum" -> numbers.getSum();
            case "mean" -> numbers.getAverage();
            case "least" -> numbers.getMin();
            case "most" -> numbers.getMax();
            default -> throw new UsageException("there is no " + function + "; there are count, sum, mean, least, most");
        });
    }

    /** Whole numbers without a point. */
    private static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? String.valueOf((long) value) : String.valueOf(value);
    }

    /** Each row with the row of `other` that has the same key; rows without one are left out. */
    private static Table join(Table table, Table other, String key) {
        int here = table.column(key);
        int there = other.column(key);
        Map<String, List<String>> byKey = new HashMap<>();
        for (List<String> row : other.rows()) {
            byKey.putIfAbsent(row.get(there), row);
        }
        List<String> names = new ArrayList<>(table.names());
        names.addAll(without(other.names(), there));
        List<List<String>> rows = new ArrayList<>();
        for (List<String> row : table.rows()) {
            List<String> match = byKey.get(row.get(here));
            if (match != null) {
                List<String> joined = new ArrayList<>(row);
                joined.addAll(without(match, there));
                rows.add(joined);
            }
        }
        return new Table(names, rows);
    }

    private static List<String> without(List<String> row, int place) {
        List<String> rest = new ArrayList<>(row);
        rest.remove(place);
        return rest;
    }

    private static Table add(Table table, String name, String left, String operation, String right) {
        int a = table.column(left);
        Double number = Table.number(right);
        int b = number == null ? table.column(right) : -1;
        List<String> names = new ArrayList<>(table.names());
        names.add(name);
        return new Table(names, mapped(table, row -> {
            Double x = Table.number(row.get(a));
            Double y = number == null ? Table.number(row.get(b)) : number;
            List<String> longer = new ArrayList<>(row);
            longer.add(x == null || y == null ? "" : text(result(x, operation, y)));
            return longer;
        }));
    }

    private static double result(double x, String operation, double y) {
        return switch (operation) {
            case "+" -> x + y;
            case "-" -> x - y;
            case "*" -> x * y;
            case "/" -> x / y;
            default -> throw new UsageException("there is no " + operation + "; there are + - * /");
        };
    }

    private static Table head(Table table, String count) {
        try {
            int rows = Math.min(Integer.parseInt(count), table.rows().size());
            return table.with(table.rows().subList(0, rows));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new UsageException("head needs a number of rows, it has " + count);
        }
    }
}
