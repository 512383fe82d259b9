package edu.buffalo.rtdroid.sensors;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;

/** A simulated sensor: a file with a line for each value, {@code mean amplitude hertz}: a mean and a sine around it. */
final class Formula implements Source {
    private final File file;
    private final float[] values;
    private final double[][] terms;
    private long started;

    Formula(File file, int axes) {
        this.file = file;
        values = new float[axes];
        terms = new double[axes][];
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            for (int i = 0; i < axes; i++) {
                terms[i] = terms(reader.readLine(), i + 1);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }

    private double[] terms(String line, int number) {
        String[] fields = line == null ? new String[0] : line.trim().split("\\s+");
        if (fields.length != 3) {
            throw new IllegalStateException(file + ":" + number + ": wanted are `mean amplitude hertz`");
        }
        double[] out = new double[3];
        for (int i = 0; i < 3; i++) {
            out[i] = Double.parseDouble(fields[i]);
        }
        return out;
    }

    @Override
    public void start(long now) {
        started = now;
    }

    @Override
    public void stop() {
        // It is a formula.
    }

    @Override
    public boolean read(long now) {
        double seconds = (now - started) / 1e9;
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (terms[i][0] + terms[i][1] * Math.sin(2 * Math.PI * terms[i][2] * seconds));
        }
        return true;
    }

    @Override
    public float[] values() {
        return values;
    }

    @Override
    public int periodUs() {
        return 0;
    }

    @Override
    public String toString() {
        return "formula " + file.getName();
    }
}
