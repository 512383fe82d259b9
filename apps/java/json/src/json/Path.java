package json;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where values are: names after dots, places in brackets from 0 or from the end with -1, `*` for all. */
final class Path {
    /** A name, a place, or all. */
    private record Step(String name, Integer place) {
        Stream<Value> in(Value value) {
            if (name == null && place == null) {
                return value.parts().stream();
            }
            if (name != null) {
                return value instanceof Value.Obj object ? Stream.ofNullable(object.members().get(name)) : Stream.empty();
            }
            if (!(value instanceof Value.Arr array)) {
                return Stream.empty();
            }
            int index = place < 0 ? array.items().size() + place : place;
            return index >= 0 && index < array.items().size() ? Stream.of(array.items().get(index)) : Stream.empty();
        }
    }

    private final List<Step> steps;

    private Path(List<Step> steps) {
        this.steps = steps;
    }

    static Path parse(String text) {
        List<Step> steps = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = at + 1;
            if (text.charAt(at) == '[') {
                end = text.indexOf(']', at) + 1;
                steps.add(place(text, text.substring(at + 1, Math.max(at + 1, end - 1))));
            } else {
                while (end < text.length() && ".[".indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                String name = text.substring(text.charAt(at) == '.' ? at + 1 : at, end);
                steps.add(name.equals("*") ? new Step(null, null) : new Step(name, null));
            }
            at = end;
        }
        return new Path(steps);
    }

    private static Step place(String path, String text) {
        if (text.equals("*")) {
            return new Step(null, null);
        }
        try {
            return new Step(null, Integer.valueOf(text));
        } catch (NumberFormatException e) {
            throw new JsonException("the path " + path + " has [" + text + "]; between [ and ] is a number or *");
        }
    }

    List<Value> in(Value value) {
        List<Value> found = List.of(value);
        for (Step step : steps) {
            found = found.stream().flatMap(step::in).collect(Collectors.toList());
        }
        return found;
    }
}
