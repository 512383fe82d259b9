package kernels;

/**
 * Kernel: turn pancakes: for every order of nine numbers, how often must the first so many be
 * turned over until the first is 0? Small arrays of int in tight loops. Algorithm: Anderson and
 * Rettig, "Performing Lisp analysis of the FANNKUCH benchmark", 1994. Known for nine: checksum
 * 8629, most 30.
 */
final class Fannkuch implements Kernel {
    private static final int N = 9;

    private final int[] order = new int[N];
    private final int[] turned = new int[N];
    private final int[] count = new int[N];

    @Override
    public long work(int round) {
        for (int i = 0; i < N; i++) {
            order[i] = i;
            count[i] = 0;
        }
        int check = 0;
        int most = 0;
        boolean even = true;
        do {
            int turns = turns();
            most = Math.max(most, turns);
            check += even ? turns : -turns;
            even = !even;
        } while (next());
        if (check != 8629 || most != 30) {
            throw new IllegalStateException(check + " and " + most + "; known are 8629 and 30");
        }
        return Sum.mix(check, most);
    }

    private int turns() {
        int first = order[0];
        if (first == 0) {
            return 0;
        }
        for (int i = 0; i < N; i++) {
            turned[i] = order[i];
        }
        int turns = 0;
        do {
            for (int low = 0, high = first; low < high; low++, high--) {
                int kept = turned[low];
                turned[low] = turned[high];
                turned[high] = kept;
            }
            turns++;
            first = turned[0];
        } while (first != 0);
        return turns;
    }

    /** The next order; false after the last. */
    private boolean next() {
        for (int i = 1; i < N; i++) {
            int first = order[0];
            for (int j = 0; j < i; j++) {
                order[j] = order[j + 1];
            }
            order[i] = first;
            if (++count[i] <= i) {
                return true;
            }
            count[i] = 0;
        }
        return false;
    }
}
