package edu.buffalo.rtdroid.runtime;

import dev.terrace.Sys;
import java.nio.charset.StandardCharsets;
import org.teavm.interop.Address;

/** What is asked of Terrace. */
public final class Machine {
    private Machine() {
    }

    /** Was the app asked to end? */
    public static boolean stopRequested() {
        return Sys.stopRequested() != 0;
    }

    /** Append to the partition's log; {@code level} as {@link Sys#LEVEL_INFO}. */
    public static void log(int level, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Sys.log(level, Address.ofData(bytes), bytes.length);
    }
}
