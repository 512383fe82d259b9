package javax.realtime;

/** How important a thread is. */
public abstract class SchedulingParameters {
}
