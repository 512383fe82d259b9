package dev.terrace;

import java.nio.charset.StandardCharsets;
import org.teavm.interop.Address;

/** The partition's log, as {@code terrace logs} shows it. Text beyond {@link Sys#MAX_LOG_BYTES} is cut. */
public final class Log {
    private Log() {
    }

    /** Appends one record; false if the log was full, and the record was dropped and counted. */
    public static boolean write(int level, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Sys.log(level, Address.ofData(bytes), bytes.length) == Sys.CODE_OK;
    }

    /** What somebody has to look at. */
    public static boolean error(String text) {
        return write(Sys.LEVEL_ERROR, text);
    }

    /** What may become an error. */
    public static boolean warn(String text) {
        return write(Sys.LEVEL_WARN, text);
    }

    /** What happens. */
    public static boolean info(String text) {
        return write(Sys.LEVEL_INFO, text);
    }

    /** What helps to find a mistake. */
    public static boolean debug(String text) {
        return write(Sys.LEVEL_DEBUG, text);
    }
}
