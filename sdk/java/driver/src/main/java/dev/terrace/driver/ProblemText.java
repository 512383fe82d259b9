package dev.terrace.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.teavm.callgraph.CallGraph;
import org.teavm.callgraph.CallGraphNode;
import org.teavm.diagnostics.DefaultProblemTextConsumer;
import org.teavm.diagnostics.Problem;
import org.teavm.model.MethodReference;
import org.teavm.model.TextLocation;
import org.teavm.vm.TeaVM;

/**
 * What the compiler complains about, as {@code file:line: what (reached from caller)}.
 *
 * <p>The line is the nearest one of the app's own sources on a way that leads to the missing class or
 * method, found breadth first over the call graph: a class missing deep in a library is told with the
 * line of the app that needs the library.
 */
final class ProblemText {
    private final TeaVM compiler;
    private final List<Path> sources;

    ProblemText(TeaVM compiler, List<Path> sources) {
        this.compiler = compiler;
        this.sources = sources;
    }

    /** One for each severe problem, none twice. */
    List<String> lines() {
        Set<String> lines = new LinkedHashSet<>();
        for (Problem problem : compiler.getProblemProvider().getSevereProblems()) {
            lines.add(line(problem));
        }
        return new ArrayList<>(lines);
    }

    private String line(Problem problem) {
        DefaultProblemTextConsumer text = new DefaultProblemTextConsumer();
        problem.render(text);
        MethodReference caller = problem.getLocation() == null ? null : problem.getLocation().getMethod();
        if (caller == null) {
            return "error: " + text.getText();
        }
        Place place = nearest(new Place(caller, problem.getLocation().getSourceLocation(), null));
        String where = file(place) == null ? "error" : file(place) + ":" + place.location.getLine();
        return where + ": " + text.getText() + "\n    called by " + name(caller) + way(place, caller);
    }

    private record Place(MethodReference method, TextLocation location, Place from) {
    }

    private Place nearest(Place start) {
        CallGraph graph = compiler.getDependencyInfo().getCallGraph();
        Deque<Place> open = new ArrayDeque<>(List.of(start));
        Set<MethodReference> seen = new HashSet<>();
        while (!open.isEmpty()) {
            Place place = open.poll();
            if (file(place) != null) {
                return place;
            }
            CallGraphNode node = graph.getNode(place.method);
            if (node == null || !seen.add(place.method)) {
                continue;
            }
            for (var site : node.getCallerCallSites()) {
                for (var caller : site.getCallers()) {
                    var locations = site.getLocations(caller).iterator();
                    open.add(new Place(caller.getMethod(), locations.hasNext() ? locations.next() : null, place));
                }
            }
        }
        return start;
    }

    private Path file(Place place) {
        if (place.location == null || place.location.getFileName() == null) {
            return null;
        }
        for (Path root : sources) {
            Path file = root.resolve(place.location.getFileName());
            if (Files.exists(file)) {
                return file;
            }
        }
        return null;
    }

    private static String way(Place place, MethodReference caller) {
        StringBuilder way = new StringBuilder();
        int steps = 0;
        for (Place at = place; at != null && !at.method.equals(caller) && steps < 8; at = at.from, steps++) {
            way.insert(0, "\n    called by " + name(at.method));
        }
        return way.toString();
    }

    private static String name(MethodReference method) {
        return method.getClassName() + "." + method.getName();
    }
}
