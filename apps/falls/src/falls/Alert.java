package falls;

import android.content.Context;
import android.content.Intent;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;
import java.nio.ByteBuffer;

/** Tells of falls, and of the end of the samples. */
public class Alert extends RealtimeReceiver {
    private int falls;

    @Override
    public void onReceive(Context context, Intent intent) {
        ByteBuffer from = ((RealtimeIntent) intent).getByteBuffer();
        from.rewind();
        long after = from.getLong();
        double blow = from.getDouble();
        if (after < 0) {
            System.out.println("the sensor is silent; " + falls + " falls");
            System.exit(0);
        }
        falls++;
        System.out.println("FALL after " + Math.round(after / 1e9) + " s, a blow of " + Math.round(blow) + " g");
    }
}
