package dev.terrace.classlib.java.net;

import java.io.IOException;

/** As OpenJDK's. */
public class TSocketException extends IOException {
    private static final long serialVersionUID = 1;

    public TSocketException() {
    }

    public TSocketException(String message) {
        super(message);
    }
}
