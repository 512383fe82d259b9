//! Who runs when: order and lower bounds only; upper bounds on time belong in benches.

mod blocking;
mod budgets;
mod order;
mod shares;
