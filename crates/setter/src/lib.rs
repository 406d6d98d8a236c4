//! The setter's assistant: which clue is to blame, which clues a puzzle can do without, and new clues and puzzles.

pub mod diagnose;
mod oracle;
pub mod setting;
mod suspect;
