/*
 * ====================================================
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Developed at SunPro, a Sun Microsystems, Inc. business.
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 * ====================================================
 */
package dev.terrace.fdlibm;

import static dev.terrace.fdlibm.Words.*;

/** Sine, cosine and tangent: a port of s_sin.c, s_cos.c and s_tan.c. */
public final class Trigonometric {
    private Trigonometric() {
    }

    public static double sin(double x) {
        double[] y = new double[2]; double z = 0.0;
        int n,ix;
        ix = high(x);
        ix &= 0x7fffffff;
        if(ix <= 0x3fe921fb) return KernelSine.sin(x,z,0);
        else if (ix>=0x7ff00000) return x-x;
        else {
            n = Reduction.byHalfPi(x,y);
            switch(n&3) {
                case 0: return KernelSine.sin(y[0],y[1],1);
                case 1: return KernelSine.cos(y[0],y[1]);
                case 2: return -KernelSine.sin(y[0],y[1],1);
                default:
                return -KernelSine.cos(y[0],y[1]);
            }
        }
    }

    public static double cos(double x) {
        double[] y = new double[2]; double z = 0.0;
        int n,ix;
        ix = high(x);
        ix &= 0x7fffffff;
        if(ix <= 0x3fe921fb) return KernelSine.cos(x,z);
        else if (ix>=0x7ff00000) return x-x;
        else {
            n = Reduction.byHalfPi(x,y);
            switch(n&3) {
                case 0: return KernelSine.cos(y[0],y[1]);
                case 1: return -KernelSine.sin(y[0],y[1],1);
                case 2: return -KernelSine.cos(y[0],y[1]);
                default:
                return KernelSine.sin(y[0],y[1],1);
            }
        }
    }

    public static double tan(double x) {
        double[] y = new double[2]; double z = 0.0;
        int n,ix;
        ix = high(x);
        ix &= 0x7fffffff;
        if(ix <= 0x3fe921fb) return KernelTangent.tan(x,z,1);
        else if (ix>=0x7ff00000) return x-x;
        else {
            n = Reduction.byHalfPi(x,y);
            return KernelTangent.tan(y[0],y[1],1-((n&1)<<1));
        }
    }
}
