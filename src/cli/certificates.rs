//! `check --certificate FOLDER`: the folder of a certificate.

use super::options::Effort;
use super::work::Item;
use super::{Complaint, files, interrupt};
use crate::{ReadOptions, read_any};
use cluewright_certificates::{Claim, File, make};
use cluewright_engine::search::{Answer, Budget, Deadline, Verdict};
use cluewright_formats::Format;
use cluewright_formats::native::Native;
use cluewright_puzzle::{Puzzle, digit_of_char};
use cluewright_rules::Book;
use std::path::Path;

/// The role of a certificate's files in complaints.
pub(super) const READ: &str = "FOLDER";
/// The file with the puzzle.
pub(super) const PUZZLE: &str = "puzzle.toml";

/// Conflicts after which the clause solver gives up.
const CONFLICTS: u64 = 5_000_000;

/// The outcome of making a certificate.
pub(super) enum Made {
    /// It was written, and certifies this verdict.
    Written,
    /// A limit was reached before.
    Undecided,
}

/// Makes the certificate of a checked puzzle and writes its folder, whole or not at all.
///
/// # Errors
/// If the puzzle has no formula, if the certificate contradicts the answer, or if the folder exists or cannot be written.
pub(super) fn write(
    item: &Item<'_>,
    answer: &Answer,
    effort: &Effort,
    folder: &Path,
) -> Result<Made, Complaint> {
    let refused = |message: String| Complaint::new(message).file(item.name());
    if folder.symlink_metadata().is_ok() {
        return Err(Complaint::new("the folder exists already")
            .file(folder.display().to_string())
            .help("name a folder that does not exist"));
    }
    let text = Native
        .write(item.puzzle)
        .map_err(|error| refused(error.to_string()))?;
    let puzzle = read_again(&text, item.book).map_err(refused)?;
    let budget = Budget {
        nodes: effort.node_limit.unwrap_or(CONFLICTS),
        deadline: effort.time_limit.and_then(Deadline::after),
        cancel: Some(interrupt::flag()),
    };
    let known = find_solution(&puzzle, answer);
    let made = make(&puzzle, item.book, known.as_deref(), budget);
    let Some(certificate) = made.map_err(|error| refused(error.to_string()))? else {
        return Ok(Made::Undecided);
    };
    if !agrees(answer.verdict, certificate.claim) {
        let claim = certificate.claim.name();
        let message = format!("the clause solver finds `{claim}`, the search another verdict");
        return Err(refused(message).help("one of them is wrong: please report the puzzle"));
    }
    let mut contents = vec![
        (PUZZLE, text.as_str()),
        (File::Solution.name(), &certificate.solutions),
        (File::Formula.name(), &certificate.formula),
    ];
    contents.extend(
        certificate
            .proof
            .as_deref()
            .map(|proof| (File::Proof.name(), proof)),
    );
    files::save_folder(folder, &contents).map_err(|error| files::unwritable(folder, &error))?;
    Ok(Made::Written)
}

const fn agrees(verdict: Verdict, claim: Claim) -> bool {
    match verdict {
        Verdict::Undecided => true,
        Verdict::None => matches!(claim, Claim::None),
        Verdict::Unique => matches!(claim, Claim::Unique),
        Verdict::Several => matches!(claim, Claim::Several),
    }
}

/// The puzzle of the folder: its clues may have another order.
fn read_again(text: &str, book: &Book) -> Result<Puzzle, String> {
    let options = ReadOptions {
        book: Some(book.clone()),
        ..ReadOptions::default()
    };
    let reading = read_any(text, Some("native"), &options).map_err(|error| error.message)?;
    let puzzle = reading.puzzles.into_iter().next();
    puzzle.ok_or_else(|| "there is no puzzle".to_owned())
}

/// The values of all cells in the first solution of an answer.
fn find_solution(puzzle: &Puzzle, answer: &Answer) -> Option<Vec<u8>> {
    let digits = answer.solutions.first()?.chars().map(digit_of_char);
    let mut values: Vec<u8> = digits.collect::<Option<_>>()?;
    for extra in &puzzle.extras {
        values.extend(answer.extras.first()?.get(&extra.name)?);
    }
    Some(values)
}
