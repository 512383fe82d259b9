//! Answers for buffers.

use crate::{answer::BufferAnswer, model::TaskSet};

pub(super) fn answers(set: &TaskSet) -> Vec<BufferAnswer> {
    let index = set.indices();
    set.buffers
        .iter()
        .map(|b| crate::queues::answer(set, &index, b))
        .collect()
}
