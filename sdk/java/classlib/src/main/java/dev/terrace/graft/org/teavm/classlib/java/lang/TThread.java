package dev.terrace.graft.org.teavm.classlib.java.lang;

/** Stands for TeaVM's class; nothing is grafted onto it. */
public class TThread {
    /** The thread's name. */
    public native String getName();
}
