package uav;

/** The scale of time, and small arithmetic. */
final class Flight {
    /** Seconds of flight in one second of the clock: the flight is flown ten times as fast as it would be. */
    static final double SPEED_UP = 10;

    private Flight() {
    }

    /** Seconds of flight in a period of so many milliseconds. */
    static double seconds(int periodMs) {
        return periodMs * SPEED_UP / 1000;
    }

    static double clamp(double value, double limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    /** The same angle between minus pi and pi. */
    static double angle(double radians) {
        double turns = Math.floor((radians + Math.PI) / (2 * Math.PI));
        return radians - turns * 2 * Math.PI;
    }
}
