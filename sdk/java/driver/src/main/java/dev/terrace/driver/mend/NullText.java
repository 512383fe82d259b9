package dev.terrace.driver.mend;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What a NullPointerException says: what could not be done, and what was null. Source: JEP 358. */
final class NullText {
    private static final int DEPTH = 5;

    private final MethodNode method;
    private final Origins origins;

    NullText(MethodNode method, Origins origins) {
        this.method = method;
        this.origins = origins;
    }

    /** For an instruction, and how deep on the stack its null is. */
    String of(AbstractInsnNode insn, int depth) {
        String cause = describe(insn, depth, DEPTH);
        if (cause == null) {
            return action(insn);
        }
        boolean returned = origins.of(insn, depth) instanceof MethodInsnNode;
        return action(insn) + " because " + (returned ? "the return value of " : "") + "\"" + cause + "\" is null";
    }

    private static String action(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return switch (opcode) {
            case Opcodes.ARRAYLENGTH -> "Cannot read the array length";
            case Opcodes.ATHROW -> "Cannot throw exception";
            case Opcodes.MONITORENTER -> "Cannot enter synchronized block";
            case Opcodes.MONITOREXIT -> "Cannot exit synchronized block";
            case Opcodes.GETFIELD -> "Cannot read field \"" + ((FieldInsnNode) insn).name + "\"";
            case Opcodes.PUTFIELD -> "Cannot assign field \"" + ((FieldInsnNode) insn).name + "\"";
            default -> insn instanceof MethodInsnNode call ? "Cannot invoke \"" + signature(call) + "\""
                    : opcode <= Opcodes.SALOAD ? "Cannot load from " + array(opcode - Opcodes.IALOAD) + " array"
                    : "Cannot store to " + array(opcode - Opcodes.IASTORE) + " array";
        };
    }

    private static String array(int kind) {
        return new String[] {"int", "long", "float", "double", "object", "byte/boolean", "char", "short"}[kind];
    }

    /** Null where the source cannot be told. */
    private String describe(AbstractInsnNode user, int depth, int detail) {
        AbstractInsnNode origin = detail <= 0 ? null : origins.of(user, depth);
        if (origin == null) {
            return null;
        }
        int opcode = origin.getOpcode();
        return switch (opcode) {
            case Opcodes.ACONST_NULL -> "null";
            case Opcodes.ILOAD, Opcodes.ALOAD -> local((VarInsnNode) origin);
            case Opcodes.GETSTATIC -> type(Type.getObjectType(((FieldInsnNode) origin).owner)) + "."
                    + ((FieldInsnNode) origin).name;
            case Opcodes.GETFIELD -> {
                String object = describe(origin, 0, detail - 1);
                yield (object == null ? "" : object + ".") + ((FieldInsnNode) origin).name;
            }
            case Opcodes.IALOAD, Opcodes.AALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD, Opcodes.LALOAD,
                    Opcodes.FALOAD, Opcodes.DALOAD -> {
                String object = describe(origin, 1, detail - 1);
                String index = describe(origin, 0, detail);
                yield (object == null ? "<array>" : object) + "[" + (index == null ? "..." : index) + "]";
            }
            default -> origin instanceof MethodInsnNode call ? signature(call) : number(origin);
        };
    }

    private static String number(AbstractInsnNode origin) {
        boolean pushed = origin.getOpcode() <= Opcodes.SIPUSH;
        Long constant = pushed ? Code.constant(origin) : null;
        return constant == null ? null : constant.toString();
    }

    private String local(VarInsnNode load) {
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        if (!isStatic && load.var == 0) {
            return "this";
        }
        String name = declared(load);
        if (name != null) {
            return name;
        }
        int slot = isStatic ? 0 : 1;
        Type[] parameters = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < parameters.length; i++) {
            if (slot == load.var) {
                return "<parameter" + (i + 1) + ">";
            }
            slot += parameters[i].getSize();
        }
        return "<local" + load.var + ">";
    }

    private String declared(VarInsnNode load) {
        if (method.localVariables == null) {
            return null;
        }
        int at = method.instructions.indexOf(load);
        for (LocalVariableNode variable : method.localVariables) {
            if (variable.index == load.var && method.instructions.indexOf(variable.start) <= at
                    && at < method.instructions.indexOf(variable.end)) {
                return variable.name;
            }
        }
        return null;
    }

    private static String signature(MethodInsnNode call) {
        return type(Type.getObjectType(call.owner)) + "." + call.name + Arrays.stream(Type.getArgumentTypes(call.desc))
                .map(NullText::type).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String type(Type type) {
        String name = type.getClassName();
        String element = name.startsWith("java.lang.") ? name.substring("java.lang.".length()) : name;
        boolean known = element.matches("(Object|String)(\\[])*");
        return known ? element : name;
    }
}
