//! Tests reading and writing puzzles, with one file for each family of formats.

mod drawn;
mod fpuzzles;
mod fuzz;
mod iss;
mod layouts;
mod native;
mod partial;
mod penpa;
mod round_trips;
#[path = "../share/mod.rs"]
mod share;
mod sudokumaker;
mod sudokupad;
mod texts;
#[path = "../share/written.rs"]
mod written;

use share::one_in;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns every puzzle file below a folder, sorted by name.
fn puzzle_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let files = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => puzzle_files(&path),
        false => vec![path],
    });
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect()
}
