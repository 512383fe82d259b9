package dev.terrace.digest;

/** SHA-1 (FIPS 180-4): for checksums and names of objects, not for secrets. */
public final class Sha1 extends BlockDigest {
    private final int[] words = new int[80];
    private int[] state = new int[5];

    public Sha1() {
        reset();
    }

    @Override
    public String name() {
        return "SHA-1";
    }

    @Override
    public int size() {
        return 20;
    }

    @Override
    boolean littleEndian() {
        return false;
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
        state[4] = 0xc3d2e1f0;
    }

    @Override
    void block(byte[] bytes, int from) {
        for (int i = 0; i < 16; i++) {
            words[i] = bigEndian(bytes, from + 4 * i);
        }
        for (int i = 16; i < 80; i++) {
            words[i] = Integer.rotateLeft(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        for (int i = 0; i < 80; i++) {
            int mixed = i < 20 ? (b & c | ~b & d) + 0x5a827999
                    : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                    : i < 60 ? (b & c | b & d | c & d) + 0x8f1bbcdc
                    : (b ^ c ^ d) + 0xca62c1d6;
            int next = Integer.rotateLeft(a, 5) + mixed + e + words[i];
            e = d;
            d = c;
            c = Integer.rotateLeft(b, 30);
            b = a;
            a = next;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
    }
}
