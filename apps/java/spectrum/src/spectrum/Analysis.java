package spectrum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What there is to know of a recording. All logarithms and angles are StrictMath's: the same everywhere. */
final class Analysis {
    static final int SIZE = 1024;
    private static final int STEP = SIZE / 2;
    private static final double QUIETEST = 1e-12;
    private static final int LOWEST_PITCH = 70;
    private static final int HIGHEST_PITCH = 400;
    /** Below this the frame is no voice. */
    private static final double VOICED = 0.5;

    /** A peak of the mean spectrum. */
    record Tone(double hertz, double decibels) {}

    final Recording recording;
    /** Power by frame and frequency. */
    final List<double[]> frames = new ArrayList<>();
    private final double[] window = new double[SIZE];

    Analysis(Recording recording) {
        this.recording = recording;
        for (int i = 0; i < SIZE; i++) {
            window[i] = 0.5 - 0.5 * StrictMath.cos(2 * Math.PI * i / SIZE); // Hann's
        }
        Fourier fourier = new Fourier(SIZE);
        for (int start = 0; start + SIZE <= recording.samples().length; start += STEP) {
            frames.add(power(fourier, start));
        }
    }

    private double[] power(Fourier fourier, int start) {
        double[] re = new double[SIZE];
        double[] im = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            re[i] = recording.samples()[start + i] * window[i];
        }
        fourier.transform(re, im);
        double[] power = new double[SIZE / 2];
        for (int i = 0; i < power.length; i++) {
            power[i] = (re[i] * re[i] + im[i] * im[i]) * 16 / ((double) SIZE * SIZE);
        }
        return power;
    }

    static double decibels(double power) {
        return 10 * StrictMath.log10(Math.max(power, QUIETEST));
    }

    double hertz(int bin) {
        return (double) bin * recording.rate() / SIZE;
    }

    double peak() {
        return Arrays.stream(recording.samples()).map(Math::abs).max().orElse(0);
    }

    double meanPower() {
        return Arrays.stream(recording.samples()).map(s -> s * s).average().orElse(0);
    }

    /** The strongest local maxima of the mean over all frames. */
    List<Tone> tones(int most) {
        double[] mean = new double[SIZE / 2];
        for (double[] frame : frames) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += frame[i] / frames.size();
            }
        }
        List<Tone> tones = new ArrayList<>();
        for (int i = 1; i + 1 < mean.length; i++) {
            if (mean[i] > mean[i - 1] && mean[i] > mean[i + 1]) {
                tones.add(new Tone(hertz(i), decibels(mean[i])));
            }
        }
        tones.sort((a, b) -> Double.compare(b.decibels(), a.decibels()));
        return tones.subList(0, Math.min(most, tones.size()));
    }

    /** The pitch in hertz where there is a voice, by frame; 0 where there is none. */
    double[] pitches() {
        double[] pitches = new double[frames.size()];
        for (int i = 0; i < pitches.length; i++) {
            pitches[i] = pitch(i * STEP);
        }
        return pitches;
    }

    private double pitch(int start) {
        double[] samples = recording.samples();
        int length = Math.min(2 * SIZE, samples.length - start);
        int longest = Math.min(recording.rate() / LOWEST_PITCH, length / 2);
        double whole = correlation(samples, start, length - longest, 0);
        double best = 0;
        int lag = 0;
        for (int i = recording.rate() / HIGHEST_PITCH; i < longest; i++) {
            double found = correlation(samples, start, length - longest, i);
            if (found > best) {
                best = found;
                lag = i;
            }
        }
        return lag > 0 && whole > QUIETEST * SIZE * 1e6 && best > VOICED * whole ? (double) recording.rate() / lag : 0;
    }

    private static double correlation(double[] samples, int start, int length, int lag) {
        double sum = 0;
        for (int i = start; i < start + length; i++) {
            sum += samples[i] * samples[i + lag];
        }
        return sum;
    }
}
