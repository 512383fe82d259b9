//! Supply: how much processor time a task's windows give at least in any stretch of time.
//!
//! With a table of windows the worst case starts at the end of a window; for each such start
//! the supply is a staircase that repeats every frame. The supply bound function is the least of
//! them. Source: Shin & Lee 2003 (periodic resources); Mok, Feng & Chen 2001 (static
//! partitions).

use super::whole::{Overflow, Whole};

/// What a task runs on.
#[derive(Debug, Clone)]
pub(crate) enum Supply<W> {
    /// All the time.
    Full,
    /// No time at all.
    Nothing,
    /// Windows of a frame.
    Windows(Windows<W>),
}

/// Windows of one name in a frame.
#[derive(Debug, Clone)]
pub(crate) struct Windows<W> {
    pub(crate) frame: W,
    /// What the windows give in one frame; above 0.
    pub(crate) total: W,
    /// For each window's end: the gaps and windows that follow, once around.
    starts: Vec<Vec<(W, W)>>,
}

impl<W: Whole> Windows<W> {
    /// Windows `(start, length)` in order, without overlap, inside the frame. None if they give
    /// nothing.
    pub(crate) fn new(frame: W, windows: &[(W, W)]) -> Result<Option<Windows<W>>, Overflow> {
        let mut total = W::zero();
        for (_, length) in windows {
            total = total.plus(length)?;
        }
        if total.is_zero() {
            return Ok(None);
        }
        let mut starts = Vec::new();
        for from in 0..windows.len() {
            let mut around = Vec::new();
            for step in 0..windows.len() {
                let (before, next) = (
                    &windows[(from + step) % windows.len()],
                    &windows[(from + step + 1) % windows.len()],
                );
                let end = before.0.plus(&before.1)?;
                // The next window lies in this frame or, after the last, in the next one.
                let wraps =
                    from + step + 1 >= windows.len() && (from + step + 1) % windows.len() == 0;
                let start = if wraps {
                    next.0.plus(&frame)?
                } else {
                    next.0.clone()
                };
                around.push((start.less(&end), next.1.clone()));
            }
            starts.push(around);
        }
        Ok(Some(Windows {
            frame,
            total,
            starts,
        }))
    }

    /// The same in a unit that is smaller by `factor`.
    pub(crate) fn times(&self, factor: &W) -> Result<Windows<W>, Overflow> {
        let mut starts = Vec::with_capacity(self.starts.len());
        for around in &self.starts {
            let scaled = around
                .iter()
                .map(|(a, b)| Ok((a.times(factor)?, b.times(factor)?)));
            starts.push(scaled.collect::<Result<_, Overflow>>()?);
        }
        Ok(Windows {
            frame: self.frame.times(factor)?,
            total: self.total.times(factor)?,
            starts,
        })
    }

    fn inverse(&self, demand: &W) -> Result<W, Overflow> {
        if demand.is_zero() {
            return Ok(W::zero());
        }
        // Whole frames that are certainly needed; the rest is 1..=total.
        let frames = (demand.clone() - W::one()).floor_by(&self.total);
        let rest = demand.clone() - frames.times(&self.total)?;
        let mut worst = W::zero();
        for around in &self.starts {
            let (mut time, mut left) = (W::zero(), rest.clone());
            for (gap, length) in around {
                time = time.plus(gap)?;
                let used = left.clone().min(length.clone());
                time = time.plus(&used)?;
                left = left.less(&used);
                if left.is_zero() {
                    break;
                }
            }
            worst = worst.max(time);
        }
        frames.times(&self.frame)?.plus(&worst)
    }
}

impl<W: Whole> Supply<W> {
    /// The shortest time in which at least `demand` is certainly supplied.
    pub(crate) fn inverse(&self, demand: &W) -> Result<W, Overflow> {
        match self {
            Supply::Full => Ok(demand.clone()),
            // Whoever has no time is not asked: `Problem` sees to that.
            Supply::Nothing => Err(Overflow),
            Supply::Windows(windows) => windows.inverse(demand),
        }
    }

    /// The share it gives, as a part of a whole.
    pub(crate) fn share(&self) -> (W, W) {
        match self {
            Supply::Full => (W::one(), W::one()),
            Supply::Nothing => (W::zero(), W::one()),
            Supply::Windows(w) => (w.total.clone(), w.frame.clone()),
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        matches!(self, Supply::Full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_supply_gives_what_is_asked() {
        assert_eq!(Supply::<u64>::Full.inverse(&7), Ok(7));
    }

    #[test]
    fn the_worst_start_is_the_end_of_a_window() {
        // Frame 10: [0, 2) and [5, 6).
        let windows = Windows::new(10_u64, &[(0, 2), (5, 1)]).unwrap().unwrap();
        let supply = Supply::Windows(windows);
        let times: Vec<u64> = (0..=6).map(|d| supply.inverse(&d).unwrap()).collect();
        // From 6: [10, 12), [15, 16), [20, 22) ...; from 2: [5, 6), [10, 12).
        // 1: max(5, 4); 2: max(6, 9); 3: max(10, 10).
        assert_eq!(times, [0, 5, 9, 10, 15, 19, 20]);
        assert!(Windows::new(10_u64, &[]).unwrap().is_none());
    }

    /// The definition: the least time such that every start, at any moment, supplies enough.
    #[test]
    fn the_inverse_is_what_its_definition_says() {
        let tables: [&[(u64, u64)]; 4] = [
            &[(0, 3)],
            &[(4, 2), (8, 1)],
            &[(1, 1), (3, 1), (6, 3)],
            &[(9, 1)],
        ];
        for table in tables {
            let windows = Windows::new(10_u64, table).unwrap().unwrap();
            let open = |t: u64| table.iter().any(|(s, l)| (*s..s + l).contains(&(t % 10)));
            for demand in 0..20 {
                let needs = |from: u64| {
                    let (mut t, mut left) = (from, demand);
                    while left > 0 {
                        left -= u64::from(open(t));
                        t += 1;
                    }
                    t - from
                };
                let worst = (0..10).map(needs).max().unwrap();
                assert_eq!(windows.inverse(&demand), Ok(worst), "{table:?} {demand}");
            }
        }
    }
}
