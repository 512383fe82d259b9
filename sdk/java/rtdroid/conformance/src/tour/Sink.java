package tour;

import android.content.Intent;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.os.RealtimeHandler;
import edu.buffalo.rtdroid.os.RealtimeMessage;
import java.util.Arrays;

/** Gets the messages. */
public class Sink extends RealtimeService {
    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        System.out.println("sink started " + startId);
        registerRealtimeHandler("tour.numbers", new RealtimeHandler("tour.numbers") {
            @Override
            public void handleMessage(RealtimeMessage message) {
                System.out.println("message " + message.getWhat() + " " + Arrays.toString(message.getInts()));
            }
        });
        try {
            registerRealtimeHandler("tour.unknown", null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage().startsWith("the manifest declares no message channel `tour.unknown`"));
        }
        return START_STICKY;
    }

    @Override
    public void onDestroy() {
        System.out.println("sink destroyed");
    }
}
