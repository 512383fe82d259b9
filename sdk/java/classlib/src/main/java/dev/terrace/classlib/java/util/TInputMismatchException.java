package dev.terrace.classlib.java.util;

import java.util.NoSuchElementException;

/** {@code java.util.InputMismatchException}. */
public class TInputMismatchException extends NoSuchElementException {
    private static final long serialVersionUID = 1;

    public TInputMismatchException() {
    }

    public TInputMismatchException(String message) {
        super(message);
    }
}
