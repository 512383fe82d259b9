package cochlear;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;

/** A recording: 16 bit samples of one channel, at {@link Chain#RATE}. */
public final class Sound {
    private final short[] samples;

    private Sound(short[] samples) {
        this.samples = samples;
    }

    /** Reads a WAV file of 16 bit samples whose rate is a multiple of {@link Chain#RATE}; of several channels the first. */
    public static Sound read(String file) {
        try (DataInputStream in = new DataInputStream(new FileInputStream(file))) {
            byte[] bytes = in.readAllBytes();
            return parse(file, bytes);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file + ": run with --dir FOLDER::/sound of a recording named "
                    + file.substring(file.lastIndexOf('/') + 1), e);
        }
    }

    private static Sound parse(String file, byte[] bytes) {
        if (bytes.length < 44 || word(bytes, 0) != 0x46464952 || word(bytes, 8) != 0x45564157) {
            throw new IllegalStateException(file + " is not a WAV file");
        }
        int channels = 1;
        int rate = 0;
        for (int at = 12; at + 8 <= bytes.length; at += 8 + ((word(bytes, at + 4) + 1) & ~1)) {
            if (word(bytes, at) == 0x20746d66) {
                channels = half(bytes, at + 10);
                rate = word(bytes, at + 12);
                if (half(bytes, at + 22) != 16 || rate % Chain.RATE != 0) {
                    throw new IllegalStateException(file + " has " + half(bytes, at + 22) + " bits at " + rate
                            + " Hz; wanted are 16 bits at a multiple of " + Chain.RATE + " Hz");
                }
            } else if (word(bytes, at) == 0x61746164) {
                int length = Math.min(word(bytes, at + 4), bytes.length - at - 8);
                return new Sound(slower(bytes, at + 8, length / 2 / channels, channels, rate / Chain.RATE));
            }
        }
        throw new IllegalStateException(file + " has no samples");
    }

    /** Every so many samples become their mean. */
    private static short[] slower(byte[] bytes, int at, int count, int channels, int times) {
        short[] out = new short[count / times];
        for (int i = 0; i < out.length; i++) {
            int sum = 0;
            for (int k = 0; k < times; k++) {
                sum += (short) half(bytes, at + 2 * channels * (i * times + k));
            }
            out[i] = (short) (sum / times);
        }
        return out;
    }

    private static int half(byte[] bytes, int at) {
        return bytes[at] & 255 | (bytes[at + 1] & 255) << 8;
    }

    private static int word(byte[] bytes, int at) {
        return half(bytes, at) | half(bytes, at + 2) << 16;
    }

    /** Whole frames. */
    public int frames() {
        return samples.length / Chain.FRAME;
    }

    /** Copies frame {@code number} into {@code to}; after the last comes the first again. */
    public void frame(int number, int[] to) {
        int at = number % frames() * Chain.FRAME;
        for (int i = 0; i < Chain.FRAME; i++) {
            to[i] = samples[at + i];
        }
    }
}
