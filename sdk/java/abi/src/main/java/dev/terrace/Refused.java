package dev.terrace;

/** A call was answered with an error: a code of {@link Sys}. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    /** {@code Sys.CODE_...}. */
    public final int code;

    Refused(int code) {
        super("code " + code);
        this.code = code;
    }

    /** A count or length, or the error a negative answer stands for. */
    static int unless(int answer) throws Refused {
        if (answer < 0) {
            throw new Refused(answer);
        }
        return answer;
    }
}
