package dev.terrace.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Carries the classes and resources of a folder or a jar to another folder, and mends in each class what
 * the compiler to WebAssembly would otherwise do differently from Java.
 */
final class ClassPass {
    private final Path out;

    ClassPass(Path out) {
        this.out = out;
    }

    /** Answers how many classes were carried over from below {@code root}. */
    int carry(Path root) throws BuildError, IOException {
        int classes = 0;
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                Path target = out.resolve(root.relativize(file).toString());
                Files.createDirectories(target.getParent());
                if (file.toString().endsWith(".class")) {
                    Files.write(target, mend(file, Files.readAllBytes(file)));
                    classes++;
                } else {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return classes;
    }

    private static byte[] mend(Path file, byte[] bytes) throws BuildError {
        try {
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(writer, 0);
            return writer.toByteArray();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new BuildError(file + ": not a class file that JDK 17 can have made", e);
        }
    }
}
