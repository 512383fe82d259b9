package dev.terrace.driver;

/** The app cannot be built, and its author can do something about it: the message says what and where. */
final class BuildError extends Exception {
    private static final long serialVersionUID = 1;

    BuildError(String message) {
        super(message, null, false, false);
    }

    BuildError(String message, Throwable cause) {
        super(message + ": " + describe(cause), cause, false, false);
    }

    private static String describe(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
