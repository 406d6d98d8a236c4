//! Reads the comments of a formula, which list the variables of the cells and the clauses of each part of the puzzle.

use cluewright_proofs::{Cnf, Lit};
use cluewright_puzzle::{Cell, Puzzle};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A part of the puzzle that has its own block of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Cells,
    Given(usize),
    House(usize),
    Clue(usize),
    OtherSolution,
}

/// The variables of each cell, with one variable for each of its values, and the cells that share a house with it.
pub(crate) struct CellVariables {
    /// For each cell, its first variable and its values.
    cells: Vec<(Lit, Vec<u8>)>,
    /// For each variable, its cell and its value.
    meanings: Vec<(Cell, u8)>,
    /// For each cell, the other cells in its houses, in ascending order.
    peers: Vec<Vec<Cell>>,
}

impl CellVariables {
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        let (mut cells, mut meanings) = (vec![], vec![]);
        for cell in (0..puzzle.cell_count()).map(Cell::from_index) {
            let values: Vec<u8> = puzzle.domain(cell).iter().collect();
            let first = meanings.len() as Lit + 1;
            meanings.extend(values.iter().map(|&value| (cell, value)));
            cells.push((first, values));
        }
        Self {
            peers: list_peers(puzzle),
            cells,
            meanings,
        }
    }

    /// Returns the number of cells of the puzzle.
    pub(crate) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the other cells in the houses of a cell, in ascending order.
    pub(crate) fn peers(&self, cell: Cell) -> &[Cell] {
        &self.peers[cell.index()]
    }

    /// Returns `true` if two of the cells share a house and have the same value. The cells must be in ascending order.
    pub(crate) fn repeats_in_house(&self, cells: &[Cell], values: &[u8]) -> bool {
        cells.iter().any(|&cell| {
            let mut peers = self.peers(cell).iter();
            peers.any(|peer| {
                values[peer.index()] == values[cell.index()] && cells.binary_search(peer).is_ok()
            })
        })
    }

    pub(crate) fn values(&self, cell: Cell) -> &[u8] {
        &self.cells[cell.index()].1
    }

    /// Returns the variable for a value of a cell. Returns `None` if the value is not in the cell's domain.
    pub(crate) fn variable(&self, cell: Cell, value: u8) -> Option<Lit> {
        let (first, values) = &self.cells[cell.index()];
        let place = values.binary_search(&value).ok()?;
        Some(first + place as Lit)
    }

    /// Returns the cell and the value that a variable represents. Returns `None` for auxiliary variables.
    pub(crate) fn meaning(&self, literal: Lit) -> Option<(Cell, u8)> {
        let index = literal.unsigned_abs() as usize - 1;
        self.meanings.get(index).copied()
    }

    /// Returns the comment that lists the variables of a cell.
    fn comment(&self, puzzle: &Puzzle, cell: Cell) -> String {
        let (first, values) = &self.cells[cell.index()];
        let values: Vec<String> = values.iter().map(u8::to_string).collect();
        let name = puzzle.cell_name(cell);
        format!("cell {name} = {} from {first}", values.join(" "))
    }

    /// Checks that the comments of a formula list exactly these cell variables.
    ///
    /// # Errors
    ///
    /// Returns a message about the missing comment.
    pub(crate) fn check(&self, puzzle: &Puzzle, formula: &Cnf) -> Result<(), String> {
        let comments = formula.comments.iter();
        let mut stated = comments.filter(|comment| comment.starts_with("cell "));
        for cell in (0..self.cells.len()).map(Cell::from_index) {
            let expected = self.comment(puzzle, cell);
            if stated.next() != Some(&expected) {
                return Err(format!("expected the comment `c {expected}`"));
            }
        }
        match stated.next() {
            Some(comment) => Err(format!("the puzzle has no such cell: `c {comment}`")),
            None => Ok(()),
        }
    }
}

