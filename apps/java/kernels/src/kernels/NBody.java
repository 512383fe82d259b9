package kernels;

/**
 * Kernel: the sun and four planets for 20,000 steps of a hundredth of a day. Double arithmetic and
 * square roots on fields of objects. The algorithm is the plain symplectic integrator of the
 * Computer Language Benchmarks Game; the constants are astronomy's.
 */
final class NBody implements Kernel {
    private static final int STEPS = 20_000;
    private static final double STEP = 0.01;
    private static final double YEAR = 365.24;
    private static final double SUN = 4 * Math.PI * Math.PI;

    private static final class Body {
        double x;
        double y;
        double z;
        double vx;
        double vy;
        double vz;
        final double mass;

        /** Position in astronomical units, speed in units per day, mass in suns. */
        Body(double x, double y, double z, double vx, double vy, double vz, double mass) {
            this.x = x;
            this.y = y;
            this.z = z;
            this.vx = vx * YEAR;
            this.vy = vy * YEAR;
            this.vz = vz * YEAR;
            this.mass = mass * SUN;
        }
    }

    @Override
    public long work(int round) {
        Body[] bodies = system();
        bodies[1].x += round * 1e-9;
        rest(bodies);
        for (int i = 0; i < STEPS; i++) {
            advance(bodies);
        }
        return Sum.mix(0, energy(bodies));
    }

    private static Body[] system() {
        return new Body[] {
            new Body(0, 0, 0, 0, 0, 0, 1),
            new Body(4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01,
                1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05,
                9.54791938424326609e-04),
            new Body(8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01,
                -2.76742510726411920e-03, 4.99852801234917238e-03, 2.30417297573763929e-05,
                2.85885980666130812e-04),
            new Body(1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01,
                2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05,
                4.36624404335156298e-05),
            new Body(1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01,
                2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05,
                5.15138902046611451e-05)
        };
    }

    /** Let the sun move so that the whole does not. */
    private static void rest(Body[] bodies) {
        double px = 0;
        double py = 0;
        double pz = 0;
        for (Body body : bodies) {
            px += body.vx * body.mass;
            py += body.vy * body.mass;
            pz += body.vz * body.mass;
        }
        bodies[0].vx = -px / SUN;
        bodies[0].vy = -py / SUN;
        bodies[0].vz = -pz / SUN;
    }

    private static void advance(Body[] bodies) {
        for (int i = 0; i < bodies.length; i++) {
            Body a = bodies[i];
            for (int j = i + 1; j < bodies.length; j++) {
                Body b = bodies[j];
                double dx = a.x - b.x;
                double dy = a.y - b.y;
                double dz = a.z - b.z;
                double square = dx * dx + dy * dy + dz * dz;
                double pull = STEP / (square * Math.sqrt(square));
                a.vx -= dx * b.mass * pull;
                a.vy -= dy * b.mass * pull;
                a.vz -= dz * b.mass * pull;
                b.vx += dx * a.mass * pull;
                b.vy += dy * a.mass * pull;
                b.vz += dz * a.mass * pull;
            }
        }
        for (Body body : bodies) {
            body.x += STEP * body.vx;
            body.y += STEP * body.vy;
            body.z += STEP * body.vz;
        }
    }

    private static double energy(Body[] bodies) {
        double sum = 0;
        for (int i = 0; i < bodies.length; i++) {
            Body a = bodies[i];
            sum += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
            for (int j = i + 1; j < bodies.length; j++) {
                Body b = bodies[j];
                double dx = a.x - b.x;
                double dy = a.y - b.y;
                double dz = a.z - b.z;
                sum -= a.mass * b.mass / Math.sqrt(dx * dx + dy * dy + dz * dz);
            }
        }
        return sum;
    }
}
