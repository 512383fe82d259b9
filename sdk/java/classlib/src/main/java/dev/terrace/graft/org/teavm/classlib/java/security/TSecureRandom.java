package dev.terrace.graft.org.teavm.classlib.java.security;

import dev.terrace.runtime.Entropy;

/** TeaVM's is an ordinary generator of pseudo-random numbers. */
public class TSecureRandom {
    public void nextBytes(byte[] bytes) {
        Entropy.fill(bytes);
    }

    public String getAlgorithm() {
        return "NativePRNG";
    }
}
