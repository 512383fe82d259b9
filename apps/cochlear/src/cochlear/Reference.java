package cochlear;

/** Prints what the app must print, from the definition of the Fourier transform, under any Java: `Reference FILE`. */
public final class Reference {
    private Reference() {
    }

    public static void main(String[] args) {
        Sound sound = Sound.read(args[0]);
        Listing listing = new Listing();
        int[] samples = new int[Chain.FRAME];
        for (int frame = 0; frame < sound.frames(); frame++) {
            sound.frame(frame, samples);
            int[] strengths = strengths(samples);
            listing.add(strengths);
            if (frame % 10 == 0) {
                System.out.println(Listing.line(frame, strengths));
            }
        }
        System.out.println(listing.end());
    }

    private static int[] strengths(int[] samples) {
        int[] edges = Chain.edges();
        int[] strengths = new int[Chain.ELECTRODES];
        for (int band = 0; band < strengths.length; band++) {
            double power = 0;
            for (int line = edges[band]; line < Math.min(edges[band + 1], Chain.FRAME / 2); line++) {
                power += power(samples, line);
            }
            strengths[band] = Chain.strength(power);
        }
        return strengths;
    }

    private static double power(int[] samples, int line) {
        double re = 0;
        double im = 0;
        for (int i = 0; i < samples.length; i++) {
            double angle = 2 * Math.PI * i / Chain.FRAME;
            double value = (0.5 - 0.5 * Math.cos(angle)) * samples[i] / 32768.0;
            re += value * Math.cos(angle * line);
            im -= value * Math.sin(angle * line);
        }
        return re * re + im * im;
    }
}
