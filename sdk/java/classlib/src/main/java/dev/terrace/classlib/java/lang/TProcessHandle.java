package dev.terrace.classlib.java.lang;

import dev.terrace.Sys;

/** {@code java.lang.ProcessHandle}: only that of the app itself; its number is that of the partition. */
public interface TProcessHandle extends Comparable<TProcessHandle> {
    long pid();

    boolean isAlive();

    static TProcessHandle current() {
        return new Own();
    }

    /** The partition that this runs in. */
    final class Own implements TProcessHandle {
        @Override
        public long pid() {
            return Sys.id();
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public int compareTo(TProcessHandle other) {
            return Long.compare(pid(), other.pid());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Own;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(pid());
        }

        @Override
        public String toString() {
            return Long.toString(pid());
        }
    }
}
