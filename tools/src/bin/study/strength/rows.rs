//! Reads the results of our engine and of the peer (ISS).

use super::Study;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

/// The result of one program for a puzzle.
#[derive(Clone)]
pub(crate) struct Row {
    /// The verdict; `capped` if a limit stopped the proof.
    pub(crate) verdict: String,
    /// Number of guesses in the proof.
    pub(crate) nodes: f64,
    /// Processor time of the proof, including its setup.
    pub(crate) milliseconds: f64,
}

/// The results of a program, keyed by the puzzle's id.
pub(crate) type Rows = BTreeMap<String, Row>;

/// Returns the middle value, or the mean of the two middle values; `None` if there are no values.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let (low, high) = (sorted[last / 2], sorted[last.div_ceil(2)]);
    Some(if low == high {
        low
    } else {
        f64::midpoint(low, high)
    })
}

/// Reads the output of the step `ours` from `file`, which may come from another version.
pub(crate) fn ours(study: &Study, file: &str) -> Result<Rows, Box<dyn Error>> {
    let text = fs::read_to_string(study.path(file))?;
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        if let [family, number, verdict, nodes, milliseconds] =
            line.split(',').collect::<Vec<_>>()[..]
        {
            let row = Row {
                verdict: verdict.to_owned(),
                nodes: nodes.parse()?,
                milliseconds: milliseconds.parse()?,
            };
            rows.insert(format!("{family} {number}"), row);
        }
    }
    Ok(rows)
}

/// Reads the output of the harness that runs the peer: the guesses, and the smaller of wall-clock time and
/// processor time.
pub(crate) fn peer(study: &Study) -> Result<Rows, Box<dyn Error>> {
    let mut rows = BTreeMap::new();
    let path = study.path("peer.csv");
    if !path.exists() {
        return Ok(rows);
    }
    let mut table = csv::Reader::from_path(path)?;
    let heads = table.headers()?.clone();
    let at = |name: &str| {
        let place = heads.iter().position(|head| head == name);
        place.ok_or_else(|| format!("peer.csv has no column {name}"))
    };
    let (id, status, guesses) = (at("id")?, at("status")?, at("guesses")?);
    let times = [at("total_ms")?, at("cpu_ms")?];
    for record in table.records() {
        let record = record?;
        let time = |column: usize| record[column].parse().unwrap_or(f64::INFINITY);
        let row = Row {
            verdict: record[status].to_owned(),
            nodes: record[guesses].parse().unwrap_or(0.0),
            milliseconds: times.map(time).into_iter().fold(f64::INFINITY, f64::min),
        };
        rows.insert(record[id].to_owned(), row);
    }
    Ok(rows)
}
