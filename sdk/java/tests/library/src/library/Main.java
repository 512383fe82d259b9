package library;

/** Checks of the class library: what this prints has to be what OpenJDK 17 prints. An argument names one part. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        String only = arguments.length == 0 ? "" : arguments[0];
        part("numbers", only, Numbers::run);
        part("tasks", only, Tasks::run);
        part("futures", only, Futures::run);
        part("shared", only, Shared::run);
        part("hashes", only, Hashes::run);
    }

    private interface Part {
        void run() throws Exception;
    }

    private static void part(String name, String only, Part part) throws Exception {
        if (only.isEmpty() || only.equals(name)) {
            System.out.println("== " + name);
            part.run();
        }
    }
}
