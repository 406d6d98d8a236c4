//! Prints the cycles of files that import each other, with the upward imports that close each cycle.
//!
//! ```text
//! cargo run --package imports -- src rules/src crates/*/src
//! ```
//!
//! The program fails if a cycle has more than five files or spans two folders.

mod circles;
mod file;
mod package;

use circles::circles;
use package::Package;
use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut complaints = vec![];
    for source in env::args().skip(1) {
        let package = Package::read(Path::new(&source))?;
        for circle in circles(&package, &package.imports()) {
            writeln!(out, "{circle}")?;
            complaints.extend(circle.complaint());
        }
    }
    for complaint in &complaints {
        writeln!(out, "error: {complaint}")?;
    }
    Ok(if complaints.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
