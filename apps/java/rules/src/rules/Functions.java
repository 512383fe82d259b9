package rules;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What an expression can call. */
final class Functions {
    /** How many arguments each takes at least and at most. */
    private record Arity(int least, int most) {}

    private static final Map<String, Arity> ARITIES = Map.of(
        "length", new Arity(1, 1), "lower", new Arity(1, 1), "number", new Arity(1, 1), "has", new Arity(1, 1),
        "words", new Arity(1, 2), "min", new Arity(1, 9), "max", new Arity(1, 9), "round", new Arity(1, 2));

    private static final Map<String, Function<List<Object>, Object>> BODIES = Map.of(
        "length", a -> (double) Expression.text(a.get(0)).length(),
        "lower", a -> Expression.text(a.get(0)).toLowerCase(),
        "number", a -> Expression.number(a.get(0)),
        "has", a -> a.get(0) != null,
        "words", Functions::words,
        "min", a -> a.stream().mapToDouble(Expression::number).min().orElse(0),
        "max", a -> a.stream().mapToDouble(Expression::number).max().orElse(0),
        "round", a -> rounded(Expression.number(a.get(0)), a.size() > 1 ? Expression.number(a.get(1)) : 0));

    private Functions() {}

    /** That there is such a function, and that it takes so many arguments. */
    static void check(String name, int arguments) {
        Arity arity = ARITIES.get(name);
        if (arity == null) {
            throw new RuleException("there is no function " + name + "; there are "
                + String.join(", ", new java.util.TreeSet<>(ARITIES.keySet())));
        }
        if (arguments < arity.least() || arguments > arity.most()) {
            throw new RuleException(name + " takes " + arity.least() + " to " + arity.most() + " arguments, here are " + arguments);
        }
    }

    static Object call(String name, List<Object> arguments) {
        return BODIES.get(name).apply(arguments);
    }

    private static Object words(List<Object> arguments) {
        String text = Expression.text(arguments.get(0)).trim();
        String separator = arguments.size() > 1 ? Expression.text(arguments.get(1)) : " ";
        return text.isEmpty() || separator.isEmpty() ? 0.0 : (double) text.split(java.util.regex.Pattern.quote(separator)).length;
    }

    private static double rounded(double value, double digits) {
        double scale = StrictMath.pow(10, digits);
        return Math.rint(value * scale) / scale;
    }

    /** Whole numbers without a point. */
    static String shown(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? String.valueOf((long) value) : String.valueOf(value);
    }
}
