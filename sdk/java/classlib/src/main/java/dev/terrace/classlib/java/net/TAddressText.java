package dev.terrace.classlib.java.net;

/** Addresses as text: four decimal numbers, or eight hexadecimal ones of which {@code ::} stands for zeros. */
final class TAddressText {
    private static final int GROUPS = 8;

    private TAddressText() {
    }

    /** Null if it is no address. */
    static byte[] read(String text) {
        return text.indexOf(':') < 0 ? four(text) : sixteen(text);
    }

    private static byte[] four(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != TInet4Address.LENGTH) {
            return null;
        }
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            int value = number(parts[i], 10, 3);
            if (value < 0 || value > 255) {
                return null;
            }
            bytes[i] = (byte) value;
        }
        return bytes;
    }

    private static byte[] sixteen(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            int[] all = groups(text);
            return all != null && all.length == GROUPS ? bytes(all, new int[0]) : null;
        }
        int[] first = groups(text.substring(0, gap));
        int[] last = groups(text.substring(gap + 2));
        return first != null && last != null && first.length + last.length < GROUPS ? bytes(first, last) : null;
    }

    private static int[] groups(String text) {
        if (text.isEmpty()) {
            return new int[0];
        }
        String[] parts = text.split(":", -1);
        int[] values = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            values[i] = number(parts[i], 16, 4);
            if (values[i] < 0) {
                return null;
            }
        }
        return values;
    }

    private static byte[] bytes(int[] first, int[] last) {
        byte[] bytes = new byte[TInet6Address.LENGTH];
        for (int i = 0; i < first.length; i++) {
            put(bytes, i, first[i]);
        }
        for (int i = 0; i < last.length; i++) {
            put(bytes, GROUPS - last.length + i, last[i]);
        }
        return bytes;
    }

    private static void put(byte[] bytes, int group, int value) {
        bytes[group * 2] = (byte) (value >> 8);
        bytes[group * 2 + 1] = (byte) value;
    }

    private static int number(String text, int radix, int digits) {
        if (text.isEmpty() || text.length() > digits) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                return -1;
            }
            value = value * radix + digit;
        }
        return value;
    }

    /** As OpenJDK writes it: no {@code ::}. */
    static String write(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        if (bytes.length == TInet4Address.LENGTH) {
            for (byte part : bytes) {
                text.append(text.length() == 0 ? "" : ".").append(part & 255);
            }
        } else {
            for (int i = 0; i < bytes.length; i += 2) {
                text.append(i == 0 ? "" : ":").append(Integer.toHexString((bytes[i] & 255) << 8 | bytes[i + 1] & 255));
            }
        }
        return text.toString();
    }
}
