package packagelog;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Usage: `[--every MS] FILE`: what dpkg did, from its log. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        long pause = 0;
        int first = 0;
        if (args.length > 1 && args[0].equals("--every")) {
            pause = Long.parseLong(args[1]);
            first = 2;
        }
        if (args.length != first + 1) {
            System.err.println("usage: package-log [--every MS] FILE");
            System.exit(2);
        }
        boolean brief = false;
        do {
            History history = read(args[first]);
            if (brief) {
                System.out.println(new Report(history).line());
            } else {
                System.out.print(new Report(history).text());
            }
            brief = true;
            Thread.sleep(pause);
        } while (pause > 0);
    }

    private static History read(String file) {
        History history = new History();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                history.add(line);
            }
        } catch (IOException e) {
            System.err.println("package-log: cannot read " + file
                + "; does it exist, and is its folder in `dirs` of the manifest?");
            System.exit(1);
        }
        return history;
    }
}
