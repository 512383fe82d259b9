package library;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The order in which maps and sets of hash codes are gone through, and the hash codes it follows from. */
final class Hashes {
    private Hashes() {
    }

    static void run() {
        codes();
        growth();
        steps();
        full();
        trees();
        views();
        refusals();
        collected();
        linked();
        sets();
        copies();
    }

    private record Point(int x, double y, String name) {
    }

    private static void codes() {
        Object[] values = {"", "Terrace", "\u00e9\ud83d\ude00", 'x', (byte) -3, (short) -300, 1 << 30, -5L, Long.MIN_VALUE + 7,
            1.5f, -0.0f, Float.NaN, 1.5, -0.0, Double.NaN, Double.MIN_VALUE, true, false, List.of(1, 2, 3), Set.of(5),
            Map.of("k", "v"), new AbstractMap.SimpleEntry<>("a", 3), Optional.of("o"), Optional.empty(),
            new BigInteger("-123456789012345678901234567890"), BigInteger.ZERO, BigInteger.valueOf(1L << 40),
            new BigDecimal("123.4500"), new BigDecimal("-98765432109876543210.5"), BigDecimal.ZERO, BigDecimal.TEN.negate(),
            new UUID(3, -9), new File("/a/b"), new Point(1, 2.5, "p"), BitSet.valueOf(new long[] {5, 1L << 63}),
            Duration.ofMillis(-1234567), Instant.ofEpochSecond(1234567890, 123456789), LocalDate.of(2024, 2, 29),
            LocalTime.of(23, 59, 58, 7), LocalDateTime.of(1999, 12, 31, 1, 2, 3), new int[0].length, Collections.emptyList(),
            new ArrayList<>(List.of("a", "b")), new HashSet<>(List.of(7, 8)), new TreeMap<>(Map.of(1, 2)),
            new StringBuilder("abc").toString(), Locale.ROOT.toString()};
        for (Object value : values) {
            System.out.println(value + " " + value.hashCode());
        }
        System.out.println(Arrays.hashCode(new long[] {1, -1L << 33}) + " " + Arrays.hashCode(new double[] {1.5, Double.NaN}) + " "
                + Arrays.hashCode(new Object[] {"a", null, 3}) + " " + Arrays.deepHashCode(new Object[] {new int[] {1}, "x"}) + " "
                + Arrays.hashCode(new boolean[] {true, false}) + " " + Arrays.hashCode(new char[] {'a'}) + " "
                + Arrays.hashCode(new float[] {1f}) + " " + Arrays.hashCode(new byte[] {-1, 1}) + " "
                + Objects.hash(1, "two", 3.0, null) + " " + Objects.hashCode(null) + " " + Boolean.hashCode(true) + " "
                + Double.hashCode(2.5) + " " + Long.hashCode(-7) + " " + Float.hashCode(2.5f) + " " + Character.hashCode('a'));
    }

    /** Names, numbers and negative hash codes in tables of every size. */
    private static void growth() {
        for (int size : new int[] {0, 1, 5, 12, 13, 24, 25, 100, 1000}) {
            Map<String, Integer> names = new HashMap<>();
            Map<Long, String> numbers = new HashMap<>(3, 2.5f);
            Set<Double> doubles = new HashSet<>(size);
            Random random = new Random(size);
            for (int i = 0; i < size; i++) {
                names.put("name-" + random.nextInt(), i);
                numbers.put(random.nextLong(), "v" + i);
                doubles.add(random.nextGaussian());
            }
            System.out.println(names);
            System.out.println(numbers.keySet() + " " + doubles.hashCode());
            System.out.println(doubles);
        }
        Map<Object, Integer> mixed = new HashMap<>(1, 0.1f);
        for (Object key : new Object[] {null, "a", 'a', 97, 97L, 97.0, List.of("a"), LocalDate.of(1970, 1, 1), -1, -2, 1 << 16, 1 << 17, 65536 * 3}) {
            mixed.put(key, mixed.size());
        }
        System.out.println(mixed);
    }

