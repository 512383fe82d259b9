package json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Text to value by recursive descent, strictly as RFC 8259 has it.
 *
 * <p>P1: nothing is accepted that the grammar does not have: no trailing commas, comments, leading
 * zeros, control characters in strings. P2: at most DEEPEST values are open at a time. P3: a name
 * that comes twice in an object is an error, for the RFC leaves its meaning open.
 */
final class Parser {
    private static final int DEEPEST = 500;

    private final String text;
    private int at;
    private int depth;

    private Parser(String text) {
        this.text = text;
    }

    static Value parse(String text) {
        Parser parser = new Parser(text);
        Value value = parser.value();
        parser.space();
        if (parser.at < text.length()) {
            throw parser.wrong("the end of the text");
        }
        return value;
    }

    private Value value() {
        if (++depth > DEEPEST) {
            throw wrong("at most " + DEEPEST + " values within each other");
        }
        space();
        Value value = switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Value.Str(string());
            case 't' -> word("true", new Value.Bool(true));
            case 'f' -> word("false", new Value.Bool(false));
            case 'n' -> word("null", new Value.Null());
            default -> number();
        };
        depth--;
        return value;
    }

    private Value object() {
        Map<String, Value> members = new LinkedHashMap<>();
        at++;
        space();
        if (accept('}')) {
            return new Value.Obj(members);
        }
        do {
            space();
            int start = at;
            String name = string();
            space();
            expect(':');
            if (members.put(name, value()) != null) {
                at = start;
                throw wrong("another name than " + Printer.quoted(name) + ", which this object has already");
            }
            space();
        } while (accept(','));
        expect('}');
        return new Value.Obj(members);
    }

    private Value array() {
        List<Value> items = new ArrayList<>();
        at++;
        space();
        if (accept(']')) {
            return new Value.Arr(items);
        }
        do {
            items.add(value());
            space();
        } while (accept(','));
        expect(']');
        return new Value.Arr(items);
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            if (peek() < ' ') {
                throw wrong("no end of line or control character within a string");
            }
            char c = text.charAt(at++);
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        int kind = "\"\\/bfnrtu".indexOf(peek());
        if (kind < 0) {
            throw wrong("one of \"\\/bfnrtu after \\");
        }
        at++;
        return kind < 8 ? "\"\\/\b\f\n\r\t".charAt(kind) : unit();
    }

    /** The four digits of a code unit. */
    private char unit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw wrong("four hexadecimal digits after \\u");
            }
            unit = unit * 16 + digit;
            at++;
        }
        return (char) unit;
    }

    private Value number() {
        int start = at;
        accept('-');
        if (!accept('0')) {
            digits();
        }
        if (accept('.')) {
            digits();
        }
        if (accept('e') || accept('E')) {
            if (!accept('+')) {
                accept('-');
            }
            digits();
        }
        return new Value.Num(text.substring(start, at));
    }

    private void digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (start == at) {
            throw wrong("a value or a digit");
        }
    }

    private Value word(String word, Value value) {
        if (!text.startsWith(word, at)) {
            throw wrong(word);
        }
        at += word.length();
        return value;
    }

    /** The next character; 0 at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean accept(char wanted) {
        boolean there = at < text.length() && text.charAt(at) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char wanted) {
        if (!accept(wanted)) {
            throw wrong("'" + wanted + "'");
        }
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private JsonException wrong(String wanted) {
        int line = 1;
        int start = 0;
        for (int i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) {
            line++;
            start = i + 1;
        }
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
        return new JsonException(line + ":" + (at - start + 1) + ": " + wanted + " is wanted, here is " + found);
    }
}
