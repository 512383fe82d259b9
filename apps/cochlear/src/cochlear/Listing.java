package cochlear;

/** What is printed of the electrodes' strengths, here and by the reference. */
public final class Listing {
    private static final String LEVELS = " .:-=+*#%@";

    private int frames;
    private int sum = 1;

    /** One frame as a picture of the electrodes, the lowest left. */
    public static String line(int frame, int[] strengths) {
        StringBuilder line = new StringBuilder();
        line.append(frame).append(" |");
        for (int strength : strengths) {
            line.append(LEVELS.charAt(strength * (LEVELS.length() - 1) / Chain.STRONGEST));
        }
        return line.append('|').toString();
    }

    /** Count a frame. */
    public void add(int[] strengths) {
        frames++;
        for (int strength : strengths) {
            sum = sum * 31 + strength;
        }
    }

    /** How many there were, and a number that another order or another strength would change. */
    public String end() {
        return frames + " frames, sum " + Integer.toHexString(sum);
    }
}
