//! Lowers scans, patterns and encoded machines to automata over the clue's cells.

use super::Lowering;
use super::join::{accepts, negate};
use crate::automaton::{TooManyStates, explore};
use crate::encodings;
use crate::formula::{Machine, Scan, Segments};
use crate::scene::Fault;
use crate::{Automaton, Statement};
use cluewright_puzzle::{Cell, DigitSet};

/// Maximum number of states of a scan, counted before equivalent ones are merged.
const STATES: usize = 20_000;

/// Work charged for each state of a pattern or an encoded machine, in addition to the work for its formula.
const WORK_OF_STATE: usize = 8;

type Outcome<T> = Result<T, Fault>;

impl From<TooManyStates> for Fault {
    fn from(_: TooManyStates) -> Self {
        let limit = format!("a scan has more than {STATES} states, which is the limit");
        Self::Refused(limit)
    }
}

impl Lowering<'_> {
    /// Lowers a scan to an automaton. Its states are the values of the counters.
    pub(super) fn scan(&mut self, scan: &Scan, positive: bool) -> Outcome<Statement> {
        let cells = self.eval.list(&scan.list)?;
        let mut start = vec![];
        for counter in &scan.start {
            start.push(self.eval.number(counter)?);
        }
        let symbols = self.symbols(&cells);
        // The position is part of the state only if the scan depends on it.
        let place = |at: usize| if scan.positional { at } else { 0 };
        let explored = explore(
            (0, start),
            symbols,
            cells.len(),
            STATES,
            |(at, counters): &(usize, Vec<i64>), symbol| {
                let cell = match scan.positional {
                    // `explore` reads at most as many symbols as there are cells, so the index is in range.
                    true => cells[*at],
                    false => self.scratch(),
                };
                let next = self.scan_step(scan, cell, counters, symbol)?;
                Ok::<_, Fault>(next.map(|next| (place(at + 1), next)))
            },
        )?;
        let mut accepting = vec![];
        for (at, counters) in &explored.states {
            // If positions do not matter, every state counts as an end. This is harmless, because only whole words are read.
            let ended = *at == place(cells.len());
            accepting.push(ended && self.scan_test(scan, counters)?);
        }
        let automaton = explored.accepting(accepting);
        let statement = accepts(cells, automaton, self.ground());
        Ok(match positive {
            true => statement,
            false => negate(statement, self.ground()),
        })
    }

    /// Returns the counters after a cell is read; `None` if one of them does not exist.
    fn scan_step(
        &mut self,
        scan: &Scan,
        cell: Cell,
        counters: &[i64],
        symbol: u8,
    ) -> Outcome<Option<Vec<i64>>> {
        self.spend(2)?;
        let before = std::mem::replace(&mut self.eval.values[cell.index()], symbol);
        self.eval.bind_scan(scan.first, cell, counters);
        let next: Outcome<Vec<i64>> = scan
            .step
            .iter()
            .map(|step| self.eval.number(step))
            .collect();
        self.eval.variables.truncate(scan.first);
        self.eval.values[cell.index()] = before;
        match next {
            Err(Fault::Undefined) => Ok(None),
            next => next.map(Some),
        }
    }
    fn scan_test(&mut self, scan: &Scan, counters: &[i64]) -> Outcome<bool> {
        let scratch = self.scratch();
        self.eval.bind_scan(scan.first, scratch, counters);
        let accepted = self.eval.formula(&scan.test);
        self.eval.variables.truncate(scan.first);
        accepted
    }

    /// Returns a cell whose index is above those of the puzzle's cells. The values that a scan reads are assigned to this
    /// cell.
    fn scratch(&self) -> Cell {
        Cell::from_index(self.eval.scene.ground.puzzle.cell_count())
    }

    fn symbols(&self, cells: &[Cell]) -> DigitSet {
        cells
            .iter()
            .fold(DigitSet::EMPTY, |all, &cell| all | self.domain(cell))
    }

    /// Lowers a pattern or an encoded machine. It reads a break between the pieces of the list.
    pub(super) fn word(
        &mut self,
        segments: &Segments,
        machine: &Machine,
        positive: bool,
    ) -> Outcome<Statement> {
        // The machine is evaluated before the lists, so that an invalid machine is reported even if a list does not
        // exist.
        let machine = self.eval.automaton(machine)?;
        let segments = self.eval.segment_cells(segments)?;
        let automaton = match segments.len() {
            1 => Automaton::clone(&machine),
            _ => {
                let lengths: Vec<usize> = segments.iter().map(Vec::len).collect();
                let read = encodings::read_breaks(&machine, &lengths);
                read.map_err(|error| Fault::Refused(error.to_string()))?
            }
        };
        self.spend(WORK_OF_STATE * automaton.accepting.len())?;
        let statement = accepts(segments.concat(), automaton, self.ground());
        Ok(match positive {
            true => statement,
            false => negate(statement, self.ground()),
        })
    }
}
