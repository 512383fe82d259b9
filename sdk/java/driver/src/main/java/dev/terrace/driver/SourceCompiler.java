package dev.terrace.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Java sources to class files, by the javac of the running JDK; every other file of the folders is a resource. */
final class SourceCompiler {
    private static final List<String> FLAGS = List.of("-g", "--release", "17", "-proc:none", "-Xlint:none",
            "-encoding", "UTF-8");

    private final List<Path> roots;
    private final List<Path> classPath;
    private final Path out;

    SourceCompiler(List<Path> roots, List<Path> classPath, Path out) {
        this.roots = roots;
        this.classPath = classPath;
        this.out = out;
    }

    /** Answers how many sources there were. */
    int run() throws BuildError, IOException {
        List<Path> sources = new ArrayList<>();
        for (Path root : roots) {
            if (!Files.isDirectory(root)) {
                throw new BuildError(root + ": no such folder of sources");
            }
            for (Path file : files(root)) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                } else {
                    copyResource(root, file);
                }
            }
        }
        if (!sources.isEmpty()) {
            compile(sources);
        }
        return sources.size();
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
        }
    }

    private void copyResource(Path root, Path file) throws IOException {
        Path target = out.resolve(root.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private void compile(List<Path> sources) throws BuildError, IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (javac == null) {
            throw new BuildError("this Java has no compiler: install a JDK 17 (Debian: openjdk-17-jdk-headless)");
        }
        List<String> flags = new ArrayList<>(FLAGS);
        flags.add("-classpath");
        flags.add(classPath.stream().map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator)));
        flags.add("-d");
        flags.add(out.toString());
        var found = new DiagnosticCollector<JavaFileObject>();
        try (var files = javac.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
            var units = files.getJavaFileObjectsFromPaths(sources);
            boolean done = javac.getTask(null, files, found, flags, null, units).call();
            if (!done) {
                throw new BuildError(describe(found.getDiagnostics()));
            }
        }
    }

    private static String describe(List<Diagnostic<? extends JavaFileObject>> found) {
        return found.stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .map(d -> (d.getSource() == null ? "javac" : d.getSource().getName() + ":" + d.getLineNumber())
                        + ": " + d.getMessage(Locale.ROOT).replace("\n", "\n    "))
                .collect(Collectors.joining("\n"));
    }
}
