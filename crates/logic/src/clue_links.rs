//! Links from clues: if a cell holds one of the given digits, other cells lose digits.

use super::{Board, Cells, Ground};
use cluewright_engine::model::program::Scratch;
use cluewright_engine::model::{Cite, Compiled, ReasonSink, Word, of_any_width};
use cluewright_puzzle::DigitSet;
use std::cell::OnceCell;

/// The candidates that a relation removes if a cell holds one of the given digits.
pub(super) struct Consequence<'a> {
    pub(super) relation: usize,
    pub(super) cell: u16,
    pub(super) within: DigitSet,
    pub(super) loser: u16,
    pub(super) lost: DigitSet,
    /// The clues that imply the removal.
    pub(super) cites: &'a [Cite],
    /// The cells whose candidates the removal depends on.
    pub(super) seen: Cells,
}

/// Maximum number of variables of a relation that links cells. People do not use wider relations, such as counts over the
/// whole grid, and the explanations of such relations are as long as the relations themselves. Leaving these relations out
/// reduced the time to grade a puzzle with doublers from 14.0 to 4.2 s, with the same path.
const MOST_VARIABLES: usize = 24;

/// The relations to run, and the assumptions to test with each relation.
pub(super) struct Inquiry<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) board: &'a Board,
    /// Maximum number of clues and houses behind a relation.
    pub(super) most_cites: usize,
    /// Returns the subsets of an open cell's candidates that are assumed in turn.
    pub(super) parts: &'a dyn Fn(DigitSet) -> Vec<DigitSet>,
}

impl Inquiry<'_> {
    /// Calls `see` with the candidates that each relation removes under each assumption. `wanted` selects relations by their
    /// variables.
    pub(super) fn consequences(
        &self,
        wanted: &mut dyn FnMut(usize, &[u16]) -> bool,
        see: &mut dyn FnMut(&Consequence<'_>),
    ) {
        // A plain puzzle has only relations of houses, which would all be skipped.
        if !self.ground.plain() {
            of_any_width!(self.ground.model, compiled => self.ask_all(compiled, wanted, see));
        }
    }

    fn ask_all<W: Word>(
        &self,
        compiled: &Compiled<W>,
        wanted: &mut dyn FnMut(usize, &[u16]) -> bool,
        see: &mut dyn FnMut(&Consequence<'_>),
    ) {
        let program = &compiled.program;
        let base = program.shared().base;
        let words = self.board.candidates().iter();
        let mut now: Vec<W> = words.map(|d| W::from_bits(d.bits() >> base)).collect();
        for (index, relation) in program.relations().iter().enumerate() {
            let cites = compiled.clue_sets.get(program.rests_on(index));
            if !relation.is_of_houses()
                && relation.vars().len() <= MOST_VARIABLES
                && cites.len() <= self.most_cites
                && wanted(index, relation.vars())
            {
                self.ask(compiled, index, &mut now, see);
            }
        }
    }

    /// Runs one relation under each assumption about each of its cells. The board is restored after each run.
    fn ask<W: Word>(
        &self,
        compiled: &Compiled<W>,
        index: usize,
        now: &mut [W],
        see: &mut dyn FnMut(&Consequence<'_>),
    ) {
        let (ground, program) = (self.ground, &compiled.program);
        let (relation, base) = (&program.relations()[index], program.shared().base);
        // A relation without consequences needs no citations, so the citations are collected on first use.
        let all = OnceCell::new();
        let cites = || all.get_or_init(|| ground.relation_rests_on(index, &[]));
        let mut scratch = Scratch::default();
        let inside = |var: u16| usize::from(var) < ground.cells();
        let open = relation.vars().iter().copied();
        for cell in open.filter(|&var| inside(var) && self.board.open().contains(var)) {
            let before = now[usize::from(cell)];
            for within in (self.parts)(self.board.at(cell)) {
                now[usize::from(cell)] = W::from_bits(within.bits() >> base);
                let mut sink = ReasonSink::new(now, compiled.origin(), &mut scratch);
                // The error is ignored. If the assumption leads to a conflict, the inferences before the conflict are still
                // valid links.
                let _ = program.explain(index, &mut sink);
                for inference in &sink.found {
                    let Some((loser, lost)) = inference.removed else {
                        continue;
                    };
                    // `Cells` cannot contain auxiliary variables, so inferences that depend on one are skipped.
                    let seen = inference.facts.iter().map(|fact| fact.var);
                    if loser == cell
                        || !inside(loser)
                        || !relation.vars().contains(&loser)
                        || !seen.clone().all(inside)
                    {
                        continue;
                    }
                    see(&Consequence {
                        relation: index,
                        cell,
                        within,
                        loser,
                        lost: DigitSet::from_bits(lost.bits() << base),
                        cites: cites(),
                        seen: seen.collect(),
                    });
                }
            }
            now[usize::from(cell)] = before;
        }
    }
}
