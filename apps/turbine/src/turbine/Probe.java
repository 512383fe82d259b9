package turbine;

import android.content.Intent;
import edu.buffalo.rtdroid.app.ComponentManager;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.os.RealtimeMessage;
import edu.buffalo.rtdroid.os.RealtimeMsgPassingChannel;

/** Sounds the blade: tells four times a second which tone is on. */
public class Probe extends RealtimeService {
    /** Whole periods of the probe in a record: 81.9 kHz. */
    static final int PERIODS = 4_096;

    private RealtimeMsgPassingChannel tone;

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        tone = (RealtimeMsgPassingChannel) ComponentManager.getInstance().getChannels().get("turbine.tone");
        registerPeriodicTask("tone", context -> sound());
        return START_STICKY;
    }

    private void sound() {
        RealtimeMessage message = tone.obtain();
        message.getInts()[0] = 1;
        message.getInts()[1] = PERIODS;
        tone.enqueue(message);
    }
}
