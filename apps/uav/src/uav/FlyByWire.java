package uav;

import android.content.Intent;
import edu.buffalo.rtdroid.app.ComponentManager;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.os.RealtimeHandler;
import edu.buffalo.rtdroid.os.RealtimeMessage;
import edu.buffalo.rtdroid.os.RealtimeMsgPassingChannel;

/** Between who commands, the pilot or the autopilot, and the servos. Flies level when nobody commands. */
public class FlyByWire extends RealtimeService {
    /** Releases of `failsafe` without a command after which nobody is believed to command: 1.5 s of flight. */
    private static final int SILENCE = 3;
    private static final int SERVO_STEP = 250;

    private final int[] commanded = new int[3];
    private final int[] wanted = new int[3];
    private final int[] servos = {0, 0, 500};
    private boolean fresh;
    private boolean pilot;
    private boolean safe;
    private int silent;
    private int radioReleases;
    private RealtimeMsgPassingChannel out;

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        out = (RealtimeMsgPassingChannel) ComponentManager.getInstance().getChannels().get("uav.servos");
        registerRealtimeHandler("uav.commands", new RealtimeHandler("uav.commands") {
            @Override
            public void handleMessage(RealtimeMessage message) {
                System.arraycopy(message.getInts(), 0, commanded, 0, commanded.length);
                fresh = true;
            }
        });
        registerPeriodicTask("radio", context -> radio());
        registerPeriodicTask("link", context -> link());
        registerPeriodicTask("failsafe", context -> failsafe());
        registerPeriodicTask("servos", context -> move());
        return START_STICKY;
    }

    /** The pilot's stick: he holds it level for the first second of flight, then gives the autopilot the aircraft. */
    private void radio() {
        radioReleases++;
        pilot = radioReleases * Flight.seconds(25) < 1;
        if (pilot) {
            wanted[0] = 0;
            wanted[1] = 0;
            wanted[2] = 500;
        }
    }

    private void link() {
        if (fresh && !pilot) {
            System.arraycopy(commanded, 0, wanted, 0, wanted.length);
            silent = 0;
        }
        fresh = false;
    }

    private void failsafe() {
        silent++;
        safe = !pilot && silent > SILENCE;
        if (safe) {
            wanted[0] = 0;
            wanted[1] = 0;
            wanted[2] = 400;
        }
    }

    private void move() {
        RealtimeMessage message = out.obtain();
        for (int i = 0; i < servos.length; i++) {
            int step = wanted[i] - servos[i];
            servos[i] += Math.max(-SERVO_STEP, Math.min(SERVO_STEP, step));
            message.getInts()[i] = servos[i];
        }
        message.setWhat(safe ? 1 : 0);
        out.enqueue(message);
    }
}
