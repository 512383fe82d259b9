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

/** A port of e_exp.c. */
public final class Exponential {
    private static final double one = 1.0;
    private static final double[] halF = {
        0.5, -0.5
    };
    private static final double huge = 1.0e+300;
    private static final double twom1000 = 9.33263618503218878990e-302;
    private static final double o_threshold = 7.09782712893383973096e+02;
    private static final double u_threshold = -7.45133219101941108420e+02;
    private static final double[] ln2HI = {
        6.93147180369123816490e-01, -6.93147180369123816490e-01
    };
    private static final double[] ln2LO = {
        1.90821492927058770002e-10, -1.90821492927058770002e-10
    };
    private static final double invln2 = 1.44269504088896338700e+00;
    private static final double P1 = 1.66666666666666019037e-01;
    private static final double P2 = -2.77777777770155933842e-03;
    private static final double P3 = 6.61375632143793436117e-05;
    private static final double P4 = -1.65339022054652515390e-06;
    private static final double P5 = 4.13813679705723846039e-08;

    private Exponential() {
    }

    public static double exp(double x) {
        double y,hi=0,lo=0,c,t;
        int k = 0,xsb;
        int hx;
        hx = high(x);
        xsb = (hx>>31)&1;
        hx &= 0x7fffffff;
        if(hx >= 0x40862E42) {
            if(hx>=0x7ff00000) {
                int lx;
                lx = low(x);
                if(((hx&0xfffff)|lx)!=0)
                    return x+x;
                else return (xsb==0)? x:0.0;
            }
            if(x > o_threshold) return huge*huge;
            if(x < u_threshold) return twom1000*twom1000;
        }
        if(hx > 0x3fd62e42) {
            if(hx < 0x3FF0A2B2) {
                hi = x-ln2HI[xsb]; lo=ln2LO[xsb]; k = 1-xsb-xsb;
            } else {
                k = (int) (invln2*x+halF[xsb]);
                t = k;
                hi = x - t*ln2HI[0];
                lo = t*ln2LO[0];
            }
            x = hi - lo;
        }
        else if(hx < 0x3e300000) {
            if(huge+x>one) return one+x;
        }
        t = x*x;
        c = x - t*(P1+t*(P2+t*(P3+t*(P4+t*P5))));
        if(k==0) return one-((x*c)/(c-2.0)-x);
        else y = one-((lo-(x*c)/(2.0-c))-hi);
        if(k >= -1021) {
            int hy;
            hy = high(y);
            y = withHigh(y, hy+(k<<20));
            return y;
        } else {
            int hy;
            hy = high(y);
            y = withHigh(y, hy+((k+1000)<<20));
            return y*twom1000;
        }
    }
}
