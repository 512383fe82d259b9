package dev.terrace.driver.mend;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Synchronised methods become synchronised blocks: TeaVM takes the monitor of the latter only. */
public final class MonitorMend {
    /** The other mends use up to 255 locals beyond those of the method for a moment; the lock is held throughout. */
    private static final int BEYOND_ARGUMENTS = 260;

    private MonitorMend() {
    }

    public static void apply(ClassNode owner, MethodNode method) {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) == 0) {
            return;
        }
        method.access &= ~Opcodes.ACC_SYNCHRONIZED;
        int lock = method.maxLocals + BEYOND_ARGUMENTS;
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
                method.instructions.insertBefore(insn, leave(lock));
            }
        }
        method.instructions.insert(enter(owner, method, lock, start));
        method.instructions.add(end);
        method.instructions.add(leave(lock));
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    }

    private static InsnList enter(ClassNode owner, MethodNode method, int lock, LabelNode start) {
        InsnList code = new InsnList();
        if ((method.access & Opcodes.ACC_STATIC) != 0) {
            code.add(new LdcInsnNode(Type.getObjectType(owner.name)));
        } else {
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        }
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new VarInsnNode(Opcodes.ASTORE, lock));
        code.add(new InsnNode(Opcodes.MONITORENTER));
        code.add(start);
        return code;
    }

    private static InsnList leave(int lock) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, lock));
        code.add(new InsnNode(Opcodes.MONITOREXIT));
        return code;
    }
}
