package kernels;

/**
 * Runs one kernel and times each of its iterations.
 *
 * <p>Usage: `NAME [ITERATIONS [WARM]]`. First `WARM` iterations of round 0, not timed (at least
 * one), then rounds 1 to `ITERATIONS`. Prints `checksum HEX` over their results, which must not
 * depend on what compiled the program, `ns` with the time of each, and `ns_per_iteration` of all.
 * With no argument: the names. `pauses [STEPS]` prints the longest pause of so many steps instead.
 */
public final class Main {
    private static final int MOST = 10_000_000;
    private static final String[] NAMES = {
        "richards", "deltablue", "json", "havlak", "collide", "nbody", "fannkuch", "spectral",
        "trees", "hashmap", "strings", "calls"
    };

    private Main() {}

    public static void main(String[] args) {
        if (args.length == 0) {
            System.out.println(String.join(" ", NAMES));
            return;
        }
        int count = number(args, 1, 10);
        if (args[0].equals("pauses")) {
            System.out.println("ns " + Pauses.longest(count));
            return;
        }
        Kernel kernel = kernel(args[0]);
        int warm = number(args, 2, 1);
        if (kernel == null || count < 1 || warm < 1) {
            System.err.println("usage: kernels [NAME [ITERATIONS [WARM]]]   (1.." + MOST
                + "; names: " + String.join(" ", NAMES) + ")");
            System.exit(2);
        }
        report(kernel, count, warm);
    }

    private static void report(Kernel kernel, int count, int warm) {
        for (int i = 0; i < warm; i++) {
            kernel.work(0);
        }
        long[] times = new long[count];
        long sum = kernel.work(0);
        long all = 0;
        for (int i = 1; i <= count; i++) {
            long start = System.nanoTime();
            long result = kernel.work(i);
            times[i - 1] = System.nanoTime() - start;
            all += times[i - 1];
            sum = Sum.mix(sum, result);
        }
        System.out.println("checksum " + hex(sum));
        System.out.println("ns" + joined(times));
        System.out.println("ns_per_iteration " + all / count);
    }

    private static Kernel kernel(String name) {
        switch (name) {
            case "richards": return new Richards();
            case "deltablue": return new DeltaBlue();
            case "json": return new Json();
            case "havlak": return new Havlak();
            case "collide": return new Collide();
            case "nbody": return new NBody();
            case "fannkuch": return new Fannkuch();
            case "spectral": return new Spectral();
            case "trees": return new Trees();
            case "hashmap": return new Maps();
            case "strings": return new Strings();
            case "calls": return new Calls();
            default: return null;
        }
    }

    /** The argument at `place`; 0 if it is no number in range. */
    private static int number(String[] args, int place, int otherwise) {
        if (args.length <= place) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(args[place]);
            return value <= MOST ? value : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String joined(long[] values) {
        StringBuilder text = new StringBuilder();
        for (long value : values) {
            text.append(' ').append(value);
        }
        return text.toString();
    }

    private static String hex(long value) {
        String digits = Long.toHexString(value);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
