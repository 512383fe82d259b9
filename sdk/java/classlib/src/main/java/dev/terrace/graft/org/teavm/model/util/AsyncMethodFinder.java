package dev.terrace.graft.org.teavm.model.util;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.teavm.dependency.DependencyInfo;
import org.teavm.model.ClassReader;
import org.teavm.model.ElementModifier;
import org.teavm.model.ListableClassReaderSource;
import org.teavm.model.MethodDescriptor;
import org.teavm.model.MethodReader;
import org.teavm.model.MethodReference;

/** Which methods may be suspended. Grafted onto the compiler. */
public class AsyncMethodFinder {
    private DependencyInfo dependency;
    private Set<MethodReference> asyncMethods;
    private Map<MethodReference, Boolean> asyncFamilyMethods;
    private ListableClassReaderSource classSource;
    private boolean inheritedAdded;

    private native Set<MethodReference> findOverriddenMethods(ClassReader cls, MethodDescriptor method);

    /** TeaVM asks its list of suspendable methods before it has filled it, so that no monitor is ever waited for. */
    private boolean findAsyncMethods() {
        return dependency.getReachableMethods().contains(new MethodReference(Thread.class, "start", void.class));
    }

    /** TeaVM forgets the methods of an interface whose implementation a class has from its parent. */
    private void addOverriddenToFamily(MethodReference method) {
        if (!inheritedAdded) {
            inheritedAdded = true;
            addInherited();
        }
        asyncFamilyMethods.put(method, true);
        ClassReader cls = classSource.get(method.getClassName());
        if (cls != null) {
            for (MethodReference overridden : findOverriddenMethods(cls, method.getDescriptor())) {
                addOverriddenToFamily(overridden);
            }
        }
    }

    private void addInherited() {
        for (String name : classSource.getClassNames()) {
            ClassReader cls = classSource.get(name);
            if (!cls.hasModifier(ElementModifier.INTERFACE)) {
                addInherited(cls, cls, new HashSet<>());
            }
        }
    }

    private void addInherited(ClassReader cls, ClassReader at, Set<String> seen) {
        for (String name : at.getInterfaces()) {
            ClassReader type = seen.add(name) ? classSource.get(name) : null;
            if (type == null) {
                continue;
            }
            for (MethodReader method : type.getMethods()) {
                if (isInheritedAsync(cls, method.getDescriptor())) {
                    addOverriddenToFamily(method.getReference());
                }
            }
            addInherited(cls, type, seen);
        }
    }

    private boolean isInheritedAsync(ClassReader cls, MethodDescriptor method) {
        ClassReader at = cls;
        while (at != null && at.getMethod(method) == null) {
            at = at.getParent() == null ? null : classSource.get(at.getParent());
        }
        return at != null && at != cls && asyncMethods.contains(at.getMethod(method).getReference());
    }
}
