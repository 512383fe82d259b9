package edu.buffalo.rtdroid.sensors;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;

/** A sensor of Linux's Industrial I/O: {@code (raw + offset) * scale}, from the files of its folder in sysfs. */
final class Iio implements Source {
    private final File folder;
    private final Kind kind;
    private final File[] raw;
    private final float[] scale;
    private final float[] offset;
    private final float[] values;
    private final int periodUs;

    Iio(File folder, Kind kind) {
        this.folder = folder;
        this.kind = kind;
        String[] axes = kind.axes();
        raw = new File[axes.length];
        scale = new float[axes.length];
        offset = new float[axes.length];
        values = new float[axes.length];
        for (int i = 0; i < axes.length; i++) {
            raw[i] = new File(folder, channel(kind, axes[i]) + "_raw");
            scale[i] = setting("scale", axes[i], 1) * kind.unit;
            offset[i] = setting("offset", axes[i], 0);
        }
        float rate = setting("sampling_frequency", axes[0], 0);
        periodUs = rate > 0 ? (int) (1_000_000 / rate) : 0;
    }

    private static String channel(Kind kind, String axis) {
        return "in_" + kind.iio + (axis.isEmpty() ? "" : "_" + axis);
    }

    static boolean has(File folder, Kind kind) {
        return new File(folder, channel(kind, kind.axes()[0]) + "_raw").exists();
    }

    /** Of the axis, else of all axes, else of the device. */
    private float setting(String name, String axis, float otherwise) {
        String[] files = {channel(kind, axis) + "_" + name, "in_" + kind.iio + "_" + name, name};
        for (String file : files) {
            File of = new File(folder, file);
            if (of.exists()) {
                return number(of);
            }
        }
        return otherwise;
    }

    private static float number(File file) {
        String line = line(file);
        if (line == null) {
            return Float.NaN;
        }
        try {
            return Float.parseFloat(line.trim());
        } catch (NumberFormatException e) {
            return Float.NaN;
        }
    }

    private static String line(File file) {
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            return reader.readLine();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void start(long now) {
        // The files are there as long as the device.
    }

    @Override
    public void stop() {
        // Nothing was opened.
    }

    @Override
    public boolean read(long now) {
        for (int i = 0; i < raw.length; i++) {
            float value = number(raw[i]);
            if (Float.isNaN(value)) {
                return false;
            }
            values[i] = (value + offset[i]) * scale[i];
        }
        return true;
    }

    @Override
    public float[] values() {
        return values;
    }

    @Override
    public int periodUs() {
        return periodUs;
    }

    @Override
    public String toString() {
        String name = line(new File(folder, "name"));
        return name == null ? folder.getName() : name;
    }
}
