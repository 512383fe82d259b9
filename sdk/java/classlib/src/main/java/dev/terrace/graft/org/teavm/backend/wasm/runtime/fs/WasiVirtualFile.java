package dev.terrace.graft.org.teavm.backend.wasm.runtime.fs;

import org.teavm.runtime.fs.VirtualFile;

/** Files over the granted folders. */
abstract class WasiVirtualFile {
    private int baseFd;
    private String path;

    private native void init();

    private static native boolean adopt(int fd, WasiVirtualFile file, String name);

    /** TeaVM opens the folder for writing first, which no folder allows, and nothing is moved. */
    public boolean adopt(VirtualFile file, String name) {
        if (!((Object) file instanceof WasiVirtualFile) || name == null) {
            return false;
        }
        WasiVirtualFile source = (WasiVirtualFile) (Object) file;
        source.init();
        init();
        return source.path != null && baseFd >= 0 && adopt(baseFd, source, path == null ? name : path + "/" + name);
    }
}
