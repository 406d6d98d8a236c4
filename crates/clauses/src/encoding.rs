//! Encodes a puzzle as a formula.

use super::encoder::{Encoder, MAX_LITERALS, Mode, TooLarge};
use super::formula::{Formula, Source, Variables};
use cluewright_puzzle::{DigitSet, Given, Puzzle};
use cluewright_rules::statement::{Distinct, Keep};
use cluewright_rules::{Book, ClueError, Clues, Lowered, Statement, lower};
use thiserror::Error;

/// The reason why a puzzle cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EncodeError {
    /// A clue does not fit its rule.
    #[error(transparent)]
    Clue(#[from] ClueError),
    /// The formula would be too large.
    #[error(
        "the formula is too large: with {part}, it has at least {literals} literals; the limit is {MAX_LITERALS}"
    )]
    TooLarge {
        /// The name of the part at which the limit was exceeded.
        part: String,
        /// Lower bound on the number of literals in the formula.
        literals: usize,
    },
}

/// Encodes a puzzle. The models of the formula, projected to the variables of the cells, are the solutions of the puzzle.
///
/// # Errors
/// Returns an error if a clue does not fit its rule, or if the formula would be too large. The size is checked before the
/// formula is built.
pub fn encode(puzzle: &Puzzle, book: &Book) -> Result<Formula, EncodeError> {
    encode_lowered(puzzle, book, &lower(puzzle, book)?)
}

/// Encodes a puzzle whose clues have been lowered.
///
/// # Errors
/// Returns an error if the formula would be too large.
pub fn encode_lowered(
    puzzle: &Puzzle,
    book: &Book,
    lowered: &[Lowered],
) -> Result<Formula, EncodeError> {
    let mut encoder = Encoder::new(Formula::new(Variables::of(puzzle)), MAX_LITERALS);
    let refused = |source| {
        move |TooLarge { literals }| EncodeError::TooLarge {
            part: name(puzzle, book, source),
            literals,
        }
    };
    let mut add = |source, encode: &mut dyn FnMut(&mut Encoder) -> Result<(), TooLarge>| {
        encoder.block(source, encode).map_err(refused(source))
    };
    // The order of the parts must not change, because the checker of certificates reads them in this order.
    add(Source::Cells, &mut |encoder| {
        encoder.one_value_each();
        Ok(())
    })?;
    for (index, &Given { cell, digits }) in puzzle.givens.iter().enumerate() {
        let given = Statement::Keep(Keep(cell, digits));
        add(Source::Given(index), &mut |encoder| encoder.require(&given))?;
    }
    for (index, house) in puzzle.layout.houses().into_iter().enumerate() {
        let house = Statement::Distinct(Distinct(house));
        add(Source::House(index), &mut |encoder| encoder.require(&house))?;
    }
    for clue in lowered {
        add(Source::Clue(clue.clue), &mut |encoder| {
            // Implied statements are left out, because they may assume the houses. Each block must have the meaning of its
            // clue alone.
            let mut statements = clue.statements.iter();
            statements.try_for_each(|statement| encoder.require(statement))
        })?;
    }
    Ok(encoder.formula)
}

/// Encodes statements about cells that have the given values. Statements share auxiliary variables. Returns `None` if the
/// formula would have more than `most` literals, or if `goes_on` returns `false`. `goes_on` is called before each statement.
#[must_use]
pub fn encode_statements<'a>(
    values: impl IntoIterator<Item = DigitSet>,
    statements: impl IntoIterator<Item = &'a Statement>,
    most: usize,
    goes_on: impl Fn() -> bool,
) -> Option<Formula> {
    let mut encoder = Encoder::new(Formula::new(Variables::new(values)), most);
    encoder.one_value_each();
    for statement in statements {
        if !goes_on() {
            return None;
        }
        encoder.require(statement).ok()?;
    }
    Some(encoder.formula)
}

/// Returns the name of a part of a puzzle, such as "row 3" or "the 27 cage at R1C3".
pub(crate) fn name(puzzle: &Puzzle, book: &Book, source: Source) -> String {
    match source {
        Source::Cells => "one value for each cell".to_owned(),
        Source::Given(index) => {
            let cell = puzzle.givens.get(index).map(|given| given.cell);
            cell.map_or_else(String::new, |cell| {
                format!("the given in {}", puzzle.cell_name(cell))
            })
        }
        Source::House(index) => puzzle.layout.house(index).to_string(),
        Source::Clue(index) => {
            let clue = puzzle.clues.get(index);
            clue.map_or_else(String::new, |clue| book.describe(puzzle, clue))
        }
        Source::OtherSolution => "another solution".to_owned(),
    }
}

impl Encoder {
    fn one_value_each(&mut self) {
        for cell in self.formula.cells.cells() {
            let values = self.among(cell, self.values(cell));
            for (place, &one) in values.iter().enumerate() {
                for &other in &values[..place] {
                    self.clause([-one, -other]);
                }
            }
            self.clause(values);
        }
    }

    fn require(&mut self, statement: &Statement) -> Result<(), TooLarge> {
        self.express(statement, Mode::Require).map(|_| ())
    }
}
