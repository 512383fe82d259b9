package javax.realtime;

/** Something with scheduling parameters. */
public interface Schedulable extends Runnable {
    SchedulingParameters getSchedulingParameters();

    void setSchedulingParameters(SchedulingParameters scheduling);

    ReleaseParameters getReleaseParameters();

    void setReleaseParameters(ReleaseParameters release);
}
