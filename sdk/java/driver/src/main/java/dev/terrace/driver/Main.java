package dev.terrace.driver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The whole way from sources and jars to a module, in one process. {@link Options#HELP} says how to call it. */
public final class Main {
    private final Options options;
    private final Progress progress = new Progress();

    private Main(Options options) {
        this.options = options;
    }

    public static void main(String[] args) {
        System.exit(run(args));
    }

    private static int run(String[] args) {
        Options options;
        try {
            options = Options.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println("terrace-java: " + e.getMessage());
            return 2;
        }
        if (options.help) {
            System.out.print(Options.HELP);
            return 0;
        }
        try {
            new Main(options).build();
            return 0;
        } catch (BuildError e) {
            System.err.println(e.getMessage());
        } catch (IOException e) {
            System.err.println("terrace-java: " + e);
        }
        return 1;
    }

    private void build() throws BuildError, IOException {
        Files.createDirectories(options.work);
        Files.createDirectories(options.out.getParent());
        List<Path> jars = jars();
        Path compiled = fresh("compiled");
        progress.say("compiling sources");
        List<Path> visible = new ArrayList<>(jars);
        visible.addAll(guestInterface());
        int sources = new SourceCompiler(options.sources, visible, compiled).run();
        progress.say(sources + " sources compiled");
        Path classes = fresh("classes");
        int count = carry(jars, compiled, classes);
        progress.say(count + " classes prepared");
        new ModuleCompiler(options, progress).run(classes, ClassCarrier.ENTRY);
        if (options.reactor) {
            Files.write(options.out, Reactor.of(Files.readAllBytes(options.out)));
        }
        progress.say(options.out + ": " + Files.size(options.out) + " bytes");
    }

    /** The calls of the guest interface and their face, and what these name: the module compiler has them anyway. */
    private static List<Path> guestInterface() {
        List<Path> found = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            String name = Path.of(entry).getFileName().toString();
            if (name.startsWith("terrace-abi") || name.startsWith("teavm-interop")) {
                found.add(Path.of(entry));
            }
        }
        return found;
    }

    /** Sources may use {@code dev.terrace.Sys} and the addresses it takes, which the compiler of modules has on its own class path. */
    private static List<Path> withInterface(List<Path> jars) {
        List<Path> all = new ArrayList<>(jars);
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            String name = path.getFileName().toString();
            if (name.startsWith("terrace-abi") || name.startsWith("teavm-interop")) {
                all.add(path);
            }
        }
        return all;
    }

    private List<Path> jars() throws BuildError, IOException {
        List<Path> jars = new ArrayList<>(options.jars);
        for (Path jar : jars) {
            if (!Files.isRegularFile(jar)) {
                throw new BuildError(jar + ": no such jar");
            }
        }
        if (!options.maven.isEmpty()) {
            progress.say("resolving " + String.join(", ", options.maven));
            jars.addAll(new Dependencies(options.maven, options.work).jars());
        }
        return jars;
    }

    /** Later ones win, so the app's own classes come last: the opposite of a class path's order. */
    private int carry(List<Path> jars, Path compiled, Path out) throws BuildError, IOException {
        ClassCarrier carrier = new ClassCarrier(out);
        int count = 0;
        for (int i = jars.size() - 1; i >= 0; i--) {
            try (var zip = java.nio.file.FileSystems.newFileSystem(jars.get(i))) {
                count += carrier.carry(zip.getPath("/"));
            }
        }
        count += carrier.carry(compiled);
        if (!Files.exists(out.resolve(options.main.replace('.', '/') + ".class"))) {
            throw new BuildError("main = \"" + options.main + "\": no such class in the sources or jars");
        }
        carrier.writeEntry(options.main, options.reactor);
        return count;
    }

    private Path fresh(String name) throws IOException {
        Path folder = options.work.resolve(name);
        if (Files.exists(folder)) {
            try (Stream<Path> walk = Files.walk(folder)) {
                for (Path path : (Iterable<Path>) walk.sorted(Comparator.reverseOrder())::iterator) {
                    Files.delete(path);
                }
            }
        }
        return Files.createDirectories(folder);
    }
}
