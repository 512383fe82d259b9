package dev.terrace.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the command line says, checked as far as that can be done without looking at a file. */
final class Options {
    static final String HELP = """
            Makes a WebAssembly module of a Java app.

            Usage: terrace-java --main CLASS --out FILE --work DIR [OPTION]...

              --main CLASS       class with the method main
              --out FILE         module to write
              --work DIR         folder for what is kept between two builds
              --source DIR       folder of sources and resources (repeatable)
              --jar FILE         jar of classes to compile in (repeatable)
              --maven G:A:V      artifact of Maven Central, with what it needs (repeatable)
              --reflect CLASS    class that is reached by reflection (repeatable)
              --heap-min BYTES   heap at the start; K, M and G may follow (default 4M)
              --heap-max BYTES   bound of the heap (default 64M)
              --reactor          the class is a dev.terrace.App, and its callbacks are called
              --assertions       `assert` is checked, as by `java -ea`
              --level LEVEL      optimisation: simple, advanced or full (default simple)
              --help             this text

            Progress goes to standard error, one line each. A mistake in the app is one line
            `file:line: what` each, and exit status 1; a wrong option is exit status 2.

            Example: terrace-java --main hello.Main --source src --work target/java --out hello.wasm
            """;

    String main;
    Path out;
    Path work;
    final List<Path> sources = new ArrayList<>();
    final List<Path> jars = new ArrayList<>();
    final List<String> maven = new ArrayList<>();
    final List<String> reflect = new ArrayList<>();
    int heapMin = 4 << 20;
    int heapMax = 64 << 20;
    boolean assertions;
    boolean reactor;
    boolean help;
    Level level = Level.SIMPLE;

    enum Level { SIMPLE, ADVANCED, FULL }

    /** Throws with a text for the user when an option is unknown, wrong or missing. */
    static Options parse(String[] args) {
        Options options = new Options();
        for (int i = 0; i < args.length; i++) {
            String name = args[i];
            if (options.flag(name)) {
                continue;
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(name + ": unknown, or its value is missing (try --help)");
            }
            options.take(name, args[++i]);
        }
        if (!options.help) {
            options.check();
        }
        return options;
    }

    private boolean flag(String name) {
        switch (name) {
            case "--help", "-h" -> help = true;
            case "--assertions" -> assertions = true;
            case "--reactor" -> reactor = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private void take(String name, String value) {
        switch (name) {
            case "--main" -> main = value;
            case "--out" -> out = Path.of(value).toAbsolutePath();
            case "--work" -> work = Path.of(value).toAbsolutePath();
            case "--source" -> sources.add(Path.of(value));
            case "--jar" -> jars.add(Path.of(value));
            case "--maven" -> maven.add(value);
            case "--reflect" -> reflect.add(value);
            case "--heap-min" -> heapMin = bytes(name, value);
            case "--heap-max" -> heapMax = bytes(name, value);
            case "--level" -> level = level(value);
            default -> throw new IllegalArgumentException(name + ": no such option (try --help)");
        }
    }

    private static Level level(String value) {
        for (Level level : Level.values()) {
            if (level.name().equalsIgnoreCase(value)) {
                return level;
            }
        }
        throw new IllegalArgumentException("--level " + value + ": it is simple, advanced or full");
    }

    private static int bytes(String name, String value) {
        int shift = switch (value.isEmpty() ? ' ' : Character.toUpperCase(value.charAt(value.length() - 1))) {
            case 'K' -> 10;
            case 'M' -> 20;
            case 'G' -> 30;
            default -> 0;
        };
        String digits = shift == 0 ? value : value.substring(0, value.length() - 1);
        try {
            long bytes = Math.multiplyExact(Long.parseLong(digits), 1L << shift);
            if (bytes < 64 << 10 || bytes > 1L << 30) {
                throw new IllegalArgumentException(name + " " + value + ": it is between 64K and 1G");
            }
            return (int) bytes;
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(name + " " + value + ": not a number of bytes, such as 16M");
        }
    }

    private void check() {
        require(main != null, "--main is missing: which class has the method main?");
        require(out != null, "--out is missing: where does the module go?");
        require(work != null, "--work is missing: where may files be kept between two builds?");
        require(!sources.isEmpty() || !jars.isEmpty() || !maven.isEmpty(),
                "nothing to compile: give --source, --jar or --maven");
        require(heapMin <= heapMax, "--heap-min is " + heapMin + ", above --heap-max, which is " + heapMax);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
