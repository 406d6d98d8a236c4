//! The setter's assistant. Diagnoses puzzles, generates puzzles, removes redundant clues, and suggests clues.

pub mod diagnose;
mod oracle;
pub mod setting;
mod suspect;
