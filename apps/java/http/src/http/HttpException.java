package http;

/** A request that is refused, with the status that says why (RFC 9110, section 15). */
final class HttpException extends Exception {
    private static final long serialVersionUID = 1;

    final int status;

    HttpException(int status, String message) {
        super(message);
        this.status = status;
    }
}
