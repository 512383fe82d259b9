package csv;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Text to table, as RFC 4180 has it. Lines that begin with # are remarks, empty ones are left out;
 * short rows are filled up.
 */
final class Input {
    private final Reader reader;
    private final char separator;
    private int line = 1;
    private int next;

    Input(Reader reader, char separator) {
        this.reader = reader;
        this.separator = separator;
    }

    /** With these names, or with those of the first row. */
    Table table(List<String> given) throws IOException {
        next = reader.read();
        List<List<String>> rows = new ArrayList<>();
        List<String> names = given;
        while (next >= 0) {
            int start = line;
            boolean remark = next == '#';
            List<String> row = row();
            if (remark || row.size() == 1 && row.get(0).isEmpty()) {
                continue;
            }
            if (names == null) {
                names = row;
                continue;
            }
            rows.add(filled(row, names.size(), start));
        }
        if (names == null) {
            throw new TableException("the table is empty: it has no names of columns");
        }
        return new Table(names, rows);
    }

    private static List<String> filled(List<String> row, int size, int line) {
        if (row.size() > size) {
            throw new TableException("line " + line + " has " + row.size() + " fields, there are " + size + " columns");
        }
        while (row.size() < size) {
            row.add("");
        }
        return row;
    }

    private List<String> row() throws IOException {
        List<String> row = new ArrayList<>();
        row.add(field());
        while (next == separator) {
            next = reader.read();
            row.add(field());
        }
        if (next == '\r') {
            next = reader.read();
        }
        if (next == '\n') {
            next = reader.read();
            line++;
        }
        return row;
    }

    private String field() throws IOException {
        StringBuilder field = new StringBuilder();
        if (next == '"') {
            quoted(field);
        }
        while (next >= 0 && next != separator && next != '\n' && next != '\r') {
            field.append((char) next);
            next = reader.read();
        }
        return field.toString();
    }

    private void quoted(StringBuilder field) throws IOException {
        int start = line;
        next = reader.read();
        while (true) {
            if (next < 0) {
                throw new TableException("line " + start + " has a quotation mark that is never closed");
            }
            if (next == '"') {
                next = reader.read();
                if (next != '"') {
                    return;
                }
            }
            line += next == '\n' ? 1 : 0;
            field.append((char) next);
            next = reader.read();
        }
    }
}
