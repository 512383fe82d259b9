package turbine;

import android.content.Context;
import android.content.Intent;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;

/** Compares the lines beside the probe's with the probe's own, and tells which pick-ups are near a crack. */
public class Analysis extends RealtimeReceiver {
    /** Lines beside the probe stronger than this, in decibels of the probe, come from a crack. */
    private static final double LIMIT_DB = -50;
    private static final int RECORDS = 30;

    private int records;
    private int falseAlarms;
    private int seenAt = -1;
    private int cracks;

    @Override
    public void onReceive(Context context, Intent intent) {
        int[] record = ((RealtimeIntent) intent).getInts();
        int now = 0;
        double worst = -200;
        for (int pickup = 0; pickup < Blade.PICKUPS; pickup++) {
            double db = modulation(record, pickup * Blade.SAMPLES);
            worst = Math.max(worst, db);
            now |= db > LIMIT_DB ? 1 << pickup : 0;
        }
        judge(now);
        if (records % 10 == 0) {
            System.out.println("record " + records + ": strongest side line " + Math.round(worst) + " dB");
        }
        records++;
        if (records == RECORDS) {
            end();
        }
    }

    private void judge(int now) {
        if (now == 0) {
            return;
        }
        if (records < Recording.CRACK) {
            falseAlarms++;
        } else if (seenAt < 0) {
            seenAt = records;
            System.out.println("record " + records + ": CRACK near the pick-ups " + names(now));
        }
        cracks |= now;
    }

    private static String names(int pickups) {
        StringBuilder names = new StringBuilder();
        for (int pickup = 0; pickup < Blade.PICKUPS; pickup++) {
            if ((pickups >> pickup & 1) == 1) {
                names.append(names.length() == 0 ? "" : " ").append(pickup);
            }
        }
        return names.toString();
    }

    private void end() {
        boolean right = falseAlarms == 0 && seenAt == Recording.CRACK && cracks == Recording.NEAR;
        System.out.println(records + " records, " + falseAlarms + " false alarms, crack "
                + (seenAt < 0 ? "not seen" : "seen at record " + seenAt));
        System.exit(right ? 0 : 1);
    }

    /** The stronger of the two lines beside the probe's, in decibels of the probe's. */
    private static double modulation(int[] record, int at) {
        double probe = power(record, at, Probe.PERIODS);
        double below = power(record, at, Probe.PERIODS - Blade.PUMP);
        double above = power(record, at, Probe.PERIODS + Blade.PUMP);
        return 10 * Math.log10(Math.max(below, above) / probe);
    }

    /** The power of one line of the spectrum, by Goertzel's algorithm. */
    private static double power(int[] record, int at, int periods) {
        double twice = 2 * Math.cos(2 * Math.PI * periods / Blade.SAMPLES);
        double one = 0;
        double two = 0;
        for (int i = 0; i < Blade.SAMPLES; i++) {
            double now = record[at + i] + twice * one - two;
            two = one;
            one = now;
        }
        return one * one + two * two - twice * one * two;
    }
}
