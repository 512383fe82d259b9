package com.fiji.fivm.r1;

/** What Fiji's runtime offers to apps. */
public final class fivmRuntime {
    private fivmRuntime() {
    }

    /** Write to standard output. */
    public static void logPrint(String text) {
        System.out.print(text);
    }

    /** End with a message. */
    public static void abort(String message) {
        throw new InternalError(message);
    }
}
