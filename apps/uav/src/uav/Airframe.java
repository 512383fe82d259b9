package uav;

import android.content.Intent;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.os.RealtimeHandler;
import edu.buffalo.rtdroid.os.RealtimeMessage;

/** A simulated aircraft of two kilogrammes: it obeys its servos and tells what its sensors feel. */
public class Airframe extends RealtimeService {
    private static final double STEP = Flight.seconds(10);
    private static final double GRAVITY = 9.81;

    private final State state = new State();
    private RealtimeIntent sensors;
    private double aileron;
    private double elevator;
    private double throttle = 0.5;

    @Override
    public void onCreate() {
        Plan plan = Plan.read();
        state.north = plan.north(0);
        state.east = plan.east(0);
        state.height = plan.height(0);
        state.speed = 17;
        sensors = new RealtimeIntent("uav.sensors");
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        registerRealtimeHandler("uav.servos", new RealtimeHandler("uav.servos") {
            @Override
            public void handleMessage(RealtimeMessage message) {
                int[] servos = message.getInts();
                aileron = Flight.clamp(servos[0] / 1000.0, 1);
                elevator = Flight.clamp(servos[1] / 1000.0, 1);
                throttle = Math.max(0, Math.min(1, servos[2] / 1000.0));
            }
        });
        registerPeriodicTask("physics", context -> step());
        return START_STICKY;
    }

    private void step() {
        fly();
        state.write(sensors.getByteBuffer());
        sendRealtimeBroadcast(sensors);
    }

    /** One step of the equations of motion of a point with lags; the wind is still. */
    private void fly() {
        state.bank = Flight.clamp(state.bank + Math.toRadians(60) * aileron * STEP, Math.toRadians(60));
        state.pitch = Flight.clamp(state.pitch + Math.toRadians(25) * elevator * STEP, Math.toRadians(30));
        state.path += (state.pitch - state.path) * STEP / 0.8;
        double wanted = 11 + 12 * throttle;
        state.speed += ((wanted - state.speed) / 3 - 0.3 * GRAVITY * Math.sin(state.path)) * STEP;
        state.heading = Flight.angle(state.heading + GRAVITY / state.speed * Math.tan(state.bank) * STEP);
        double over = state.speed * Math.cos(state.path) * STEP;
        state.north += over * Math.cos(state.heading);
        state.east += over * Math.sin(state.heading);
        state.height = Math.max(0, state.height + state.climb() * STEP);
    }
}
