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

/** Sine and cosine of [-pi/4, pi/4], where y is the tail of x: a port of k_sin.c and k_cos.c. */
public final class KernelSine {
    private static final double half = 5.00000000000000000000e-01;
    private static final double S1 = -1.66666666666666324348e-01;
    private static final double S2 = 8.33333333332248946124e-03;
    private static final double S3 = -1.98412698298579493134e-04;
    private static final double S4 = 2.75573137070700676789e-06;
    private static final double S5 = -2.50507602534068634195e-08;
    private static final double S6 = 1.58969099521155010221e-10;
    private static final double one = 1.00000000000000000000e+00;
    private static final double C1 = 4.16666666666666019037e-02;
    private static final double C2 = -1.38888888888741095749e-03;
    private static final double C3 = 2.48015872894767294178e-05;
    private static final double C4 = -2.75573143513906633035e-07;
    private static final double C5 = 2.08757232129817482790e-09;
    private static final double C6 = -1.13596475577881948265e-11;

    private KernelSine() {
    }

    public static double sin(double x, double y, int iy) {
        double z,r,v;
        int ix;
        ix = high(x);
        ix &= 0x7fffffff;
        if(ix<0x3e400000)
            {if((int)x==0) return x;}
        z = x*x;
        v = z*x;
        r = S2+z*(S3+z*(S4+z*(S5+z*S6)));
        if(iy==0) return x+v*(S1+z*r);
        else return x-((z*(half*y-v*r)-y)-v*S1);
    }

    public static double cos(double x, double y) {
        double a,hz,z,r,qx;
        int ix;
        ix = high(x);
        ix &= 0x7fffffff;
        if(ix<0x3e400000) {
            if(((int)x)==0) return one;
        }
        z = x*x;
        r = z*(C1+z*(C2+z*(C3+z*(C4+z*(C5+z*C6)))));
        if(ix < 0x3FD33333)
            return one - (0.5*z - (z*r - x*y));
        else {
            if(ix > 0x3fe90000) {
                qx = 0.28125;
            } else {
                qx = words(ix-0x00200000, 0);
            }
            hz = 0.5*z-qx;
            a = one-qx;
            return a - (hz - (z*r-x*y));
        }
    }
}
