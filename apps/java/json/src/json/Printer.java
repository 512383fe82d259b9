package json;

import java.util.Map;

/** Value to text. */
final class Printer {
    private static final String STEP = "  ";

    private final StringBuilder out = new StringBuilder();
    private final boolean laidOut;

    private Printer(boolean laidOut) {
        this.laidOut = laidOut;
    }

    /** Over several lines, or without any space. */
    static String text(Value value, boolean laidOut) {
        Printer printer = new Printer(laidOut);
        printer.value(value, "\n");
        return printer.out.toString();
    }

    static String quoted(String text) {
        Printer printer = new Printer(false);
        printer.string(text);
        return printer.out.toString();
    }

    private void value(Value value, String line) {
        if (value instanceof Value.Obj object) {
            object(object.members(), line);
        } else if (value instanceof Value.Arr array) {
            array(array, line);
        } else if (value instanceof Value.Str string) {
            string(string.text());
        } else if (value instanceof Value.Num number) {
            out.append(number.digits());
        } else if (value instanceof Value.Bool bool) {
            out.append(bool.value());
        } else {
            out.append("null");
        }
    }

    private void object(Map<String, Value> members, String line) {
        String before = "{";
        for (Map.Entry<String, Value> member : members.entrySet()) {
            out.append(before).append(laidOut ? line + STEP : "");
            string(member.getKey());
            out.append(laidOut ? ": " : ":");
            value(member.getValue(), line + STEP);
            before = ",";
        }
        out.append(members.isEmpty() ? "{" : laidOut ? line : "").append('}');
    }

    /** Values that have none in them share a line. */
    private void array(Value.Arr array, String line) {
        boolean flat = array.items().stream().allMatch(item -> item.parts().isEmpty());
        String before = "[";
        for (Value item : array.items()) {
            out.append(before);
            if (laidOut && !flat) {
                out.append(line).append(STEP);
            } else if (laidOut && !before.equals("[")) {
                out.append(' ');
            }
            value(item, line + STEP);
            before = ",";
        }
        out.append(array.items().isEmpty() ? "[" : laidOut && !flat ? line : "").append(']');
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int kind = "\"\\\b\f\n\r\t".indexOf(c);
            if (kind >= 0) {
                out.append('\\').append("\"\\bfnrt".charAt(kind));
            } else if (c < ' ' || c == 0x7F) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
