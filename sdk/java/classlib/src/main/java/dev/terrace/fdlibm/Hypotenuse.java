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

/** A port of e_hypot.c. */
public final class Hypotenuse {
    private Hypotenuse() {
    }

    public static double hypot(double x, double y) {
        double a=x,b=y,t1,t2,y1,y2,w;
        int j,k,ha,hb;
        ha = high(x);
        ha &= 0x7fffffff;
        hb = high(y);
        hb &= 0x7fffffff;
        if(hb > ha) {a=y;b=x;j=ha; ha=hb;hb=j;} else {a=x;b=y;}
        a = withHigh(a, ha);
        b = withHigh(b, hb);
        if((ha-hb)>0x3c00000) {return a+b;}
        k=0;
        if(ha > 0x5f300000) {
            if(ha >= 0x7ff00000) {
                int low;
                w = a+b;
                low = low(a);
                if(((ha&0xfffff)|low)==0) w = a;
                low = low(b);
                if(((hb^0x7ff00000)|low)==0) w = b;
                return w;
            }
            ha -= 0x25800000; hb -= 0x25800000; k += 600;
            a = withHigh(a, ha);
            b = withHigh(b, hb);
        }
        if(hb < 0x20b00000) {
            if(hb <= 0x000fffff) {
                int low;
                low = low(b);
                if((hb|low)==0) return a;
                t1=0;
                t1 = withHigh(t1, 0x7fd00000);
                b *= t1;
                a *= t1;
                k -= 1022;
            } else {
                ha += 0x25800000;
                hb += 0x25800000;
                k -= 600;
                a = withHigh(a, ha);
                b = withHigh(b, hb);
            }
        }
        w = a-b;
        if (w>b) {
            t1 = 0;
            t1 = withHigh(t1, ha);
            t2 = a-t1;
            w = Math.sqrt(t1*t1-(b*(-b)-t2*(a+t1)));
        } else {
            a = a+a;
            y1 = 0;
            y1 = withHigh(y1, hb);
            y2 = b - y1;
            t1 = 0;
            t1 = withHigh(t1, ha+0x00100000);
            t2 = a - t1;
            w = Math.sqrt(t1*y1-(w*(-w)-(t1*y2+t2*b)));
        }
        if(k!=0) {
            int high;
            t1 = 1.0;
            high = high(t1);
            t1 = withHigh(t1, high+(k<<20));
            return t1*w;
        } else return w;
    }
}
