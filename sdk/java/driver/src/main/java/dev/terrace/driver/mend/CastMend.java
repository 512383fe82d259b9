package dev.terrace.driver.mend;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Casts whose result is stored and never read: TeaVM drops them, and with them the ClassCastException. */
public final class CastMend {
    private CastMend() {
    }

    public static void apply(MethodNode method) {
        Set<Integer> read = new HashSet<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.ALOAD) {
                read.add(((VarInsnNode) insn).var);
            }
        }
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            AbstractInsnNode next = insn.getOpcode() == Opcodes.CHECKCAST ? insn.getNext() : null;
            boolean lost = next != null && (next.getOpcode() == Opcodes.POP
                    || next.getOpcode() == Opcodes.ASTORE && !read.contains(((VarInsnNode) next).var));
            if (lost) {
                InsnList code = new InsnList();
                code.add(new InsnNode(Opcodes.DUP));
                code.add(Code.check("used", "(Ljava/lang/Object;)V"));
                method.instructions.insert(insn, code);
            }
        }
    }
}
