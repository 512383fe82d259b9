//! What would mend a set that does not hold, and how much more a set that holds could bear.

mod audsley;
mod change;
mod mend;
mod sense;

use crate::{
    answer::{Advice, BufferAnswer, ChainAnswer, Sensitivity},
    model::TaskSet,
    solve::sized::sized,
};

/// By what factor all costs may grow.
pub(crate) fn sensitivity(set: &TaskSet) -> Sensitivity {
    sized(&sense::Sense { set })
}

/// Changes that mend what fails, the smallest first.
pub(crate) fn advice(
    set: &TaskSet,
    chains: &[ChainAnswer],
    buffers: &[BufferAnswer],
) -> Vec<Advice> {
    let mut all = sized(&mend::Mend { set });
    for buffer in buffers.iter().filter(|b| b.sufficient == Some(false)) {
        if let (Some(from), Some(needed)) = (buffer.capacity, &buffer.needed) {
            let to = needed.ceil();
            let text = format!("raise the capacity of {} from {from} to {to}", buffer.name);
            all.push(Advice::Capacity {
                buffer: buffer.name.clone(),
                from,
                to,
                text,
            });
        }
    }
    for chain in chains.iter().filter(|c| !c.schedulable) {
        let why = chain.reason.as_deref().unwrap_or("it does not hold");
        all.push(Advice::None {
            text: format!(
                "chain {}: {why}; lower costs or periods along it, or raise its deadline",
                chain.name
            ),
        });
    }
    all
}

#[cfg(test)]
mod tests;
