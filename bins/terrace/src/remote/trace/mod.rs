//! `terrace trace`: record what the device does, and write it for Perfetto.

mod drawing;

use super::connect;
use crate::cli::TraceArgs;
use crate::failure::Failure;
use crate::output;
use drawing::Drawing;
use std::fs::File;
use std::io::BufWriter;

/// `terrace trace`.
pub fn trace(args: &TraceArgs) -> Result<u8, Failure> {
    let path = args.out.display();
    let failed =
        |e: std::io::Error| Failure::new(format!("cannot write {path}: {e}; give another --out"));
    let mut client = connect(&args.reach)?;
    let pages = client.trace(args.ms)?;
    let file = File::create(&args.out).map_err(failed)?;
    let mut drawing = Drawing::new(BufWriter::new(file));
    let mut lost = std::collections::BTreeMap::new();
    for page in pages {
        let page = page?;
        drawing.name(page.names);
        for marks in &page.workers {
            lost.insert(marks.thread, marks.lost);
            drawing.add(marks).map_err(failed)?;
        }
    }
    let slices = drawing.slices;
    drawing.finish().map_err(failed)?;
    output::line(&format!(
        "{path}: {slices} slices in {} ms; open it at https://ui.perfetto.dev",
        args.ms
    ))?;
    let lost: u64 = lost.values().sum();
    if lost > 0 {
        output::hint(&format!(
            "({lost} marks found no room: the device switched more often than they could be read; use a shorter --ms)"
        ));
    }
    Ok(0)
}
