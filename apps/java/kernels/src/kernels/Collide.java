package kernels;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Kernel: detect which of 200 aircraft come too close within a radar's frame, for 15 frames. The
 * space is cut into cells; only aircraft that touch a common cell are compared. Records as keys,
 * ordered and hashed maps, double arithmetic, much short-lived garbage.
 *
 * <p>After the idea of the CDx benchmark (Kalibera and others, "CDx: a family of real-time Java
 * benchmarks", JTRES 2009); the code is new.
 */
final class Collide implements Kernel {
    private static final int AIRCRAFT = 200;
    private static final int FRAMES = 15;
    private static final double SPACE = 400;
    private static final double CELL = 10;
    private static final double NEAR = 3;

    private record Point(double x, double y, double z) {
        Point plus(Point other) {
            return new Point(x + other.x, y + other.y, z + other.z);
        }

        Point minus(Point other) {
            return new Point(x - other.x, y - other.y, z - other.z);
        }

        double dot(Point other) {
            return x * other.x + y * other.y + z * other.z;
        }
    }

    private record Sign(String airline, int flight) implements Comparable<Sign> {
        @Override
        public int compareTo(Sign other) {
            int order = airline.compareTo(other.airline);
            return order != 0 ? order : Integer.compare(flight, other.flight);
        }
    }

    private record Cell(int x, int y) {}

    /** One aircraft within one frame. */
    private record Motion(Sign sign, Point from, Point to) {
        /** When the two come within NEAR, as a part of the frame; -1 if they do not. */
        double meets(Motion other) {
            Point apart = from.minus(other.from);
            Point change = to.minus(from).minus(other.to.minus(other.from));
            double a = change.dot(change);
            double b = apart.dot(change);
            double c = apart.dot(apart) - NEAR * NEAR;
            if (c <= 0) {
                return 0;
            }
            double discriminant = b * b - a * c;
            if (a == 0 || discriminant < 0) {
                return -1;
            }
            double when = (-b - Math.sqrt(discriminant)) / a;
            return when >= 0 && when <= 1 ? when : -1;
        }
    }

    @Override
    public long work(int round) {
        Draws draws = new Draws(round + 1);
        Map<Sign, Point> places = new TreeMap<>();
        Map<Sign, Point> speeds = new HashMap<>();
        for (int i = 0; i < AIRCRAFT; i++) {
            Sign sign = new Sign("air" + draws.below(9), i);
            places.put(sign, point(draws, SPACE));
            speeds.put(sign, point(draws, 16).minus(new Point(8, 8, 8)));
        }
        long sum = 0;
        for (int frame = 0; frame < FRAMES; frame++) {
            List<Motion> motions = move(places, speeds);
            sum = Sum.mix(sum, collisions(motions));
        }
        return sum;
    }

    private static Point point(Draws draws, double size) {
        return new Point(draws.fraction() * size, draws.fraction() * size, draws.fraction() * size / 8);
    }

    private static List<Motion> move(Map<Sign, Point> places, Map<Sign, Point> speeds) {
        List<Motion> motions = new ArrayList<>();
        for (Map.Entry<Sign, Point> entry : places.entrySet()) {
            Point from = entry.getValue();
            Point to = from.plus(speeds.get(entry.getKey()));
            motions.add(new Motion(entry.getKey(), from, to));
            entry.setValue(to);
        }
        return motions;
    }

    private static long collisions(List<Motion> motions) {
        Map<Cell, List<Motion>> cells = new HashMap<>();
        for (Motion motion : motions) {
            enter(motion, cells);
        }
        Map<Sign, Map<Sign, Double>> met = new TreeMap<>();
        for (List<Motion> near : cells.values()) {
            compare(near, met);
        }
        long sum = 0;
        for (Map.Entry<Sign, Map<Sign, Double>> entry : met.entrySet()) {
            for (Map.Entry<Sign, Double> other : entry.getValue().entrySet()) {
                sum = Sum.mix(sum, entry.getKey().flight() * 1_000L + other.getKey().flight());
                sum = Sum.mix(sum, other.getValue());
            }
        }
        return sum;
    }

    /** Into every cell that its way may touch. */
    private static void enter(Motion motion, Map<Cell, List<Motion>> cells) {
        Point from = motion.from();
        Point to = motion.to();
        int lastX = index(Math.max(from.x(), to.x()) + NEAR);
        int lastY = index(Math.max(from.y(), to.y()) + NEAR);
        for (int x = index(Math.min(from.x(), to.x()) - NEAR); x <= lastX; x++) {
            for (int y = index(Math.min(from.y(), to.y()) - NEAR); y <= lastY; y++) {
                cells.computeIfAbsent(new Cell(x, y), cell -> new ArrayList<>()).add(motion);
            }
        }
    }

    private static int index(double place) {
        return (int) Math.floor(place / CELL);
    }

    private static void compare(List<Motion> near, Map<Sign, Map<Sign, Double>> met) {
        for (int i = 0; i < near.size(); i++) {
            for (int j = i + 1; j < near.size(); j++) {
                double when = near.get(i).meets(near.get(j));
                if (when >= 0) {
                    Sign first = near.get(i).sign();
                    met.computeIfAbsent(first, sign -> new TreeMap<>()).put(near.get(j).sign(), when);
                }
            }
        }
    }
}
