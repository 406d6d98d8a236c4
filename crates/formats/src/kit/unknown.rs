//! Collects the parts of a document that a reader does not understand.

use super::reading::{ReadError, ReadOptions};
use cluewright_puzzle::{Drawing, Puzzle};

/// The parts of a document that were not understood. They make reading fail, or become warnings if the caller chose to ignore them.
#[derive(Default)]
pub(crate) struct Unknown {
    parts: Vec<Part>,
}

struct Part {
    place: String,
    what: String,
    otherwise: String,
}

/// Maximum number of parts to list in a message; the rest is only counted.
const MOST_LISTED: usize = 100;

impl Unknown {
    /// Adds a part, described by its path, its content and the consequence of ignoring it.
    pub(crate) fn push(
        &mut self,
        place: impl Into<String>,
        what: impl Into<String>,
        otherwise: &str,
    ) {
        self.parts.push(Part {
            place: place.into(),
            what: what.into(),
            otherwise: otherwise.to_owned(),
        });
    }

    /// Ends reading: fails with an error that lists the parts or, if the caller ignores them, turns each part into a
    /// warning.
    pub(crate) fn settle(
        &mut self,
        puzzle: &mut Puzzle,
        options: &ReadOptions,
    ) -> Result<(), ReadError> {
        let Some(first) = self.parts.first() else {
            return Ok(());
        };
        if options.ignore_unknown {
            let warning =
                |part: &Part| format!("{}: {}; {}", part.place, part.what, part.otherwise);
            puzzle.warnings.extend(self.parts.iter().map(warning));
            return Ok(());
        }
        let one = |part: &Part| format!("{} at {}", part.what, part.place);
        let mut listed: Vec<String> = self.parts.iter().take(MOST_LISTED).map(one).collect();
        if let Some(more) = self.parts.len().checked_sub(MOST_LISTED).filter(|&n| n > 0) {
            listed.push(format!("and {more} more"));
        }
        let message = match self.parts.len() {
            1 => format!("one part of the puzzle cannot be read: {}", listed[0]),
            n => format!(
                "{n} parts of the puzzle cannot be read: {}",
                listed.join(", ")
            ),
        };
        Err(ReadError::new(message)
            .place(first.place.clone())
            .help("use --ignore-unknown to leave them out; the verdict is then about the rest of the puzzle"))
    }
}

/// Adds `count` to the puzzle's number of cosmetic drawings of a kind.
pub(crate) fn count_drawings(puzzle: &mut Puzzle, kind: &str, count: usize) {
    // A kind without drawings would otherwise be listed as `foglight (0)`.
    if count == 0 {
        return;
    }
    match puzzle.drawings.iter_mut().find(|d| d.kind == kind) {
        Some(drawing) => drawing.count += count,
        None => puzzle.drawings.push(Drawing {
            kind: kind.to_owned(),
            count,
        }),
    }
}
