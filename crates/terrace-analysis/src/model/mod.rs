//! What is analysed: tasks on workers, and what they share.

mod buffer;
mod chain;
mod check;
mod policy;
mod resource;
mod server;
mod set;
mod task;
mod worker;

pub use buffer::{Buffer, Queue};
pub use chain::{Activation, Chain};
pub use check::{Flaw, Place};
pub use policy::{Policy, PriorityAssignment, Protocol};
pub use resource::ResourceUse;
pub use server::{Aperiodic, Server, ServerKind};
pub use set::TaskSet;
pub(crate) use set::natural;
pub use task::Task;
pub use worker::{Table, Window, Worker};
