//! Grades every puzzle of a table or a list: `cargo run --release --example grade_csv puzzles.csv grades.csv`
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use cluewright::batch::{Existing, Inputs, Options, Target, column, run};
use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(table), Some(grades)) = (arguments.next(), arguments.next()) else {
        return Err("name a table of puzzles, and the file for their grades".into());
    };
    let names = [
        "id", "verdict", "rating", "tier", "effort", "hardest", "error",
    ];
    let mut options = Options::default();
    options.columns = names.into_iter().filter_map(column).collect();
    let target = Target::File {
        path: PathBuf::from(grades),
        existing: Existing::Replace,
    };
    let inputs = Inputs::find(&[table], None)?;
    let status = run(
        inputs.found,
        &options,
        target,
        &AtomicBool::new(false),
        &mut |_| (),
    )?;
    println!("{} rows", status.tally.rows());
    Ok(())
}
