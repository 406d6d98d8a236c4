//! The program as users meet it, manual and generated documents included.

mod batch;
mod commands;
mod edits;
mod front_door;
mod generated;
mod limits;
mod pictures;
#[cfg(feature = "serve")]
mod replay;
#[cfg(feature = "serve")]
mod serve;
mod tutorial;
