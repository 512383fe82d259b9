package dev.terrace.driver;

import dev.terrace.driver.mend.ArrayMend;
import dev.terrace.driver.mend.CastMend;
import dev.terrace.driver.mend.DivisionMend;
import dev.terrace.driver.mend.FloatMend;
import dev.terrace.driver.mend.HandlerMend;
import dev.terrace.driver.mend.MonitorMend;
import dev.terrace.driver.mend.MultiArrayMend;
import dev.terrace.driver.mend.NullMend;
import dev.terrace.driver.mend.Origins;
import dev.terrace.driver.mend.RecordMend;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * The bytecode pass: what it does to one class.
 *
 * <p>The stack maps are left out of what it writes: TeaVM does not read them.
 */
final class Mends {
    private Mends() {
    }

    /** For classes of the app and of its jars: everything. */
    static byte[] app(byte[] bytes) {
        ClassNode node = read(bytes);
        RecordMend.apply(node);
        for (MethodNode method : node.methods) {
            if (method.instructions.size() > 0) {
                mend(node, method);
            }
        }
        MultiArrayMend.apply(node);
        return write(node);
    }

    /** For the class library: what would trap, break the heap or answer otherwise. Its own checks do the rest. */
    static byte[] library(byte[] bytes) {
        ClassNode node = read(bytes);
        MultiArrayMend.apply(node);
        for (MethodNode method : node.methods) {
            DivisionMend.apply(method);
            FloatMend.apply(method);
            ArrayMend.lengths(method);
            HandlerMend.apply(method);
        }
        return write(node);
    }

    /** For what the mends call: it divides and checks by itself. */
    static byte[] runtime(byte[] bytes) {
        ClassNode node = read(bytes);
        node.methods.forEach(FloatMend::apply);
        return write(node);
    }

    private static void mend(ClassNode node, MethodNode method) {
        Origins origins;
        try {
            origins = Origins.of(node, method);
        } catch (AnalyzerException e) {
            throw new IllegalArgumentException(node.name + "." + method.name + method.desc + ": " + e.getMessage(), e);
        }
        NullMend.apply(method, origins);
        ArrayMend.stores(method, origins);
        ArrayMend.lengths(method);
        DivisionMend.apply(method);
        FloatMend.apply(method);
        MonitorMend.apply(node, method);
        HandlerMend.apply(method);
        CastMend.apply(method);
    }

    private static ClassNode read(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        return node;
    }

    private static byte[] write(ClassNode node) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }
}
