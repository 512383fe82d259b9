package dev.terrace.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.supplier.RepositorySystemSupplier;

/**
 * Artifacts of Maven Central and what they need at run time, as jars in the local Maven repository.
 *
 * <p>The answer is kept in the work folder, so that a second build with the same list asks nobody.
 */
final class Dependencies {
    private static final String CENTRAL = "https://repo.maven.apache.org/maven2/";

    private final List<String> coordinates;
    private final Path kept;

    Dependencies(List<String> coordinates, Path work) {
        this.coordinates = coordinates;
        this.kept = work.resolve("maven.txt");
    }

    List<Path> jars() throws BuildError, IOException {
        if (coordinates.isEmpty()) {
            return List.of();
        }
        List<Path> known = remembered();
        if (known != null) {
            return known;
        }
        List<Path> jars = resolve();
        Files.writeString(kept, key() + "\n" + jars.stream().map(Path::toString).collect(Collectors.joining("\n")));
        return jars;
    }

    private String key() {
        return String.join(" ", coordinates);
    }

    private List<Path> remembered() throws IOException {
        if (!Files.exists(kept)) {
            return null;
        }
        List<String> lines = Files.readAllLines(kept);
        List<Path> jars = lines.stream().skip(1).map(Path::of).collect(Collectors.toList());
        boolean usable = lines.get(0).equals(key()) && jars.stream().allMatch(Files::isRegularFile);
        return usable ? jars : null;
    }

    private List<Path> resolve() throws BuildError {
        RepositorySystem system = new RepositorySystemSupplier().get();
        DefaultRepositorySystemSession session = session(system);
        try {
            CollectRequest wanted = new CollectRequest();
            wanted.addRepository(new RemoteRepository.Builder("central", "default", CENTRAL).build());
            for (String coordinate : coordinates) {
                wanted.addDependency(new Dependency(artifact(coordinate), "runtime"));
            }
            return system.resolveDependencies(session, new DependencyRequest(wanted, null))
                    .getArtifactResults().stream().map(ArtifactResult::getArtifact)
                    .map(artifact -> artifact.getFile().toPath()).collect(Collectors.toList());
        } catch (DependencyResolutionException e) {
            throw new BuildError("maven = " + coordinates, e);
        }
    }

    private static DefaultRepositorySystemSession session(RepositorySystem system) {
        String local = System.getProperty("maven.repo.local",
                System.getProperty("user.home") + "/.m2/repository");
        DefaultRepositorySystemSession session = MavenRepositorySystemUtils.newSession();
        session.setSystemProperties(System.getProperties());
        session.setLocalRepositoryManager(system.newLocalRepositoryManager(session, new LocalRepository(local)));
        return session;
    }

    private static DefaultArtifact artifact(String coordinate) throws BuildError {
        try {
            return new DefaultArtifact(coordinate);
        } catch (IllegalArgumentException e) {
            throw new BuildError("maven: " + coordinate + ": it is group:artifact:version, as in "
                    + "org.apache.commons:commons-lang3:3.14.0");
        }
    }
}
