package rules;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Usage: `RULES RECORDS`, `--why NAME RULES RECORDS`, `--eval EXPRESSION`. */
public final class Main {
    private static final String USAGE = "usage: rules [--why NAME] RULES RECORDS | --eval EXPRESSION";

    private final List<Rule> rules = new ArrayList<>();
    private final List<Query> queries = new ArrayList<>();

    private Main() {}

    public static void main(String[] args) {
        int status = 1;
        try {
            status = new Main().run(args);
        } catch (RuleException e) {
            System.err.println("rules: " + e.getMessage());
        } catch (IOException e) {
            System.err.println("rules: cannot read the rules or the records; are the files there, and their folders"
                + " in `dirs` of the manifest?");
        }
        System.out.flush();
        if (status != 0) {
            System.exit(status);
        }
    }

    private int run(String[] args) throws IOException {
        if (args.length == 2 && args[0].equals("--eval")) {
            System.out.println(Expression.text(Parser.parse(args[1]).value(Map.of())));
            return 0;
        }
        boolean why = args.length == 4 && args[0].equals("--why");
        if (!why && args.length != 2) {
            System.err.println(USAGE);
            return 2;
        }
        String file = args[args.length - 2];
        read(file);
        List<Map<String, Object>> records = records(args[args.length - 1]);
        Engine engine = new Engine(rules, file);
        int fired = 0;
        boolean found = false;
        for (Map<String, Object> record : records) {
            Map<String, String> by = engine.apply(record);
            fired += by.size();
            if (why && record.containsValue(args[1])) {
                found = true;
                by.forEach((rule, gave) -> System.out.println(rule + ": " + gave));
            }
        }
        if (!why) {
            System.out.println(records.size() + " records, " + rules.size() + " rules, fired " + fired + " times\n");
            queries.forEach(query -> System.out.println(query.answer(records)));
        }
        return why && !found ? 1 : 0;
    }

    private void read(String file) throws IOException {
        int number = 0;
        for (String line : lines(file)) {
            number++;
            try {
                if (line.startsWith("rule ")) {
                    rules.add(Rule.parse(line, number));
                } else if (line.startsWith("report ")) {
                    queries.add(Query.parse(line));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    throw new RuleException("a line begins with `rule`, `report` or `#`");
                }
            } catch (RuleException e) {
                throw e.on(file, number);
            }
        }
    }

    /** Paragraphs of `Name: value`; lines that begin with a space belong to the one before. */
    private static List<Map<String, Object>> records(String file) throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        Map<String, Object> record = new LinkedHashMap<>();
        for (String line : lines(file)) {
            int colon = line.indexOf(": ");
            if (line.isEmpty() && !record.isEmpty()) {
                records.add(record);
                record = new LinkedHashMap<>();
            } else if (colon > 0 && line.charAt(0) != ' ') {
                record.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        if (!record.isEmpty()) {
            records.add(record);
        }
        return records;
    }

    private static List<String> lines(String file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        }
        return lines;
    }
}
