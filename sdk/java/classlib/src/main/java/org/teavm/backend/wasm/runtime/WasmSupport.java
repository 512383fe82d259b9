package org.teavm.backend.wasm.runtime;

import dev.terrace.runtime.Clock;
import dev.terrace.runtime.Failures;
import dev.terrace.runtime.Start;
import org.teavm.interop.Address;
import org.teavm.interop.Unmanaged;
import org.teavm.runtime.EventQueue;
import org.teavm.runtime.Fiber;

/**
 * Where a program begins and ends, and what the runtime needs from the host.
 *
 * <p>It replaces the class of this name in TeaVM, whose imports come from a page in a browser, and which leaves it to
 * the host to run the threads: here {@code _start} runs them all, as a program of WASI does.
 */
public final class WasmSupport {
    private WasmSupport() {
    }

    @Unmanaged
    public static void putCharsStderr(Address address, int count) {
        WasiSupport.putCharsStderr(address, count);
    }

    @Unmanaged
    public static void putCharsStdout(Address address, int count) {
        WasiSupport.putCharsStdout(address, count);
    }

    @Unmanaged
    public static long currentTimeMillis() {
        return Clock.realtime() / 1_000_000;
    }

    @Unmanaged
    public static void print(int number) {
        WasiSupport.printInt(number);
    }

    @Unmanaged
    public static void printString(String text) {
        WasiSupport.printString(text);
    }

    @Unmanaged
    public static void printInt(int number) {
        WasiSupport.printInt(number);
    }

    @Unmanaged
    public static void printOutOfMemory() {
        WasiSupport.printString("Out of memory");
    }

    @Unmanaged
    public static void initHeapTrace(int maxHeap) {
    }

    /** The arguments after the program's name. */
    public static String[] getArgs() {
        return WasiSupport.getArgs();
    }

    public static double random() {
        return WasiSupport.random();
    }

    public static double pow(double x, double y) {
        return WasiSupport.pow(x, y);
    }

    /** The compiler fills this in: it initialises the classes that are initialised at the start. */
    private static void initClasses() {
    }

    public static void runWithoutArgs() {
        runWithArgs(null);
    }

    /** Runs main and every thread it started; ends the program with its exit status. */
    public static void runWithArgs(String[] args) {
        initClasses();
        Failures.prepare();
        Fiber.start(() -> Fiber.runMain(args != null ? args : getArgs()), false);
        EventQueue.process();
        Start.end(EventQueue.isStopped());
    }
}
