package uav;

import java.nio.ByteBuffer;

/** Where the aircraft is and how it lies; what its sensors tell. */
final class State {
    /** Metres north and east of the start, and above the ground. */
    double north;
    double east;
    double height;
    /** Metres a second through the air. */
    double speed;
    /** Radians: from north over east; to the right; nose up; path up. */
    double heading;
    double bank;
    double pitch;
    double path;

    void write(ByteBuffer to) {
        to.clear();
        to.putDouble(north).putDouble(east).putDouble(height).putDouble(speed);
        to.putDouble(heading).putDouble(bank).putDouble(pitch).putDouble(path);
    }

    void read(ByteBuffer from) {
        from.rewind();
        north = from.getDouble();
        east = from.getDouble();
        height = from.getDouble();
        speed = from.getDouble();
        heading = from.getDouble();
        bank = from.getDouble();
        pitch = from.getDouble();
        path = from.getDouble();
    }

    double climb() {
        return speed * Math.sin(path);
    }
}
