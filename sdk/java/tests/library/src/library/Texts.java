package library;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Text: numbers of it, scanners, lines, patterns, properties. */
final class Texts {
    private Texts() {
    }

    static void run() throws Exception {
        numbers();
        scanners();
        strings();
        patterns();
        properties();
    }

    private static void show(String what, Callable<?> call) {
        try {
            System.out.println(what + " -> " + call.call());
        } catch (Exception e) {
            System.out.println(what + " -> " + e);
        }
    }

    private static void numbers() {
        for (String text : Arrays.asList(null, "", "abc", "12x", "2147483647", "2147483648", "-", "+", "+5", "-2147483648",
                "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808", " 1", "7f")) {
            show("int " + text, () -> Integer.parseInt(text));
            show("hex " + text, () -> Integer.parseInt(text, 16));
            show("long " + text, () -> Long.parseLong(text));
            show("short " + text, () -> Short.parseShort(text));
            show("byte " + text, () -> Byte.valueOf(text));
            show("unsigned " + text, () -> Integer.parseUnsignedInt(text));
        }
        show("radix", () -> Integer.parseInt("1", 1));
        show("radix", () -> Long.parseLong("1", 37));
        show("part", () -> Integer.parseInt("ab12cd", 2, 4, 10));
        show("part", () -> Integer.parseInt("ab12cd", 1, 4, 10));
        show("short", () -> Short.parseShort("70000"));
        show("unsigned", () -> Integer.parseUnsignedInt("4294967296"));
        show("unsigned", () -> Long.parseUnsignedLong("18446744073709551615"));
        show("unsigned", () -> Long.toUnsignedString(Long.parseUnsignedLong("ffffffffffffff00", 16)));
        System.out.println(Integer.toUnsignedLong(-1) + " " + Double.sum(1, 2) + " " + Double.max(1, 2) + " " + Float.min(1, 2));
    }

    private static void scanners() {
        Scanner scanner = new Scanner("12 abc 3.5 -7 1,234 true\nthe rest of it\r\nlast line\n\n99999999999 x");
        System.out.println(scanner.nextInt() + " " + scanner.hasNextInt() + " " + scanner.next() + " " + scanner.hasNextDouble()
                + " " + scanner.nextDouble() + " " + scanner.nextLong() + " " + scanner.nextInt() + " " + scanner.nextBoolean());
        System.out.println("[" + scanner.nextLine() + "] [" + scanner.nextLine() + "] [" + scanner.nextLine() + "] ["
                + scanner.nextLine() + "] " + scanner.hasNextLine());
        show("large", scanner::nextInt);
        System.out.println(scanner.nextLong() + " " + scanner.hasNextInt());
        show("no number", scanner::nextInt);
        System.out.println(scanner.next() + " " + scanner.hasNext() + " " + scanner.hasNextLine());
        show("at the end", scanner::next);
        show("at the end", scanner::nextLine);
        scanner.close();
        show("closed", scanner::hasNext);
        Scanner fields = new Scanner("a,,b,c ,d").useDelimiter(",");
        StringBuilder seen = new StringBuilder();
        while (fields.hasNext()) {
            seen.append('<').append(fields.next()).append('>');
        }
        System.out.println(seen);
        Scanner pairs = new Scanner("x=1; y=22; z=333").useDelimiter("\\s*;\\s*");
        System.out.println(pairs.tokens().map(s -> s.split("=")[1]).collect(Collectors.toList()));
        Scanner lines = new Scanner(new StringReader("1 2 3\n".repeat(2_000)));
        long sum = 0;
        while (lines.hasNextInt()) {
            sum += lines.nextInt();
        }
        System.out.println(sum + " " + new Scanner("key: value").findInLine("v.*") + " "
                + new Scanner("ff 10").useRadix(16).tokens().count() + " " + new Scanner("ff").nextInt(16));
    }

    private static void strings() {
        System.out.println("a\nb\r\nc\rd\n".lines().map(s -> "<" + s + ">").collect(Collectors.joining()) + "".lines().count());
        System.out.println("one\n  two\n".indent(2) + "|" + "  a\n b".indent(-1) + "|" + "x".transform(s -> s + s));
        StringJoiner joiner = new StringJoiner(", ", "[", "]").setEmptyValue("nothing");
        System.out.println(joiner + " " + joiner.length() + " " + joiner.add("a").add("b") + " "
                + joiner.merge(new StringJoiner("-").add("c").add("d")));
        System.out.println(Stream.ofNullable(null).count() + " " + List.of(3, 1, 2).parallelStream().sorted().collect(Collectors.toList()));
        Collection<String> words = List.of("pear", "fig", "apple", "kiwi", "plum");
        System.out.println("" + words.stream().collect(Collectors.groupingBy(String::length, TreeMap::new,
                Collectors.mapping(s -> s.substring(0, 1), Collectors.joining("+")))));
        System.out.println("" + words.stream().collect(Collectors.teeing(Collectors.counting(),
                Collectors.averagingInt(String::length), (n, a) -> n + " of " + a)));
        System.out.println("" + words.stream().collect(Collectors.partitioningBy(s -> s.length() > 4, Collectors.counting())));
    }

    private static void patterns() {
        Pattern word = Pattern.compile("([a-z])([a-z]*)");
        Matcher matcher = word.matcher("the quick brown fox");
        System.out.println(matcher.replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT) + m.group(2)) + " "
                + matcher.replaceFirst(m -> "<" + m.start() + ">") + " " + matcher.results().map(m -> m.group(2)).collect(Collectors.toList()));
        StringBuilder out = new StringBuilder();
        matcher.reset();
        while (matcher.find()) {
            matcher.appendReplacement(out, "$2$1");
        }
        System.out.println(matcher.appendTail(out));
        System.out.println(Stream.of("a1", "b", "2").filter(Pattern.compile("[0-9]").asPredicate()).count() + " "
                + Stream.of("a1", "b", "2").filter(Pattern.compile("[0-9]").asMatchPredicate()).count() + " "
                + Pattern.compile(",").splitAsStream("x,y,z").collect(Collectors.toList()));
    }

    private static void properties() throws Exception {
        Properties defaults = new Properties();
        defaults.setProperty("colour", "red");
        Properties properties = new Properties(defaults);
        properties.load(new StringReader("# comment\n! another\nname = a value \\\n    continued\npath:C\\:\\\\x\n"
                + "empty\nunicode=\\u00e4\\t.\nkey\\ with\\ blanks = 1\n"));
        System.out.println(new TreeMap<>(properties) + " " + properties.getProperty("colour") + " "
                + properties.getProperty("none", "absent") + " " + properties.stringPropertyNames().size());
        StringWriter written = new StringWriter();
        Properties one = new Properties();
        one.setProperty("a b", "c=d\n\u00e4");
        one.store(written, "comment");
        System.out.println(written.toString().lines().filter(s -> !s.startsWith("#")).collect(Collectors.toList()));
        Properties read = new Properties();
        read.load(new StringReader(written.toString()));
        System.out.println(read.equals(one));
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        for (long millis : new long[] {0, -1, 951_782_400_000L, 1_709_164_799_999L, 4_102_444_800_000L}) {
            System.out.print(new Date(millis) + ", ");
        }
        System.out.println();
        try {
            ResourceBundle.getBundle("library.Missing");
        } catch (MissingResourceException e) {
            System.out.println("no bundle " + e.getClass().getSimpleName());
        }
        try {
            new Scanner("").next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
    }
}
