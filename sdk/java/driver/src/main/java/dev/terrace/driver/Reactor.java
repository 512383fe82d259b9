package dev.terrace.driver;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes a reactor of a module: its export {@code _start}, which runs main to its end, becomes {@code _initialize}, which the
 * monitor calls once before any callback. The compiler has one form only.
 */
final class Reactor {
    private static final int HEADER = 8;
    private static final int EXPORTS = 7;

    private final byte[] module;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int at = HEADER;

    private Reactor(byte[] module) {
        this.module = module;
    }

    static byte[] of(byte[] module) {
        return new Reactor(module).rewritten();
    }

    private byte[] rewritten() {
        out.write(module, 0, HEADER);
        while (at < module.length) {
            int start = at;
            int kind = module[at++];
            int length = number();
            if (kind == EXPORTS) {
                byte[] section = exports();
                out.write(kind);
                write(out, section.length);
                out.writeBytes(section);
            } else {
                at += length;
                out.write(module, start, at - start);
            }
        }
        return out.toByteArray();
    }

    private byte[] exports() {
        ByteArrayOutputStream section = new ByteArrayOutputStream();
        int count = number();
        write(section, count);
        for (int i = 0; i < count; i++) {
            int length = number();
            String name = new String(module, at, length, StandardCharsets.UTF_8);
            at += length;
            byte[] kept = (name.equals("_start") ? "_initialize" : name).getBytes(StandardCharsets.UTF_8);
            write(section, kept.length);
            section.writeBytes(kept);
            int from = at++;
            number();
            section.writeBytes(Arrays.copyOfRange(module, from, at));
        }
        return section.toByteArray();
    }

    /** An unsigned LEB128. */
    private int number() {
        int value = 0;
        int shift = 0;
        byte next;
        do {
            next = module[at++];
            value |= (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private static void write(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest >>> 7 != 0) {
            out.write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
