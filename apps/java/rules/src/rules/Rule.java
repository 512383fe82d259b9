package rules;

import java.util.LinkedHashMap;
import java.util.Map;

/** `rule NAME when CONDITION then FIELD = EXPRESSION, ...`. */
record Rule(String name, int line, Expression condition, Map<String, Expression> actions) {
    static Rule parse(String text, int line) {
        int when = text.indexOf(" when ");
        int then = text.indexOf(" then ", when);
        if (when < 0 || then < 0) {
            throw new RuleException("a rule is `rule NAME when CONDITION then FIELD = EXPRESSION, ...`");
        }
        Map<String, Expression> actions = new LinkedHashMap<>();
        String rest = text.substring(then + 6);
        int start = 0;
        while (start < rest.length()) {
            int end = end(rest, start);
            String action = rest.substring(start, end);
            int equals = action.indexOf('=');
            if (equals < 0) {
                throw new RuleException("`" + action.trim() + "` is no `FIELD = EXPRESSION`");
            }
            actions.put(action.substring(0, equals).trim(), Parser.parse(action.substring(equals + 1)));
            start = end + 1;
        }
        return new Rule(text.substring(5, when).trim(), line, Parser.parse(text.substring(when + 6, then)), actions);
    }

    /** The comma behind the action at `start` that is in no bracket or text; else the end. */
    private static int end(String text, int start) {
        int depth = 0;
        boolean quoted = false;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            if (!quoted) {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                if (c == ',' && depth == 0) {
                    return i;
                }
            }
        }
        return text.length();
    }
}
