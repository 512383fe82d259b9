package library;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileReader;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files and folders below the one that is named, and what an app learns of its system. */
final class Disk {
    private Disk() {
    }

    private static void show(String folder, String what, Callable<?> call) {
        String text;
        try {
            text = String.valueOf(call.call());
        } catch (Exception e) {
            text = e.toString();
        }
        System.out.println(what + " -> " + text.replace(folder, "D"));
    }

    static void run(String folder) {
        Path d = Path.of(folder);
        show(folder, "exists", () -> Files.exists(d) + " " + Files.isDirectory(d));
        Path f = d.resolve("a.txt");
        show(folder, "write", () -> Files.writeString(f, "one\ntwo\nthree\n"));
        show(folder, "read", () -> Files.readString(f));
        show(folder, "lines", () -> Files.readAllLines(f));
        show(folder, "lines2", () -> { try (Stream<String> s = Files.lines(f)) { return s.map(String::length).collect(Collectors.toList()); } });
        show(folder, "size", () -> Files.size(f));
        show(folder, "append", () -> Files.write(f, List.of("four"), StandardOpenOption.APPEND));
        show(folder, "bytes", () -> Files.readAllBytes(f).length);
        show(folder, "mkdirs", () -> Files.createDirectories(d.resolve("x/y")));
        show(folder, "copy", () -> Files.copy(f, d.resolve("x/b.txt")));
        show(folder, "copy2", () -> Files.copy(f, d.resolve("x/b.txt")));
        show(folder, "copy3", () -> Files.copy(f, d.resolve("x/b.txt"), StandardCopyOption.REPLACE_EXISTING));
        show(folder, "move", () -> Files.move(d.resolve("x/b.txt"), d.resolve("x/y/c.txt")));
        show(folder, "list", () -> { try (Stream<Path> s = Files.list(d)) { return s.map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList()); } });
        show(folder, "walk", () -> { try (Stream<Path> s = Files.walk(d)) { return s.map(p -> d.relativize(p).toString()).sorted().collect(Collectors.toList()); } });
        show(folder, "delete nonempty", () -> { Files.delete(d.resolve("x")); return ""; });
        show(folder, "missing", () -> Files.readString(d.resolve("none")));
        show(folder, "deleteIf", () -> Files.deleteIfExists(d.resolve("none")));
        show(folder, "reader", () -> { try (BufferedReader r = Files.newBufferedReader(f)) { return r.readLine(); } });
        show(folder, "writer", () -> { try (BufferedWriter w = Files.newBufferedWriter(d.resolve("w.txt"))) { w.write("hi"); w.newLine(); } return Files.size(d.resolve("w.txt")); });
        show(folder, "in", () -> { try (InputStream in = Files.newInputStream(f)) { return new String(in.readAllBytes(), StandardCharsets.UTF_8).length(); } });
        show(folder, "out", () -> { try (OutputStream o = Files.newOutputStream(d.resolve("o.bin"))) { o.write(new byte[100000]); } return Files.size(d.resolve("o.bin")); });
        show(folder, "path", () -> Path.of("a/b/../c/./d.txt").normalize() + " " + Path.of("/x/y").getParent() + " " + Path.of("a").resolve("b").getNameCount() + " " + f.getFileName() + " " + Path.of("a/b").startsWith("a") + " " + Path.of("/a").isAbsolute());
        show(folder, "file", () -> new File(d.toFile(), "a.txt").length() + " " + f.toFile().exists() + " " + new File(folder).isDirectory() + " " + Arrays.asList(new TreeSet<>(Arrays.asList(new File(folder).list()))));
        show(folder, "fr", () -> { try (BufferedReader r = new BufferedReader(new FileReader(f.toFile()))) { return r.lines().count(); } });
        show(folder, "raf", () -> { try (RandomAccessFile r = new RandomAccessFile(f.toFile(), "rw")) { r.seek(4); int b = r.read(); r.seek(r.length()); r.write('x'); return b + " " + r.length(); } });
        show(folder, "dirstream", () -> { List<String> l = new ArrayList<>(); try (DirectoryStream<Path> s = Files.newDirectoryStream(d)) { for (Path p : s) l.add(p.getFileName().toString()); } Collections.sort(l); return l; });
        show(folder, "temp", () -> Files.exists(Files.createTempFile(d, "p", ".s")));
        show(folder, "mtime", () -> Files.getLastModifiedTime(f).toMillis() > 1000000);
        show(folder, "isReg", () -> Files.isRegularFile(f) + " " + Files.isReadable(f) + " " + Files.notExists(f));
        show(folder, "delete", () -> {
            Files.delete(f);
            return Files.exists(f);
        });
        show(folder, "environment", () -> System.getenv("GREETING") + " " + System.getenv("NONE") + " " + System.getenv().get("GREETING"));
        show(folder, "properties", () -> System.getProperty("line.separator").length() + System.getProperty("file.separator")
                + System.getProperty("path.separator") + System.getProperty("none", "d") + System.getProperty("none"));
        for (String name : new String[] {"java.version", "os.name", "os.arch", "user.dir", "user.home", "java.io.tmpdir"}) {
            show(folder, name, () -> System.getProperty(name) != null);
        }
        show(folder, "process", () -> ProcessHandle.current().pid() > 0);
        show(folder, "processors", () -> Runtime.getRuntime().availableProcessors() > 0);
    }
}
