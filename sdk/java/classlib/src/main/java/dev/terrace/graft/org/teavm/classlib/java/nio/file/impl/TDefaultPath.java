package dev.terrace.graft.org.teavm.classlib.java.nio.file.impl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.teavm.classlib.java.nio.file.TPath;

/** Paths. TeaVM's is not equal to itself, has no iterator, and loses names when it is normalised or made relative. */
class TDefaultPath {
    private TDefaultFileSystem fs;
    public String pathString;

    TDefaultPath(TDefaultFileSystem fs, String pathString) {
        this.fs = fs;
        this.pathString = pathString;
    }

    public native boolean isAbsolute();

    private static TDefaultPath ours(TPath path) {
        return (TDefaultPath) (Object) path;
    }

    private TPath path(String text) {
        return (TPath) (Object) new TDefaultPath(fs, text);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (String name : pathString.split("/")) {
            if (!name.isEmpty() || pathString.isEmpty()) {
                names.add(name);
            }
        }
        return names;
    }

    public TDefaultPath normalize() {
        Deque<String> kept = new ArrayDeque<>();
        for (String name : names()) {
            boolean back = name.equals("..");
            if (back && !kept.isEmpty() && !kept.peekLast().equals("..")) {
                kept.removeLast();
            } else if (!name.equals(".") && !(back && isAbsolute())) {
                kept.addLast(name);
            }
        }
        return new TDefaultPath(fs, (isAbsolute() ? "/" : "") + String.join("/", kept));
    }

    public TPath resolve(TPath other) {
        String theirs = ours(other).pathString;
        if (other.isAbsolute() || pathString.isEmpty()) {
            return other;
        }
        return theirs.isEmpty() ? path(pathString) : path(pathString + (pathString.endsWith("/") ? "" : "/") + theirs);
    }

    public TDefaultPath relativize(TPath other) {
        TDefaultPath to = ours(other);
        if (isAbsolute() != to.isAbsolute()) {
            throw new IllegalArgumentException("'other' is different type of Path");
        }
        List<String> mine = pathString.isEmpty() ? new ArrayList<>() : names();
        List<String> theirs = to.pathString.isEmpty() ? new ArrayList<>() : to.names();
        int same = 0;
        while (same < mine.size() && same < theirs.size() && mine.get(same).equals(theirs.get(same))) {
            same++;
        }
        List<String> way = new ArrayList<>();
        for (int i = same; i < mine.size(); i++) {
            way.add("..");
        }
        way.addAll(theirs.subList(same, theirs.size()));
        return new TDefaultPath(fs, String.join("/", way));
    }

    public Iterator<TPath> iterator() {
        List<TPath> all = new ArrayList<>();
        for (String name : names()) {
            all.add(path(name));
        }
        return all.iterator();
    }

    public boolean equals(Object other) {
        return other instanceof TDefaultPath && pathString.equals(((TDefaultPath) other).pathString);
    }
}
