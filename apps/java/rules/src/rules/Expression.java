package rules;

import java.util.List;
import java.util.Map;

/**
 * A tree of operations. Values are Double, String or Boolean; a field that is not there is null: 0 as a
 * number, empty as a text, false as a truth.
 */
sealed interface Expression {
    record Constant(Object value) implements Expression {}

    record Field(String name) implements Expression {}

    record Unary(String sign, Expression of) implements Expression {}

    record Binary(String sign, Expression left, Expression right) implements Expression {}

    record Call(String function, List<Expression> arguments) implements Expression {}

    default Object value(Map<String, Object> fields) {
        if (this instanceof Constant constant) {
            return constant.value();
        } else if (this instanceof Field field) {
            return fields.get(field.name());
        } else if (this instanceof Unary unary) {
            Object value = unary.of().value(fields);
            return unary.sign().equals("not") ? (Object) !truth(value) : (Object) (-number(value));
        } else if (this instanceof Binary binary) {
            return binary(binary, fields);
        } else if (this instanceof Call call) {
            return Functions.call(call.function(), call.arguments().stream().map(a -> a.value(fields)).toList());
        }
        throw new IllegalStateException("an expression is one of these");
    }

    private static Object binary(Binary binary, Map<String, Object> fields) {
        Object left = binary.left().value(fields);
        // The right side of these two is looked at only if it matters.
        if (binary.sign().equals("and")) {
            return truth(left) && truth(binary.right().value(fields));
        } else if (binary.sign().equals("or")) {
            return truth(left) || truth(binary.right().value(fields));
        }
        Object right = binary.right().value(fields);
        return switch (binary.sign()) {
            case "=" -> same(left, right);
            case "!=" -> !same(left, right);
            case "~" -> text(left).contains(text(right));
            case "<" -> number(left) < number(right);
            case ">" -> number(left) > number(right);
            case "<=" -> number(left) <= number(right);
            case ">=" -> number(left) >= number(right);
            case "+" -> left instanceof String || right instanceof String
                ? (Object) (text(left) + text(right)) : (Object) (number(left) + number(right));
            case "-" -> number(left) - number(right);
            case "*" -> number(left) * number(right);
            case "/" -> divided(number(left), number(right));
            case "%" -> number(left) % number(right);
            case "^" -> StrictMath.pow(number(left), number(right));
            default -> throw new IllegalStateException(binary.sign());
        };
    }

    private static double divided(double left, double right) {
        if (right == 0) {
            throw new RuleException(Functions.shown(left) + " is divided by 0");
        }
        return left / right;
    }

    private static boolean same(Object left, Object right) {
        return left instanceof Double || right instanceof Double ? number(left) == number(right)
            : text(left).equals(text(right));
    }

    static boolean truth(Object value) {
        return value instanceof Boolean truth ? truth
            : value instanceof Double number ? number != 0 : value != null && !value.equals("");
    }

    static double number(Object value) {
        if (value instanceof Double number) {
            return number;
        } else if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        } else if (value == null) {
            return 0;
        }
        try {
            return Double.parseDouble(value.toString().trim());
        } catch (NumberFormatException e) {
            throw new RuleException("\"" + value + "\" is used as a number");
        }
    }

    static String text(Object value) {
        return value == null ? "" : value instanceof Double number ? Functions.shown(number) : value.toString();
    }
}
