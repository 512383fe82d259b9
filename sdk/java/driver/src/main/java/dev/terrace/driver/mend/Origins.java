package dev.terrace.driver.mend;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * Which instruction pushed a value, for every slot of the operand stack at every instruction of a method.
 *
 * <p>A copy on the stack, and a cast, keeps the origin of what it copies; a load of a local is an origin itself. A value
 * that has several origins has none.
 */
public final class Origins {
    private final Map<AbstractInsnNode, Frame<Origin>> frames = new IdentityHashMap<>();

    private Origins() {
    }

    /** To be asked about the instructions that the method has now; those inserted later are not known. */
    public static Origins of(ClassNode owner, MethodNode method) throws AnalyzerException {
        Origins origins = new Origins();
        Frame<Origin>[] found = new Analyzer<>(new Tracker()).analyzeAndComputeMaxs(owner.name, method);
        for (int i = 0; i < found.length; i++) {
            if (found[i] != null) {
                origins.frames.put(method.instructions.get(i), found[i]);
            }
        }
        return origins;
    }

    /** False for an instruction that is never reached. */
    boolean reached(AbstractInsnNode insn) {
        return frames.containsKey(insn);
    }

    /** Who pushed what is {@code depth} values below the top before an instruction; null if that is not one. */
    AbstractInsnNode of(AbstractInsnNode insn, int depth) {
        Frame<Origin> frame = frames.get(insn);
        int slot = frame == null ? -1 : frame.getStackSize() - 1 - depth;
        return slot < 0 ? null : frame.getStack(slot).insn;
    }

    private record Origin(int size, AbstractInsnNode insn) implements Value {
        @Override
        public int getSize() {
            return size;
        }
    }

    private static final class Tracker extends Interpreter<Origin> {
        Tracker() {
            super(Opcodes.ASM9);
        }

        @Override
        public Origin newValue(Type type) {
            return type == Type.VOID_TYPE ? null : new Origin(type == null ? 1 : type.getSize(), null);
        }

        @Override
        public Origin newOperation(AbstractInsnNode insn) {
            int size = switch (insn.getOpcode()) {
                case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> 2;
                case Opcodes.LDC -> {
                    Object constant = ((LdcInsnNode) insn).cst;
                    yield constant instanceof Long || constant instanceof Double ? 2 : 1;
                }
                case Opcodes.GETSTATIC -> Type.getType(((FieldInsnNode) insn).desc).getSize();
                default -> 1;
            };
            return new Origin(size, insn);
        }

        @Override
        public Origin copyOperation(AbstractInsnNode insn, Origin value) {
            boolean load = insn.getOpcode() >= Opcodes.ILOAD && insn.getOpcode() <= Opcodes.ALOAD;
            return load ? new Origin(value.size, insn) : value;
        }

        @Override
        public Origin unaryOperation(AbstractInsnNode insn, Origin value) {
            return switch (insn.getOpcode()) {
                case Opcodes.CHECKCAST -> value;
                case Opcodes.GETFIELD -> new Origin(Type.getType(((FieldInsnNode) insn).desc).getSize(), insn);
                case Opcodes.LNEG, Opcodes.DNEG, Opcodes.I2L, Opcodes.I2D, Opcodes.L2D, Opcodes.F2L, Opcodes.F2D,
                        Opcodes.D2L -> new Origin(2, insn);
                default -> new Origin(1, insn);
            };
        }

        @Override
        public Origin binaryOperation(AbstractInsnNode insn, Origin first, Origin second) {
            return switch (insn.getOpcode()) {
                case Opcodes.LALOAD, Opcodes.DALOAD, Opcodes.LADD, Opcodes.DADD, Opcodes.LSUB, Opcodes.DSUB,
                        Opcodes.LMUL, Opcodes.DMUL, Opcodes.LDIV, Opcodes.DDIV, Opcodes.LREM, Opcodes.DREM,
                        Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR, Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR ->
                        new Origin(2, insn);
                default -> new Origin(1, insn);
            };
        }

        @Override
        public Origin ternaryOperation(AbstractInsnNode insn, Origin first, Origin second, Origin third) {
            return new Origin(1, insn);
        }

        @Override
        public Origin naryOperation(AbstractInsnNode insn, List<? extends Origin> values) {
            String descriptor = insn instanceof MethodInsnNode call ? call.desc
                    : insn instanceof InvokeDynamicInsnNode call ? call.desc : null;
            int size = descriptor == null ? 1 : Type.getReturnType(descriptor).getSize();
            return new Origin(Math.max(1, size), insn);
        }

        @Override
        public void returnOperation(AbstractInsnNode insn, Origin value, Origin expected) {
        }

        @Override
        public Origin merge(Origin first, Origin second) {
            return first.insn == second.insn && first.size == second.size ? first
                    : new Origin(Math.min(first.size, second.size), null);
        }
    }
}
