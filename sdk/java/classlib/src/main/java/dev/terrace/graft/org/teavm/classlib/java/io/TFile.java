package dev.terrace.graft.org.teavm.classlib.java.io;

/** The hash code of OpenJDK, on which the order of a HashMap depends. */
public class TFile {
    private String path;

    public int hashCode() {
        return path.hashCode() ^ 1234321;
    }
}
