//! The fast Fourier transform, in place, of a power of two of points.

use std::f32::consts::PI;

/// A complex number.
#[derive(Debug, Clone, Copy, Default)]
pub struct Complex {
    pub re: f32,
    pub im: f32,
}

impl Complex {
    fn times(self, other: Complex) -> Complex {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

/// Cooley and Tukey's, decimated in time.
pub fn transform(wave: &mut [Complex]) {
    let bits = wave.len().trailing_zeros();
    for i in 0..wave.len() {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            wave.swap(i, j);
        }
    }
    let mut size = 2;
    while size <= wave.len() {
        for part in wave.chunks_exact_mut(size) {
            let (even, odd) = part.split_at_mut(size / 2);
            for (k, (a, b)) in even.iter_mut().zip(odd).enumerate() {
                let (im, re) = (-2.0 * PI * k as f32 / size as f32).sin_cos();
                let turned = b.times(Complex { re, im });
                let sum = Complex {
                    re: a.re + turned.re,
                    im: a.im + turned.im,
                };
                *b = Complex {
                    re: a.re - turned.re,
                    im: a.im - turned.im,
                };
                *a = sum;
            }
        }
        size *= 2;
    }
}
