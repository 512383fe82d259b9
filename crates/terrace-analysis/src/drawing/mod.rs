//! A schedule as a drawing: in the terminal, as SVG, and as a trace for Perfetto.
//!
//! ```text
//!   Schedule -> Chart (rows of a worker, what each did when) -> terminal | SVG
//!            -> trace
//! ```
//!
//! Not for: what no simulation recorded; a drawing says where it ends and why.

mod axis;
mod chart;
mod perfetto;
mod summary;
mod svg;
mod terminal;

pub use perfetto::perfetto;
pub use summary::{RowSummary, Summary};
pub use svg::svg;
pub use terminal::terminal;
