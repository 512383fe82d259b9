package dev.terrace.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Methods that replace or join those of a class of TeaVM; {@code dev.terrace.graft} of the library says how. */
final class Grafts {
    private static final String PREFIX = "dev/terrace/graft/";

    private final Map<String, ClassNode> byTarget = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    static Grafts of(Path... jars) throws IOException {
        Grafts grafts = new Grafts();
        for (Path jar : jars) {
            grafts.read(jar);
        }
        return grafts;
    }

    private void read(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                String name = entry.getName();
                if (name.startsWith(PREFIX) && name.endsWith(".class") && !name.endsWith("package-info.class")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        add(in.readAllBytes());
                    }
                }
            }
        }
    }

    private void add(byte[] bytes) {
        ClassNode graft = new ClassNode();
        new ClassReader(bytes).accept(new ClassRemapper(graft, new Remapper() {
            @Override
            public String map(String name) {
                return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
            }
        }), 0);
        boolean nested = graft.innerClasses.stream().anyMatch(inner -> inner.name.equals(graft.name));
        if (!nested) {
            byTarget.put(graft.name, graft);
        }
    }

    boolean has(String target) {
        return byTarget.containsKey(target);
    }

    /** A graft for a class that is not there is a mistake of ours. */
    void checkAllUsed() {
        Set<String> unused = new HashSet<>(byTarget.keySet());
        unused.removeAll(used);
        if (!unused.isEmpty()) {
            throw new IllegalStateException("grafts onto classes that TeaVM does not have: " + unused);
        }
    }

    /** The annotations of what is replaced stay: TeaVM renames methods by them. */
    private static void replace(ClassNode target, MethodNode method) {
        for (MethodNode old : target.methods) {
            if (old.name.equals(method.name) && old.desc.equals(method.desc)) {
                target.methods.remove(old);
                method.visibleAnnotations = kept(old.visibleAnnotations);
                method.invisibleAnnotations = kept(old.invisibleAnnotations);
                break;
            }
        }
        target.methods.add(method);
    }

    /** What ours replaces works here, wherever TeaVM's does. */
    private static List<AnnotationNode> kept(List<AnnotationNode> annotations) {
        return annotations == null ? null
                : annotations.stream().filter(a -> !a.desc.equals("Lorg/teavm/interop/SupportedOn;")).toList();
    }

    byte[] onto(String name, byte[] bytes) {
        ClassNode graft = byTarget.get(name);
        if (graft == null) {
            return bytes;
        }
        used.add(name);
        ClassNode target = new ClassNode();
        new ClassReader(bytes).accept(target, 0);
        for (MethodNode method : graft.methods) {
            boolean carried = (method.access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0
                    && !method.name.startsWith("<");
            if (carried) {
                replace(target, method);
            }
        }
        for (FieldNode field : graft.fields) {
            if (target.fields.stream().noneMatch(f -> f.name.equals(field.name))) {
                target.fields.add(field);
            }
        }
        ClassWriter writer = new ClassWriter(0);
        target.accept(writer);
        return writer.toByteArray();
    }
}