    /** A long run of every operation, with the whole map looked at now and then. */
    private static void steps() {
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            HashMap<Integer, Integer> map = seed % 2 == 0 ? new HashMap<>() : new HashMap<>(seed);
            int spread = 1 << 4 + seed * 3;
            int answers = 0;
            for (int step = 0; step < 3000; step++) {
                Integer key = (random.nextInt(spread) - spread / 4) * (seed == 4 ? 64 : 1);
                answers = answers * 31 + Objects.hashCode(step(map, key, step, random.nextInt(16)));
                if (step % 750 == 749) {
                    System.out.println(answers + " " + map);
                }
            }
        }
    }

    private static Object step(Map<Integer, Integer> map, Integer key, int value, int kind) {
        return switch (kind) {
            case 0, 1, 2 -> map.put(key, value);
            case 3, 4 -> map.remove(key);
            case 5 -> map.computeIfAbsent(key, k -> value % 5 == 0 ? null : value);
            case 6 -> map.computeIfPresent(key, (k, v) -> v % 3 == 0 ? null : v + 1);
            case 7 -> map.compute(key, (k, v) -> v == null ? (Integer) value : v % 4 == 0 ? null : v);
            case 8 -> map.merge(key, value, (a, b) -> a % 2 == 0 ? null : a + b);
            case 9 -> map.putIfAbsent(key, value % 7 == 0 ? null : value);
            case 10 -> map.remove(key, value - 1);
            case 11 -> map.replace(key, value);
            case 12 -> map.replace(key, map.get(key), value);
            case 13 -> map.getOrDefault(key, -1);
            case 14 -> map.containsKey(key) + " " + map.containsValue(value - 3);
            default -> map.keySet().removeIf(k -> k % 50 == 13);
        };
    }

    /** Keys of one bin: tables below 64 bins grow for them. */
    private static void full() {
        Map<Integer, Integer> put = new HashMap<>();
        Map<Integer, Integer> computed = new HashMap<>();
        Map<Integer, Integer> merged = new HashMap<>();
        for (int i = 0; i < 8; i++) {
            put.put(i << 10, i);
            computed.computeIfAbsent(i << 10, k -> 1);
            merged.merge(i << 10, 1, Integer::sum);
            put.put(i + 100, i);
            computed.compute(i + 100, (k, v) -> 2);
        }
        System.out.println(put + " " + computed + " " + merged);
    }

    /** Keys with an order, all in few bins of a wide table. */
    private static void trees() {
        for (int seed = 0; seed < 8; seed++) {
            Random random = new Random(seed);
            Map<Object, Integer> map = seed % 4 == 3 ? new LinkedHashMap<>(256) : new HashMap<>(256);
            int answers = 0;
            for (int step = 0; step < 1500; step++) {
                int number = random.nextInt(60) * (seed < 4 ? 1024 : 1 << 16);
                Object key = seed % 2 == 0 ? (Object) number : random.nextInt(3) == 0 ? (Object) (long) number : same(random.nextInt(64));
                int kind = step % 500 < 350 ? step % 4 : step % 4 + 2;
                Object answer = switch (kind) {
                    case 0 -> map.put(key, step);
                    case 1 -> map.merge(key, step, Integer::sum);
                    case 2 -> map.computeIfAbsent(key, k -> 7);
                    case 3 -> map.containsKey(key);
                    case 4 -> map.remove(key);
                    default -> first(map, key);
                };
                answers = answers * 31 + Objects.hashCode(answer);
                if (step % 300 == 299) {
                    System.out.println(answers + " " + map);
                }
            }
        }
        Map<Integer, Integer> wide = new HashMap<>(64);
        for (int i = 0; i < 300; i++) {
            wide.put(i * 64 % 4096 + i % 3, i);
        }
        System.out.println(wide);
    }

    /** One of 64 texts with the same hash code. */
    private static String same(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 6; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    /** Removes by an iterator the third entry there is. */
    private static Object first(Map<Object, Integer> map, Object key) {
        Iterator<Map.Entry<Object, Integer>> all = map.entrySet().iterator();
        for (int i = 0; all.hasNext(); i++) {
            Object found = all.next().getKey();
            if (i == 2) {
                all.remove();
                return found;
            }
        }
        return key;
    }

    private static void views() {
        Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            map.put("k" + i * 37, i);
        }
        for (Iterator<Map.Entry<String, Integer>> all = map.entrySet().iterator(); all.hasNext();) {
            Map.Entry<String, Integer> entry = all.next();
            if (entry.getValue() % 3 == 0) {
                all.remove();
            } else {
                entry.setValue(entry.getValue() * 10);
            }
        }
        map.values().removeIf(value -> value > 300);
        map.keySet().retainAll(Set.of("k37", "k74", "k148", "k185", "k259", "k296", "none"));
        System.out.println(map + " " + map.keySet() + map.values() + map.entrySet());
        System.out.println(Arrays.toString(map.keySet().toArray()) + Arrays.toString(map.values().toArray(new Integer[0])));
        System.out.println(map.entrySet().contains(Map.entry("k37", 10)) + " " + map.entrySet().remove(Map.entry("k37", 11)) + " "
                + map.entrySet().remove(Map.entry("k37", 10)) + " " + map.keySet().remove("k74") + " " + map.values().remove(40) + " " + map);
        StringBuilder order = new StringBuilder();
        map.forEach((key, value) -> order.append(key).append(value));
        map.keySet().forEach(order::append);
        map.values().forEach(order::append);
        map.entrySet().forEach(order::append);
        map.replaceAll((key, value) -> value + key.length());
        System.out.println(order + " " + map + map.keySet().stream().collect(Collectors.joining("+")) + map.hashCode()
                + map.equals(new TreeMap<>(map)) + map.entrySet().iterator().next());
        map.keySet().clear();
        System.out.println(map.isEmpty() + " " + map);
    }

    private static void refusals() {
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1, "b", 2, "c", 3));
        tell(() -> new HashMap<>(-1));
        tell(() -> new HashMap<>(1, 0));
        tell(() -> new HashMap<>(1, Float.NaN));
        tell(() -> map.merge("a", null, Integer::sum));
        tell(() -> map.computeIfAbsent("z", k -> map.put("y", 1)));
        tell(() -> map.compute("x", (k, v) -> map.remove("a")));
        tell(() -> map.forEach((k, v) -> map.put(k + "2", v)));
        tell(() -> map.keySet().iterator().remove());
        tell(() -> {
            for (String key : map.keySet()) {
                map.remove(key);
            }
        });
        tell(() -> new HashSet<>().iterator().next());
        tell(() -> new HashMap<>((Map<String, String>) null));
        System.out.println(map.size());
    }

    private static void tell(Runnable action) {
        try {
            action.run();
            System.out.println("done");
        } catch (ConcurrentModificationException | IllegalStateException | NoSuchElementException | IllegalArgumentException e) {
            System.out.println(e);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    private static void collected() {
        List<String> words = List.of("the quick brown fox jumps over the lazy dog and the cat sat on a mat with some other animals".split(" "));
        System.out.println(words.stream().collect(Collectors.groupingBy(String::length)));
        System.out.println(words.stream().collect(Collectors.groupingBy(w -> w.charAt(0), Collectors.counting())));
        System.out.println(words.stream().collect(Collectors.toSet()));
        System.out.println(words.stream().distinct().collect(Collectors.toMap(Function.identity(), String::length)));
        System.out.println(words.stream().collect(Collectors.toMap(String::length, w -> w, (a, b) -> a + b)));
        System.out.println(words.stream().collect(Collectors.partitioningBy(w -> w.length() > 3, Collectors.toSet())));
        Map<String, Integer> lengths = IntStream.range(0, 60).mapToObj(i -> "w" + i % 23)
                .collect(Collectors.groupingBy(w -> w, HashMap::new, Collectors.summingInt(String::length)));
        Map<String, List<String>> same = Stream.of("x", "y", "x").collect(Collectors.groupingBy(w -> w, LinkedHashMap::new, Collectors.toList()));
        System.out.println(lengths + " " + same);
    }

    private static void linked() {
        Map<String, Integer> used = new LinkedHashMap<>(8, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 5;
            }
        };
        for (int i = 0; i < 9; i++) {
            used.put("k" + i, i);
            used.get("k" + i / 2);
            used.getOrDefault("k" + (i - 1), 0);
        }
        used.merge("k8", 1, Integer::sum);
        used.computeIfAbsent("new", String::length);
        used.putIfAbsent("k7", 3);
        used.containsKey("k3");
        System.out.println(used);
        tell(() -> used.keySet().forEach(used::get));
        tell(() -> {
            for (String key : used.keySet()) {
                used.get(key);
            }
        });
        Map<Integer, String> linked = new LinkedHashMap<>();
        for (int i = 20; i > 0; i--) {
            linked.put(i * 7 % 23, "v" + i);
        }
        linked.remove(7);
        linked.put(7, "again");
        linked.put(21, "changed");
        for (Iterator<Integer> all = linked.keySet().iterator(); all.hasNext();) {
            if (all.next() % 4 == 0) {
                all.remove();
            }
        }
        linked.replaceAll((key, value) -> value + key);
        System.out.println(linked + " " + linked.values() + linked.containsValue("again7") + linked.entrySet().iterator().next());
        System.out.println(new LinkedHashMap<>(linked).keySet() + " " + ((LinkedHashMap<?, ?>) linked).clone());
        linked.clear();
        linked.put(1, "one");
        System.out.println(linked);
    }

    private static void sets() {
        Set<String> words = new HashSet<>(List.of("pear", "apple", "fig", "plum", "cherry", "date", "lime", "kiwi"));
        System.out.println(words + " " + words.add("fig") + words.add("grape") + words.remove("none") + words.contains("date"));
        words.addAll(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"));
        words.removeAll(List.of("c", "d", "plum"));
        System.out.println(words + " " + words.stream().sorted().toList() + words.size() + words.equals(new LinkedHashSet<>(words)));
        Set<Integer> many = new HashSet<>(Collections.nCopies(100, 5));
        many.addAll(List.of(33, 17, 65, 129));
        System.out.println(many + " " + ((HashSet<Integer>) many).clone());
        Set<Integer> linked = new LinkedHashSet<>(List.of(9, 3, 7));
        linked.add(3);
        linked.add(1);
        linked.remove(9);
        linked.add(9);
        System.out.println(linked + " " + new LinkedHashSet<>(new ArrayDeque<>(linked)).hashCode() + Set.copyOf(List.of(1, 1)));
        System.out.println(new HashSet<>(Arrays.asList(DayOfWeek.values())).size());
    }

    private static void copies() {
        Map<String, Integer> few = new HashMap<>();
        for (int i = 0; i < 13; i++) {
            few.put("copy" + i * i, i);
        }
        for (int i = 0; i < 8; i++) {
            few.remove("copy" + i * i);
        }
        // The table of a copy is as small as what is in it; that of a clone too.
        System.out.println(few + " " + new HashMap<>(few) + " " + ((HashMap<String, Integer>) few).clone() + " " + new HashSet<>(few.keySet()));
        Map<String, Integer> into = new HashMap<>(2);
        into.put("first", 0);
        into.putAll(few);
        into.putAll(new TreeMap<>(Map.of("x", 1, "y", 2, "z", 3)));
        System.out.println(into);
        Map<Integer, Integer> wide = new HashMap<>();
        wide.put(1000, 1);
        Map<Integer, Integer> hundred = new TreeMap<>();
        IntStream.range(0, 100).forEach(i -> hundred.put(i * 1024, i));
        wide.putAll(hundred);
        wide.keySet().removeIf(key -> key > 20_000);
        System.out.println(wide);
        few.clear();
        few.put("copy4", 1);
        few.put("after", 2);
        System.out.println(few);
    }
}
