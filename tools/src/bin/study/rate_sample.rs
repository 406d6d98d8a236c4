//! Compares three ratings of classics with those of Sudoku Explainer 1.2.1: the ratings of the whole path, of the
//! path up to the first placement, and of the first step.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- rate_sample [MOST]` rates those rows of `se_sample.csv` whose
//! rating is at most `MOST` (default 9.5, because puzzles that need nested chains take up to a minute each).

use cluewright_engine::model::Model;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Ground, Profile, solve};
use cluewright_rules::Book;

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let most: f64 = arguments.first().map_or(Ok(9.5), |text| text.parse())?;
    let data = std::env::var("CLUEWRIGHT_DATA")?;
    let profiles = [("sukaku", 2), ("se-1.2.1", 5)];
    for (name, column) in profiles {
        let profile = Profile::builtin(name).ok_or("no such profile")?;
        let mut differences: [Vec<f64>; 3] = Default::default();
        for row in csv::Reader::from_path(format!("{data}/se_sample.csv"))?.records() {
            let row = row?;
            let published: Vec<f64> = (column..column + 3)
                .map(|column| row[column].parse())
                .collect::<Result<_, _>>()?;
            let ours_too = name != "sukaku" || row[9].starts_with("sukaku");
            if published[0] > most || !ours_too {
                continue;
            }
            let reading = cluewright_formats::read_any(
                &row[0],
                None,
                &cluewright_formats::ReadOptions::default(),
            )?;
            let puzzle = &reading.puzzles[0];
            let model = Model::new(puzzle, &[]);
            let ground = Ground::new(puzzle, Book::builtin(), &[], &model)?;
            let path = solve(&ground, profile, |_| true);
            let grade = Grade::of(&ground, &path, profile);
            let ours = [grade.rating, grade.first_placement, grade.first_step];
            for (all, (ours, published)) in differences.iter_mut().zip(ours.iter().zip(&published))
            {
                all.push((ours - published).abs());
            }
        }
        let what = ["rating", "first placement", "first step"];
        for (what, differences) in what.into_iter().zip(&differences) {
            let within = |far: f64| {
                let close = differences.iter().filter(|d| **d < far + 0.01).count();
                100.0 * close as f64 / differences.len().max(1) as f64
            };
            println!(
                "{name}, {what}: {} rows, equal {:.1} %, within 0.2 {:.1} %, within 0.3 {:.1} %",
                differences.len(),
                within(0.0),
                within(0.2),
                within(0.3)
            );
        }
    }
    Ok(())
}
