package kernels;

/** One piece of work that is repeated and timed. */
interface Kernel {
    /**
     * One iteration. The result depends on `round` alone: not on time, on earlier iterations, or on
     * what compiled the program.
     */
    long work(int round);
}
