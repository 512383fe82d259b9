package dev.terrace.classlib.java.util;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** {@code java.util.Base64}: TeaVM's takes what is not Base64, and has no MIME form. */
public class TBase64 {
    private static final String BASIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final String URL = BASIC.substring(0, 62) + "-_";
    private static final byte[] CRLF = {'\r', '\n'};
    private static final int MIME_LINE = 76;

    private TBase64() {
    }

    public static Encoder getEncoder() {
        return new Encoder(BASIC, 0, CRLF, true);
    }

    public static Encoder getUrlEncoder() {
        return new Encoder(URL, 0, CRLF, true);
    }

    public static Encoder getMimeEncoder() {
        return new Encoder(BASIC, MIME_LINE, CRLF, true);
    }

    public static Encoder getMimeEncoder(int lineLength, byte[] separator) {
        for (byte b : Objects.requireNonNull(separator)) {
            if (BASIC.indexOf(b) >= 0) {
                throw new IllegalArgumentException("Illegal base64 line separator character 0x" + Integer.toString(b, 16));
            }
        }
        return new Encoder(BASIC, Math.max(0, lineLength & ~3), separator.clone(), true);
    }

    public static Decoder getDecoder() {
        return new Decoder(BASIC, false);
    }

    public static Decoder getUrlDecoder() {
        return new Decoder(URL, false);
    }

    public static Decoder getMimeDecoder() {
        return new Decoder(BASIC, true);
    }

    /** To text. */
    public static class Encoder {
        private final String alphabet;
        private final int lineLength;
        private final byte[] separator;
        private final boolean padding;

        Encoder(String alphabet, int lineLength, byte[] separator, boolean padding) {
            this.alphabet = alphabet;
            this.lineLength = lineLength;
            this.separator = separator;
            this.padding = padding;
        }

        public Encoder withoutPadding() {
            return new Encoder(alphabet, lineLength, separator, false);
        }

        public byte[] encode(byte[] bytes) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 3 * 4 + 8);
            int column = 0;
            for (int at = 0; at < bytes.length; at += 3) {
                if (lineLength > 0 && column == lineLength) {
                    out.write(separator, 0, separator.length);
                    column = 0;
                }
                group(bytes, at, out);
                column += 4;
            }
            return out.toByteArray();
        }

        private void group(byte[] bytes, int at, ByteArrayOutputStream out) {
            int count = Math.min(3, bytes.length - at);
            int bits = 0;
            for (int i = 0; i < 3; i++) {
                bits = bits << 8 | (i < count ? bytes[at + i] & 0xff : 0);
            }
            for (int i = 0; i < 4; i++) {
                if (i <= count) {
                    out.write(alphabet.charAt(bits >> 18 - 6 * i & 63));
                } else if (padding) {
                    out.write('=');
                }
            }
        }

        public int encode(byte[] bytes, byte[] into) {
            byte[] encoded = encode(bytes);
            if (into.length < encoded.length) {
                throw new IllegalArgumentException("Output byte array is too small for encoding all input bytes");
            }
            System.arraycopy(encoded, 0, into, 0, encoded.length);
            return encoded.length;
        }

        public String encodeToString(byte[] bytes) {
            return new String(encode(bytes), StandardCharsets.ISO_8859_1);
        }

        public ByteBuffer encode(ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return ByteBuffer.wrap(encode(bytes));
        }

        /** What is written is encoded when the stream is closed. */
        public OutputStream wrap(OutputStream into) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            return new FilterOutputStream(all) {
                private boolean closed;

                @Override
                public void close() throws IOException {
                    if (!closed) {
                        closed = true;
                        into.write(encode(all.toByteArray()));
                        into.close();
                    }
                }
            };
        }
    }

    /** From text. */
    public static class Decoder {
        private final int[] values = new int[256];
        private final boolean mime;

        Decoder(String alphabet, boolean mime) {
            this.mime = mime;
            Arrays.fill(values, -1);
            for (int i = 0; i < alphabet.length(); i++) {
                values[alphabet.charAt(i)] = i;
            }
        }

        public byte[] decode(String text) {
            return decode(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        public byte[] decode(byte[] text) {
            if (!mime && text.length == 1) {
                throw new IllegalArgumentException("Input byte[] should at least have 2 bytes for base64 bytes");
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream(text.length / 4 * 3 + 3);
            int bits = 0;
            int count = 0;
            int at = 0;
            boolean padded = false;
            while (at < text.length && !padded) {
                int value = values[text[at] & 0xff];
                if (value >= 0) {
                    bits = bits << 6 | value;
                    count++;
                    if (count == 4) {
                        write(out, bits, 3);
                        bits = 0;
                        count = 0;
                    }
                } else if (text[at] == '=') {
                    at = padding(text, at, count);
                    padded = true;
                } else if (!mime) {
                    throw new IllegalArgumentException("Illegal base64 character " + Integer.toString(text[at], 16));
                }
                at++;
            }
            finish(out, bits, count);
            checkRest(text, at);
            return out.toByteArray();
        }

        /** Answers where the padding ends. */
        private int padding(byte[] text, int at, int count) {
            int next = at;
            if (count == 2) {
                next++;
                while (mime && next < text.length && values[text[next] & 0xff] < 0 && text[next] != '=') {
                    next++;
                }
            }
            if (count < 2 || next >= text.length || text[next] != '=') {
                throw new IllegalArgumentException("Input byte array has wrong 4-byte ending unit");
            }
            return next;
        }

        private static void finish(ByteArrayOutputStream out, int bits, int count) {
            if (count == 1) {
                throw new IllegalArgumentException("Last unit does not have enough valid bits");
            }
            if (count > 1) {
                write(out, bits << 6 * (4 - count), count - 1);
            }
        }

        private static void write(ByteArrayOutputStream out, int bits, int count) {
            for (int i = 0; i < count; i++) {
                out.write(bits >> 16 - 8 * i);
            }
        }

        private void checkRest(byte[] text, int from) {
            for (int at = from; at < text.length; at++) {
                if (!mime || values[text[at] & 0xff] >= 0) {
                    throw new IllegalArgumentException("Input byte array has incorrect ending byte at " + at);
                }
            }
        }

        public int decode(byte[] text, byte[] into) {
            byte[] decoded = decode(text);
            if (into.length < decoded.length) {
                throw new IllegalArgumentException("Output byte array is too small for decoding all input bytes");
            }
            System.arraycopy(decoded, 0, into, 0, decoded.length);
            return decoded.length;
        }

        public ByteBuffer decode(ByteBuffer buffer) {
            byte[] text = new byte[buffer.remaining()];
            buffer.get(text);
            return ByteBuffer.wrap(decode(text));
        }

        /** The whole is read and decoded at the first read. */
        public InputStream wrap(InputStream in) {
            return new InputStream() {
                private byte[] bytes;
                private int at;

                private void load() throws IOException {
                    if (bytes == null) {
                        bytes = decode(in.readAllBytes());
                    }
                }

                @Override
                public int read() throws IOException {
                    load();
                    return at == bytes.length ? -1 : bytes[at++] & 0xff;
                }

                @Override
                public void close() throws IOException {
                    in.close();
                }
            };
        }
    }
}