/// Lists, for each cell of the puzzle, the other cells in its houses, in ascending order.
fn list_peers(puzzle: &Puzzle) -> Vec<Vec<Cell>> {
    let mut peers = vec![vec![]; puzzle.cell_count()];
    for house in puzzle.layout.houses() {
        for &cell in &house {
            let others = house.iter().filter(|&&other| other != cell);
            peers[cell.index()].extend(others);
        }
    }
    for peers in &mut peers {
        peers.sort_unstable();
        peers.dedup();
    }
    peers
}

/// Reads the range of clauses of each part from the comments. Checks that each part of the puzzle occurs once, that each
/// clause belongs to a part, and that no two parts share an auxiliary variable.
///
/// # Errors
///
/// Returns a message about the missing or wrong part.
pub(crate) fn read_parts(
    puzzle: &Puzzle,
    formula: &Cnf,
    cells: &CellVariables,
    has_other: bool,
) -> Result<Vec<(PartKind, Range<usize>)>, String> {
    let givens = (0..puzzle.givens.len()).map(PartKind::Given);
    let houses = (0..puzzle.layout.houses().len()).map(PartKind::House);
    let clues = (0..puzzle.clues.len()).map(PartKind::Clue);
    let other = has_other.then_some(PartKind::OtherSolution);
    let parts = [PartKind::Cells].into_iter().chain(givens);
    let parts = parts.chain(houses).chain(clues).chain(other);
    let comments = formula.comments.iter();
    let mut stated = comments.filter_map(|comment| comment.strip_prefix("block "));
    let mut at = 0;
    let mut found = vec![];
    for part in parts {
        let (kind, number) = tag(part);
        let expected = format!("c block {kind} {number} clauses {} …", at + 1);
        let range = stated.next().and_then(|text| range_of(text, kind, number));
        let range = range.filter(|range| range.start == at && range.end >= at);
        let range = range.ok_or_else(|| format!("expected the comment `{expected}`"))?;
        at = range.end;
        found.push((part, range));
    }
    if let Some(more) = stated.next() {
        return Err(format!("the puzzle has no such part: `c block {more}`"));
    }
    if at != formula.len() {
        return Err(format!(
            "the formula has {} clauses, but only {at} belong to a part of the puzzle",
            formula.len()
        ));
    }
    check_auxiliaries(formula, cells, &found)?;
    Ok(found)
}

fn tag(part: PartKind) -> (&'static str, usize) {
    match part {
        PartKind::Cells => ("cells", 1),
        PartKind::Given(index) => ("given", index + 1),
        PartKind::House(index) => ("house", index + 1),
        PartKind::Clue(index) => ("clue", index + 1),
        PartKind::OtherSolution => ("other-solution", 1),
    }
}

/// Returns the range of clauses that the comment of a part lists, with indices counted from 0.
fn range_of(text: &str, kind: &str, number: usize) -> Option<Range<usize>> {
    let mut words = text.split_ascii_whitespace();
    let is_part = words.next() == Some(kind) && words.next()?.parse() == Ok(number);
    let is_clauses = words.next() == Some("clauses");
    let first: usize = words.next()?.parse().ok()?;
    let last: usize = words.next()?.parse().ok()?;
    (is_part && is_clauses && first > 0).then(|| first - 1..last)
}

fn check_auxiliaries(
    formula: &Cnf,
    cells: &CellVariables,
    parts: &[(PartKind, Range<usize>)],
) -> Result<(), String> {
    // Parts are compared one by one. This is valid only if no auxiliary variable connects two parts, because otherwise
    // clauses of one part could restrict the other.
    let mut owners: FxHashMap<u32, usize> = FxHashMap::default();
    for (owner, (_, range)) in parts.iter().enumerate() {
        if range.end > formula.len() {
            return Err(format!("there is no clause {}", range.end));
        }
        for &literal in range.clone().flat_map(|clause| formula.clause(clause)) {
            let is_auxiliary = cells.meaning(literal).is_none();
            let variable = literal.unsigned_abs();
            if is_auxiliary && *owners.entry(variable).or_insert(owner) != owner {
                return Err(format!(
                    "the auxiliary variable {variable} is used in two parts"
                ));
            }
        }
    }
    Ok(())
}
