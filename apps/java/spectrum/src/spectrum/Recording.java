package spectrum;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Sound as numbers from -1 to 1, its channels mixed to one.
 *
 * <p>Format: Microsoft's RIFF: chunks of a four-letter name and a little-endian length; `fmt ` says
 * how the samples of `data` are coded. Only PCM (format 1) is read.
 */
record Recording(double[] samples, int rate) {
    private static final int PCM = 1;
    private static final int MOST_BYTES = 16 << 20;

    double seconds() {
        return (double) samples.length / rate;
    }

    static Recording read(InputStream input) throws IOException {
        DataInputStream in = new DataInputStream(input);
        expect(name(in), "RIFF");
        little(in);
        expect(name(in), "WAVE");
        byte[] format = null;
        while (true) {
            String name = name(in);
            int length = little(in);
            if (length < 0 || length > MOST_BYTES) {
                throw new IOException("chunk " + name + " has " + length + " bytes; at most " + MOST_BYTES + " are read");
            }
            byte[] chunk = new byte[length];
            in.readFully(chunk);
            if (name.equals("fmt ")) {
                format = chunk;
            } else if (name.equals("data")) {
                return decoded(format, chunk);
            }
            if (length % 2 == 1) {
                in.readByte();
            }
        }
    }

    private static Recording decoded(byte[] format, byte[] data) throws IOException {
        if (format == null || format.length < 16 || number(format, 0, 2) != PCM) {
            throw new IOException("it is not PCM");
        }
        int channels = number(format, 2, 2);
        int bytes = number(format, 14, 2) / 8;
        if (channels < 1 || bytes < 1 || bytes > 4) {
            throw new IOException(channels + " channels of " + bytes + " bytes a sample");
        }
        double full = Math.pow(2, 8 * bytes - 1);
        double[] samples = new double[data.length / (channels * bytes)];
        for (int i = 0; i < samples.length; i++) {
            double sum = 0;
            for (int channel = 0; channel < channels; channel++) {
                int at = (i * channels + channel) * bytes;
                // One byte has no sign, more have.
                sum += bytes == 1 ? (data[at] & 0xFF) - 128 : signed(data, at, bytes);
            }
            samples[i] = sum / (channels * full);
        }
        return new Recording(samples, number(format, 4, 4));
    }

    private static int signed(byte[] bytes, int at, int count) {
        int shift = 32 - 8 * count;
        return number(bytes, at, count) << shift >> shift;
    }

    private static int number(byte[] bytes, int at, int count) {
        int value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | bytes[at + i] & 0xFF;
        }
        return value;
    }

    private static int little(DataInputStream in) throws IOException {
        return Integer.reverseBytes(in.readInt());
    }

    private static String name(DataInputStream in) throws IOException {
        byte[] name = new byte[4];
        in.readFully(name);
        return new String(name, 0, 4, java.nio.charset.StandardCharsets.US_ASCII);
    }

    private static void expect(String found, String wanted) throws IOException {
        if (!found.equals(wanted)) {
            throw new IOException("it begins with `" + found + "` where " + wanted + " should be");
        }
    }
}
