package dev.terrace.graft.org.teavm.runtime;

import org.teavm.runtime.RuntimeObject;

/** Stands for TeaVM's class; nothing is grafted onto it. */
class FreeChunk extends RuntimeObject {
    int size;
}
