package uav;

import android.content.Intent;
import edu.buffalo.rtdroid.app.ComponentManager;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.os.RealtimeMessage;
import edu.buffalo.rtdroid.os.RealtimeMsgPassingChannel;
import java.nio.ByteBuffer;

/** Flies the plan: from the next point to a course, from the course to a bank, from the bank to the ailerons. */
public class Autopilot extends RealtimeService {
    /** Metres: a point that is so near is passed. */
    private static final double NEAR = 30;
    private static final double STEEPEST = Math.toRadians(35);
    private static final double FASTEST_CLIMB = 3;

    /** As the sensors have it now, and as the GPS had it at its last fix. */
    private final State state = new State();
    private final State fix = new State();
    private Plan plan;
    private int next = 1;
    private double bank;
    private double climb;
    private double pitch;
    private double throttle = 0.5;
    private RealtimeMsgPassingChannel commands;
    private RealtimeIntent telemetry;

    @Override
    public void onCreate() {
        plan = Plan.read();
        state.speed = 17;
        state.height = plan.height(0);
        telemetry = new RealtimeIntent("uav.telemetry");
        registerRealtimeReceiver("uav.Sensors", new Sensors(state));
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        commands = (RealtimeMsgPassingChannel) ComponentManager.getInstance().getChannels().get("uav.commands");
        registerPeriodicTask("gps", context -> locate());
        registerPeriodicTask("navigate", context -> navigate());
        registerPeriodicTask("altitude", context -> altitude());
        registerPeriodicTask("climb", context -> climb());
        registerPeriodicTask("stabilise", context -> stabilise());
        registerPeriodicTask("report", context -> report());
        return START_STICKY;
    }

    private void locate() {
        fix.north = state.north;
        fix.east = state.east;
        fix.height = state.height;
        fix.speed = state.speed;
        fix.heading = state.heading;
        fix.path = state.path;
    }

    private void navigate() {
        if (next < plan.size() && distance() < NEAR) {
            next++;
        }
        int to = target();
        double course = Math.atan2(plan.east(to) - fix.east, plan.north(to) - fix.north);
        bank = Flight.clamp(1.5 * Flight.angle(course - fix.heading), STEEPEST);
    }

    private int target() {
        return Math.min(next, plan.size() - 1);
    }

    private double distance() {
        int to = target();
        return Math.hypot(plan.north(to) - fix.north, plan.east(to) - fix.east);
    }

    private void altitude() {
        climb = Flight.clamp(0.35 * (plan.height(target()) - fix.height), FASTEST_CLIMB);
    }

    private void climb() {
        double error = climb - fix.climb();
        pitch = Flight.clamp(Math.asin(Flight.clamp(climb / fix.speed, 0.5)) + 0.02 * error, Math.toRadians(20));
        throttle = Math.max(0.1, Math.min(1, 0.5 + 0.1 * climb));
    }

    private void stabilise() {
        RealtimeMessage message = commands.obtain();
        int[] command = message.getInts();
        command[0] = (int) (1000 * Flight.clamp(1.2 * (bank - state.bank), 1));
        command[1] = (int) (1000 * Flight.clamp(2.0 * (pitch - state.pitch), 1));
        command[2] = (int) (1000 * throttle);
        commands.enqueue(message);
    }

    private void report() {
        ByteBuffer to = telemetry.getByteBuffer();
        to.clear();
        to.putInt(next).putDouble(state.north).putDouble(state.east).putDouble(state.height).putDouble(state.speed);
        sendRealtimeBroadcast(telemetry);
    }
}
