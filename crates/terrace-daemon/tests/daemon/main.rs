//! A real daemon in this process, on a folder that goes away.

mod hostile;
mod house;
mod orders;
mod survival;
