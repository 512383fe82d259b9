package dev.terrace.driver.mend;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Arrays of several dimensions are made by a method that this adds to the class. TeaVM's own allocator makes the inner
 * ones while it alone knows of the outer one, so that a collection in between frees it; and it keeps the
 * dimensions in one place, also for a call that is nested in itself.
 */
public final class MultiArrayMend {
    private static final String PREFIX = "terrace$array";

    private MultiArrayMend() {
    }

    public static void apply(ClassNode owner) {
        for (MethodNode method : owner.methods.toArray(new MethodNode[0])) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn instanceof MultiANewArrayInsnNode made) {
                    method.instructions.set(insn, maker(owner, Type.getType(made.desc), made.dims));
                }
            }
        }
    }

    private static MethodInsnNode maker(ClassNode owner, Type type, int dimensions) {
        String name = PREFIX + dimensions;
        String descriptor = "(" + "I".repeat(dimensions) + ")" + type.getDescriptor();
        boolean known = owner.methods.stream().anyMatch(m -> m.name.equals(name) && m.desc.equals(descriptor));
        if (!known) {
            MethodNode method = new MethodNode(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, name,
                    descriptor, null, null);
            owner.methods.add(method);
            fill(owner, method.instructions, type, dimensions);
        }
        boolean isInterface = (owner.access & Opcodes.ACC_INTERFACE) != 0;
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner.name, name, descriptor, isInterface);
    }

    /** Locals: the dimensions, then the array, then the index. */
    private static void fill(ClassNode owner, InsnList code, Type type, int dimensions) {
        int array = dimensions;
        int index = dimensions + 1;
        Type item = Type.getType(type.getDescriptor().substring(1));
        LabelNode head = new LabelNode();
        LabelNode done = new LabelNode();
        code.add(new VarInsnNode(Opcodes.ILOAD, 0));
        code.add(make(item));
        code.add(new VarInsnNode(Opcodes.ASTORE, array));
        code.add(new InsnNode(Opcodes.ICONST_0));
        code.add(new VarInsnNode(Opcodes.ISTORE, index));
        code.add(head);
        code.add(new VarInsnNode(Opcodes.ILOAD, index));
        code.add(new VarInsnNode(Opcodes.ILOAD, 0));
        code.add(new JumpInsnNode(Opcodes.IF_ICMPGE, done));
        code.add(new VarInsnNode(Opcodes.ALOAD, array));
        code.add(new VarInsnNode(Opcodes.ILOAD, index));
        for (int i = 1; i < dimensions; i++) {
            code.add(new VarInsnNode(Opcodes.ILOAD, i));
        }
        code.add(dimensions == 2 ? make(Type.getType(item.getDescriptor().substring(1)))
                : maker(owner, item, dimensions - 1));
        code.add(new InsnNode(Opcodes.AASTORE));
        code.add(new IincInsnNode(index, 1));
        code.add(new JumpInsnNode(Opcodes.GOTO, head));
        code.add(done);
        code.add(new VarInsnNode(Opcodes.ALOAD, array));
        code.add(new InsnNode(Opcodes.ARETURN));
    }

    private static AbstractInsnNode make(Type item) {
        int kind = switch (item.getSort()) {
            case Type.BOOLEAN -> Opcodes.T_BOOLEAN;
            case Type.CHAR -> Opcodes.T_CHAR;
            case Type.BYTE -> Opcodes.T_BYTE;
            case Type.SHORT -> Opcodes.T_SHORT;
            case Type.INT -> Opcodes.T_INT;
            case Type.LONG -> Opcodes.T_LONG;
            case Type.FLOAT -> Opcodes.T_FLOAT;
            case Type.DOUBLE -> Opcodes.T_DOUBLE;
            default -> 0;
        };
        return kind == 0 ? new TypeInsnNode(Opcodes.ANEWARRAY, item.getInternalName())
                : new IntInsnNode(Opcodes.NEWARRAY, kind);
    }
}
