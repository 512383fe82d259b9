package json;

/** What is wrong with a text or a path, and where. */
final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    JsonException(String message) {
        super(message);
    }
}
