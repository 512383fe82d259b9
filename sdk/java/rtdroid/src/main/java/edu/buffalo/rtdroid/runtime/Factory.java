package edu.buffalo.rtdroid.runtime;

/** Makes objects of the classes that the manifest names; the build writes one for each app. */
public interface Factory {
    /** A new object of the class, or null if the manifest names no such class. */
    Object create(String className);
}
