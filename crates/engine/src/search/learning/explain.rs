//! Why a variable lost candidates: asked of who took them, on the board of that moment.
//!
//! Reasons are not kept while the search runs but found when a conflict asks for them ("lazy explanation":
//! Feydy, Stuckey 2009; Gent, Miguel, Moore 2010). A relation runs once more on the board that it looked at,
//! with the sink that keeps reasons. That sink shows it a frozen board where the search shows it what it has
//! changed itself, so it may take several rounds to find the same; what later rounds cite is then explained by
//! earlier ones, until all facts were true before the relation ran. So explanations go strictly back in time.

use super::nogoods::Nogoods;
use super::trail::{Cause, Entry, Past, Trail};
use crate::model::program::{Scratch, Turn};
use crate::model::sink::{Asked, Fact, Inference, ReasonSink};
use crate::model::{Compiled, Word};

/// How often a relation may run to shorten one reason. A reason that is longer than needed is a weaker nogood,
/// but not a wrong one.
const RUNS: u32 = 30;

/// Rounds after which a relation's reason is taken to be all that it sees.
const MOST_ROUNDS: usize = 20;

/// Stands for no variable.
const NOBODY: u16 = u16::MAX;

/// Explains, with buffers that are reused.
#[derive(Debug, Default)]
pub(super) struct Explainer<W> {
    past: Past<W>,
    scratch: Scratch<W>,
    /// For each entry of the trail what made it so: the last fact that was asked for, and its reason.
    known: Vec<Option<(W, Vec<Fact<W>>)>>,
    /// How many reasons were all that a relation sees, because it did not say.
    pub(super) unsaid: u64,
    /// How many relations were run to explain.
    pub(super) asked: u64,
}

impl<W: Word> Explainer<W> {
    /// Begins with the present.
    pub(super) fn begin(&mut self, trail: &Trail<W>) {
        self.past.begin(trail);
    }

    /// Forgets the reasons of what is no longer on the trail.
    pub(super) fn back_to(&mut self, trail: &Trail<W>) {
        self.known.truncate(trail.len() as usize);
    }

    /// What forces a fact to be true that the entry at `since` made true: facts that were before. Facts are
    /// asked for latest first.
    pub(super) fn why(
        &mut self,
        compiled: &Compiled<W>,
        nogoods: &Nogoods<W>,
        trail: &Trail<W>,
        fact: Fact<W>,
        since: u32,
    ) -> Vec<Fact<W>> {
        let at = since as usize;
        if let Some(Some((within, why))) = self.known.get(at)
            && *within == fact.within
        {
            return why.clone();
        }
        let why = self.found_out(compiled, nogoods, trail, fact, trail.entries()[at]);
        if self.known.len() <= at {
            self.known.resize(at + 1, None);
        }
        self.known[at] = Some((fact.within, why.clone()));
        why
    }

    fn found_out(
        &mut self,
        compiled: &Compiled<W>,
        nogoods: &Nogoods<W>,
        trail: &Trail<W>,
        fact: Fact<W>,
        entry: Entry<W>,
    ) -> Vec<Fact<W>> {
        self.past.back_to(entry.looked, trail);
        let before = self.past.board[usize::from(fact.var)];
        let itself = Fact {
            var: fact.var,
            within: fact.within | before,
        };
        let mut facts = match entry.cause {
            Cause::Guess => vec![fact],
            Cause::Nogood(nogood) => {
                let others = nogoods.facts(nogood).iter();
                others
                    .filter(|other| other.var != fact.var)
                    .copied()
                    .collect()
            }
            Cause::Turn(Turn::Apart(var)) => vec![Fact {
                var,
                within: self.past.board[usize::from(var)],
            }],
            Cause::Turn(Turn::Lattice) => {
                let lost = before & !fact.within;
                let lattice = compiled.program.lattice();
                let why = lattice.and_then(|lattice| {
                    lattice.why(&self.past.board, trail.root(), fact.var, lost)
                });
                why.unwrap_or_else(|| self.all_cells())
            }
            Cause::Turn(Turn::Relation(relation)) => {
                return self.of_relation(compiled, relation, Some(fact));
            }
        };
        facts.push(itself);
        facts
    }

    /// The facts that make what failed fail.
    pub(super) fn why_not(
        &mut self,
        compiled: &Compiled<W>,
        trail: &Trail<W>,
        turn: Turn,
        emptied: u16,
    ) -> Vec<Fact<W>> {
        match turn {
            Turn::Apart(var) => [var, emptied].map(|var| self.now(var)).to_vec(),
            Turn::Lattice => {
                let lattice = compiled.program.lattice();
                let why =
                    lattice.and_then(|lattice| lattice.why_not(&self.past.board, trail.root()));
                why.unwrap_or_else(|| self.all_cells())
            }
            Turn::Relation(relation) => self.of_relation(compiled, relation, None),
        }
    }

