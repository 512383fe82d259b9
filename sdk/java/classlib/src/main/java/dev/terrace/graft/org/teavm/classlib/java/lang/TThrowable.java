package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Traces;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Arrays;
import org.teavm.interop.Rename;
import org.teavm.runtime.ExceptionHandling;

/** Stack traces and how they are printed. */
public class TThrowable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private StackTraceElement[] stackTrace;
    private TThrowable[] suppressed;

    private boolean suppressionEnabled;
    private boolean writableStackTrace;
    private String message;
    private TThrowable cause;

    private native void initNativeException();

    /** The constructor with a cause alone: TeaVM forgets that the message is what the cause says. */
    private void init(TThrowable cause) {
        initNativeException();
        this.suppressionEnabled = true;
        this.writableStackTrace = true;
        fillInStackTrace();
        this.message = cause == null ? null : cause.toString();
        this.cause = cause;
    }

    /** TeaVM has no array for one of its constructors. It is Java's getSuppressed. */
    @Rename("getSuppressed")
    public final TThrowable[] getSuppressed0() {
        return suppressed == null ? new TThrowable[0] : suppressed.clone();
    }

    /** As above. */
    public final void addSuppressed(TThrowable exception) {
        int count = suppressed == null ? 0 : suppressed.length;
        suppressed = suppressed == null ? new TThrowable[1] : Arrays.copyOf(suppressed, count + 1);
        suppressed[count] = exception;
    }

    /** TeaVM keeps the frames of the exception's own making and those of its runtime. */
    @Override
    public Throwable fillInStackTrace() {
        stackTrace = Traces.trim(ExceptionHandling.fillStackTrace(), getClass().getName());
        return this;
    }

    /** TeaVM prints neither suppressed exceptions nor how many frames a cause has in common. */
    @Override
    public void printStackTrace(PrintStream stream) {
        stream.print(Traces.text(this));
    }

    /** As above. */
    @Override
    public void printStackTrace(PrintWriter stream) {
        stream.print(Traces.text(this));
    }
}
