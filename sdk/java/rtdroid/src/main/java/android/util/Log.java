package android.util;

import dev.terrace.Sys;
import edu.buffalo.rtdroid.runtime.Machine;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Records for the partition's log. */
public final class Log {
    public static final int VERBOSE = 2;
    public static final int DEBUG = 3;
    public static final int INFO = 4;
    public static final int WARN = 5;
    public static final int ERROR = 6;
    public static final int ASSERT = 7;

    private Log() {
    }

    public static int v(String tag, String message) {
        return println(VERBOSE, tag, message);
    }

    public static int v(String tag, String message, Throwable why) {
        return v(tag, message + '\n' + getStackTraceString(why));
    }

    public static int d(String tag, String message) {
        return println(DEBUG, tag, message);
    }

    public static int d(String tag, String message, Throwable why) {
        return d(tag, message + '\n' + getStackTraceString(why));
    }

    public static int i(String tag, String message) {
        return println(INFO, tag, message);
    }

    public static int i(String tag, String message, Throwable why) {
        return i(tag, message + '\n' + getStackTraceString(why));
    }

    public static int w(String tag, String message) {
        return println(WARN, tag, message);
    }

    public static int w(String tag, String message, Throwable why) {
        return w(tag, message + '\n' + getStackTraceString(why));
    }

    public static int w(String tag, Throwable why) {
        return w(tag, getStackTraceString(why));
    }

    public static int e(String tag, String message) {
        return println(ERROR, tag, message);
    }

    public static int e(String tag, String message, Throwable why) {
        return e(tag, message + '\n' + getStackTraceString(why));
    }

    public static int wtf(String tag, String message) {
        return println(ASSERT, tag, message);
    }

    public static boolean isLoggable(String tag, int level) {
        return true;
    }

    public static String getStackTraceString(Throwable why) {
        if (why == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        why.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    public static int println(int priority, String tag, String message) {
        String text = tag + ": " + message;
        Machine.log(level(priority), text);
        return text.length();
    }

    private static int level(int priority) {
        return switch (priority) {
            case VERBOSE, DEBUG -> Sys.LEVEL_DEBUG;
            case INFO -> Sys.LEVEL_INFO;
            case WARN -> Sys.LEVEL_WARN;
            default -> Sys.LEVEL_ERROR;
        };
    }
}