    fn now(&self, var: u16) -> Fact<W> {
        Fact {
            var,
            within: self.past.board[usize::from(var)],
        }
    }

    /// What the cells of the lattice hold.
    fn all_cells(&mut self) -> Vec<Fact<W>> {
        self.unsaid += 1;
        (0..81).map(|cell| self.now(cell)).collect()
    }

    /// Why a relation made a fact true, or failed, in facts that were true before it ran.
    fn of_relation(
        &mut self,
        compiled: &Compiled<W>,
        relation: usize,
        wanted: Option<Fact<W>>,
    ) -> Vec<Fact<W>> {
        let mut call = Call {
            compiled,
            relation,
            boards: vec![self.past.board.clone()],
            scratch: &mut self.scratch,
            known: None,
            asked: 0,
        };
        let facts = call.first_reasons(wanted).map(|facts| call.settled(facts));
        self.asked += call.asked;
        facts.unwrap_or_else(|| {
            self.unsaid += 1;
            let vars = compiled.program.relations()[relation].vars();
            vars.iter().map(|&var| self.now(var)).collect()
        })
    }
}

/// One run of a relation, looked at again.
struct Call<'a, W: Word> {
    compiled: &'a Compiled<W>,
    relation: usize,
    /// The board before the first round, after it, and so on.
    boards: Vec<Vec<W>>,
    scratch: &'a mut Scratch<W>,
    /// What was found in the last round, where the reasons of the one variable were asked for.
    known: Option<(usize, u16, Vec<Inference<W>>)>,
    asked: u64,
}

/// A fact and the round after which it is true on the board.
type After<W> = (Fact<W>, usize);

impl<W: Word> Call<'_, W> {
    /// Runs rounds until the fact is true, or the relation fails; what forces that, not yet settled. `None` if
    /// that does not happen.
    fn first_reasons(&mut self, wanted: Option<Fact<W>>) -> Option<Vec<After<W>>> {
        let of = wanted.map_or(NOBODY, |fact| fact.var);
        for round in 0..MOST_ROUNDS {
            let (found, failed) = self.look(round, of);
            let mut after = self.boards[round].clone();
            let mut emptied = None;
            for inference in &found {
                match inference.removed {
                    Some((var, lost)) => {
                        let set = &mut after[usize::from(var)];
                        *set &= !lost;
                        if set.is_none() {
                            emptied = Some(var);
                        }
                    }
                    None if wanted.is_none() => {
                        return Some(inference.facts.iter().map(|&fact| (fact, round)).collect());
                    }
                    None => {}
                }
            }
            let silent = after == self.boards[round];
            self.boards.push(after);
            let reached = match wanted {
                Some(fact) => self.holds(fact, round + 1).then_some(fact),
                None => emptied.map(|var| Fact {
                    var,
                    within: W::NONE,
                }),
            };
            if let Some(fact) = reached {
                self.known = Some((round, of, found));
                return Some(vec![(fact, round + 1)]);
            }
            if silent || failed {
                return None;
            }
        }
        None
    }

    fn holds(&self, fact: Fact<W>, round: usize) -> bool {
        (self.boards[round][usize::from(fact.var)] & !fact.within).is_none()
    }

    /// Runs the relation on the board before a round, with the reasons for what one variable loses.
    fn look(&mut self, round: usize, of: u16) -> (Vec<Inference<W>>, bool) {
        self.asked += 1;
        let origin = self.compiled.origin();
        let asked = Asked {
            of: Some(of),
            runs: RUNS,
        };
        let mut sink = ReasonSink::new(&self.boards[round], origin, self.scratch).asking(asked);
        let outcome = self.compiled.program.explain(self.relation, &mut sink);
        (sink.found, outcome.is_err())
    }

    /// Explains facts by earlier ones until all were true before the first round.
    fn settled(&mut self, mut open: Vec<After<W>>) -> Vec<Fact<W>> {
        let mut facts = vec![];
        while let Some((fact, after)) = open.pop() {
            if self.holds(fact, 0) {
                facts.push(fact);
                continue;
            }
            let round = (0..after)
                .find(|&round| self.holds(fact, round + 1))
                .unwrap_or(after.saturating_sub(1));
            let mut lost = self.boards[round][usize::from(fact.var)] & !fact.within;
            let itself = Fact {
                var: fact.var,
                within: fact.within | lost,
            };
            open.push((itself, round));
            let known = self
                .known
                .take_if(|(at, of, _)| (*at, *of) == (round, fact.var));
            let found = match known {
                Some((.., found)) => found,
                None => self.look(round, fact.var).0,
            };
            for inference in found {
                if let Some((var, gone)) = inference.removed
                    && var == fact.var
                    && !(gone & lost).is_none()
                {
                    lost &= !gone;
                    open.extend(inference.facts.into_iter().map(|fact| (fact, round)));
                }
            }
        }
        facts
    }
}
