package library;

/** Checks of what turns one form of data into another. An argument names one part; that of files has a folder as well. */
public final class Data {
    private Data() {
    }

    public static void main(String[] arguments) throws Exception {
        String only = arguments.length == 0 ? "" : arguments[0];
        if (only.isEmpty() || only.equals("texts")) {
            Texts.run();
        }
        if (only.isEmpty() || only.equals("bytes")) {
            Bytes.run();
        }
        if (only.equals("disk")) {
            Disk.run(arguments[1]);
        }
    }
}
