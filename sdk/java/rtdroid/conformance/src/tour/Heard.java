package tour;

import android.content.Context;
import android.content.Intent;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;

/** A receiver of its own: hears of the bytes and of the bulk. */
public class Heard extends RealtimeReceiver {
    private int count;

    @Override
    public void onReceive(Context context, Intent intent) {
        RealtimeIntent real = (RealtimeIntent) intent;
        count++;
        if (intent.getAction().equals("tour.bulk")) {
            long[] longs = real.getLongs();
            System.out.println("bulk " + (longs[0] >> 32) + " " + longs.length + " " + (int) longs[longs.length - 1]);
        } else {
            System.out.println("heard bytes " + real.getByteBuffer().getLong(0) + " as number " + count);
        }
    }
}
