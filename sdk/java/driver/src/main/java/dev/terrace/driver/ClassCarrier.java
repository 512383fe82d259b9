package dev.terrace.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** Carries classes, through {@link Mends}, and resources of a folder or a jar to the folder that is compiled. */
final class ClassCarrier {
    /** The class that the program starts with. */
    static final String ENTRY = "dev.terrace.runtime.Entry";

    private final Path out;

    ClassCarrier(Path out) {
        this.out = out;
    }

    /** Answers how many classes were carried over from below {@code root}. */
    int carry(Path root) throws BuildError, IOException {
        int classes = 0;
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                String name = root.relativize(file).toString();
                if (name.startsWith("META-INF/versions/") || name.endsWith("module-info.class")) {
                    continue;
                }
                Path target = out.resolve(name);
                Files.createDirectories(target.getParent());
                if (name.endsWith(".class")) {
                    Files.write(target, mended(file));
                    classes++;
                } else {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return classes;
    }

    private static byte[] mended(Path file) throws BuildError, IOException {
        try {
            return Mends.app(Files.readAllBytes(file));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new BuildError(file + ": not a class file that JDK 17 can have made", e);
        }
    }

    /** Writes the class that calls the app's main, or makes the app that is called back, and tells its uncaught exception. */
    void writeEntry(String main, boolean reactor) throws IOException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, ENTRY.replace('.', '/'), null,
                "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "main",
                "([Ljava/lang/String;)V", null, null);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(start, end, handler, null);
        code.visitLabel(start);
        if (reactor) {
            register(code, main.replace('.', '/'));
        } else {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, main.replace('.', '/'), "main", "([Ljava/lang/String;)V", false);
        }
        code.visitLabel(end);
        code.visitInsn(Opcodes.RETURN);
        code.visitLabel(handler);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "dev/terrace/runtime/Start", "uncaught",
                "(Ljava/lang/Throwable;)V", false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        Path target = out.resolve(ENTRY.replace('.', '/') + ".class");
        Files.createDirectories(target.getParent());
        Files.write(target, writer.toByteArray());
    }

    private static void register(MethodVisitor code, String app) {
        code.visitTypeInsn(Opcodes.NEW, app);
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, app, "<init>", "()V", false);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "dev/terrace/runtime/Callbacks", "register", "(Ldev/terrace/App;)V", false);
    }
}
