package dev.terrace.graft.org.teavm.classlib.java.util;

import dev.terrace.text.Printf;
import java.io.IOException;
import java.util.Formatter;
import java.util.Locale;

/** TeaVM's knows neither {@code %n}, {@code %e}, {@code %g} nor dates, counts {@code %%} as an argument, and rounds half to even. */
class TFormatter {
    private IOException ioException;
    private Appendable out;

    private void requireOpen() {
    }

    public TFormatter format(Locale locale, String format, Object... args) {
        requireOpen();
        try {
            Printf.print((Formatter) (Object) this, out, format, args);
        } catch (IOException e) {
            ioException = e;
        }
        return this;
    }
}
