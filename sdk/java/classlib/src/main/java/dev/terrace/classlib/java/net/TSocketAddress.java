package dev.terrace.classlib.java.net;

import java.io.Serializable;

/** As OpenJDK's. */
public abstract class TSocketAddress implements Serializable {
    private static final long serialVersionUID = 1;
}
