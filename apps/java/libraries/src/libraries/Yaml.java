package libraries;

import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** snakeyaml-engine: YAML 1.2 in and out. */
final class Yaml {
    private Yaml() {}

    static void run() {
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(
            "name: device\nparts:\n  - {id: 1, on: true}\n  - id: 2\n    text: |\n      two\n      lines\nbase: &b [1, 2.5]\nagain: *b\n");
        System.out.println(loaded);
        System.out.println(((Map<?, ?>) loaded).get("parts") instanceof List<?>);
        System.out.print(new Dump(DumpSettings.builder().build()).dumpToString(loaded));
    }
}
