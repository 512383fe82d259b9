package uav;

import android.content.Context;
import android.content.Intent;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;
import java.nio.ByteBuffer;

/** The ground station: hears the telemetry, judges the flight by the plan, and ends it after the last point. */
public class Ground extends RealtimeReceiver {
    private static final double NEAR = 45;
    private static final double LEVEL = 12;
    private static final int PATIENCE = 4_000;

    private final Plan plan = Plan.read();
    private int point = 1;
    private int reports;
    private int faults;
    private double nearest = Double.MAX_VALUE;
    private double levelAtNearest;

    @Override
    public void onReceive(Context context, Intent intent) {
        ByteBuffer from = ((RealtimeIntent) intent).getByteBuffer();
        from.rewind();
        int next = from.getInt();
        double north = from.getDouble();
        double east = from.getDouble();
        double height = from.getDouble();
        double speed = from.getDouble();
        reports++;
        look(north, east, height);
        if (next > point) {
            judge(speed);
        }
        if (height <= 0 || reports > PATIENCE) {
            System.out.println("lost at point " + point + " after " + reports + " reports");
            System.exit(1);
        }
    }

    private void look(double north, double east, double height) {
        double away = Math.hypot(plan.north(point) - north, plan.east(point) - east);
        if (away < nearest) {
            nearest = away;
            levelAtNearest = height;
        }
    }

    private void judge(double speed) {
        double off = levelAtNearest - plan.height(point);
        boolean good = nearest <= NEAR && Math.abs(off) <= LEVEL;
        faults += good ? 0 : 1;
        System.out.printf("point %d %s: %.0f m away, height %.0f m (%+.1f m), %.1f m/s%n",
                point, good ? "passed" : "MISSED", nearest, levelAtNearest, off, speed);
        nearest = Double.MAX_VALUE;
        point++;
        if (point == plan.size()) {
            System.out.println("flown: " + (plan.size() - 1) + " points, " + faults + " missed");
            System.exit(faults == 0 ? 0 : 1);
        }
    }
}
