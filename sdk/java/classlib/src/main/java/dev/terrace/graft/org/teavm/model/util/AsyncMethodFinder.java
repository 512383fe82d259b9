package dev.terrace.graft.org.teavm.model.util;

import org.teavm.dependency.DependencyInfo;
import org.teavm.model.MethodReference;

/** Which methods may be suspended. Grafted onto the compiler. */
public class AsyncMethodFinder {
    private DependencyInfo dependency;

    /** TeaVM asks its list of suspendable methods before it has filled it, so that no monitor is ever waited for. */
    private boolean findAsyncMethods() {
        return dependency.getReachableMethods().contains(new MethodReference(Thread.class, "start", void.class));
    }
}
