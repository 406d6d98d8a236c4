//! Finds example positions for a technique: puzzles that need it.
//!
//! `cargo run --release -p tools --bin find_positions -- PROFILE TECHNIQUE FILE …` prints a row for each puzzle that
//! the profile solves with the technique and, without the technique, solves only with harder steps or not at all.

#![expect(clippy::print_stdout, reason = "the study is its output")]
use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_logic::{End, Ground, Path, Profile, solve};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;

/// Maximum number of rounds of a path. Longer paths do not make small examples.
const ROUNDS: usize = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let profile = arguments.next().ok_or("which profile?")?;
    let profile = Profile::builtin(&profile).ok_or("no such profile")?;
    let technique = arguments.next().ok_or("which technique?")?;
    let without = profile.clone().without(&technique)?;
    println!("technique,rating,puzzle");
    for file in arguments {
        let text = std::fs::read_to_string(&file)?;
        let reading =
            cluewright_formats::read_any(&text, None, &cluewright_formats::ReadOptions::default())?;
        let puzzle = reading.puzzles.first().ok_or("no puzzle")?;
        let Some(path) = path(puzzle, profile) else {
            continue;
        };
        let mut steps = path.rounds.iter().flat_map(|round| &round.steps);
        if !steps.any(|step| step.technique().name == technique) {
            continue;
        }
        let fewer = self::path(puzzle, &without);
        if fewer.is_none_or(|fewer| fewer.hardest() > path.hardest()) {
            let rating = f64::from(path.hardest()) / 10.0;
            println!("{technique},{rating:.1},{file}");
        }
    }
    Ok(())
}

/// Returns the solve path of a puzzle, if the path ends with the solution.
fn path(puzzle: &Puzzle, profile: &Profile) -> Option<Path> {
    let parts = parts(puzzle, Book::builtin()).ok()?;
    let model = Model::new(puzzle, &parts);
    let ground = Ground::new(puzzle, Book::builtin(), &parts, &model).ok()?;
    let path = solve(&ground, profile, |done| done < ROUNDS);
    (path.end == End::Solved).then_some(path)
}
