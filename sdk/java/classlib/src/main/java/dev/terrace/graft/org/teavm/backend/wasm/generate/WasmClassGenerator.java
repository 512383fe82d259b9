package dev.terrace.graft.org.teavm.backend.wasm.generate;

import java.util.ArrayList;
import java.util.List;
import org.teavm.model.ClassReader;
import org.teavm.model.ElementModifier;
import org.teavm.model.FieldReader;
import org.teavm.model.FieldReference;
import org.teavm.model.ValueType;

/** The layout of objects. Grafted onto the compiler. */
public class WasmClassGenerator {
    private native boolean isReferenceType(ValueType type);

    /** TeaVM hides every field of the name `monitor` from the collector, not only that of Object. */
    private List<FieldReference> getReferenceFields(ClassReader cls) {
        List<FieldReference> fields = new ArrayList<>();
        for (FieldReader field : cls.getFields()) {
            if (!field.hasModifier(ElementModifier.STATIC) && isReferenceType(field.getType())
                    && !field.getOwnerName().equals("java.lang.Object")) {
                fields.add(field.getReference());
            }
        }
        return fields;
    }
}
