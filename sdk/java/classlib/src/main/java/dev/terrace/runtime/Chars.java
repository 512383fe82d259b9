package dev.terrace.runtime;

import org.teavm.interop.Address;
import org.teavm.interop.Unmanaged;

/**
 * What strings do with many characters, without a check for each: callers have checked the bounds.
 *
 * <p>Nothing here allocates, so no array moves while its address is held.
 */
public final class Chars {
    /** Characters compared at once. */
    private static final int BLOCK = 4;
    /** From here on a call of the host's copy is worth its price. */
    private static final int LONG = 48;

    private Chars() {
    }

    /** The first place where they differ, counted from the given starts; {@code count} if they do not. */
    @Unmanaged
    public static int mismatch(char[] a, int atA, char[] b, int atB, int count) {
        Address x = Address.ofData(a).add(2 * atA);
        Address y = Address.ofData(b).add(2 * atB);
        int i = 0;
        while (i + BLOCK <= count && x.add(2 * i).getLong() == y.add(2 * i).getLong()) {
            i += BLOCK;
        }
        while (i < count && x.add(2 * i).getChar() == y.add(2 * i).getChar()) {
            i++;
        }
        return i;
    }

    /** Copy to another array, or to a place further to the front. */
    @Unmanaged
    public static void copy(char[] from, int at, char[] to, int atTo, int count) {
        Address source = Address.ofData(from).add(2 * at);
        Address target = Address.ofData(to).add(2 * atTo);
        if (count > LONG) {
            Address.moveMemoryBlock(source, target, 2 * count);
            return;
        }
        int i = 0;
        for (; i + BLOCK <= count; i += BLOCK) {
            target.add(2 * i).putLong(source.add(2 * i).getLong());
        }
        for (; i < count; i++) {
            target.add(2 * i).putChar(source.add(2 * i).getChar());
        }
    }

    /** The hash that {@link String#hashCode()} promises. */
    @Unmanaged
    public static int hash(char[] chars, int count) {
        Address at = Address.ofData(chars);
        Address end = at.add(2 * count);
        int hash = 0;
        while (at.isLessThan(end)) {
            hash = 31 * hash + at.getChar();
            at = at.add(2);
        }
        return hash;
    }

    /** The first place of a character from {@code from} on, before {@code end}; -1 if it is not there. */
    @Unmanaged
    public static int find(char[] chars, char wanted, int from, int end) {
        Address data = Address.ofData(chars);
        for (int i = from; i < end; i++) {
            if (data.add(2 * i).getChar() == wanted) {
                return i;
            }
        }
        return -1;
    }
}
