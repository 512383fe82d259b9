package dev.terrace.driver.mend;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Floats and doubles. Negation: TeaVM subtracts from 0, which makes 0 of 0. Comparisons: TeaVM forgets what an instruction answers for NaN, so that {@code NaN < 0} can be
 * true. A comparison and the jump behind it become one instruction of Wasm and a jump; one without a jump is a call.
 */
public final class FloatMend {
    private static final String OWNER = "dev/terrace/runtime/Floats";

    private FloatMend() {
    }

    public static void apply(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            int opcode = insn.getOpcode();
            if (opcode == Opcodes.DNEG || opcode == Opcodes.FNEG) {
                String descriptor = opcode == Opcodes.DNEG ? "(D)D" : "(F)F";
                method.instructions.set(insn,
                        new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, "negate", descriptor, false));
            }
            boolean greater = opcode == Opcodes.DCMPG || opcode == Opcodes.FCMPG;
            if (greater || opcode == Opcodes.DCMPL || opcode == Opcodes.FCMPL) {
                boolean wide = opcode == Opcodes.DCMPG || opcode == Opcodes.DCMPL;
                mend(method, insn, greater, wide ? "(DD)I" : "(FF)I");
            }
        }
    }

    private static void mend(MethodNode method, AbstractInsnNode insn, boolean greater, String descriptor) {
        AbstractInsnNode next = insn.getNext();
        String name = next instanceof JumpInsnNode ? name(next.getOpcode(), greater) : null;
        if (name == null) {
            name = greater ? "orGreater" : "orLess";
        } else {
            ((JumpInsnNode) next).setOpcode(jumpsIfTrue(next.getOpcode(), greater) ? Opcodes.IFNE : Opcodes.IFEQ);
        }
        method.instructions.set(insn, new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, name, descriptor, false));
    }

    /** The condition that is false for NaN and decides the jump; null if the jump does not look at the sign of an int. */
    private static String name(int jump, boolean greater) {
        return switch (jump) {
            case Opcodes.IFEQ, Opcodes.IFNE -> "equal";
            case Opcodes.IFLT -> greater ? "less" : "greaterOrEqual";
            case Opcodes.IFGE -> greater ? "less" : "greaterOrEqual";
            case Opcodes.IFLE -> greater ? "lessOrEqual" : "greater";
            case Opcodes.IFGT -> greater ? "lessOrEqual" : "greater";
            default -> null;
        };
    }

    private static boolean jumpsIfTrue(int jump, boolean greater) {
        return switch (jump) {
            case Opcodes.IFEQ -> true;
            case Opcodes.IFLT, Opcodes.IFLE -> greater;
            case Opcodes.IFGT, Opcodes.IFGE -> !greater;
            default -> false;
        };
    }
}
