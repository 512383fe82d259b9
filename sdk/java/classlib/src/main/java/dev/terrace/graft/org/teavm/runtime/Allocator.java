package dev.terrace.graft.org.teavm.runtime;

import org.teavm.interop.Address;
import org.teavm.interop.Structure;
import org.teavm.interop.Unmanaged;
import org.teavm.runtime.GC;
import org.teavm.runtime.RuntimeArray;
import org.teavm.runtime.RuntimeClass;
import org.teavm.runtime.RuntimeObject;

/** Objects and arrays; null when there is no room, where TeaVM ends the program. */
@Unmanaged
public final class Allocator {
    private Allocator() {
    }

    /** As above. */
    public static Address allocate(RuntimeClass type) {
        Address made = GC.alloc(type.size).toAddress();
        if (made != null) {
            Address.fillZero(made, type.size);
            RuntimeObject object = made.toStructure();
            object.classReference = type.pack();
        }
        return made;
    }

    /** As above; TeaVM's arithmetic overflows for large ones. */
    public static Address allocateArray(RuntimeClass type, int length) {
        int itemSize = (type.itemType.flags & RuntimeClass.PRIMITIVE) != 0 ? type.itemType.size : Address.sizeOf();
        int header = Address.align(Address.fromInt(Structure.sizeOf(RuntimeArray.class)), itemSize).toInt();
        long wanted = (long) length * itemSize + header;
        if (wanted > Integer.MAX_VALUE - Address.sizeOf()) {
            return null;
        }
        int size = Address.align(Address.fromInt((int) wanted), Address.sizeOf()).toInt();
        Address made = GC.alloc(size).toAddress();
        if (made != null) {
            Address.fillZero(made, size);
            RuntimeArray array = made.toStructure();
            array.classReference = type.pack();
            array.size = length;
        }
        return made;
    }
}
