package csv;

import java.util.List;

/** Named columns and rows; every row has as many fields as there are names. */
record Table(List<String> names, List<List<String>> rows) {
    /** The place of a column. */
    int column(String name) {
        int at = names.indexOf(name);
        if (at < 0) {
            throw new TableException("there is no column " + name + "; there are " + String.join(", ", names));
        }
        return at;
    }

    Table with(List<List<String>> others) {
        return new Table(names, others);
    }

    /** Numbers before texts, numbers by value. */
    static int compare(String a, String b) {
        Double x = number(a);
        Double y = number(b);
        if (x == null || y == null) {
            return x == null && y == null ? a.compareTo(b) : x == null ? 1 : -1;
        }
        return x.compareTo(y);
    }

    /** The number a field holds; null if it holds none. */
    static Double number(String field) {
        String text = field.trim();
        if (text.isEmpty() || "+-.0123456789".indexOf(text.charAt(0)) < 0) {
            return null;
        }
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
