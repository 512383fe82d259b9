//! Terrace: where code looks whether it should yield, besides the heads of loops.
//!
//! Upstream checks at every function entry and every loop head. That is too much for small leaf
//! functions, whose entry check costs as much as their work, and too little for code without
//! loops: a body may have millions of operators, which run for milliseconds without a check.
//! Here a small leaf (few operators, no call) has no entry check, and in every other function
//! no path passes more than [`INTERVAL`] operators, a call counting as [`CALL`], without one.
//!
//! # Invariants
//! S1. `since` is at least the number of operators on any path since its last check. At the end
//!     of a block, which branches may have reached past the checks inside, it counts the
//!     whole block.

use wasmparser::{Operator, OperatorsReader};

/// Operators that a path may pass between two checks.
const INTERVAL: u32 = 1024;

/// What a call of a function without an entry check may cost, in operators.
const CALL: u32 = LEAF;

/// Operators that a leaf without an entry check may have.
const LEAF: u32 = 64;

/// A function that needs no check at its entry.
#[derive(Clone, Copy)]
pub(crate) struct SmallLeaf {
    /// Has loops, whose heads check.
    pub(crate) loops: bool,
}

/// See the module.
#[derive(Default)]
pub(crate) struct SafePoints {
    leaf: Option<SmallLeaf>,
    since: u32,
    total: u32,
    /// `since` and `total` at the start of every open block.
    open: Vec<(u32, u32)>,
}

impl SafePoints {
    /// Read ahead in a function's body.
    pub(crate) fn of(body: OperatorsReader<'_>) -> SafePoints {
        SafePoints {
            leaf: small_leaf(body),
            ..SafePoints::default()
        }
    }

    pub(crate) fn small_leaf(&self) -> Option<SmallLeaf> {
        self.leaf
    }

    /// An operator has been translated: is a check due behind it?
    pub(crate) fn after(&mut self, op: &Operator<'_>, reachable: bool) -> bool {
        let cost = if calls(op) { CALL } else { 1 };
        self.since = self.since.saturating_add(cost);
        self.total = self.total.saturating_add(cost);
        match op {
            Operator::Loop { .. } => {
                self.since = 0;
                self.open.push((0, self.total));
            }
            Operator::Block { .. } | Operator::If { .. } | Operator::TryTable { .. } => {
                self.open.push((self.since, self.total));
            }
            Operator::End => match self.open.pop() {
                Some((since, total)) => {
                    self.since = since.saturating_add(self.total - total);
                }
                // The function's own end.
                None => return false,
            },
            _ => {}
        }
        let due = self.leaf.is_none() && reachable && self.since >= INTERVAL;
        if due {
            self.since = 0;
        }
        due
    }
}

fn small_leaf(mut body: OperatorsReader<'_>) -> Option<SmallLeaf> {
    let mut loops = false;
    for _ in 0..LEAF {
        if body.eof() {
            return Some(SmallLeaf { loops });
        }
        // What cannot be read is refused when it is translated.
        let op = body.read().ok()?;
        if calls(&op) || !cheap(&op) {
            return None;
        }
        loops |= matches!(op, Operator::Loop { .. });
    }
    None
}

fn calls(op: &Operator<'_>) -> bool {
    matches!(
        op,
        Operator::Call { .. }
            | Operator::CallIndirect { .. }
            | Operator::CallRef { .. }
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::ReturnCallRef { .. }
    )
}

/// Takes a few instructions, and no look of its own at the epoch: not a bulk operation.
fn cheap(op: &Operator<'_>) -> bool {
    use Operator::*;
    matches!(
        op,
        Unreachable | Nop | Block { .. } | Loop { .. } | If { .. } | Else | End | Br { .. }
            | BrIf { .. } | BrTable { .. } | Return | Drop | Select | TypedSelect { .. }
            | LocalGet { .. } | LocalSet { .. } | LocalTee { .. } | GlobalGet { .. }
            | GlobalSet { .. } | I32Load { .. } | I64Load { .. } | F32Load { .. } | F64Load { .. }
            | I32Load8S { .. } | I32Load8U { .. } | I32Load16S { .. } | I32Load16U { .. }
            | I64Load8S { .. } | I64Load8U { .. } | I64Load16S { .. } | I64Load16U { .. }
            | I64Load32S { .. } | I64Load32U { .. } | I32Store { .. } | I64Store { .. }
            | F32Store { .. } | F64Store { .. } | I32Store8 { .. } | I32Store16 { .. }
            | I64Store8 { .. } | I64Store16 { .. } | I64Store32 { .. } | MemorySize { .. }
            | I32Const { .. } | I64Const { .. } | F32Const { .. } | F64Const { .. }
            | I32Eqz | I32Eq | I32Ne | I32LtS | I32LtU | I32GtS | I32GtU | I32LeS | I32LeU
            | I32GeS | I32GeU | I64Eqz | I64Eq | I64Ne | I64LtS | I64LtU | I64GtS | I64GtU
            | I64LeS | I64LeU | I64GeS | I64GeU | F32Eq | F32Ne | F32Lt | F32Gt | F32Le | F32Ge
            | F64Eq | F64Ne | F64Lt | F64Gt | F64Le | F64Ge | I32Clz | I32Ctz | I32Popcnt
            | I32Add | I32Sub | I32Mul | I32DivS | I32DivU | I32RemS | I32RemU | I32And | I32Or
            | I32Xor | I32Shl | I32ShrS | I32ShrU | I32Rotl | I32Rotr | I64Clz | I64Ctz
            | I64Popcnt | I64Add | I64Sub | I64Mul | I64DivS | I64DivU | I64RemS | I64RemU
            | I64And | I64Or | I64Xor | I64Shl | I64ShrS | I64ShrU | I64Rotl | I64Rotr
            | F32Abs | F32Neg | F32Ceil | F32Floor | F32Trunc | F32Nearest | F32Sqrt | F32Add
            | F32Sub | F32Mul | F32Div | F32Min | F32Max | F32Copysign | F64Abs | F64Neg
            | F64Ceil | F64Floor | F64Trunc | F64Nearest | F64Sqrt | F64Add | F64Sub | F64Mul
            | F64Div | F64Min | F64Max | F64Copysign | I32WrapI64 | I64ExtendI32S
            | I64ExtendI32U | F32ConvertI32S | F32ConvertI32U | F32ConvertI64S | F32ConvertI64U
            | F32DemoteF64 | F64ConvertI32S | F64ConvertI32U | F64ConvertI64S | F64ConvertI64U
            | F64PromoteF32 | I32ReinterpretF32 | I64ReinterpretF64 | F32ReinterpretI32
            | F64ReinterpretI64 | I32Extend8S | I32Extend16S | I64Extend8S | I64Extend16S
            | I64Extend32S | I32TruncSatF32S | I32TruncSatF32U | I32TruncSatF64S
            | I32TruncSatF64U | I64TruncSatF32S | I64TruncSatF32U | I64TruncSatF64S
            | I64TruncSatF64U
    )
}
