package uav;

import android.content.Context;
import android.content.Intent;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;

/** Takes what the sensors tell to the autopilot, whose memory it shares. */
public class Sensors extends RealtimeReceiver {
    private final State state;

    Sensors(State state) {
        this.state = state;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
        state.read(((RealtimeIntent) intent).getByteBuffer());
    }
}
