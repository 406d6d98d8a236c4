//! The setter's assistant: diagnoses puzzles, removes redundant clues, and generates and suggests clues and puzzles.

pub mod diagnose;
mod oracle;
pub mod setting;
mod suspect;
