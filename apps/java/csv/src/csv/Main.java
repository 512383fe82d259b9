package csv;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Usage: `[--separator S] [--names A,B...] [--out csv] FILE STEP...`; the steps are in {@link Steps}. */
public final class Main {
    private static final String USAGE = "usage: csv [--separator S] [--names A,B] [--out csv] FILE"
        + " [select A,B | where A OP V | sort [-]A | group A,B WHAT | join FILE NAMES KEY | add NAME A OP B | head N]...";

    private char separator = ',';
    private List<String> names;
    private boolean asCsv;

    private Main() {}

    public static void main(String[] args) {
        int status = new Main().run(args);
        System.out.flush();
        if (status != 0) {
            System.exit(status);
        }
    }

    private int run(String[] args) {
        try {
            int at = options(args);
            if (at >= args.length) {
                throw new UsageException("no file is named");
            }
            Table table = read(args[at], names);
            Steps steps = new Steps(Arrays.asList(args).subList(at + 1, args.length), this::read);
            System.out.print(Output.text(steps.apply(table), asCsv, separator));
            return 0;
        } catch (UsageException e) {
            System.err.println("csv: " + e.getMessage() + "\n" + USAGE);
            return 2;
        } catch (TableException e) {
            System.err.println("csv: " + e.getMessage());
            return 1;
        }
    }

    /** Where the file stands. */
    private int options(String[] args) {
        int at = 0;
        while (at + 1 < args.length && args[at].startsWith("--")) {
            String value = args[at + 1];
            switch (args[at]) {
                case "--separator" -> separator = value.equals("tab") ? '\t' : value.charAt(0);
                case "--names" -> names = List.of(value.split(","));
                case "--out" -> asCsv = value.equals("csv");
                default -> throw new UsageException("there is no option " + args[at]);
            }
            at += 2;
        }
        return at;
    }

    private Table read(String file, List<String> names) {
        try (Reader reader = new BufferedReader(
                new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
            return new Input(reader, separator).table(names);
        } catch (IOException e) {
            throw new TableException("cannot read " + file
                + "; does it exist, and is its folder in `dirs` of the manifest?");
        }
    }
}
