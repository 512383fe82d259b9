package cochlear;

import android.content.Context;
import android.content.Intent;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;

/** The implant: takes the strengths, draws a frame now and then, and ends after COCHLEAR_FRAMES frames. */
public class Output extends RealtimeReceiver {
    private static final int EVERY = 10;

    private final Listing listing = new Listing();
    private final int last = frames();
    private int count;

    private static int frames() {
        String text = System.getenv("COCHLEAR_FRAMES");
        return text == null ? Sound.read(Recording.FILE).frames() : Integer.parseInt(text);
    }

    @Override
    public void onReceive(Context context, Intent intent) {
        int[] strengths = ((RealtimeIntent) intent).getInts();
        listing.add(strengths);
        if (count % EVERY == 0) {
            System.out.println(Listing.line(count, strengths));
        }
        count++;
        if (count == last) {
            System.out.println(listing.end());
            System.exit(0);
        }
    }
}
