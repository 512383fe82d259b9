package dev.terrace.graft.org.teavm.backend.wasm.generate;

import java.util.ArrayList;
import java.util.List;
import org.teavm.backend.wasm.binary.BinaryWriter;
import org.teavm.backend.wasm.binary.DataArray;
import org.teavm.backend.wasm.binary.DataPrimitives;
import org.teavm.backend.wasm.binary.DataStructure;
import org.teavm.backend.wasm.binary.DataValue;
import org.teavm.backend.wasm.generate.WasmClassGenerator;
import org.teavm.model.ValueType;
import org.teavm.runtime.RuntimeObject;

/** The strings of a program. Grafted onto the compiler, not onto the guest's library. */
public class WasmStringPool {
    private WasmClassGenerator classGenerator;
    private BinaryWriter binaryWriter;
    private DataStructure arrayHeaderType;
    private DataStructure stringType;
    private List<DataValue> unsettledStrings;
    private List<DataValue> unsettledArrays;

    /**
     * The names of the classes String, Object and char[] are strings themselves, made while these classes are: TeaVM
     * gives such a string the class 0, and a call of one of its methods goes anywhere. Here a string gets its class
     * when that is known.
     */
    private int generateStringPointer(String value) {
        if (unsettledStrings == null) {
            unsettledStrings = new ArrayList<>();
            unsettledArrays = new ArrayList<>();
        }
        DataValue array = new DataStructure((byte) 0, arrayHeaderType,
                new DataArray(DataPrimitives.SHORT, value.length())).createValue();
        array.getValue(0).setInt(2, value.length());
        for (int i = 0; i < value.length(); i++) {
            array.getValue(1).setShort(i, (short) value.charAt(i));
        }
        DataValue string = stringType.createValue();
        int pointer = binaryWriter.append(string);
        string.setAddress(2, binaryWriter.append(array));
        unsettledStrings.add(string);
        unsettledArrays.add(array.getValue(0));
        settle();
        return pointer;
    }

    private void settle() {
        int arrayClass = classGenerator.getClassPointer(ValueType.arrayOf(ValueType.CHARACTER));
        int stringClass = classGenerator.getClassPointer(ValueType.object("java.lang.String"));
        if (arrayClass != 0 && stringClass != 0) {
            unsettledStrings.forEach(header -> setClass(header, stringClass));
            unsettledArrays.forEach(header -> setClass(header, arrayClass));
            unsettledStrings.clear();
            unsettledArrays.clear();
        }
    }

    private static void setClass(DataValue header, int pointer) {
        header.setInt(0, pointer >>> 3 | RuntimeObject.GC_MARKED);
    }
}
