package json;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A value of JSON. Numbers are kept as they were written: none loses a digit. */
sealed interface Value {
    record Obj(Map<String, Value> members) implements Value {}

    record Arr(List<Value> items) implements Value {}

    record Str(String text) implements Value {}

    record Num(String digits) implements Value {}

    record Bool(boolean value) implements Value {}

    record Null() implements Value {}

    /** The values directly in it. */
    default Collection<Value> parts() {
        if (this instanceof Obj object) {
            return object.members().values();
        }
        return this instanceof Arr array ? array.items() : List.of();
    }

    /** Itself and all values in it. */
    default int count() {
        return 1 + parts().stream().mapToInt(Value::count).sum();
    }

    /** 1 for a value that has none in it. */
    default int depth() {
        return 1 + parts().stream().mapToInt(Value::depth).max().orElse(0);
    }
}
