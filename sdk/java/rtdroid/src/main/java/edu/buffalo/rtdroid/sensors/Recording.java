package edu.buffalo.rtdroid.sensors;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.util.Arrays;

/** Samples from a file of lines {@code seconds,value,...}; lines that begin with # say something else. Ends with the file. */
final class Recording implements Source {
    private final File file;
    private final float[] values;
    private long[] at = new long[256];
    private float[][] samples = new float[256][];
    private int count;
    private int next;
    private long started;

    Recording(File file, int axes) {
        this.file = file;
        values = new float[axes];
        int number = 0;
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank() && !line.startsWith("#")) {
                    add(line, number);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }

    private void add(String line, int number) {
        String[] fields = line.split(",");
        if (fields.length != values.length + 1) {
            throw new IllegalStateException(file + ":" + number + ": " + fields.length + " fields; wanted are seconds and "
                    + values.length + " values");
        }
        if (count == at.length) {
            at = Arrays.copyOf(at, 2 * count);
            samples = Arrays.copyOf(samples, 2 * count);
        }
        float[] sample = new float[values.length];
        try {
            at[count] = (long) (Double.parseDouble(fields[0].trim()) * 1e9);
            for (int i = 0; i < sample.length; i++) {
                sample[i] = Float.parseFloat(fields[i + 1].trim());
            }
        } catch (NumberFormatException e) {
            throw new IllegalStateException(file + ":" + number + ": `" + line + "` has what is not a number", e);
        }
        if (count > 0 && at[count] <= at[count - 1]) {
            throw new IllegalStateException(file + ":" + number + ": the time does not grow");
        }
        samples[count++] = sample;
    }

    @Override
    public void start(long now) {
        started = now;
        next = 0;
    }

    @Override
    public void stop() {
        next = count;
    }

    /** The newest sample whose time has come; false if that was taken before. */
    @Override
    public boolean read(long now) {
        int before = next;
        while (next < count && at[next] - at[0] <= now - started) {
            next++;
        }
        if (next == before) {
            return false;
        }
        System.arraycopy(samples[next - 1], 0, values, 0, values.length);
        return true;
    }

    @Override
    public float[] values() {
        return values;
    }

    @Override
    public int periodUs() {
        return count < 2 ? 0 : (int) ((at[count - 1] - at[0]) / (count - 1) / 1000);
    }

    @Override
    public String toString() {
        return "recording " + file.getName();
    }
}
