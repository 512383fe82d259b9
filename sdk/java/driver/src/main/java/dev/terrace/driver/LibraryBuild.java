package dev.terrace.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Run when the SDK is built: changes classes of TeaVM that cannot be replaced from outside.
 *
 * <p>{@code guest.jar} has classes of the guest's library: those with grafts, and all of the class library with
 * {@link Mends#library}, ours included. {@code compiler.jar} has the class of the compiler that names the generator of
 * expressions, so that it makes a {@link CheckedVisitor}, and those of the compiler with grafts. Both go before all other
 * jars of their class path.
 */
public final class LibraryBuild {
    private static final List<String> COMPILER = List.of("org/teavm/backend/wasm/generate/",
            "org/teavm/backend/wasm/model/", "org/teavm/backend/lowlevel/", "org/teavm/model/");
    private static final String CLASS_LIBRARY = "org/teavm/classlib/java/";
    private static final String GENERATOR = "org/teavm/backend/wasm/generate/WasmGenerator";
    private static final String VISITOR = "org/teavm/backend/wasm/generate/WasmGenerationVisitor";

    private final Grafts grafts;
    private final TreeMap<String, byte[]> guest = new TreeMap<>();
    private final TreeMap<String, byte[]> compiler = new TreeMap<>();

    private LibraryBuild(Grafts grafts) {
        this.grafts = grafts;
    }

    /** Arguments: the folder of jars, the guest.jar and the compiler.jar to write. */
    public static void main(String[] args) throws IOException {
        Path lib = Path.of(args[0]);
        LibraryBuild build = new LibraryBuild(Grafts.of(jar(lib, "terrace-classlib"), jar(lib, "terrace-driver")));
        for (String name : List.of("teavm-classlib", "teavm-core", "teavm-platform")) {
            build.read(jar(lib, name), name.equals("teavm-classlib"));
        }
        build.read(jar(lib, "terrace-classlib"), true);
        build.grafts.checkAllUsed();
        write(build.guest, Path.of(args[1]));
        write(build.compiler, Path.of(args[2]));
    }

    private static Path jar(Path lib, String name) throws IOException {
        try (Stream<Path> files = Files.list(lib)) {
            return files.filter(file -> file.getFileName().toString().matches(name + "-[0-9.]+\\.jar"))
                    .findFirst().orElseThrow(() -> new IOException(lib + " has no " + name));
        }
    }

    private void read(Path jar, boolean all) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            zip.stream().filter(entry -> entry.getName().endsWith(".class"))
                    .forEach(entry -> change(zip, entry, all));
        }
    }

    private void change(ZipFile zip, ZipEntry entry, boolean all) {
        String name = entry.getName().substring(0, entry.getName().length() - ".class".length());
        boolean inClassLibrary = all && (name.startsWith(CLASS_LIBRARY) || isOurs(name));
        try (InputStream in = zip.getInputStream(entry)) {
            if (name.equals(GENERATOR)) {
                compiler.put(entry.getName(), checked(in.readAllBytes()));
            } else if (grafts.has(name) && COMPILER.stream().anyMatch(name::startsWith)) {
                compiler.put(entry.getName(), grafts.onto(name, in.readAllBytes()));
            } else if (grafts.has(name) || inClassLibrary) {
                guest.put(entry.getName(), mended(name, in.readAllBytes(), inClassLibrary));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOurs(String name) {
        return name.startsWith("dev/terrace/") && !name.startsWith("dev/terrace/graft/");
    }

    private byte[] mended(String name, byte[] bytes, boolean inClassLibrary) {
        byte[] grafted = isOurs(name) ? named(bytes) : grafts.onto(name, bytes);
        if (name.startsWith("dev/terrace/runtime/")) {
            return Mends.runtime(grafted);
        }
        return inClassLibrary ? Mends.library(grafted) : grafted;
    }

    /**
     * TeaVM's classes of the class library by the names that apps know them by. TeaVM does this in its own library only: for
     * it, {@code TThread} in a class of ours is another class than {@code Thread}, with static fields of its own.
     */
    private static byte[] named(byte[] bytes) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(new ClassRemapper(writer, new Remapper() {
            @Override
            public String map(String name) {
                int start = name.lastIndexOf('/') + 1;
                boolean known = name.startsWith(CLASS_LIBRARY) && name.startsWith("T", start);
                return known ? name.substring(CLASS_LIBRARY.length() - "java/".length(), start) + name.substring(start + 1)
                        : name;
            }
        }), 0);
        return writer.toByteArray();
    }

    private static byte[] checked(byte[] bytes) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(new ClassRemapper(writer, new Remapper() {
            @Override
            public String map(String name) {
                return name.equals(VISITOR) ? CheckedVisitor.class.getName().replace('.', '/') : name;
            }
        }), 0);
        return writer.toByteArray();
    }

    private static void write(TreeMap<String, byte[]> classes, Path jar) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (var entry : classes.entrySet()) {
                ZipEntry header = new ZipEntry(entry.getKey());
                header.setTime(0);
                zip.putNextEntry(header);
                zip.write(entry.getValue());
            }
        }
    }
}
