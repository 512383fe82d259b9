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

/** A port of s_cbrt.c. */
public final class CubeRoot {
    private static final int B1 = 715094163;
    private static final int B2 = 696219795;
    private static final double C = 5.42857142857142815906e-01;
    private static final double D = -7.05306122448979611050e-01;
    private static final double E = 1.41428571428571436819e+00;
    private static final double F = 1.60714285714285720630e+00;
    private static final double G = 3.57142857142857150787e-01;

    private CubeRoot() {
    }

    public static double cbrt(double x) {
        int hx;
        double r,s,t=0.0,w;
        int sign;
        int high,low;
        hx = high(x);
        sign=hx&0x80000000;
        hx ^=sign;
        if(hx>=0x7ff00000) return(x+x);
        low = low(x);
        if((hx|low)==0)
            return(x);
        x = withHigh(x, hx);
        if(hx<0x00100000)
            {t = withHigh(t, 0x43500000);
            t*=x; high = high(t); t = withHigh(t, high/3+B2);
        }
        else
            t = withHigh(t, hx/3+B1);
        r=t*t/x;
        s=C+r*t;
        t*=G+F/(s+E+D/s);
        high = high(t);
        t = words(high+0x00000001, 0);
        s=t*t;
        r=x/s;
        w=t+t;
        r=(r-t)/(w+r);
        t=t+t*r;
        high = high(t);
        t = withHigh(t, high|sign);
        return(t);
    }
}
