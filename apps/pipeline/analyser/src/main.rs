//! Finds the loudness and the strongest frequency of each block of a recording, and sends them on.
//!
//! What it sends is pass and number of the block (4 bytes each), loudness and frequency in Hz (4 bytes each).

mod fft;

use fft::{Complex, transform};
use terrace::clock::Instant;
use terrace::message::{Receiver, Sender};
use terrace::{Code, Letter};

/// Samples of a block.
const SAMPLES: usize = 1024;
/// Samples of a second of the recordings of alsa-utils.
const RATE: f32 = 48_000.0;

fn main() -> Result<(), Code> {
    let audio = Receiver::open("audio")?;
    let bands = Sender::open("bands")?;
    let mut block = [0; 8 + 2 * SAMPLES];
    loop {
        match audio.receive(&mut block, Instant::NEVER) {
            Ok(Letter { length, .. }) if length as usize == block.len() => {
                // When the detector is away the oldest gives way.
                let _ = bands.send(&analyse(&block));
            }
            Ok(_) => eprintln!("analyser: a message that is no block"),
            Err(Code::Stopping) => return Ok(()),
            Err(code) => return Err(code),
        }
    }
}

fn analyse(block: &[u8; 8 + 2 * SAMPLES]) -> [u8; 16] {
    let (head, samples) = block.split_at(8);
    let mut wave = [Complex::default(); SAMPLES];
    for (point, pair) in wave.iter_mut().zip(samples.chunks_exact(2)) {
        point.re = f32::from(i16::from_le_bytes([pair[0], pair[1]]));
    }
    let power: f32 = wave.iter().map(|point| point.re * point.re).sum();
    let loudness = (power / SAMPLES as f32).sqrt();
    transform(&mut wave);
    let strength = |bin: &usize| wave[*bin].re.hypot(wave[*bin].im);
    let strongest = (1..SAMPLES / 2).max_by(|a, b| strength(a).total_cmp(&strength(b)));
    let frequency = strongest.unwrap_or(0) as f32 * RATE / SAMPLES as f32;
    let mut out = [0; 16];
    out[..8].copy_from_slice(head);
    out[8..12].copy_from_slice(&loudness.to_le_bytes());
    out[12..].copy_from_slice(&frequency.to_le_bytes());
    out
}
