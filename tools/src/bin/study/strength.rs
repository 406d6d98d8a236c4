//! Measures the strength of the engine for each rule of the book, on puzzles generated for the rule and on random
//! boards with one clue. The resulting table is `reports/strength.md`.
//!
//! ```text
//! cargo run --release -p tools -- strength make FOLDER [COUNT [FAMILY …]]
//! cargo run --release -p tools -- strength shares FOLDER [FAMILY …]
//! cargo run --release -p tools -- strength ours FOLDER [SECONDS [FAMILY …]]
//! node --expose-gc iss_run.mjs FOLDER/peer.jsonl FOLDER/peer.csv --cap-ms=MILLISECONDS --root=…
//! cargo run --release -p tools -- strength report FOLDER > reports/strength.md
//! cargo run --release -p tools -- strength compare FOLDER
//! cargo run --release -p tools -- strength draw COUNT
//! ```
//!
//! `make` writes COUNT (100) puzzles for each family, with fixed seeds. There is a family for each rule, and some for
//! combinations of rules. `shares` compares the candidates that relations remove with those that a complete enumeration
//! finds impossible. `ours` proves the puzzles on one thread, with a limit of SECONDS (10) each. `peer.jsonl` contains
//! the puzzles that the other solver (ISS) can read. It is the input of the harness that runs this solver. FAMILY
//! limits a step to some families, whose rows are replaced; `+a+b` combines the rules `a` and `b`, with half of their
//! usual number of clues each. `draw` prints COUNT random names of such pairs and triples, which are the same in each
//! run. `compare` compares the results with those of an older version, whose `ours.csv` has been renamed to
//! `before.csv`.

mod compare;
mod families;
mod make;
mod ours;
mod report;
mod rows;
mod shares;

use families::Family;
use make::Made;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder and the families of a step.
struct Study {
    folder: PathBuf,
    families: Vec<Family>,
    /// `true` if only some families are selected.
    some: bool,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let mut arguments = arguments.iter().cloned();
    let step = arguments.next().unwrap_or_default();
    if step == "draw" {
        let count = arguments.next().ok_or("how many?")?.parse()?;
        for name in families::draw_names(count)? {
            println!("{name}");
        }
        return Ok(());
    }
    let folder = PathBuf::from(arguments.next().ok_or("which step, which folder?")?);
    let has_number = matches!(&*step, "make" | "ours");
    let number = match has_number {
        true => arguments.next().map(|number| number.parse()).transpose()?,
        false => None,
    };
    let names: BTreeSet<String> = arguments.collect();
    let families = match names.is_empty() {
        true => families::all()?,
        false => names
            .iter()
            .map(|name| families::find_family(name))
            .collect::<Result<_, _>>()?,
    };
    let study = Study {
        folder,
        families,
        some: !names.is_empty(),
    };
    match &*step {
        "make" => make::all(&study, number.unwrap_or(100)),
        "compare" => compare::print(&study),
        "shares" => shares::all(&study),
        "ours" => ours::all(&study, number.unwrap_or(10)),
        "report" => report::print(&study),
        other => Err(format!(
            "no step is called {other}: make, shares, ours, report, compare, draw"
        )
        .into()),
    }
}

impl Study {
    fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Returns the lines of a file that a step keeps, because they are about families that are not selected. In each
    /// line, the name of the family follows `before`.
    fn others(&self, file: &str, before: &str) -> Result<Vec<String>, Box<dyn Error>> {
        let path = self.path(file);
        if !self.some || !path.exists() {
            return Ok(vec![]);
        }
        let mine = |line: &str| {
            let name = line.strip_prefix(before).unwrap_or_default();
            let name = name.split(['"', ' ', ',']).next().unwrap_or_default();
            self.families.iter().any(|mine| mine.name == name)
        };
        let text = fs::read_to_string(path)?;
        let others = text.lines().filter(|line| !mine(line));
        Ok(others.map(str::to_owned).collect())
    }

    /// Reads the puzzles of the selected families.
    fn puzzles(&self) -> Result<Vec<Made>, Box<dyn Error>> {
        let text = fs::read_to_string(self.path("puzzles.jsonl"))?;
        let mut puzzles = vec![];
        for line in text.lines() {
            let made: Made = serde_json::from_str(line)?;
            if !self.some || self.families.iter().any(|mine| mine.name == made.family) {
                puzzles.push(made);
            }
        }
        Ok(puzzles)
    }
}

fn write_lines(path: &Path, lines: &[String]) -> Result<(), Box<dyn Error>> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Ok(fs::write(path, text)?)
}
