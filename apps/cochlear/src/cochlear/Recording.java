package cochlear;

import android.content.Intent;
import edu.buffalo.rtdroid.app.ComponentManager;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.os.RealtimeMessage;
import edu.buffalo.rtdroid.os.RealtimeMsgPassingChannel;

/** The microphone: a recording, a frame every 8 ms. */
public class Recording extends RealtimeService {
    static final String FILE = "/sound/Front_Center.wav";

    private Sound sound;
    private int released;
    private RealtimeMsgPassingChannel audio;

    @Override
    public void onCreate() {
        sound = Sound.read(FILE);
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        audio = (RealtimeMsgPassingChannel) ComponentManager.getInstance().getChannels().get("cochlear.audio");
        registerPeriodicTask("record", context -> record());
        return START_STICKY;
    }

    private void record() {
        RealtimeMessage message = audio.obtain();
        message.setWhat(released);
        sound.frame(released, message.getInts());
        released++;
        audio.enqueue(message);
    }
}
