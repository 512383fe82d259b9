import dev.terrace.App;
import dev.terrace.Log;
import dev.terrace.Sys;

/**
 * Are callbacks called in order, with the app's state kept in between? The same lines in every language:
 * sdk/conformance-reactor.expected.
 */
public final class Conformance extends App {
    private int calls;

    private void called(String name) {
        String line = name + " " + ++calls;
        System.out.println(line);
        Log.info(line);
    }

    @Override
    public void create() {
        called("create");
    }

    @Override
    public void start() throws Exception {
        Thread.yield();
        Thread other = new Thread(() -> called("start"));
        Thread.sleep(1);
        other.start();
        other.join();
    }

    @Override
    public void trim(int level) {
        called("trim " + (level == Sys.TRIM_MODERATE ? "moderate" : "level " + level));
    }

    @Override
    public void stop() {
        called("stop");
    }
}
