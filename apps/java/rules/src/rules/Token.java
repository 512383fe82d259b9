package rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A piece of an expression. */
record Token(Kind kind, String text, int column) {
    enum Kind { NUMBER, TEXT, NAME, SIGN, END }

    private static final Pattern NEXT = Pattern.compile(
        "\\s*(?:(\\d+(?:\\.\\d+)?)|\"([^\"]*)\"|([A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*)|(<=|>=|!=|[-+*/%^=<>~(),]))");

    static List<Token> all(String text) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = NEXT.matcher(text);
        int at = 0;
        while (at < text.length() && !text.substring(at).isBlank()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw new RuleException("column " + (at + 1) + ": `" + text.substring(at).trim() + "` is no expression");
            }
            tokens.add(token(matcher));
            at = matcher.end();
        }
        tokens.add(new Token(Kind.END, "the end", text.length() + 1));
        return tokens;
    }

    private static Token token(Matcher matcher) {
        Kind[] kinds = Kind.values();
        for (int group = 1; group <= matcher.groupCount(); group++) {
            if (matcher.group(group) != null) {
                return new Token(kinds[group - 1], matcher.group(group), matcher.start(group) + 1);
            }
        }
        throw new IllegalStateException("a match has one of the groups");
    }

    boolean is(String wanted) {
        return (kind == Kind.SIGN || kind == Kind.NAME) && text.equals(wanted);
    }
}
