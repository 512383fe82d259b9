package dev.terrace.driver;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The page of the book that says what of JDK 17's public interface an app can use: the running JDK is compared with
 * what the SDK's jars have. Arguments: the folder target/java, and the page to write.
 */
public final class LibraryTable {
    private static final List<String> PACKAGES = List.of("java.lang", "java.lang.reflect", "java.util", "java.util.function",
            "java.util.stream", "java.util.regex", "java.util.zip", "java.util.concurrent", "java.util.concurrent.atomic",
            "java.util.concurrent.locks", "java.io", "java.nio", "java.nio.charset", "java.nio.file",
            "java.nio.file.attribute", "java.text", "java.time", "java.time.format", "java.math", "java.net",
            "java.security");
    private static final List<String> HOMES = List.of("dev/terrace/classlib/java/", "org/teavm/classlib/java/");
    private static final String HEADER = """
            # The Java class library

            What of JDK 17's public interface an app can use. This page is written by
            `scripts/java-library-table.sh` from the JDK and the jars of the SDK; with `--check` it only compares.
            "Whole" has every public and protected method of JDK 17; "partly" names what misses. What misses is an error
            of the build, with class, caller and the line of the app. Names of methods stand for all of their forms
            that are missing.

            Sockets reach the addresses that the manifest grants, by the guest interface.
            """;

    private final Map<String, ClassNode> guest = new HashMap<>();

    private LibraryTable() {
    }

    public static void main(String[] args) throws IOException {
        LibraryTable table = new LibraryTable();
        Path home = Path.of(args[0]);
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            for (Path jar : (Iterable<Path>) jars.sorted()::iterator) {
                table.read(jar);
            }
        }
        table.read(home.resolve("guest.jar"));
        Files.writeString(Path.of(args[1]), table.page());
    }

    /** Classes of ours win over those of TeaVM, and what is read later over what was read before. */
    private void read(Path jar) throws IOException {
        String file = jar.getFileName().toString();
        if (!file.startsWith("teavm-classlib") && !file.startsWith("terrace-classlib") && !file.equals("guest.jar")) {
            return;
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        take(in.readAllBytes());
                    }
                }
            }
        }
    }

    private void take(byte[] bytes) {
        String name = new ClassReader(bytes).getClassName();
        String real = real(name);
        if (name.startsWith("dev/terrace/")) {
            guest.put(name, node(bytes));
        }
        boolean ours = name.startsWith(HOMES.get(0));
        if (real != null && (ours || guest.get(real) == null || !guest.get(real).name.startsWith(HOMES.get(0)))) {
            guest.put(real, node(bytes));
        }
    }

    /** The name in an app: of org/teavm/classlib/java/util/TList$TX it is java/util/List$X. */
    private static String real(String name) {
        if (name.startsWith("org/threeten/bp/")) {
            return "java/time/" + name.substring("org/threeten/bp/".length());
        }
        for (String home : HOMES) {
            if (name.startsWith(home)) {
                String rest = name.substring(home.length());
                int slash = rest.lastIndexOf('/') + 1;
                return "java/" + rest.substring(0, slash) + stripped(rest.substring(slash));
            }
        }
        return null;
    }

    private static String stripped(String simple) {
        StringBuilder out = new StringBuilder();
        for (String part : simple.split("\\$")) {
            boolean prefixed = part.length() > 1 && part.charAt(0) == 'T' && Character.isUpperCase(part.charAt(1));
            out.append(out.length() == 0 ? "" : "$").append(prefixed ? part.substring(1) : part);
        }
        return out.toString();
    }

    private static ClassNode node(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }

    private String page() throws IOException {
        StringBuilder page = new StringBuilder(HEADER);
        FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (String name : PACKAGES) {
            section(page, name, jdk.getPath("/modules/java.base/" + name.replace('.', '/')));
        }
        return page.toString();
    }

    private void section(StringBuilder page, String name, Path folder) throws IOException {
        Set<String> whole = new TreeSet<>();
        Map<String, Set<String>> partly = new TreeMap<>();
        Set<String> absent = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                ClassNode node = node(Files.readAllBytes(file));
                if ((node.access & Opcodes.ACC_PUBLIC) != 0) {
                    String simple = node.name.substring(name.length() + 1).replace('$', '.');
                    Set<String> missing = missing(node);
                    if (missing == null) {
                        absent.add(simple);
                    } else if (missing.isEmpty()) {
                        whole.add(simple);
                    } else {
                        partly.put(simple, missing);
                    }
                }
            }
        }
        page.append("\n## ").append(name).append("\n\n").append("Whole (").append(whole.size()).append("): ")
                .append(list(whole)).append("\n\n");
        if (!partly.isEmpty()) {
            page.append("| partly | what misses |\n|---|---|\n");
            partly.forEach((c, m) -> page.append("| ").append(c).append(" | ").append(String.join(", ", m)).append(" |\n"));
            page.append('\n');
        }
        page.append("Absent (").append(absent.size()).append("): ").append(list(absent)).append('\n');
    }

    private static String list(Set<String> names) {
        return names.isEmpty() ? "none." : String.join(", ", names) + ".";
    }

    /** Names of the methods that the guest's class has not, inherited ones included; null if there is no such class. */
    private Set<String> missing(ClassNode node) {
        ClassNode ours = guest.get(node.name);
        if (ours == null) {
            return null;
        }
        Set<String> has = new HashSet<>();
        collect(ours, has, new HashSet<>());
        Set<String> missing = new TreeSet<>();
        for (MethodNode method : node.methods) {
            boolean visible = (method.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0
                    && (method.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE)) == 0;
            if (visible && !method.name.equals("finalize") && !has.contains(key(method))) {
                missing.add(method.name.equals("<init>") ? "a constructor" : method.name);
            }
        }
        return missing;
    }

    private void collect(ClassNode node, Set<String> has, Set<String> seen) {
        if (!seen.add(node.name)) {
            return;
        }
        node.methods.forEach(method -> has.add(key(method)));
        List<String> parents = new ArrayList<>(node.interfaces);
        if (node.superName != null) {
            parents.add(node.superName);
        }
        for (String parent : parents) {
            String name = real(parent) == null ? parent : real(parent);
            if (guest.containsKey(name)) {
                collect(guest.get(name), has, seen);
            }
        }
    }

    /** Name and parameters; the types are those that an app sees. */
    private static String key(MethodNode method) {
        StringBuilder key = new StringBuilder(method.name).append('(');
        for (Type type : Type.getArgumentTypes(method.desc)) {
            String text = type.getDescriptor();
            int at = text.indexOf('L');
            if (at >= 0 && text.endsWith(";")) {
                String name = text.substring(at + 1, text.length() - 1);
                text = text.substring(0, at + 1) + (real(name) == null ? name : real(name)) + ";";
            }
            key.append(text);
        }
        return key.toString();
    }
}
