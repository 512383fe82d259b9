package uav;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The points to pass. */
final class Plan {
    private static final String FILE = "/plan/plan.csv";

    private final List<double[]> points = new ArrayList<>();

    /** Reads the plan of the folder that was given to the app. */
    static Plan read() {
        Plan plan = new Plan();
        int number = 0;
        try (BufferedReader reader = new BufferedReader(new FileReader(FILE))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                plan.add(line.trim(), number);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + FILE + ": run with --dir apps/uav/plan::/plan", e);
        }
        if (plan.points.size() < 2) {
            throw new IllegalStateException(FILE + " has " + plan.points.size() + " points; a flight needs 2");
        }
        return plan;
    }

    private void add(String line, int number) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        String[] parts = line.split(",");
        if (parts.length != 3) {
            throw new IllegalStateException(FILE + ":" + number + ": `" + line + "` is not `north, east, height`");
        }
        double[] point = new double[3];
        for (int i = 0; i < 3; i++) {
            point[i] = Double.parseDouble(parts[i].trim());
        }
        points.add(point);
    }

    int size() {
        return points.size();
    }

    double north(int i) {
        return points.get(i)[0];
    }

    double east(int i) {
        return points.get(i)[1];
    }

    double height(int i) {
        return points.get(i)[2];
    }
}
