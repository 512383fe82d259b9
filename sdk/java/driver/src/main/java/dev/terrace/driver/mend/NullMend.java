package dev.terrace.driver.mend;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A test before every instruction that would throw a NullPointerException, so that it has the message of JEP 358;
 * the compiler's own test, which then never fails, has none. A local that was tested stays tested until it is stored
 * to or code is reached by a jump.
 */
public final class NullMend {
    private static final String FAILURES = "dev/terrace/runtime/Failures";

    private final MethodNode method;
    private final Origins origins;
    private final NullText text;
    private final Set<LabelNode> targets = new HashSet<>();
    private final Set<Integer> tested = new HashSet<>();

    private NullMend(MethodNode method, Origins origins) {
        this.method = method;
        this.origins = origins;
        this.text = new NullText(method, origins);
        collectTargets();
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            tested.add(0);
        }
    }

    public static void apply(MethodNode method, Origins origins) {
        NullMend mend = new NullMend(method, origins);
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            mend.visit(insn);
        }
    }

    private void collectTargets() {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof JumpInsnNode jump) {
                targets.add(jump.label);
            } else if (insn instanceof TableSwitchInsnNode table) {
                targets.add(table.dflt);
                targets.addAll(table.labels);
            } else if (insn instanceof LookupSwitchInsnNode lookup) {
                targets.add(lookup.dflt);
                targets.addAll(lookup.labels);
            }
        }
        method.tryCatchBlocks.forEach(block -> targets.add(block.handler));
    }

    private void visit(AbstractInsnNode insn) {
        if (insn instanceof LabelNode label && targets.contains(label)) {
            boolean hasThis = (method.access & Opcodes.ACC_STATIC) == 0;
            tested.clear();
            if (hasThis) {
                tested.add(0);
            }
        } else if (insn.getOpcode() == Opcodes.ASTORE) {
            tested.remove(((VarInsnNode) insn).var);
        } else if (origins.reached(insn)) {
            Type[] above = above(insn);
            if (above != null && !known(origins.of(insn, above.length))) {
                method.instructions.insertBefore(insn, test(above, text.of(insn, above.length)));
            }
        }
    }

    /** The types of the values above the one that must not be null; null if the instruction has no such value. */
    private static Type[] above(AbstractInsnNode insn) {
        return switch (insn.getOpcode()) {
            case Opcodes.ARRAYLENGTH, Opcodes.ATHROW, Opcodes.MONITORENTER, Opcodes.MONITOREXIT, Opcodes.GETFIELD ->
                    new Type[0];
            case Opcodes.IALOAD, Opcodes.LALOAD, Opcodes.FALOAD, Opcodes.DALOAD, Opcodes.AALOAD, Opcodes.BALOAD,
                    Opcodes.CALOAD, Opcodes.SALOAD -> new Type[] {Type.INT_TYPE};
            case Opcodes.IASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE -> store(Type.INT_TYPE);
            case Opcodes.LASTORE -> store(Type.LONG_TYPE);
            case Opcodes.FASTORE -> store(Type.FLOAT_TYPE);
            case Opcodes.DASTORE -> store(Type.DOUBLE_TYPE);
            case Opcodes.AASTORE -> store(Type.getObjectType("java/lang/Object"));
            case Opcodes.PUTFIELD -> new Type[] {Type.getType(((FieldInsnNode) insn).desc)};
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE -> Type.getArgumentTypes(((MethodInsnNode) insn).desc);
            case Opcodes.INVOKESPECIAL -> ((MethodInsnNode) insn).name.equals("<init>") ? null
                    : Type.getArgumentTypes(((MethodInsnNode) insn).desc);
            default -> null;
        };
    }

    private static Type[] store(Type value) {
        return new Type[] {Type.INT_TYPE, value};
    }

    /** What has just been made is not null; a local that is not known yet is from now on. */
    private boolean known(AbstractInsnNode origin) {
        if (origin == null) {
            return false;
        }
        return switch (origin.getOpcode()) {
            case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY, Opcodes.LDC,
                    Opcodes.INVOKEDYNAMIC -> true;
            case Opcodes.ALOAD -> !tested.add(((VarInsnNode) origin).var);
            default -> false;
        };
    }

    private InsnList test(Type[] above, String message) {
        InsnList code = new InsnList();
        int local = method.maxLocals;
        for (int i = above.length - 1; i >= 0; i--) {
            code.add(new VarInsnNode(above[i].getOpcode(Opcodes.ISTORE), local));
            local += above[i].getSize();
        }
        LabelNode fine = new LabelNode();
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new JumpInsnNode(Opcodes.IFNONNULL, fine));
        code.add(new LdcInsnNode(message));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, FAILURES, "isNull",
                "(Ljava/lang/String;)Ljava/lang/NullPointerException;", false));
        code.add(new InsnNode(Opcodes.ATHROW));
        code.add(fine);
        for (Type type : above) {
            local -= type.getSize();
            code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), local));
        }
        return code;
    }
}
