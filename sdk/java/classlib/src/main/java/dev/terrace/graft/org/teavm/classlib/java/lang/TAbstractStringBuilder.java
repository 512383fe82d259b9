package dev.terrace.graft.org.teavm.classlib.java.lang;

import java.util.Arrays;

/** Appending: TeaVM makes it an insertion at the end, character by character. */
class TAbstractStringBuilder {
    char[] buffer;
    private int length;

    public void ensureCapacity(int capacity) {
        if (capacity > buffer.length) {
            grow(capacity);
        }
    }

    private void grow(int capacity) {
        if (capacity < 0) {
            throw new OutOfMemoryError("Required length exceeds implementation limit");
        }
        int twice = buffer.length < Integer.MAX_VALUE / 2 - 2 ? buffer.length * 2 + 2 : Integer.MAX_VALUE;
        buffer = Arrays.copyOf(buffer, Math.max(capacity, twice));
    }

    protected TAbstractStringBuilder append(String string) {
        String text = string == null ? "null" : string;
        int count = text.length();
        int end = length + count;
        if (end > buffer.length) {
            grow(end);
        }
        text.getChars(0, count, buffer, length);
        length = end;
        return this;
    }

    protected TAbstractStringBuilder append(char c) {
        if (length == buffer.length) {
            grow(length + 1);
        }
        buffer[length++] = c;
        return this;
    }

    protected TAbstractStringBuilder insert(int index, String string) {
        if (index < 0 || index > length) {
            throw new StringIndexOutOfBoundsException("offset " + index + ", length " + length);
        }
        String text = string == null ? "null" : string;
        insertSpace(index, index + text.length());
        text.getChars(0, text.length(), buffer, index);
        return this;
    }

    protected TAbstractStringBuilder append(char[] chars, int offset, int count) {
        if (length + count > buffer.length) {
            grow(length + count);
        }
        System.arraycopy(chars, offset, buffer, length, count);
        length += count;
        return this;
    }

    public void getChars(int from, int to, char[] into, int at) {
        if (from < 0 || from > to || to > length) {
            throw new StringIndexOutOfBoundsException("begin " + from + ", end " + to + ", length " + length);
        }
        System.arraycopy(buffer, from, into, at, to - from);
    }

    private void insertSpace(int start, int end) {
        int longer = length + end - start;
        if (longer > buffer.length) {
            grow(longer);
        }
        if (start < length) {
            System.arraycopy(buffer, start, buffer, end, length - start);
        }
        length = longer;
    }

    /** TeaVM neither makes room nor clears it. */
    public void setLength(int newLength) {
        if (newLength < 0) {
            throw new StringIndexOutOfBoundsException(newLength);
        }
        if (newLength > length) {
            if (newLength > buffer.length) {
                grow(newLength);
            }
            Arrays.fill(buffer, length, newLength, '\0');
        }
        length = newLength;
    }

    /** TeaVM writes the shortest text, which JDK 17 does not. */
    protected TAbstractStringBuilder insert(int target, double value) {
        return insert(target, Double.toString(value));
    }

    protected TAbstractStringBuilder insert(int target, float value) {
        return insert(target, Float.toString(value));
    }
}
