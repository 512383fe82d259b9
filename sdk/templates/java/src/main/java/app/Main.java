package app;

/** Greets, and works in five steps with a rest after each. */
public final class Main {
    private static final int STEPS = 5;

    private Main() {
    }

    public static void main(String[] args) throws InterruptedException {
        String who = args.length > 0 ? args[0] : "world";
        System.out.println("Hello, " + who + "!");
        for (int step = 1; step <= STEPS; step++) {
            System.out.println("step " + step + " of " + STEPS);
            Thread.sleep(200);
        }
        System.out.println("done");
    }
}
