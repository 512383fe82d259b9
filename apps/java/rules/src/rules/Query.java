package rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** `report count|sum FIELD|list FIELDS [by FIELD] [when CONDITION]`, over all records. */
record Query(String title, List<String> fields, String by, Expression condition) {
    static Query parse(String text) {
        String title = text.substring(7).trim();
        String rest = title;
        Expression condition = new Expression.Constant(true);
        int when = rest.indexOf(" when ");
        if (when >= 0) {
            condition = Parser.parse(rest.substring(when + 6));
            rest = rest.substring(0, when);
        }
        String by = null;
        int group = rest.indexOf(" by ");
        if (group >= 0) {
            by = rest.substring(group + 4).trim();
            rest = rest.substring(0, group);
        }
        List<String> words = List.of(rest.trim().split("\\s+"));
        int least = words.get(0).equals("count") ? 1 : 2;
        if (!List.of("count", "sum", "list").contains(words.get(0)) || words.size() < least) {
            throw new RuleException("a report is `report count`, `report sum FIELD` or `report list FIELDS`,"
                + " then `by FIELD`, `when CONDITION`");
        }
        return new Query(title, words, by, condition);
    }

    String answer(List<Map<String, Object>> records) {
        StringBuilder out = new StringBuilder(title).append('\n');
        List<Map<String, Object>> chosen = new ArrayList<>();
        for (Map<String, Object> record : records) {
            if (Expression.truth(condition.value(record))) {
                chosen.add(record);
            }
        }
        if (fields.get(0).equals("list")) {
            chosen.forEach(record -> out.append("  ").append(line(record)).append('\n'));
            return out.toString();
        }
        Map<String, Double> totals = new TreeMap<>();
        for (Map<String, Object> record : chosen) {
            String group = by == null ? "" : Expression.text(record.get(by));
            double amount = fields.get(0).equals("count") ? 1 : Expression.number(record.get(fields.get(1)));
            totals.merge(group, amount, (a, b) -> a + b);
        }
        if (totals.isEmpty()) {
            totals.put("", 0.0);
        }
        totals.forEach((group, total) -> out.append(String.format("  %10.1f %s", total, group).stripTrailing()).append('\n'));
        return out.toString();
    }

    private String line(Map<String, Object> record) {
        StringBuilder line = new StringBuilder(String.format("%-36s", Expression.text(record.get(fields.get(1)))));
        for (String field : fields.subList(2, fields.size())) {
            line.append(String.format(" %8s %s", Expression.text(record.get(field)), field));
        }
        return line.toString();
    }
}
