package tour;

import android.content.Context;
import android.content.Intent;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;
import java.nio.ByteBuffer;

/** Nested in the sender: hears of the bytes. */
public class Nested extends RealtimeReceiver {
    private long last;

    @Override
    public void onReceive(Context context, Intent intent) {
        ByteBuffer bytes = ((RealtimeIntent) intent).getByteBuffer();
        bytes.flip();
        last = bytes.getLong();
        System.out.println("nested " + last + " " + bytes.getInt() + " " + bytes.remaining());
    }

    @Override
    public void onClean() {
        if (last == 5) {
            System.out.println("nested is clean");
        }
    }
}
