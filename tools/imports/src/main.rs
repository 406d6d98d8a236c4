//! Prints the circles of files that import each other, with the upward imports that close them.
//!
//! ```text
//! cargo run --package imports -- --known tools/imports/known.txt src rules/src crates/*/src
//! ```
//!
//! A circle is too large if it has more than five files, or files of two folders. The list of known circles names those that
//! are still to be opened. The program fails on any other, and on a line of the list whose circle is gone, so that the list
//! only shrinks.

mod circles;
mod file;
mod package;

use circles::circles;
use package::Package;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> io::Result<ExitCode> {
    let mut arguments = env::args().skip(1).peekable();
    let known: BTreeSet<String> = match arguments
        .next_if_eq("--known")
        .and_then(|_| arguments.next())
    {
        Some(file) => fs::read_to_string(file)
            .unwrap_or_default()
            .lines()
            .map(ToOwned::to_owned)
            .collect(),
        None => BTreeSet::new(),
    };
    let mut out = io::stdout().lock();
    let mut large = BTreeSet::new();
    for source in arguments {
        let package = Package::read(Path::new(&source))?;
        for circle in circles(&package, &package.imports()) {
            writeln!(out, "{circle}")?;
            large.extend(circle.complaint());
        }
    }
    for line in large.difference(&known) {
        writeln!(out, "error: {line}")?;
    }
    for line in known.difference(&large) {
        writeln!(out, "error: gone, remove it from the list: {line}")?;
    }
    Ok(if large == known {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
