package rules;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies rules to a record until nothing changes.
 *
 * <p>E1: a rule fires at most once a record, so chains end: `points = points + 1` counts once. E2: rules
 * are tried in the order of the file, from the first again after each round in which one fired.
 */
final class Engine {
    private final List<Rule> rules;
    private final String file;

    Engine(List<Rule> rules, String file) {
        this.rules = rules;
        this.file = file;
    }

    /** The record's fields are changed; the names of the rules that fired, with what each gave. */
    Map<String, String> apply(Map<String, Object> fields) {
        Map<String, String> fired = new LinkedHashMap<>();
        boolean[] done = new boolean[rules.size()];
        boolean more = true;
        while (more) {
            more = false;
            for (int i = 0; i < done.length; i++) {
                Rule rule = rules.get(i);
                if (!done[i] && holds(rule, fields)) {
                    done[i] = true;
                    fired.put(rule.name(), fire(rule, fields));
                    more = true;
                }
            }
        }
        return fired;
    }

    private boolean holds(Rule rule, Map<String, Object> fields) {
        try {
            return Expression.truth(rule.condition().value(fields));
        } catch (RuleException e) {
            throw e.on(file, rule.line());
        }
    }

    private String fire(Rule rule, Map<String, Object> fields) {
        StringBuilder gave = new StringBuilder();
        rule.actions().forEach((name, expression) -> {
            try {
                Object value = expression.value(fields);
                fields.put(name, value);
                gave.append(gave.length() == 0 ? "" : ", ").append(name).append(" = ").append(Expression.text(value));
            } catch (RuleException e) {
                throw e.on(file, rule.line());
            }
        });
        return gave.toString();
    }
}
