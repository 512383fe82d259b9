package dev.terrace.classlib.java.net;

/** Nobody listens there, or the address is not granted. */
public class TConnectException extends TSocketException {
    private static final long serialVersionUID = 1;

    public TConnectException() {
    }

    public TConnectException(String message) {
        super(message);
    }
}
