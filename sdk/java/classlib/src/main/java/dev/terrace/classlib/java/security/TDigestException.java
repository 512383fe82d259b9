package dev.terrace.classlib.java.security;

import java.security.GeneralSecurityException;

/** {@code java.security.DigestException}. */
public class TDigestException extends GeneralSecurityException {
    private static final long serialVersionUID = 1;

    public TDigestException() {
    }

    public TDigestException(String message) {
        super(message);
    }

    public TDigestException(String message, Throwable cause) {
        super(message, cause);
    }

    public TDigestException(Throwable cause) {
        super(cause);
    }
}
