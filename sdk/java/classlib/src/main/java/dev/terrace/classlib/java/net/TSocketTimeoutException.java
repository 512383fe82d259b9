package dev.terrace.classlib.java.net;

import java.io.InterruptedIOException;

/** As OpenJDK's. */
public class TSocketTimeoutException extends InterruptedIOException {
    private static final long serialVersionUID = 1;

    public TSocketTimeoutException() {
    }

    public TSocketTimeoutException(String message) {
        super(message);
    }
}
