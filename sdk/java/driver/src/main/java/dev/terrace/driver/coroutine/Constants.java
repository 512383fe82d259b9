package dev.terrace.driver.coroutine;

import org.teavm.model.Instruction;
import org.teavm.model.Variable;
import org.teavm.model.instructions.DoubleConstantInstruction;
import org.teavm.model.instructions.FloatConstantInstruction;
import org.teavm.model.instructions.IntegerConstantInstruction;
import org.teavm.model.instructions.LongConstantInstruction;
import org.teavm.model.instructions.NullConstantInstruction;
import org.teavm.model.util.VariableType;

/** Zero and null, as instructions. */
final class Constants {
    private Constants() {
    }

    /** Sets a variable to the zero or null of its type. */
    static Instruction nothing(Variable variable, VariableType type) {
        switch (type == null ? VariableType.OBJECT : type) {
            case INT -> {
                IntegerConstantInstruction constant = new IntegerConstantInstruction();
                constant.setReceiver(variable);
                return constant;
            }
            case LONG -> {
                LongConstantInstruction constant = new LongConstantInstruction();
                constant.setReceiver(variable);
                return constant;
            }
            case FLOAT -> {
                FloatConstantInstruction constant = new FloatConstantInstruction();
                constant.setReceiver(variable);
                return constant;
            }
            case DOUBLE -> {
                DoubleConstantInstruction constant = new DoubleConstantInstruction();
                constant.setReceiver(variable);
                return constant;
            }
            default -> {
                NullConstantInstruction constant = new NullConstantInstruction();
                constant.setReceiver(variable);
                return constant;
            }
        }
    }
}
