package dev.terrace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Typed values with names: the extras of an intent, or the values of a row.
 *
 * <p>A value is null, a Boolean, Integer, Long, Float, Double, String, byte[], int[] or Bundle.
 */
public final class Bundle {
    private byte[] bytes;
    private int length;

    /** Nothing yet. */
    public Bundle() {
        this(new byte[64], 0);
    }

    private Bundle(byte[] bytes, int length) {
        this.bytes = bytes;
        this.length = length;
    }

    /** What lies in these bytes, as it crosses the guest interface. */
    static Bundle of(byte[] data, int from, int to) {
        return new Bundle(Arrays.copyOfRange(data, from, to), to - from);
    }

    /** Values without names: those of a selection. */
    public static byte[] arguments(Object... values) {
        Bundle bundle = new Bundle();
        for (Object value : values) {
            bundle.one(kind(value));
            bundle.append(value);
        }
        return bundle.toBytes();
    }

    /** Adds a value. */
    public Bundle put(String name, Object value) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        if (text.length > 255) {
            throw new IllegalArgumentException("a name has 255 bytes at most, and this one " + text.length);
        }
        one(kind(value));
        one(text.length);
        all(text, text.length);
        append(value);
        return this;
    }

    /** The first value of this name; null if there is none. */
    public Object get(String name) {
        Reader reader = new Reader(bytes, 0, length);
        while (reader.left() >= 2) {
            int kind = reader.one();
            String own = reader.text(reader.one());
            Object value = reader.value(kind);
            if (own.equals(name)) {
                return value;
            }
        }
        return null;
    }

    /** As it crosses the guest interface. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private static int kind(Object value) {
        if (value == null) {
            return Sys.VALUE_NULL;
        } else if (value instanceof Boolean) {
            return Sys.VALUE_BOOLEAN;
        } else if (value instanceof Integer) {
            return Sys.VALUE_INT;
        } else if (value instanceof Long) {
            return Sys.VALUE_LONG;
        } else if (value instanceof Float) {
            return Sys.VALUE_FLOAT;
        } else if (value instanceof Double) {
            return Sys.VALUE_DOUBLE;
        } else if (value instanceof String) {
            return Sys.VALUE_TEXT;
        } else if (value instanceof byte[]) {
            return Sys.VALUE_BYTES;
        } else if (value instanceof int[]) {
            return Sys.VALUE_INTS;
        } else if (value instanceof Bundle) {
            return Sys.VALUE_BUNDLE;
        }
        throw new IllegalArgumentException("no value of an intent or a row is of " + value.getClass());
    }

    private void append(Object value) {
        if (value instanceof Boolean) {
            one((Boolean) value ? 1 : 0);
        } else if (value instanceof Integer) {
            number((Integer) value, 4);
        } else if (value instanceof Long) {
            number((Long) value, 8);
        } else if (value instanceof Float) {
            number(Float.floatToRawIntBits((Float) value), 4);
        } else if (value instanceof Double) {
            number(Double.doubleToRawLongBits((Double) value), 8);
        } else if (value instanceof String) {
            counted(((String) value).getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof byte[]) {
            counted((byte[]) value);
        } else if (value instanceof Bundle) {
            counted(((Bundle) value).toBytes());
        } else if (value instanceof int[]) {
            int[] numbers = (int[]) value;
            number(numbers.length, 4);
            for (int number : numbers) {
                number(number, 4);
            }
        }
    }

    private void counted(byte[] data) {
        number(data.length, 4);
        all(data, data.length);
    }

    private void number(long number, int size) {
        for (int i = 0; i < size; i++) {
            one((int) (number >> 8 * i));
        }
    }

    private void one(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    private void all(byte[] data, int count) {
        room(count);
        System.arraycopy(data, 0, bytes, length, count);
        length += count;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** The values of a row. */
    static Object[] row(byte[] data, int from, int to) {
        Reader reader = new Reader(data, from, to);
        List<Object> values = new ArrayList<>();
        while (reader.left() > 0) {
            values.add(reader.value(reader.one()));
        }
        return values.toArray();
    }

    /** Reads values, which the monitor has checked. */
    private static final class Reader {
        private final byte[] data;
        private final int to;
        private int at;

        Reader(byte[] data, int from, int to) {
            this.data = data;
            this.at = from;
            this.to = to;
        }

        int left() {
            return to - at;
        }

        int one() {
            return data[at++] & 0xff;
        }

        long number(int size) {
            long number = 0;
            for (int i = 0; i < size; i++) {
                number |= (long) one() << 8 * i;
            }
            return number;
        }

        String text(int count) {
            at += count;
            return new String(data, at - count, count, StandardCharsets.UTF_8);
        }

        Object value(int kind) {
            switch (kind) {
                case Sys.VALUE_BOOLEAN:
                    return one() != 0;
                case Sys.VALUE_INT:
                    return (int) number(4);
                case Sys.VALUE_LONG:
                    return number(8);
                case Sys.VALUE_FLOAT:
                    return Float.intBitsToFloat((int) number(4));
                case Sys.VALUE_DOUBLE:
                    return Double.longBitsToDouble(number(8));
                case Sys.VALUE_TEXT:
                    return text((int) number(4));
                case Sys.VALUE_BYTES: {
                    int count = (int) number(4);
                    at += count;
                    return Arrays.copyOfRange(data, at - count, at);
                }
                case Sys.VALUE_BUNDLE: {
                    int count = (int) number(4);
                    at += count;
                    return Bundle.of(data, at - count, at);
                }
                case Sys.VALUE_INTS: {
                    int[] numbers = new int[(int) number(4)];
                    for (int i = 0; i < numbers.length; i++) {
                        numbers[i] = (int) number(4);
                    }
                    return numbers;
                }
                default:
                    return null;
            }
        }
    }
}
