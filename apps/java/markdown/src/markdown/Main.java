package markdown;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Usage: `FILE`, or `--outline FOLDER`. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int status = 2;
        try {
            if (args.length == 1 && !args[0].startsWith("-")) {
                System.out.print(new Page(read(new File(args[0]))).html());
                status = 0;
            } else if (args.length == 2 && args[0].equals("--outline")) {
                status = outline(new File(args[1])) ? 0 : 1;
            } else {
                System.err.println("usage: markdown FILE | --outline FOLDER");
            }
        } catch (IOException e) {
            System.err.println("markdown: cannot read " + args[args.length - 1]
                + "; is it there, and its folder in `dirs` of the manifest?");
            status = 1;
        }
        System.out.flush();
        if (status != 0) {
            System.exit(status);
        }
    }

    /** True if no link is broken. */
    private static boolean outline(File folder) throws IOException {
        int broken = 0;
        int texts = 0;
        int bytes = 0;
        for (File file : markdowns(folder)) {
            Page page = new Page(read(file));
            String html = page.html();
            texts++;
            bytes += html.length();
            System.out.println(file.getPath() + ": " + page.title() + ", " + html.length() + " characters of HTML");
            page.headings().forEach(heading -> System.out.println("  " + heading));
            for (String link : page.links()) {
                String target = link.indexOf('#') < 0 ? link : link.substring(0, link.indexOf('#'));
                boolean inFolder = !target.isEmpty() && !target.contains(":") && !target.startsWith("..");
                if (inFolder && !new File(file.getParentFile(), target).exists()) {
                    System.out.println("  broken: " + link);
                    broken++;
                }
            }
        }
        System.out.println(texts + " texts, " + bytes + " characters of HTML, " + broken + " broken links");
        return texts > 0 && broken == 0;
    }

    /** In this folder and those in it, in the order of their names. */
    private static List<File> markdowns(File folder) throws IOException {
        File[] entries = folder.listFiles();
        if (entries == null) {
            throw new IOException(folder.getPath());
        }
        Arrays.sort(entries);
        List<File> found = new ArrayList<>();
        for (File entry : entries) {
            if (entry.isDirectory()) {
                found.addAll(markdowns(entry));
            } else if (entry.getName().endsWith(".md")) {
                found.add(entry);
            }
        }
        return found;
    }

    private static String read(File file) throws IOException {
        try (InputStream in = new FileInputStream(file)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] piece = new byte[8192];
            for (int count = in.read(piece); count > 0; count = in.read(piece)) {
                bytes.write(piece, 0, count);
            }
            return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
        }
    }
}
