package dev.terrace.driver.mend;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Integer division: Wasm traps for a divisor of zero and for MIN_VALUE / -1, and TeaVM fails when it folds the former.
 * A division by a constant that is neither 0 nor -1 stays as it is.
 */
public final class DivisionMend {
    private DivisionMend() {
    }

    public static void apply(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            String name = switch (insn.getOpcode()) {
                case Opcodes.IDIV, Opcodes.LDIV -> "divide";
                case Opcodes.IREM, Opcodes.LREM -> "remainder";
                default -> null;
            };
            Long divisor = name == null ? null : Code.constant(Code.before(insn));
            if (name != null && (divisor == null || divisor == 0 || divisor == -1)) {
                boolean wide = insn.getOpcode() == Opcodes.LDIV || insn.getOpcode() == Opcodes.LREM;
                method.instructions.set(insn, Code.check(name, wide ? "(JJ)J" : "(II)I"));
            }
        }
    }
}
