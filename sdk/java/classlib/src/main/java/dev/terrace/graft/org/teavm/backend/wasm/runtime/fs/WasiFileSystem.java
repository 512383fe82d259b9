package dev.terrace.graft.org.teavm.backend.wasm.runtime.fs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.teavm.backend.wasm.wasi.PrestatDir;
import org.teavm.backend.wasm.wasi.Wasi;
import org.teavm.interop.Address;

/** The granted folders. */
class WasiFileSystem {
    private static final int FIRST = 3;
    private static final int PRESTAT_BYTES = 16;

    /** Stands for TeaVM's class. */
    static class Preopened {
        Preopened(int fd, String name) {
        }
    }

    /**
     * TeaVM reads a kind of four bytes, of which the host writes one, out of the buffer that the name of the folder before
     * is still in: it finds the first folder only.
     */
    private List<Preopened> createPreopenedList() {
        List<Preopened> list = new ArrayList<>();
        for (int fd = FIRST;; fd++) {
            byte[] answer = new byte[PRESTAT_BYTES];
            PrestatDir folder = Address.align(Address.ofData(answer), 4).toStructure();
            if (Wasi.fdPrestatGet(fd, folder) != 0) {
                return list;
            }
            boolean isFolder = folder.kind == 0;
            byte[] name = new byte[folder.nameLength];
            if (isFolder && Wasi.fdPrestatDirName(fd, Address.ofData(name), name.length) == 0) {
                int length = name.length > 0 && name[name.length - 1] == 0 ? name.length - 1 : name.length;
                list.add(new Preopened(fd, new String(name, 0, length, StandardCharsets.UTF_8)));
            }
        }
    }
}
