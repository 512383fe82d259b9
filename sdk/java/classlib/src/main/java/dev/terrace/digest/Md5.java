package dev.terrace.digest;

/** MD5 (RFC 1321): for checksums of files, not for secrets. */
public final class Md5 extends BlockDigest {
    private static final int[] SHIFTS = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    private static final int[] TABLE = new int[64];

    static {
        for (int i = 0; i < 64; i++) {
            TABLE[i] = (int) (long) (Math.abs(Math.sin(i + 1)) * 4_294_967_296.0);
        }
    }

    private final int[] words = new int[16];
    private int[] state = new int[4];

    public Md5() {
        reset();
    }

    @Override
    public String name() {
        return "MD5";
    }

    @Override
    public int size() {
        return 16;
    }

    @Override
    boolean littleEndian() {
        return true;
    }

    @Override
    int[] state() {
        return state;
    }

    @Override
    void copyState() {
        state = state.clone();
    }

    @Override
    void start() {
        state[0] = 0x67452301;
        state[1] = 0xefcdab89;
        state[2] = 0x98badcfe;
        state[3] = 0x10325476;
    }

    @Override
    void block(byte[] bytes, int from) {
        for (int i = 0; i < 16; i++) {
            words[i] = Integer.reverseBytes(bigEndian(bytes, from + 4 * i));
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        for (int i = 0; i < 64; i++) {
            int round = i >> 4;
            int mixed = switch (round) {
                case 0 -> b & c | ~b & d;
                case 1 -> d & b | ~d & c;
                case 2 -> b ^ c ^ d;
                default -> c ^ (b | ~d);
            };
            int word = switch (round) {
                case 0 -> i;
                case 1 -> 5 * i + 1 & 15;
                case 2 -> 3 * i + 5 & 15;
                default -> 7 * i & 15;
            };
            int next = b + Integer.rotateLeft(a + mixed + TABLE[i] + words[word], SHIFTS[round * 4 + (i & 3)]);
            a = d;
            d = c;
            c = b;
            b = next;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
    }
}
