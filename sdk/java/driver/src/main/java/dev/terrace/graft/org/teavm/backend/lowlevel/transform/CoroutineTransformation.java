package dev.terrace.graft.org.teavm.backend.lowlevel.transform;

import dev.terrace.driver.coroutine.Resumption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.teavm.model.ClassReader;
import org.teavm.model.ClassReaderSource;
import org.teavm.model.MethodReference;
import org.teavm.model.Program;
import org.teavm.model.instructions.SwitchInstruction;
import org.teavm.model.util.TypeInferer;

/** Methods that may be suspended. Grafted onto the compiler. */
class CoroutineTransformation {
    private ClassReaderSource classSource;
    private Program program;
    private SwitchInstruction resumeSwitch;
    private TypeInferer variableTypes;

    /** TeaVM copies the blocks of loops, wrongly, and so often that a large method does not end to be compiled. */
    private void processIrreducibleCfg() {
        Resumption.lead(program, resumeSwitch, variableTypes);
    }

    /**
     * Where a method that is called is declared. TeaVM does not look at the interfaces above, and so takes a call by an
     * interface that inherits the method for one that never suspends; what runs then goes on in the wrong place.
     */
    private MethodReference findRealMethod(MethodReference method) {
        Deque<String> open = new ArrayDeque<>();
        open.add(method.getClassName());
        while (!open.isEmpty()) {
            ClassReader cls = classSource.get(open.poll());
            if (cls != null && cls.getMethod(method.getDescriptor()) != null) {
                return new MethodReference(cls.getName(), method.getDescriptor());
            }
            if (cls != null && cls.getParent() != null) {
                open.addFirst(cls.getParent());
            }
            if (cls != null) {
                open.addAll(cls.getInterfaces());
            }
        }
        return method;
    }
}
