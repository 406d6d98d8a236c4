//! Contains the studies behind `reports/`: one program with a subcommand for each study.
//!
//! `cargo run --release -p tools -- STUDY [ARGUMENTS]` runs a study; without arguments, the program lists all studies.
//! A new study needs a file in this folder, a `mod` line, and its name in `studies!`. `STUDY --help` prints the comment
//! at the top of the file.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "studies print their results"
)]

mod ablation;
mod argued;
mod certificate;
mod clause;
mod diagnosis;
mod export;
mod fill;
mod fit_effort;
mod generation;
mod grade_monotony;
mod grade_variants;
mod link;
mod rate_bank;
mod rate_sample;
mod reading;
mod sentence;
mod slip;
mod strength;
mod told;
mod truth;

use std::env;
use std::error::Error;

/// A function that runs a study with the arguments after its name.
type Run = fn(&[String]) -> Result<(), Box<dyn Error>>;

/// A study, with its name on the command line.
struct Study {
    name: &'static str,
    source: &'static str,
    run: Run,
}

macro_rules! studies {
    ($($name:ident)+) => {
        const STUDIES: &[Study] = &[$(Study {
            name: stringify!($name),
            source: include_str!(concat!(stringify!($name), ".rs")),
            run: $name::run,
        }),+];
    };
}

studies! {
    ablation argued certificate clause diagnosis export fill fit_effort generation grade_monotony grade_variants link
    rate_bank rate_sample reading sentence slip strength told truth
}

impl Study {
    /// Returns the study's help: the lines of the comment at the top of its file.
    fn help(&self) -> impl Iterator<Item = &'static str> {
        let lines = self.source.lines();
        lines.map_while(|line| line.strip_prefix("//!").map(str::trim_start))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        list_studies();
        return Ok(());
    };
    let Some(study) = STUDIES.iter().find(|study| study.name == name) else {
        list_studies();
        return Err(format!("there is no study {name}").into());
    };
    if rest.iter().any(|argument| argument == "--help") {
        study.help().for_each(|line| println!("{line}"));
        return Ok(());
    }
    (study.run)(rest)
}

fn list_studies() {
    for study in STUDIES {
        let summary = study.help().take_while(|line| !line.is_empty());
        let summary: Vec<&str> = summary.collect();
        println!("{:<16}{}", study.name, summary.join(" "));
    }
}
