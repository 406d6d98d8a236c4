//! Compares an older version, this version and the peer (ISS).

use super::Study;
use super::rows::{Rows, median, ours, peer};
use std::collections::BTreeMap;
use std::error::Error;

const HEAD: &str = "\
| family | puzzles | before: guesses | ms | undecided | now: guesses | ms | undecided | peer: guesses | ms | undecided |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

/// Prints a table of the median guesses, the median time and the number of undecided puzzles of each family. For a
/// puzzle left undecided at the cap, the guesses and time up to the cap are used. The columns are for an older version
/// (`before.csv`, a renamed `ours.csv`), for the current version, and for the peer.
pub(crate) fn print(study: &Study) -> Result<(), Box<dyn Error>> {
    let columns = [
        ours(study, "before.csv")?,
        ours(study, "ours.csv")?,
        peer(study)?,
    ];
    let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for made in study.puzzles()? {
        families.entry(made.family).or_default().push(made.id);
    }
    println!("{HEAD}");
    for (family, ids) in &families {
        let told = columns.iter().map(|rows| summarise(rows, ids));
        let told: Vec<String> = told.collect();
        println!("| {family} | {} | {} |", ids.len(), told.join(" | "));
    }
    Ok(())
}

/// Returns the median guesses, the median milliseconds and the number of undecided puzzles, among the puzzles that
/// the program can read.
fn summarise(rows: &Rows, ids: &[String]) -> String {
    let rows = ids.iter().filter_map(|id| rows.get(id));
    let rows: Vec<_> = rows.filter(|row| row.verdict != "error").collect();
    let nodes: Vec<f64> = rows.iter().map(|row| row.nodes).collect();
    let times: Vec<f64> = rows.iter().map(|row| row.milliseconds).collect();
    match (median(&nodes), median(&times)) {
        (Some(nodes), Some(time)) => {
            let capped = rows.iter().filter(|row| row.verdict == "capped").count();
            format!("{nodes} | {time:.1} | {capped}")
        }
        _ => "– | – | –".to_owned(),
    }
}
