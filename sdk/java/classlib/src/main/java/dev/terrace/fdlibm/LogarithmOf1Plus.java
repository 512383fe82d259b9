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

/** A port of s_log1p.c. */
public final class LogarithmOf1Plus {
    private static final double ln2_hi = 6.93147180369123816490e-01;
    private static final double ln2_lo = 1.90821492927058770002e-10;
    private static final double two54 = 1.80143985094819840000e+16;
    private static final double Lp1 = 6.666666666666735130e-01;
    private static final double Lp2 = 3.999999999940941908e-01;
    private static final double Lp3 = 2.857142874366239149e-01;
    private static final double Lp4 = 2.222219843214978396e-01;
    private static final double Lp5 = 1.818357216161805012e-01;
    private static final double Lp6 = 1.531383769920937332e-01;
    private static final double Lp7 = 1.479819860511658591e-01;
    private static final double zero = 0.0;

    private LogarithmOf1Plus() {
    }

    public static double log1p(double x) {
        double hfsq,f=0,c=0,s,z,R,u;
        int k,hx,hu=0,ax;
        hx = high(x);
        ax = hx&0x7fffffff;
        k = 1;
        if (hx < 0x3FDA827A) {
            if(ax>=0x3ff00000) {
                if(x==-1.0)
                    return Double.NEGATIVE_INFINITY;
                else
                    return Double.NaN;
            }
            if(ax<0x3e200000) {
                if(two54+x>zero
                    &&ax<0x3c900000)
                    return x;
                else
                    return x - x*x*0.5;
            }
            if(hx>0||hx<=((int)0xbfd2bec3)) {
                k=0;f=x;hu=1;}
        }
        if (hx >= 0x7ff00000) return x+x;
        if(k!=0) {
            if(hx<0x43400000) {
                u = 1.0+x;
                hu = high(u);
                k = (hu>>20)-1023;
                c = (k>0)? 1.0-(u-x):x-(u-1.0);
                c /= u;
            } else {
                u = x;
                hu = high(u);
                k = (hu>>20)-1023;
                c = 0;
            }
            hu &= 0x000fffff;
            if(hu<0x6a09e) {
                u = withHigh(u, hu|0x3ff00000);
            } else {
                k += 1;
                u = withHigh(u, hu|0x3fe00000);
                hu = (0x00100000-hu)>>2;
            }
            f = u-1.0;
        }
        hfsq=0.5*f*f;
        if(hu==0) {
            if(f==zero) { if(k==0) return zero;
                else {c += k*ln2_lo; return k*ln2_hi+c;}}
            R = hfsq*(1.0-0.66666666666666666*f);
            if(k==0) return f-R; else
                return k*ln2_hi-((R-(k*ln2_lo+c))-f);
        }
        s = f/(2.0+f);
        z = s*s;
        R = z*(Lp1+z*(Lp2+z*(Lp3+z*(Lp4+z*(Lp5+z*(Lp6+z*Lp7))))));
        if(k==0) return f-(hfsq-s*(hfsq+R)); else
            return k*ln2_hi-((hfsq-(s*(hfsq+R)+(k*ln2_lo+c)))-f);
    }
}
