package dev.terrace.driver.mend;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Reading and writing of instructions. */
final class Code {
    private static final String CHECKS = "dev/terrace/runtime/Checks";

    private Code() {
    }

    static MethodInsnNode check(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, CHECKS, name, descriptor, false);
    }

    /** The instruction before, without labels and lines; null at the start, and after a label that is jumped to. */
    static AbstractInsnNode before(AbstractInsnNode insn) {
        AbstractInsnNode before = insn.getPrevious();
        while (before != null && before.getOpcode() < 0 && before.getType() != AbstractInsnNode.LABEL) {
            before = before.getPrevious();
        }
        return before == null || before.getOpcode() < 0 ? null : before;
    }

    /** The int or long that an instruction pushes, or null if it is no constant. */
    static Long constant(AbstractInsnNode insn) {
        if (insn == null) {
            return null;
        }
        int opcode = insn.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return (long) opcode - Opcodes.ICONST_0;
        }
        if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            return (long) opcode - Opcodes.LCONST_0;
        }
        if (insn instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY) {
            return (long) push.operand;
        }
        boolean whole = insn instanceof LdcInsnNode ldc
                && (ldc.cst instanceof Integer || ldc.cst instanceof Long);
        return whole ? ((Number) ((LdcInsnNode) insn).cst).longValue() : null;
    }
}
