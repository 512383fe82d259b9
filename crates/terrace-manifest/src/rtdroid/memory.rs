//! Memory of components, in both spellings, and of the app that holds them.

use super::{
    element::{Element, Reader, Text},
    values,
};
use crate::{
    bounds,
    model::{Bytes, ComponentMemory, Components, Memory},
};

/// Sizes of a component as they are written.
pub(super) struct Scopes<'n> {
    total: Option<(Text<'n>, Bytes)>,
    persistent: Option<Bytes>,
    release: Option<Bytes>,
    /// The spelling in which the sum must be exact.
    newer: bool,
}

/// Of a component.
pub(super) fn scopes<'n>(element: &mut Element<'n>, reader: &mut Reader<'_>) -> Option<Scopes<'n>> {
    let older = element.child(&["scopeSizes"], reader);
    let newer = element.child(&["memSizes", "mem-size", "memSize"], reader);
    let is_newer = older.is_none();
    let mut sizes = older.or(newer)?;
    let mut read = |name, reader: &mut Reader<'_>| {
        let text = sizes.attribute(&[name])?;
        let size = values::size(&text, bounds::GUARANTEED, reader)?;
        Some((text, size))
    };
    let scopes = Scopes {
        total: read("total", reader),
        persistent: read("persistent", reader).map(|(_, b)| b),
        release: read("release", reader).map(|(_, b)| b),
        newer: is_newer,
    };
    sizes.finish(reader);
    Some(scopes)
}

/// Of what is nested: release memory alone.
pub(super) fn nested(
    element: &mut Element<'_>,
    reader: &mut Reader<'_>,
) -> Option<ComponentMemory> {
    let older = element.child(&["subScopeSize"], reader);
    let newer = element.child(&["memSizes", "mem-size", "memSize"], reader);
    let mut sizes = older.or(newer)?;
    let release = sizes.require(&["release"], "256K", reader);
    sizes.finish(reader);
    let release = values::size(&release?, bounds::GUARANTEED, reader)?;
    Some(ComponentMemory {
        release: Some(release),
        ..ComponentMemory::default()
    })
}

impl Scopes<'_> {
    /// The memory of the component, given the sum of what is nested in it.
    pub(super) fn judge(self, nested: u64, reader: &mut Reader<'_>) -> Option<ComponentMemory> {
        let size = |b: Option<Bytes>| b.map_or(0, Bytes::get);
        let own = size(self.persistent) + size(self.release);
        let sum = own + nested;
        let mut memory = ComponentMemory {
            persistent: self.persistent,
            release: self.release,
            ..ComponentMemory::default()
        };
        let Some((text, total)) = &self.total else {
            return Some(memory);
        };
        let limit = format!(
            "persistent {}, release {} and nested {} make {}",
            Bytes::new(size(self.persistent)),
            Bytes::new(size(self.release)),
            Bytes::new(nested),
            Bytes::new(sum),
        );
        let fix = format!("write total=\"{sum}\"");
        match total.get() {
            total if total == sum => memory.total = Some(Bytes::new(sum)),
            _ if self.newer => reader.refuse(text.problem("is not the sum", limit, fix)),
            total if total < own => {
                reader.refuse(text.problem("is less than persistent and release", limit, fix));
            }
            total if total < sum => {
                reader.warn(text.problem(
                    "does not cover what is nested; the sum is reserved",
                    limit,
                    fix,
                ));
            }
            total => {
                memory.spare = Some(Bytes::new(total - sum));
                memory.total = Some(Bytes::new(total));
            }
        }
        Some(memory)
    }
}

/// What the components and the collected heap need together.
pub(super) fn of_app(parts: &Components) -> Memory {
    let components = parts.memory();
    let heap = parts.gc.as_ref().map_or(0, |gc| gc.max_heap.get());
    let need = components.get().saturating_add(heap);
    let least = Memory::default().limit.get();
    let limit = need.max(least).min(bounds::LIMIT.max.get());
    Memory {
        guaranteed: components.min(Bytes::new(limit)),
        limit: Bytes::new(limit),
        ..Memory::default()
    }
}
