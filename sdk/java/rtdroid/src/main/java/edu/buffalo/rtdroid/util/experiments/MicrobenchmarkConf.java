package edu.buffalo.rtdroid.util.experiments;

/** What a micro-benchmark is to do, from the environment. */
public final class MicrobenchmarkConf {
    /** RTDROID_EXP_TYPE: RT_MSG or RT_INTENT. */
    public static String expType = variable("RTDROID_EXP_TYPE", "RT_MSG");
    /** RTDROID_NOISY_TYPE: COMP, GC, MULTI_MSG or MULTI_INTENT. */
    public static String noisyType = variable("RTDROID_NOISY_TYPE", "COMP");
    /** RTDROID_NOISY_NUM: how many threads make noise. */
    public static int noisyNum = number("RTDROID_NOISY_NUM");

    private MicrobenchmarkConf() {
    }

    private static String variable(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static int number(String name) {
        String value = variable(name, "0");
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is `" + value + "`; it is a number of threads, such as 30");
        }
    }
}
