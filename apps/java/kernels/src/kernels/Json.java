package kernels;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Kernel: parse 60 kB of JSON (RFC 8259) into maps, lists, numbers and strings, go through it, and
 * print it again. Characters, short strings, and many small objects.
 */
final class Json implements Kernel {
    private static final int RECORDS = 300;
    private static final String[] TAGS = {"alpha", "beta", "gam\\u006da", "a \\\"b\\\"", "\\t", "end"};

    private final String text = sample();

    @Override
    public long work(int round) {
        Object value = new Parser(text).whole();
        StringBuilder out = new StringBuilder();
        print(value, out);
        return Sum.mix(Sum.mix(0, visit(value)), Sum.of(out) + round);
    }

    private static String sample() {
        Draws draws = new Draws(42);
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < RECORDS; i++) {
            text.append(i == 0 ? "" : ",\n").append("{\"id\": ").append(i);
            text.append(", \"name\": \"").append(TAGS[draws.below(TAGS.length)]).append(i);
            text.append("\", \"size\": ").append(draws.below(100_000)).append('.');
            text.append(draws.below(100)).append("e").append(draws.below(9) - 4);
            text.append(", \"open\": ").append(draws.below(2) == 0).append(", \"none\": null");
            text.append(", \"place\": {\"x\": -").append(draws.below(1000));
            text.append(", \"y\": ").append(draws.below(1000)).append("}, \"tags\": [");
            for (int tag = draws.below(5); tag >= 0; tag--) {
                text.append('"').append(TAGS[tag]).append(tag == 0 ? "\"" : "\", ");
            }
            text.append("]}");
        }
        return text.append("]").toString();
    }

    private static long visit(Object value) {
        if (value instanceof Map<?, ?> map) {
            long sum = map.size();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum = Sum.mix(sum, entry.getKey().hashCode() + visit(entry.getValue()));
            }
            return sum;
        }
        if (value instanceof List<?> list) {
            long sum = list.size();
            for (Object item : list) {
                sum = Sum.mix(sum, visit(item));
            }
            return sum;
        }
        if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        return value == null ? 1 : value.hashCode();
    }

    private static void print(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(before);
                quote((String) entry.getKey(), out);
                out.append(':');
                print(entry.getValue(), out);
                before = ',';
            }
            out.append('}');
        } else if (value instanceof List<?> list) {
            char before = '[';
            for (Object item : list) {
                out.append(before);
                print(item, out);
                before = ',';
            }
            out.append(']');
        } else if (value instanceof String string) {
            quote(string, out);
        } else {
            out.append(value);
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(c == '\t' ? "\\t" : "\\u0020");
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /** By recursive descent. */
    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Object whole() {
            Object value = value();
            if (skip() != 0) {
                throw wrong("the end");
            }
            return value;
        }

        private Object value() {
            switch (skip()) {
                case '{': return object();
                case '[': return array();
                case '"': return string();
                case 't': return word("true", true);
                case 'f': return word("false", false);
                case 'n': return word("null", null);
                default: return number();
            }
        }

        private Map<String, Object> object() {
            Map<String, Object> map = new LinkedHashMap<>();
            at++;
            if (skip() == '}') {
                at++;
                return map;
            }
            do {
                if (skip() != '"') {
                    throw wrong("a name");
                }
                String name = string();
                expect(':');
                map.put(name, value());
            } while (more('}'));
            return map;
        }

        private List<Object> array() {
            List<Object> list = new ArrayList<>();
            at++;
            if (skip() == ']') {
                at++;
                return list;
            }
            do {
                list.add(value());
            } while (more(']'));
            return list;
        }

        private boolean more(char end) {
            char c = skip();
            if (c != ',' && c != end) {
                throw wrong(", or " + end);
            }
            at++;
            return c == ',';
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                out.append(c == '\\' ? escaped() : c);
            }
            expect('"');
            return out.toString();
        }

        private char escaped() {
            char c = text.charAt(++at);
            switch (c) {
                case 'n': return '\n';
                case 't': return '\t';
                case 'r': return '\r';
                case 'b': return '\b';
                case 'f': return '\f';
                case 'u':
                    at += 4;
                    return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
                default: return c;
            }
        }

        private Double number() {
            int start = at;
            while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            if (start == at) {
                throw wrong("a value");
            }
            return Double.parseDouble(text.substring(start, at));
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) {
                throw wrong(word);
            }
            at += word.length();
            return value;
        }

        private void expect(char wanted) {
            if (skip() != wanted) {
                throw wrong(String.valueOf(wanted));
            }
            at++;
        }

        /** The next character that is no space; 0 at the end. */
        private char skip() {
            while (at < text.length() && text.charAt(at) <= ' ') {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private IllegalArgumentException wrong(String wanted) {
            return new IllegalArgumentException("at " + at + ": " + wanted + " is wanted");
        }
    }
}
