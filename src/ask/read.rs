//! Options for reading a puzzle from text.

use super::{Bounds, Host, Refusal};
use crate::Prepared;
use crate::reading::read_within;
use cluewright_formats::ReadOptions;
use cluewright_formats::native::{Drawable, read_drawable, read_sketch};
use cluewright_puzzle::{Puzzle, summarise_unread};
use cluewright_rules::Book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Options for reading a puzzle's text.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Read {
    /// The name of the text's format; detected from the text if left out.
    pub from: Option<String>,
    /// The position of the puzzle in the text, from 1; required if there are several.
    pub number: Option<usize>,
    /// `true` to ignore unknown content with a warning, instead of refusing the puzzle.
    pub ignore_unknown: bool,
    /// `true` to treat possible rule drawings as cosmetic, with a warning.
    pub ignore_drawings: bool,
    /// Meanings of drawings, each as `green lines = german-whisper` or `green lines = decoration`.
    pub readings: Vec<String>,
    /// `true` to treat the digits that a solver typed as givens.
    pub with_entries: bool,
    /// `true` to read `0` as the lowest digit in plain text grids, not as an empty cell.
    pub zero_is_digit: bool,
}

impl Read {
    /// Reads and prepares the puzzle of a text, for hosts that have several questions about it:
    ///
    /// ```
    /// use cluewright::ask::{Host, Read};
    ///
    /// let prepared = Read::default().prepared("12.4341.2143.321")?;
    /// let reply = prepared.answer(r#"{ "ask": "count" }"#, &Host::default());
    /// assert!(reply.starts_with(r#"{"title":null,"verdict":"unique""#));
    /// # Ok::<(), cluewright::ask::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the puzzle cannot be read, or a clue does not fit its rule.
    pub fn prepared(&self, text: &str) -> Result<Prepared, Refusal> {
        self.prepare(text, &Host::default())
    }

    /// Reads and prepares a puzzle for one question. The host may interrupt the recognition of
    /// drawings.
    pub(super) fn prepare(&self, text: &str, host: &Host<'_>) -> Result<Prepared, Refusal> {
        let book = Book::builtin();
        Prepared::new(self.puzzle(text, host)?, book).map_err(|error| {
            let format = self.from.as_deref();
            Refusal::of(
                text,
                cluewright_formats::about_clue(text, format, error, book),
            )
        })
    }

    /// Reads a text's puzzle in order to draw it. The puzzle may have open values and, if `partial` is set, invalid
    /// clues.
    pub(super) fn drawable(
        &self,
        text: &str,
        book: &Book,
        partial: bool,
        host: &Host<'_>,
    ) -> Result<Drawable, Refusal> {
        let whole = |puzzle| Drawable {
            puzzle,
            refused: vec![],
        };
        let read = self.puzzle(text, host).map(whole);
        read.or_else(|refusal| {
            let sketch = read_sketch(text, book).map(whole);
            let drawn = match partial {
                true => sketch.or_else(|_| read_drawable(text, book)),
                false => sketch,
            };
            // If drawing fails as well, the first refusal is returned, because all other questions about this text get
            // that refusal.
            drawn.map_err(|_| refusal)
        })
    }

    /// Reads the puzzle with the requested number from a text, or the only puzzle if no number is
    /// given.
    pub(super) fn puzzle(&self, text: &str, host: &Host<'_>) -> Result<Puzzle, Refusal> {
        let options = ReadOptions {
            ignore_unknown: self.ignore_unknown,
            ignore_drawings: self.ignore_drawings,
            readings: self.readings.clone(),
            zero_is_digit: self.zero_is_digit,
            with_entries: self.with_entries,
            ..ReadOptions::default()
        };
        let budget = host.budget(Bounds::default());
        let reading = read_within(text, self.from.as_deref(), &options, budget);
        let mut puzzles = reading.map_err(|error| Refusal::of(text, error))?.puzzles;
        let count = puzzles.len();
        let number = match self.number {
            None if count > 1 => {
                let message = format!("the text contains {count} puzzles; expected one");
                return Err(Refusal {
                    puzzles: u32::try_from(count).ok(),
                    ..Refusal::new(message).help("choose one with `number`")
                });
            }
            number => number.unwrap_or(1),
        };
        if number == 0 || number > count {
            let message = format!("there is no puzzle {number}; the text contains {count}");
            return Err(Refusal::new(message));
        }
        Ok(puzzles.swap_remove(number - 1))
    }
}

/// Reads a second text, which may use rules that the first text defines. Fails unless it contains exactly one puzzle, or
/// if that puzzle has drawings that may be rules. Messages call the puzzle by `name`.
pub(super) fn read_other(book: &Book, text: &str, name: &str) -> Result<Puzzle, Refusal> {
    let options = ReadOptions {
        book: Some(book.clone()),
        ..ReadOptions::default()
    };
    let reading = crate::read_any(text, None, &options);
    let mut puzzles = reading.map_err(|error| Refusal::of(text, error))?.puzzles;
    let count = puzzles.len();
    let puzzle = puzzles.pop().filter(|_| count == 1);
    let puzzle = puzzle.ok_or_else(|| {
        Refusal::new(format!(
            "{name}: the text contains {count} puzzles; expected one"
        ))
    })?;
    if puzzle.unread.is_empty() {
        return Ok(puzzle);
    }
    let unread = summarise_unread(&puzzle.unread);
    Err(Refusal::new(format!("{name} is not checked: {unread}"))
        .help("if these drawings are not rules, first convert it with --ignore-drawings"))
}
