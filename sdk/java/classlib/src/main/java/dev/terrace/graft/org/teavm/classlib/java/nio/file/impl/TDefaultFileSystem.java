package dev.terrace.graft.org.teavm.classlib.java.nio.file.impl;

/** Stands for TeaVM's class; nothing is grafted onto it. */
class TDefaultFileSystem {
}
