package dev.terrace.classlib.java.net;

/** The address is not free, or not granted. */
public class TBindException extends TSocketException {
    private static final long serialVersionUID = 1;

    public TBindException() {
    }

    public TBindException(String message) {
        super(message);
    }
}
