package dev.terrace.number;

import java.util.Arrays;

/** A natural number of any size that changes in place: 32 bits a limb, the lowest first; limbs from {@code size} on are 0. */
final class Magnitude {
    private static final long LOW = 0xFFFFFFFFL;
    private static final int FIVE_TO_13 = 1220703125;

    private int[] limbs;
    private int size;

    Magnitude(long value) {
        limbs = new int[40];
        limbs[0] = (int) value;
        limbs[1] = (int) (value >>> 32);
        size = 2;
        trim();
    }

    /** The number of these decimal digits. */
    static Magnitude ofDigits(byte[] digits, int count) {
        Magnitude number = new Magnitude(0);
        for (int i = 0; i < count; i++) {
            number.multiplyAdd(10, digits[i]);
        }
        return number;
    }

    Magnitude timesPowers(int five, int two) {
        for (int rest = five; rest > 0; rest -= 13) {
            multiplyAdd(rest >= 13 ? FIVE_TO_13 : power5(rest), 0);
        }
        return shift(two);
    }

    private static int power5(int exponent) {
        int power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 5;
        }
        return power;
    }

    void multiplyAdd(int factor, int addend) {
        long carry = addend;
        for (int i = 0; i < size; i++) {
            carry += (limbs[i] & LOW) * (factor & LOW);
            limbs[i] = (int) carry;
            carry >>>= 32;
        }
        if (carry != 0) {
            reserve(size + 1);
            limbs[size++] = (int) carry;
        }
    }

    private Magnitude shift(int bits) {
        if (size == 0 || bits == 0) {
            return this;
        }
        int whole = bits >> 5;
        int part = bits & 31;
        reserve(size + whole + 1);
        for (int i = size; i >= 0; i--) {
            long pair = (limbs[i] & LOW) << 32 | (i > 0 ? limbs[i - 1] & LOW : 0);
            limbs[i + whole] = part == 0 ? limbs[i] : (int) (pair >>> 32 - part);
        }
        Arrays.fill(limbs, 0, whole, 0);
        size += whole + 1;
        trim();
        return this;
    }

    private void reserve(int count) {
        if (count > limbs.length) {
            limbs = Arrays.copyOf(limbs, Math.max(count + 4, limbs.length * 2));
        }
    }

    private void trim() {
        while (size > 0 && limbs[size - 1] == 0) {
            size--;
        }
    }

    int compare(Magnitude other) {
        if (size != other.size) {
            return size < other.size ? -1 : 1;
        }
        for (int i = size - 1; i >= 0; i--) {
            if (limbs[i] != other.limbs[i]) {
                return Integer.compareUnsigned(limbs[i], other.limbs[i]);
            }
        }
        return 0;
    }

    /** Compares this with the sum of two others. */
    int compareSum(Magnitude a, Magnitude b) {
        Magnitude sum = new Magnitude(0);
        sum.reserve(Math.max(a.size, b.size) + 1);
        long carry = 0;
        for (int i = 0; i < sum.limbs.length; i++) {
            carry += a.limb(i) + b.limb(i);
            sum.limbs[i] = (int) carry;
            carry >>>= 32;
        }
        sum.size = sum.limbs.length;
        sum.trim();
        return compare(sum);
    }

    private long limb(int i) {
        return i < size ? limbs[i] & LOW : 0;
    }

    /** Leaves the remainder by {@code divisor} here and answers the quotient, which has to be below 10. */
    int divide(Magnitude divisor) {
        int quotient = 0;
        while (compare(divisor) >= 0) {
            subtract(divisor);
            quotient++;
        }
        return quotient;
    }

    private void subtract(Magnitude other) {
        long borrow = 0;
        for (int i = 0; i < size; i++) {
            borrow += (limbs[i] & LOW) - other.limb(i);
            limbs[i] = (int) borrow;
            borrow >>= 32;
        }
        trim();
    }
}
