package dev.terrace.classlib.java.net;

import java.io.IOException;

/** A partition has no names of hosts, but for localhost. */
public class TUnknownHostException extends IOException {
    private static final long serialVersionUID = 1;

    public TUnknownHostException() {
    }

    public TUnknownHostException(String message) {
        super(message);
    }
}
