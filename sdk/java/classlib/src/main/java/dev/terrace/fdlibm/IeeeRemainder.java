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

/** A port of e_remainder.c; the remainder towards zero is Java's own. */
public final class IeeeRemainder {
    private static final double zero = 0.0;

    private IeeeRemainder() {
    }

    public static double remainder(double x, double p) {
        int hx,hp;
        int sx,lx,lp;
        double p_half;
        hx = high(x); lx = low(x);
        hp = high(p); lp = low(p);
        sx = hx&0x80000000;
        hp &= 0x7fffffff;
        hx &= 0x7fffffff;
        if((hp|lp)==0) return (x*p)/(x*p);
        if((hx>=0x7ff00000)||
            ((hp>=0x7ff00000)&&
            (((hp-0x7ff00000)|lp)!=0)))
            return (x*p)/(x*p);
        if (hp<=0x7fdfffff) x = x % (p+p);
        if (((hx-hp)|(lx-lp))==0) return zero*x;
        x = Math.abs(x);
        p = Math.abs(p);
        if (hp<0x00200000) {
            if(x+x>p) {
                x-=p;
                if(x+x>=p) x -= p;
            }
        } else {
            p_half = 0.5*p;
            if(x>p_half) {
                x-=p;
                if(x>=p_half) x -= p;
            }
        }
        hx = high(x);
        x = withHigh(x, hx^sx);
        return x;
    }
}
