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

/** A port of e_sinh.c, e_cosh.c and s_tanh.c. */
public final class Hyperbolic {
    private static final double one = 1.0;
    private static final double shuge = 1.0e307;
    private static final double half = 0.5;
    private static final double huge = 1.0e300;
    private static final double two = 2.0;
    private static final double tiny = 1.0e-300;

    private Hyperbolic() {
    }

    public static double sinh(double x) {
        double t,w,h;
        int ix,jx;
        int lx;
        jx = high(x);
        ix = jx&0x7fffffff;
        if(ix>=0x7ff00000) return x+x;
        h = 0.5;
        if (jx<0) h = -h;
        if (ix < 0x40360000) {
            if (ix<0x3e300000)
                if(shuge+x>one) return x;
            t = ExponentialLess1.expm1(Math.abs(x));
            if(ix<0x3ff00000) return h*(2.0*t-t*t/(t+one));
            return h*(t+t/(t+one));
        }
        if (ix < 0x40862E42) return h*Exponential.exp(Math.abs(x));
        lx = low(x);
        if (ix<0x408633CE || (ix==0x408633ce && Integer.compareUnsigned(lx, 0x8fb9f87d) <= 0)) {
            w = Exponential.exp(0.5*Math.abs(x));
            t = h*w;
            return t*w;
        }
        return x*shuge;
    }

    public static double cosh(double x) {
        double t,w;
        int ix;
        int lx;
        ix = high(x);
        ix &= 0x7fffffff;
        if(ix>=0x7ff00000) return x*x;
        if(ix<0x3fd62e43) {
            t = ExponentialLess1.expm1(Math.abs(x));
            w = one+t;
            if (ix<0x3c800000) return w;
            return one+(t*t)/(w+w);
        }
        if (ix < 0x40360000) {
            t = Exponential.exp(Math.abs(x));
            return half*t+half/t;
        }
        if (ix < 0x40862E42) return half*Exponential.exp(Math.abs(x));
        lx = low(x);
        if (ix<0x408633CE ||
            (ix==0x408633ce && Integer.compareUnsigned(lx, 0x8fb9f87d) <= 0)) {
            w = Exponential.exp(half*Math.abs(x));
            t = half*w;
            return t*w;
        }
        return huge*huge;
    }

    public static double tanh(double x) {
        double t,z;
        int jx,ix;
        jx = high(x);
        ix = jx&0x7fffffff;
        if(ix>=0x7ff00000) {
            if (jx>=0) return one/x+one;
            else return one/x-one;
        }
        if (ix < 0x40360000) {
            if (ix<0x3c800000)
                return x*(one+x);
            if (ix>=0x3ff00000) {
                t = ExponentialLess1.expm1(two*Math.abs(x));
                z = one - two/(t+two);
            } else {
                t = ExponentialLess1.expm1(-two*Math.abs(x));
                z= -t/(t+two);
            }
        } else {
            z = one - tiny;
        }
        return (jx>=0)? z: -z;
    }
}
