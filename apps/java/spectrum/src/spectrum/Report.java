package spectrum;

import java.util.Arrays;

/** An analysis as text. */
final class Report {
    private static final int COLUMNS = 32;
    private static final int ROWS = 24;
    private static final double LOWEST = 80;
    private static final double HIGHEST = 8000;
    private static final String SHADES = " .:-=+*#%@";
    /** From the faintest shade to the strongest. */
    private static final double RANGE = 60;
    private static final int TONES = 5;

    private final Analysis analysis;

    Report(Analysis analysis) {
        this.analysis = analysis;
    }

    String line() {
        var tones = analysis.tones(1);
        return String.format("%.2f s, loudest %s", analysis.recording.seconds(),
            tones.isEmpty() ? "nothing" : String.format("%.0f Hz", tones.get(0).hertz()));
    }

    String text() {
        Recording recording = analysis.recording;
        StringBuilder out = new StringBuilder();
        out.append(String.format("%.2f s at %d Hz, peak %.1f dB, mean %.1f dB\n", recording.seconds(), recording.rate(),
            2 * Analysis.decibels(analysis.peak()), Analysis.decibels(analysis.meanPower())));
        spectrogram(out);
        out.append("\nstrongest\n");
        analysis.tones(TONES).forEach(t -> out.append(String.format("  %6.0f Hz %6.1f dB\n", t.hertz(), t.decibels())));
        double[] voiced = Arrays.stream(analysis.pitches()).filter(p -> p > 0).sorted().toArray();
        out.append(voiced.length == 0 ? "\nno voice\n" : String.format("\nvoice in %d of %d frames, pitch %.0f Hz (%.0f to %.0f)\n",
            voiced.length, analysis.frames.size(), voiced[voiced.length / 2], voiced[voiced.length / 10],
            voiced[voiced.length * 9 / 10]));
        return out.toString();
    }

    /** Time goes down, frequency to the right, in equal steps of pitch. */
    private void spectrogram(StringBuilder out) {
        int count = analysis.frames.size();
        double loudest = analysis.frames.stream().mapToDouble(f -> Arrays.stream(f).max().orElse(0)).max().orElse(0);
        out.append(String.format("\n           %-16.0f%16.0f Hz\n", LOWEST, HIGHEST));
        for (int row = 0; row < Math.min(ROWS, count); row++) {
            int first = row * count / Math.min(ROWS, count);
            double time = first * Analysis.SIZE / 2.0 / analysis.recording.rate();
            out.append(String.format("  %5.2f s |", time));
            for (int column = 0; column < COLUMNS; column++) {
                double below = Analysis.decibels(loudest) - Analysis.decibels(band(analysis.frames.get(first), column));
                int shade = (int) ((1 - below / RANGE) * SHADES.length());
                out.append(SHADES.charAt(Math.max(0, Math.min(SHADES.length() - 1, shade))));
            }
            out.append("|\n");
        }
    }

    private double band(double[] frame, int column) {
        double strongest = 0;
        int last = bin(column + 1);
        for (int i = bin(column); i <= Math.min(last, frame.length - 1); i++) {
            strongest = Math.max(strongest, frame[i]);
        }
        return strongest;
    }

    private int bin(int column) {
        double hertz = LOWEST * StrictMath.pow(HIGHEST / LOWEST, (double) column / COLUMNS);
        return (int) Math.round(hertz * Analysis.SIZE / analysis.recording.rate());
    }
}
