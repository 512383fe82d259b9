package cochlear;

import android.content.Intent;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.os.RealtimeHandler;
import edu.buffalo.rtdroid.os.RealtimeMessage;

/** Turns each frame of sound into the strengths of the electrodes. */
public class Processing extends RealtimeService {
    private final Chain chain = new Chain();
    private RealtimeIntent electrodes;

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        electrodes = new RealtimeIntent("cochlear.electrodes");
        registerRealtimeHandler("cochlear.audio", new RealtimeHandler("cochlear.audio") {
            @Override
            public void handleMessage(RealtimeMessage message) {
                chain.process(message.getInts(), electrodes.getInts());
                sendRealtimeBroadcast(electrodes);
            }
        });
        return START_STICKY;
    }
}
