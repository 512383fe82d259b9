package detector;

import dev.terrace.Bundle;
import dev.terrace.Intent;
import dev.terrace.Looper;
import dev.terrace.Refused;
import dev.terrace.Sender;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Says where sounds begin and end: a block that is loud begins one, several quiet ones end it. Each pass of the
 * recording is looked at by itself.
 */
public final class Main {
    private static final float LOUD = 300;
    private static final float QUIET = 100;
    private static final int BLOCKS = 4;

    private final Sender sounds = new Sender("sounds");
    private int pass;
    private boolean sounding;
    private int quiet;

    private Main() throws Refused {
    }

    public static void main(String[] args) throws Refused {
        Main detector = new Main();
        Looper looper = new Looper();
        looper.on("bands", (letter, data) -> detector.hear(ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN)));
        System.out.println("listening");
        looper.run();
    }

    private void hear(ByteBuffer band) {
        int of = band.getInt(0);
        int block = band.getInt(4);
        float loudness = band.getFloat(8);
        float frequency = band.getFloat(12);
        if (of != pass) {
            pass = of;
            sounding = false;
        }
        if (!sounding && loudness > LOUD) {
            sounding = true;
            quiet = 0;
            say("sound.begin", block, loudness, frequency);
        } else if (sounding) {
            quiet = loudness < QUIET ? quiet + 1 : 0;
            if (quiet == BLOCKS) {
                sounding = false;
                say("sound.end", block, loudness, frequency);
            }
        }
    }

    private void say(String action, int block, float loudness, float frequency) {
        Bundle extras = new Bundle().put("pass", (long) pass).put("block", (long) block)
            .put("loudness", (double) loudness).put("frequency", (double) frequency);
        try {
            sounds.announce(new Intent(action, extras), 0, Sender.OWN_PRIORITY, 0);
        } catch (Refused refused) {
            System.out.println(action + " of pass " + pass + " is lost: " + refused.getMessage());
        }
    }
}
