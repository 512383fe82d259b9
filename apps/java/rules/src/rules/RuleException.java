package rules;

/** What is wrong with a rule or an expression, and where. */
final class RuleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RuleException(String message) {
        super(message);
    }

    /** The same, with the line it is on. */
    RuleException on(String file, int line) {
        return new RuleException(file + ":" + line + ": " + getMessage());
    }
}
