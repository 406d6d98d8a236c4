//! Combinations: listing all ways to fill a clue's cells, with the exclusions among them.
//!
//! Where reading a clue looks at bounds and sums, this tries every candidate of its cells until some
//! filling holds it; a candidate in no filling goes. Two clues that share cells are listed together the
//! same way.

use super::clues::exclusions;
use crate::logic::Cells;
use crate::logic::ground::MOST_CITES;
use crate::logic::path::Look;
use crate::logic::step::Step;
use crate::logic::steps::Steps;
use crate::model::program::{Scratch, Shared};
use crate::model::relations::Relation;
use crate::model::sink::{Conflict, Reason, Sink};
use crate::model::{Cite, Compiled, Model, Word};
use crate::puzzle::DigitSet;

/// Open cells of one clue at most.
const MOST_OPEN: usize = 7;
/// Open cells of two clues at most.
const MOST_OPEN_PAIR: usize = 8;
/// Fillings that are begun for one clue at most.
const PATIENCE: usize = 3_000;

/// One clue.
pub(super) fn one_clue(look: &Look<'_>, steps: &mut Steps) {
    singles(look, steps, |clues, houses| clues == 1 && houses == 0);
}

/// Clues and one house.
pub(super) fn one_house(look: &Look<'_>, steps: &mut Steps) {
    singles(look, steps, |_, houses| houses == 1);
}

/// Several clues, or clues and several houses.
pub(super) fn several(look: &Look<'_>, steps: &mut Steps) {
    singles(look, steps, |clues, houses| {
        houses > 1 || (houses == 0 && clues > 1)
    });
}

/// Two clues that share cells.
pub(super) fn two_clues(look: &Look<'_>, steps: &mut Steps) {
    if look.ground.plain() {
        return;
    }
    match look.ground.model {
        Model::Narrow(compiled) => Listing::new(look, compiled).pairs(steps),
        Model::Wide(compiled) => Listing::new(look, compiled).pairs(steps),
        Model::Widest(compiled) => Listing::new(look, compiled).pairs(steps),
    }
}

fn singles(look: &Look<'_>, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
    if look.ground.plain() {
        return;
    }
    match look.ground.model {
        Model::Narrow(compiled) => Listing::new(look, compiled).singles(steps, wanted),
        Model::Wide(compiled) => Listing::new(look, compiled).singles(steps, wanted),
        Model::Widest(compiled) => Listing::new(look, compiled).singles(steps, wanted),
    }
}

/// A relation's view of a filling that is being tried.
struct Filling<'a, W: Word> {
    board: &'a mut [W],
    scratch: &'a mut Scratch<W>,
}

impl<W: Word> Sink<W> for Filling<'_, W> {
    fn get(&self, var: u16) -> W {
        self.board[usize::from(var)]
    }

    fn keep(
        &mut self,
        var: u16,
        keep: W,
        _: impl FnOnce(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        let cell = &mut self.board[usize::from(var)];
        *cell &= keep;
        if cell.is_none() {
            Err(Conflict)
        } else {
            Ok(())
        }
    }

    fn fail(&mut self, _: impl FnOnce(&mut Reason<'_, W>)) -> Conflict {
        Conflict
    }

    fn scratch(&mut self) -> &mut Scratch<W> {
        self.scratch
    }
}

/// Lists fillings on one board.
struct Listing<'a, W: Word> {
    look: &'a Look<'a>,
    compiled: &'a Compiled<W>,
    board: Vec<W>,
    scratch: Scratch<W>,
    patience: usize,
}

impl<'a, W: Word> Listing<'a, W> {
    fn new(look: &'a Look<'a>, compiled: &'a Compiled<W>) -> Self {
        let base = compiled.program.shared().base;
        let words = look.board.candidates().iter();
        Self {
            look,
            compiled,
            board: words.map(|d| W::from_bits(d.bits() >> base)).collect(),
            scratch: Scratch::default(),
            patience: 0,
        }
    }

