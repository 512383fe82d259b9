package dev.terrace.runtime;

import org.teavm.interop.Unmanaged;
import org.teavm.runtime.ExceptionHandling;

/**
 * The exceptions that instructions throw, with the messages of OpenJDK 17.
 *
 * <p>Frames of this class and of {@link Checks} are left out of stack traces: the app did not call them.
 */
public final class Failures {
    private static int none;
    private static StackOverflowError overflow;
    private static OutOfMemoryError exhausted;

    private Failures() {
    }

    static ArithmeticException division() {
        return new ArithmeticException("/ by zero");
    }

    static NegativeArraySizeException negativeSize(int size) {
        return new NegativeArraySizeException(Integer.toString(size));
    }

    static ArrayStoreException store(Object value) {
        return new ArrayStoreException(value.getClass().getName());
    }

    /** Makes what could not be made when it is needed. */
    public static void prepare() {
        overflow = new StackOverflowError();
        exhausted = new OutOfMemoryError("Java heap space");
    }

    /** Called by generated code when a method would begin too deep. The exception has no stack trace. */
    @Unmanaged
    public static void stackOverflow() {
        ExceptionHandling.throwException(overflow);
    }

    /** Called by generated code when an object has no room, even after a collection. No stack trace either. */
    @Unmanaged
    public static void outOfMemory() {
        ExceptionHandling.throwException(exhausted);
    }

    /** Called by generated code when an index is outside its array. */
    public static void index(int index, int length) {
        throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
    }

    /** Called by generated code when a cast fails; the target is as {@link Class#getName} has it. */
    public static void cast(Object value, String target) {
        String source = value.getClass().getName();
        String first = home(source);
        String second = home(target);
        throw new ClassCastException("class " + source + " cannot be cast to class " + target + " ("
                + (first.equals(second)
                    ? source + " and " + target + " are in " + first
                    : source + " is in " + first + "; " + target + " is in " + second) + ")");
    }

    /** Called by code of the bytecode pass; the text says what was null and what was to be done with it. */
    public static NullPointerException isNull(String what) {
        return new NullPointerException(what);
    }

    /**
     * Null, whatever the analysis of the program takes it for: handlers call this, so that they are known to be
     * reached by the exceptions that checks throw, which the compiler puts in after the analysis.
     */
    public static Throwable implicit() {
        return switch (none) {
            case 1 -> new ArrayIndexOutOfBoundsException();
            case 2 -> new NullPointerException();
            case 3 -> new ClassCastException();
            case 4 -> new OutOfMemoryError();
            case 5 -> new StackOverflowError();
            default -> null;
        };
    }

    private static String home(String name) {
        String element = name.substring(name.lastIndexOf('[') + 1);
        boolean platform = element.length() == 1 || element.startsWith("java.") || element.startsWith("Ljava.");
        return platform ? "module java.base of loader 'bootstrap'" : "unnamed module of loader 'app'";
    }
}
