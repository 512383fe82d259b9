package spectrum;

import java.io.FileInputStream;
import java.io.IOException;

/** Usage: `[--every MS] FILE.wav`. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        boolean again = args.length > 1 && args[0].equals("--every");
        if (args.length != (again ? 3 : 1)) {
            System.err.println("usage: spectrum [--every MS] FILE.wav");
            System.exit(2);
        }
        String file = args[args.length - 1];
        System.out.print(new Report(analysed(file)).text());
        while (again) {
            Thread.sleep(Long.parseLong(args[1]));
            System.out.println(new Report(analysed(file)).line());
        }
    }

    private static Analysis analysed(String file) {
        try (FileInputStream in = new FileInputStream(file)) {
            return new Analysis(Recording.read(in));
        } catch (IOException e) {
            System.err.println("spectrum: " + file + ": " + e.getMessage()
                + "; is it there, a WAV file, and its folder in `dirs` of the manifest?");
            System.exit(1);
            throw new IllegalStateException("exit does not return");
        }
    }
}
