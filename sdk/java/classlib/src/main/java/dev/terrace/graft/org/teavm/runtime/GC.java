package dev.terrace.graft.org.teavm.runtime;

import org.teavm.interop.Address;
import org.teavm.interop.Unmanaged;
import org.teavm.runtime.RuntimeObject;

/** Allocation when the heap is full. */
@Unmanaged
public final class GC {
    private static final int MIN_CHUNK_SIZE = 8;

    static Address currentChunkLimit;
    static FreeChunk currentChunk;
    static int freeChunks;
    static int freeMemory;

    private GC() {
    }

    private static native boolean getNextChunkIfPossible(int size);

    private static native void collectGarbageImpl(int size);

    private static native void collectGarbageFullImpl(int size);

    private static native boolean hasAvailableMemory(int size);

    public static native long maxAvailableBytes();

    /** TeaVM ends the program where this answers null: so the caller can throw. */
    public static RuntimeObject alloc(int size) {
        if (size < 0 || size > maxAvailableBytes()) {
            return null;
        }
        FreeChunk current = currentChunk;
        Address next = current.toAddress().add(size);
        if (!next.add(MIN_CHUNK_SIZE).isLessThan(currentChunkLimit)) {
            if (!findChunk(size)) {
                return null;
            }
            current = currentChunk;
            next = current.toAddress().add(size);
        }
        currentChunk = next.toStructure();
        freeMemory -= size;
        return current.toAddress().toStructure();
    }

    /** False if there is none even after a full collection; the current chunk is then the last one. */
    private static boolean findChunk(int size) {
        if (getNextChunkIfPossible(size)) {
            return true;
        }
        collectGarbageImpl(size);
        if (hasAvailableMemory(size)) {
            return true;
        }
        collectGarbageFullImpl(size);
        if (hasAvailableMemory(size)) {
            return true;
        }
        freeChunks = 1;
        return false;
    }
}
