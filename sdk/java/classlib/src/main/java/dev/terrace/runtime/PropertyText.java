package dev.terrace.runtime;

/** Keys and values as {@code Properties.store} writes them to a Writer. */
public final class PropertyText {
    private PropertyText() {
    }

    /** In a key every blank is marked, in a value only one at its beginning. */
    public static String escaped(String text, boolean key) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\f' -> out.append("\\f");
                case ' ' -> out.append(key || i == 0 ? "\\ " : " ");
                case '=', ':', '#', '!', '\\' -> out.append('\\').append(c);
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
