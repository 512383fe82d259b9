package dev.terrace.driver.mend;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Handlers of exceptions that instructions throw by themselves. TeaVM puts its checks in after its analysis, which
 * would so take calls in such a handler for unreachable: for the analysis, and only for it, the handler may also
 * get what {@code Failures.implicit} answers.
 */
public final class HandlerMend {
    private static final Set<String> CATCHING = Set.of("java/lang/Throwable", "java/lang/Exception",
            "java/lang/RuntimeException", "java/lang/IndexOutOfBoundsException",
            "java/lang/ArrayIndexOutOfBoundsException", "java/lang/NullPointerException",
            "java/lang/ClassCastException", "java/lang/Error", "java/lang/VirtualMachineError",
            "java/lang/OutOfMemoryError", "java/lang/StackOverflowError");

    private HandlerMend() {
    }

    public static void apply(MethodNode method) {
        method.tryCatchBlocks.removeIf(block -> isOnlyOverItself(method, block));
        Set<LabelNode> done = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            boolean catches = block.type != null && CATCHING.contains(block.type);
            if (catches && done.add(block.handler)) {
                boolean several = method.tryCatchBlocks.stream()
                        .anyMatch(other -> other.handler == block.handler && !block.type.equals(other.type));
                method.instructions.insert(block.handler, orImplicit(several ? "java/lang/Throwable" : block.type));
            }
        }
    }

    /**
     * The handler that javac makes for a synchronised block is one for its own instructions too, as if leaving the monitor
     * could fail for a moment: a loop that is entered where a suspended method is resumed.
     */
    private static boolean isOnlyOverItself(MethodNode method, TryCatchBlockNode block) {
        return block.start == block.handler && method.instructions.indexOf(block.start) < method.instructions.indexOf(block.end);
    }

    private static InsnList orImplicit(String type) {
        LabelNode caught = new LabelNode();
        InsnList code = new InsnList();
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "dev/terrace/runtime/Failures", "implicit",
                "()Ljava/lang/Throwable;", false));
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new JumpInsnNode(Opcodes.IFNULL, caught));
        code.add(new InsnNode(Opcodes.SWAP));
        code.add(caught);
        code.add(new InsnNode(Opcodes.POP));
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, type));
        return code;
    }
}