    fn shared(&self) -> &'a Shared<W> {
        self.compiled.program.shared()
    }

    fn open(&self, vars: &[u16]) -> usize {
        vars.iter()
            .filter(|&&var| self.look.board.at(var).len() > 1)
            .count()
    }

    fn cites(&self, relation: usize) -> &'a [Cite] {
        let program = &self.compiled.program;
        self.compiled.clue_sets.get(program.rests_on(relation))
    }

    fn singles(&mut self, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
        for (index, relation) in self.compiled.program.relations().iter().enumerate() {
            let cites = self.cites(index);
            let houses = cites.iter().filter(|c| matches!(c, Cite::House(_))).count();
            let open = self.open(relation.vars());
            if listed(relation)
                && cites.len() <= MOST_CITES
                && wanted(cites.len() - houses, houses)
                && (2..=MOST_OPEN).contains(&open)
            {
                let more = open.saturating_sub(2) as u16;
                self.list(&[index], relation.vars(), more, steps);
            }
        }
    }

    fn pairs(&mut self, steps: &mut Steps) {
        let relations = self.compiled.program.relations();
        let usable: Vec<usize> = (0..relations.len())
            .filter(|&i| matches!(self.cites(i), [Cite::Clue(_)]))
            .filter(|&i| listed(&relations[i]) && self.open(relations[i].vars()) >= 2)
            .collect();
        for (n, &i) in usable.iter().enumerate() {
            for &j in &usable[..n] {
                let (a, b) = (relations[i].vars(), relations[j].vars());
                let shares = a
                    .iter()
                    .any(|var| b.contains(var) && self.look.board.at(*var).len() > 1);
                if !shares {
                    continue;
                }
                let mut vars = a.to_vec();
                vars.extend(b.iter().filter(|var| !a.contains(var)));
                let open = self.open(&vars);
                if open <= MOST_OPEN_PAIR {
                    let more = open.saturating_sub(3) as u16;
                    self.list(&[j, i], &vars, more, steps);
                }
            }
        }
    }

    /// Offers what no filling of the variables holds.
    fn list(&mut self, relations: &[usize], vars: &[u16], more: u16, steps: &mut Steps) {
        if more > steps.room() {
            return;
        }
        let second = relations.get(1).map_or(u32::MAX, |&r| r as u32);
        let key = (relations[0] as u32, second);
        let now: Vec<DigitSet> = vars.iter().map(|&var| self.look.board.at(var)).collect();
        if self.look.memory.is_barren(key, &now) {
            return;
        }
        self.patience = PATIENCE;
        let Some(lost) = self.unsupported(relations, vars) else {
            return self.look.memory.note(key, &now);
        };
        steps.offer(more, || self.told(relations, vars, lost));
    }

    /// The candidates that no filling holds; `None` when there are none, or too much to list.
    fn unsupported(&mut self, relations: &[usize], vars: &[u16]) -> Option<Vec<(u16, W)>> {
        let before = self.board.clone();
        let mut held: Vec<W> = vec![W::NONE; vars.len()];
        let mut lost: Vec<(u16, W)> = vec![];
        for (i, &var) in vars.iter().enumerate() {
            let mut gone = W::NONE;
            for bit in before[usize::from(var)].each() {
                let value = W::one(bit);
                if !(held[i] & value).is_none() {
                    continue;
                }
                self.board.copy_from_slice(&before);
                self.board[usize::from(var)] = value;
                match self.fill(relations, vars) {
                    Some(true) => {
                        for (held, &var) in held.iter_mut().zip(vars) {
                            *held |= self.board[usize::from(var)];
                        }
                    }
                    Some(false) => gone |= value,
                    None => {
                        self.board.copy_from_slice(&before);
                        return None;
                    }
                }
            }
            if !gone.is_none() {
                lost.push((var, gone));
            }
        }
        self.board.copy_from_slice(&before);
        (!lost.is_empty()).then_some(lost)
    }

    /// Fills the variables from where the board stands. `None` when patience ends.
    fn fill(&mut self, relations: &[usize], vars: &[u16]) -> Option<bool> {
        self.patience = self.patience.checked_sub(1)?;
        if !self.settle(relations, vars) {
            return Some(false);
        }
        let open = vars
            .iter()
            .filter(|&&var| !self.board[usize::from(var)].is_single());
        let Some(&var) = open.min_by_key(|&&var| self.board[usize::from(var)].len()) else {
            return Some(true);
        };
        let here = self.board.clone();
        for bit in here[usize::from(var)].each() {
            self.board.copy_from_slice(&here);
            self.board[usize::from(var)] = W::one(bit);
            if self.fill(relations, vars)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Exclusions among the variables, then the relations, until nothing changes.
    fn settle(&mut self, relations: &[usize], vars: &[u16]) -> bool {
        let shared = self.shared();
        loop {
            let before: Vec<W> = vars
                .iter()
                .map(|&var| self.board[usize::from(var)])
                .collect();
            for &a in vars {
                let word = self.board[usize::from(a)];
                for &b in vars {
                    if word.is_single() && a != b && shared.apart(a, b) {
                        self.board[usize::from(b)] &= !word;
                    }
                }
            }
            if vars
                .iter()
                .any(|&var| self.board[usize::from(var)].is_none())
            {
                return false;
            }
            for &relation in relations {
                let relation = &self.compiled.program.relations()[relation];
                let mut filling = Filling {
                    board: &mut self.board,
                    scratch: &mut self.scratch,
                };
                if relation.propagate(shared, &mut filling).is_err() {
                    return false;
                }
            }
            let mut now = vars.iter().map(|&var| self.board[usize::from(var)]);
            if now.by_ref().eq(before) {
                return true;
            }
        }
    }

    fn told(&self, relations: &[usize], vars: &[u16], lost: Vec<(u16, W)>) -> Step {
        let base = self.shared().base;
        let grid = self.look.ground.cells();
        let digits = |word: W| DigitSet::from_bits(word.bits() << base);
        let mut step = Step {
            removed: lost
                .into_iter()
                .map(|(var, word)| (var, digits(word)))
                .collect(),
            ..Step::default()
        };
        let (inside, beside): (Vec<u16>, Vec<u16>) =
            vars.iter().partition(|&&var| usize::from(var) < grid);
        step.reason.extras = beside;
        let own = relations
            .iter()
            .flat_map(|&relation| self.cites(relation).iter().copied());
        step.citing(own)
            .citing(exclusions(self.look, vars, &[]))
            .pattern(inside.into_iter().collect::<Cells>())
            .sized(self.open(vars))
    }
}

/// Whether the fillings of a relation are worth listing: houses have techniques of their own.
fn listed<W: Word>(relation: &Relation<W>) -> bool {
    !matches!(
        relation,
        Relation::Different(_) | Relation::Locked(_) | Relation::Pair(_) | Relation::Apart(_)
    )
}
