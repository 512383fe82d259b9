package json;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Usage: `format FILE`, `compact FILE`, `get PATH FILE`, `sum PATH FILE`, `check FILE...`. */
public final class Main {
    private static final String USAGE =
        "usage: json format FILE | compact FILE | get PATH FILE | sum PATH FILE | check FILE...";

    private Main() {}

    public static void main(String[] args) {
        int status = run(args);
        System.out.flush();
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] args) {
        String command = args.length < 2 ? "" : args[0];
        try {
            switch (command) {
                case "check":
                    return check(args);
                case "format":
                    System.out.println(Printer.text(read(args[1]), true));
                    return 0;
                case "compact":
                    System.out.println(Printer.text(read(args[1]), false));
                    return 0;
                case "get":
                    return args.length == 3 ? get(Path.parse(args[1]), args[2]) : usage();
                case "sum":
                    return args.length == 3 ? sum(Path.parse(args[1]), args[2]) : usage();
                default:
                    return usage();
            }
        } catch (IOException e) {
            System.err.println("json: cannot read the file; does it exist, and is its folder in `dirs` of the manifest?");
        } catch (JsonException e) {
            System.err.println("json: " + e.getMessage());
        }
        return 1;
    }

    private static int usage() {
        System.err.println(USAGE);
        return 2;
    }

    private static int check(String[] args) throws IOException {
        int wrong = 0;
        for (int i = 1; i < args.length; i++) {
            try {
                Value value = read(args[i]);
                System.out.println(args[i] + ": JSON, " + value.count() + " values, " + value.depth() + " deep");
            } catch (JsonException e) {
                System.out.println(args[i] + ":" + e.getMessage());
                wrong++;
            }
        }
        return wrong == 0 ? 0 : 1;
    }

    private static int get(Path path, String file) throws IOException {
        List<Value> found = path.in(read(file));
        found.forEach(value -> System.out.println(Printer.text(value, true)));
        return found.isEmpty() ? 1 : 0;
    }

    private static int sum(Path path, String file) throws IOException {
        double sum = 0;
        int count = 0;
        for (Value value : path.in(read(file))) {
            if (value instanceof Value.Num number) {
                sum += Double.parseDouble(number.digits());
                count++;
            }
        }
        System.out.println(count + " numbers, sum " + sum + (count == 0 ? "" : ", mean " + sum / count));
        return count == 0 ? 1 : 0;
    }

    private static Value read(String file) throws IOException {
        try (InputStream in = new FileInputStream(file)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] piece = new byte[8192];
            for (int count = in.read(piece); count > 0; count = in.read(piece)) {
                bytes.write(piece, 0, count);
            }
            return Parser.parse(new String(bytes.toByteArray(), StandardCharsets.UTF_8));
        }
    }
}
