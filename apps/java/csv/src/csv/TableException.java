package csv;

/** What is wrong with a table. */
final class TableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TableException(String message) {
        super(message);
    }
}
