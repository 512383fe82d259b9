//! Attacks that must fail. After each, the witnesses beat on and the process holds no more
//! than before.

mod descriptors;
mod floods;
mod hostile;
mod memory;
mod paths;
mod processor;
mod shape;
