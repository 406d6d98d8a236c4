//! Decides which clues a unique puzzle needs.

use super::answer::{Piece, Role, Worth};
use super::slips::put;
use crate::oracle::Oracle;
use cluewright_engine::compile;
use cluewright_engine::model::{Cite, Off};
use cluewright_engine::search::{Found, others};
use cluewright_puzzle::{Cell, Clue, DigitSet, Puzzle};
use cluewright_rules::{Book, Clues, Weaker};

impl Oracle<'_> {
    /// Decides whether each suspect is essential or redundant, in a puzzle whose only solution is `known`. Solutions without
    /// the suspect are counted up to `cap`, which must be at least 2.
    pub(super) fn roles(&mut self, known: &[u8], cap: u64) -> Vec<Role> {
        let numbers: Vec<usize> = (0..self.case.suspects.count()).collect();
        self.each(&numbers, |oracle, &number| oracle.role(number, known, cap))
    }

    fn role(&mut self, number: usize, known: &[u8], cap: u64) -> Role {
        let case = self.case;
        let cite = case.suspects.get(number);
        // Another solution with the given's digit would also be a solution of the whole puzzle, so every other solution
        // differs in this cell.
        let within = match cite {
            Cite::Given(index) => {
                let given = case.puzzle.givens[usize::from(index)];
                let other = DigitSet::from_bits(!given.digits.bits());
                vec![(given.cell, other)]
            }
            _ => vec![],
        };
        let set = self.all_but(&[number]);
        // The known solution is not searched for again, so the limit is one lower.
        let found = self.others(Off::Removed, &set, &within, known, cap.max(2) - 1);
        let stays = case.solves_without(&[cite], known);
        let worth = worth(&found, stays);
        let parts = match cite {
            // If the whole clue is redundant, so is each of its parts.
            Cite::Clue(index) if worth == Worth::Essential => {
                self.parts(usize::from(index), known, &found)
            }
            _ => vec![],
        };
        Role {
            clue: case.name(number),
            worth,
            solutions: found.count + u64::from(stays),
            complete: found.stopped.is_none(),
            opens: case.cell_names(&differing(known, &found.solutions)),
            difficulty: None,
            parts,
        }
    }

    /// Decides which parts of a clue are essential. `found` contains solutions without the whole clue. If one of them
    /// satisfies the clue without a part, that part is essential, and no search is needed.
    fn parts(&mut self, index: usize, known: &[u8], found: &Found) -> Vec<Piece> {
        let case = self.case;
        let weaker = weaker(case.puzzle, case.book, &case.puzzle.clues[index]);
        let judge = |(name, clue): (String, Clue)| {
            let holds = |values: &Vec<u8>| {
                let holds = case.book.holds(case.puzzle, index, &clue, values);
                holds.unwrap_or(false)
            };
            let worth = if found.solutions.iter().any(holds) {
                Worth::Essential
            } else if let Some(stop) = case.budget.over() {
                self.count(Some(stop));
                Worth::Undecided
            } else {
                let puzzle = put(case.puzzle, index, clue);
                let model = compile(&puzzle, case.book).ok()?;
                let found = others(&model, known, case.limits(1));
                self.count(found.stopped);
                worth(&found, true)
            };
            Some(Piece { name, worth })
        };
        weaker.into_iter().filter_map(judge).collect()
    }
}

fn worth(others: &Found, stays: bool) -> Worth {
    match (others.count, others.stopped) {
        (0, None) if stays => Worth::Redundant,
        (0, Some(_)) if stays => Worth::Undecided,
        _ => Worth::Essential,
    }
}

/// Returns the cells in which some of the solutions differ from the known solution.
fn differing(known: &[u8], solutions: &[Vec<u8>]) -> Vec<Cell> {
    let differs = |at: &usize| solutions.iter().any(|solution| solution[*at] != known[*at]);
    (0..known.len())
        .filter(differs)
        .map(Cell::from_index)
        .collect()
}

/// Returns weaker versions of a clue, each with the name of the part that was removed.
pub(crate) fn weaker(puzzle: &Puzzle, book: &Book, clue: &Clue) -> Vec<(String, Clue)> {
    let rule = book.rule(&clue.rule).ok();
    let of_file = rule.iter().flat_map(|rule| &rule.weaker);
    let mut weaker: Vec<(String, Clue)> = of_file
        .filter_map(|weaker| without_part(clue, weaker))
        .collect();
    // If a rule only relates neighbours on a line, a shorter line is a weaker clue.
    let of_neighbours = rule.is_some_and(|rule| {
        let mut relation = rule.relation.iter();
        relation.all(|formula| formula.starts_with("each adjacent"))
    });
    if let ([(slot, cells)], true) = (&clue.slots[..], of_neighbours)
        && let [first, .., last] = cells[..]
        && cells.len() > 2
    {
        let mut shorter = |end: Cell, cells: &[Cell]| {
            let mut shorter = clue.clone();
            shorter.slots = vec![(slot.clone(), cells.to_vec())];
            weaker.push((format!("its end {}", puzzle.cell_name(end)), shorter));
        };
        // Both ends of a closed line are the same cell, and only one part can have its name.
        if first != last {
            shorter(first, &cells[1..]);
        }
        shorter(last, &cells[..cells.len() - 1]);
    }
    weaker
}

/// Returns the clue without a part that the rule file declares removable. Returns `None` if the clue does not have that
/// part, or has too few cells for its removal.
fn without_part(clue: &Clue, weaker: &Weaker) -> Option<(String, Clue)> {
    if clue.cells().count() < weaker.min_cells {
        return None;
    }
    let value = |(name, of): (&String, &String)| Some((name.clone(), clue.params.get(of)?.clone()));
    let less = Clue {
        rule: weaker.rule.as_ref().unwrap_or(&clue.rule).clone(),
        slots: clue.slots.clone(),
        params: weaker.params.iter().map(value).collect::<Option<_>>()?,
        parts: vec![],
    };
    (less != *clue).then(|| (weaker.part.clone(), less))
}
