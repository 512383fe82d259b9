package dev.terrace.driver.mend;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The hash code of a record: OpenJDK starts at 0, TeaVM at 1, and maps of records iterate by it. */
public final class RecordMend {
    private RecordMend() {
    }

    public static void apply(ClassNode owner) {
        if (owner.recordComponents == null) {
            return;
        }
        for (MethodNode method : owner.methods) {
            if (method.name.equals("hashCode") && method.desc.equals("()I") && isGenerated(method)) {
                method.instructions = body(owner);
                method.tryCatchBlocks.clear();
                method.localVariables = null;
            }
        }
    }

    private static boolean isGenerated(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof InvokeDynamicInsnNode call
                    && call.bsm.getOwner().equals("java/lang/runtime/ObjectMethods")) {
                return true;
            }
        }
        return false;
    }

    private static InsnList body(ClassNode owner) {
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.ICONST_0));
        for (RecordComponentNode component : owner.recordComponents) {
            code.add(new IntInsnNode(Opcodes.BIPUSH, 31));
            code.add(new InsnNode(Opcodes.IMUL));
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
            code.add(new FieldInsnNode(Opcodes.GETFIELD, owner.name, component.name, component.descriptor));
            code.add(hash(Type.getType(component.descriptor)));
            code.add(new InsnNode(Opcodes.IADD));
        }
        code.add(new InsnNode(Opcodes.IRETURN));
        return code;
    }

    private static MethodInsnNode hash(Type type) {
        String home = switch (type.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.CHAR -> "java/lang/Character";
            case Type.BYTE -> "java/lang/Byte";
            case Type.SHORT -> "java/lang/Short";
            case Type.INT -> "java/lang/Integer";
            case Type.LONG -> "java/lang/Long";
            case Type.FLOAT -> "java/lang/Float";
            case Type.DOUBLE -> "java/lang/Double";
            default -> null;
        };
        return home == null
                ? new MethodInsnNode(Opcodes.INVOKESTATIC, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I", false)
                : new MethodInsnNode(Opcodes.INVOKESTATIC, home, "hashCode", "(" + type.getDescriptor() + ")I", false);
    }
}
