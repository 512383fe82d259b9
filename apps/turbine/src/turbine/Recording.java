package turbine;

import android.content.Intent;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.content.BulkMsgClosure;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.os.RealtimeHandler;
import edu.buffalo.rtdroid.os.RealtimeMessage;

/** Records what the pick-ups hear, in place, into the buffer that the analysis then owns. */
public class Recording extends RealtimeService {
    /** The blade cracks at this record, near these pick-ups. */
    static final int CRACK = 20;
    static final int NEAR = 1 << 3 | 1 << 4;

    private final Blade blade = new Blade();
    private boolean on;
    private int records;
    private final BulkMsgClosure record = new BulkMsgClosure() {
        @Override
        public RealtimeIntent allocateRealtimeIntent(RealtimeIntent place) {
            blade.listen(place.getInts(), records >= CRACK ? NEAR : 0);
            return place;
        }

        @Override
        public String getAction() {
            return "turbine.record";
        }
    };

    @Override
    public void onCreate() {
        blade.tune(Probe.PERIODS);
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        registerRealtimeHandler("turbine.tone", new RealtimeHandler("turbine.tone") {
            @Override
            public void handleMessage(RealtimeMessage message) {
                on = message.getInts()[0] == 1;
            }
        });
        registerPeriodicTask("record", context -> record());
        return START_STICKY;
    }

    private void record() {
        if (on) {
            sendRealtimeBroadcast(record);
            records++;
        }
    }
}
