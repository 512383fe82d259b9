package dev.terrace.driver.mend;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Arrays: TeaVM checks neither the length of a new one nor the type of what is stored. */
public final class ArrayMend {
    private ArrayMend() {
    }

    /** NegativeArraySizeException. */
    public static void lengths(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            switch (insn.getOpcode()) {
                case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> {
                    Long length = Code.constant(Code.before(insn));
                    if (length == null || length < 0) {
                        method.instructions.insertBefore(insn, Code.check("length", "(I)I"));
                    }
                }
                case Opcodes.MULTIANEWARRAY -> method.instructions.insertBefore(insn,
                        dimensions(((MultiANewArrayInsnNode) insn).dims, method.maxLocals));
                default -> {
                }
            }
        }
    }

    /** Every dimension is checked before any array is made. */
    private static InsnList dimensions(int count, int local) {
        InsnList code = new InsnList();
        for (int i = count - 1; i >= 0; i--) {
            code.add(new VarInsnNode(Opcodes.ISTORE, local + i));
        }
        for (int i = 0; i < count; i++) {
            code.add(new VarInsnNode(Opcodes.ILOAD, local + i));
            code.add(Code.check("length", "(I)I"));
        }
        return code;
    }

    /** ArrayStoreException. Locals beyond those of the method hold index and value for a moment. */
    public static void stores(MethodNode method, Origins origins) {
        int index = method.maxLocals;
        int value = index + 1;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() != Opcodes.AASTORE || cannotFail(insn, origins)) {
                continue;
            }
            InsnList code = new InsnList();
            code.add(new VarInsnNode(Opcodes.ASTORE, value));
            code.add(new VarInsnNode(Opcodes.ISTORE, index));
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new VarInsnNode(Opcodes.ILOAD, index));
            code.add(new VarInsnNode(Opcodes.ALOAD, value));
            code.add(Code.check("store", "([Ljava/lang/Object;ILjava/lang/Object;)V"));
            code.add(new VarInsnNode(Opcodes.ILOAD, index));
            code.add(new VarInsnNode(Opcodes.ALOAD, value));
            method.instructions.insertBefore(insn, code);
        }
    }

    /** Null, and the values of an array initialiser: javac has checked their types. */
    private static boolean cannotFail(AbstractInsnNode store, Origins origins) {
        AbstractInsnNode array = origins.of(store, 2);
        AbstractInsnNode value = origins.of(store, 0);
        return array != null && array.getOpcode() == Opcodes.ANEWARRAY
                || value != null && value.getOpcode() == Opcodes.ACONST_NULL;
    }
}
