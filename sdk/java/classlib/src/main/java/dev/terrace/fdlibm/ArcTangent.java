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

/** A port of s_atan.c and e_atan2.c. */
public final class ArcTangent {
    private static final double[] atanhi = {
        4.63647609000806093515e-01, 7.85398163397448278999e-01,
        9.82793723247329054082e-01, 1.57079632679489655800e+00
    };
    private static final double[] atanlo = {
        2.26987774529616870924e-17, 3.06161699786838301793e-17,
        1.39033110312309984516e-17, 6.12323399573676603587e-17
    };
    private static final double[] aT = {
        3.33333333333329318027e-01, -1.99999999998764832476e-01,
        1.42857142725034663711e-01, -1.11111104054623557880e-01,
        9.09088713343650656196e-02, -7.69187620504482999495e-02,
        6.66107313738753120669e-02, -5.83357013379057348645e-02,
        4.97687799461593236017e-02, -3.65315727442169155270e-02,
        1.62858201153657823623e-02
    };
    private static final double one = 1.0;
    private static final double huge = 1.0e300;
    private static final double tiny = 1.0e-300;
    private static final double zero = 0.0;
    private static final double pi_o_4 = 7.8539816339744827900E-01;
    private static final double pi_o_2 = 1.5707963267948965580E+00;
    private static final double pi = 3.1415926535897931160E+00;
    private static final double pi_lo = 1.2246467991473531772E-16;

    private ArcTangent() {
    }

    public static double atan(double x) {
        double w,s1,s2,z;
        int ix,hx,id;
        hx = high(x);
        ix = hx&0x7fffffff;
        if(ix>=0x44100000) {
            int low;
            low = low(x);
            if(ix>0x7ff00000||
                (ix==0x7ff00000&&(low!=0)))
                return x+x;
            if(hx>0) return atanhi[3]+atanlo[3];
            else return -atanhi[3]-atanlo[3];
        } if (ix < 0x3fdc0000) {
            if (ix < 0x3e200000) {
                if(huge+x>one) return x;
            }
            id = -1;
        } else {
            x = Math.abs(x);
            if (ix < 0x3ff30000) {
                if (ix < 0x3fe60000) {
                    id = 0; x = (2.0*x-one)/(2.0+x);
                } else {
                    id = 1; x = (x-one)/(x+one);
                }
            } else {
                if (ix < 0x40038000) {
                    id = 2; x = (x-1.5)/(one+1.5*x);
                } else {
                    id = 3; x = -1.0/x;
                }
            }}
        z = x*x;
        w = z*z;
        s1 = z*(aT[0]+w*(aT[2]+w*(aT[4]+w*(aT[6]+w*(aT[8]+w*aT[10])))));
        s2 = w*(aT[1]+w*(aT[3]+w*(aT[5]+w*(aT[7]+w*aT[9]))));
        if (id<0) return x - x*(s1+s2);
        else {
            z = atanhi[id] - ((x*(s1+s2) - atanlo[id]) - x);
            return (hx<0)? -z:z;
        }
    }

    public static double atan2(double y, double x) {
        double z;
        int k,m,hx,hy,ix,iy;
        int lx,ly;
        hx = high(x); lx = low(x);
        ix = hx&0x7fffffff;
        hy = high(y); ly = low(y);
        iy = hy&0x7fffffff;
        if(((ix|((lx|-lx)>>>31))>0x7ff00000)||
            ((iy|((ly|-ly)>>>31))>0x7ff00000))
            return x+y;
        if(((hx-0x3ff00000)|lx)==0) return atan(y);
        m = ((hy>>31)&1)|((hx>>30)&2);
        if((iy|ly)==0) {
            switch(m) {
                case 0:
                case 1: return y;
                case 2: return pi+tiny;
                case 3: return -pi-tiny;
            }
        }
        if((ix|lx)==0) return (hy<0)? -pi_o_2-tiny: pi_o_2+tiny;
        if(ix==0x7ff00000) {
            if(iy==0x7ff00000) {
                switch(m) {
                    case 0: return pi_o_4+tiny;
                    case 1: return -pi_o_4-tiny;
                    case 2: return 3.0*pi_o_4+tiny;
                    case 3: return -3.0*pi_o_4-tiny;
                }
            } else {
                switch(m) {
                    case 0: return zero ;
                    case 1: return -zero ;
                    case 2: return pi+tiny ;
                    case 3: return -pi-tiny ;
                }
            }
        }
        if(iy==0x7ff00000) return (hy<0)? -pi_o_2-tiny: pi_o_2+tiny;
        k = (iy-ix)>>20;
        if(k > 60) z=pi_o_2+0.5*pi_lo;
        else if(hx<0&&k<-60) z=0.0;
        else z=atan(Math.abs(y/x));
        switch (m) {
            case 0: return z ;
            case 1: {
                int zh;
                zh = high(z);
                z = withHigh(z, zh ^ 0x80000000);
            }
            return z ;
            case 2: return pi-(z-pi_lo);
            default:
            return (z-pi_lo)-pi;
        }
    }
}
