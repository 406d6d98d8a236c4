//! Which clue is to blame.

mod suspect;

pub use suspect::{Suspects, without};
