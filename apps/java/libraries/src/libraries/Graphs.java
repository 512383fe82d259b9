package libraries;

import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.alg.spanning.KruskalMinimumSpanningTree;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** jgrapht-core: shortest paths, spanning trees. */
final class Graphs {
    private Graphs() {}

    static void run() {
        Graph<Integer, DefaultWeightedEdge> graph = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
        for (int i = 0; i < 30; i++) {
            graph.addVertex(i);
        }
        for (int i = 0; i < 30; i++) {
            for (int step : new int[] {1, 7}) {
                DefaultWeightedEdge edge = graph.addEdge(i, (i + step) % 30);
                graph.setEdgeWeight(edge, 1 + i * step % 5);
            }
        }
        System.out.println(DijkstraShortestPath.findPathBetween(graph, 0, 17).getVertexList());
        System.out.println(new KruskalMinimumSpanningTree<>(graph).getSpanningTree().getWeight());
        System.out.println(new ConnectivityInspector<>(graph).isConnected());
    }
}
