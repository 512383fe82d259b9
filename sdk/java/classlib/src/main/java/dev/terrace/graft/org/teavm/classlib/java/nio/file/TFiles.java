package dev.terrace.graft.org.teavm.classlib.java.nio.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.teavm.classlib.java.nio.file.TLinkOption;
import org.teavm.classlib.java.nio.file.TPath;
import org.teavm.classlib.java.nio.file.attribute.TFileAttribute;

/** Making folders and files. */
abstract class TFiles {
    public static native boolean isDirectory(TPath path, TLinkOption... options);

    public static native boolean exists(TPath path, TLinkOption... options);

    public static native TPath createDirectory(TPath folder, TFileAttribute<?>... attributes) throws IOException;

    public static native TPath createFile(TPath file, TFileAttribute<?>... attributes) throws IOException;

    private static native void generateRandomName(StringBuilder name);

    /** TeaVM's goes wrong for paths that are absolute. */
    public static TPath createDirectories(TPath folder, TFileAttribute<?>... attributes) throws IOException {
        if (isDirectory(folder)) {
            return folder;
        }
        if (exists(folder)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        TPath parent = folder.getParent();
        if (parent != null) {
            createDirectories(parent, attributes);
        }
        return createDirectory(folder, attributes);
    }

    /** TeaVM wants a prefix of three characters, as File does but Files does not. */
    public static TPath createTempFile(TPath folder, String prefix, String suffix, TFileAttribute<?>... attributes)
            throws IOException {
        StringBuilder name = new StringBuilder(prefix == null ? "" : prefix);
        generateRandomName(name);
        return createFile(folder.resolve(name.append(suffix == null ? ".tmp" : suffix).toString()), attributes);
    }
}
