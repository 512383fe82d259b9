package rules;

import java.util.ArrayList;
import java.util.List;

/** Text to expression, by precedence climbing: or, and, not, relations, sums, products, powers. */
final class Parser {
    private static final List<List<String>> LEVELS = List.of(
        List.of("or"), List.of("and"), List.of("=", "!=", "<", ">", "<=", ">=", "~"),
        List.of("+", "-"), List.of("*", "/", "%"));
    /** `not` binds weaker than relations, a minus stronger than products. */
    private static final int RELATION = 2;

    private final List<Token> tokens;
    private int at;

    private Parser(List<Token> tokens) {
        this.tokens = tokens;
    }

    static Expression parse(String text) {
        Parser parser = new Parser(Token.all(text));
        Expression expression = parser.level(0);
        if (parser.peek().kind() != Token.Kind.END) {
            throw parser.wrong("an operator or the end");
        }
        return expression;
    }

    private Expression level(int level) {
        if (level == LEVELS.size()) {
            return signed();
        }
        if (level == RELATION && accept("not")) {
            return new Expression.Unary("not", level(RELATION));
        }
        Expression left = level(level + 1);
        while (LEVELS.get(level).contains(peek().text()) && peek().kind() != Token.Kind.TEXT) {
            String sign = tokens.get(at++).text();
            left = new Expression.Binary(sign, left, level(level + 1));
        }
        return left;
    }

    private Expression signed() {
        return accept("-") ? new Expression.Unary("-", signed()) : power();
    }

    /** From the right: 2 ^ 3 ^ 2 is 2 ^ 9. */
    private Expression power() {
        Expression base = single();
        return accept("^") ? new Expression.Binary("^", base, signed()) : base;
    }

    private Expression single() {
        Token token = tokens.get(at++);
        return switch (token.kind()) {
            case NUMBER -> new Expression.Constant(Double.valueOf(token.text()));
            case TEXT -> new Expression.Constant(token.text());
            case NAME -> named(token);
            default -> {
                at--;
                if (!accept("(")) {
                    throw wrong("a value");
                }
                Expression inner = level(0);
                expect(")");
                yield inner;
            }
        };
    }

    private Expression named(Token name) {
        if (name.is("true") || name.is("false")) {
            return new Expression.Constant(name.is("true"));
        }
        if (!accept("(")) {
            return new Expression.Field(name.text());
        }
        List<Expression> arguments = new ArrayList<>();
        do {
            arguments.add(level(0));
        } while (accept(","));
        expect(")");
        Functions.check(name.text(), arguments.size());
        // `has("x")` asks for the field of that name, not for the text.
        if (name.is("has") && arguments.get(0) instanceof Expression.Constant constant) {
            arguments.set(0, new Expression.Field(Expression.text(constant.value())));
        }
        return new Expression.Call(name.text(), arguments);
    }

    private Token peek() {
        return tokens.get(at);
    }

    private boolean accept(String wanted) {
        boolean there = peek().is(wanted);
        at += there ? 1 : 0;
        return there;
    }

    private void expect(String wanted) {
        if (!accept(wanted)) {
            throw wrong("`" + wanted + "`");
        }
    }

    private RuleException wrong(String wanted) {
        return new RuleException("column " + peek().column() + ": " + wanted + " is wanted, here is " + peek().text());
    }
}
