//! Follows an assumption through the consequences of single clues and houses, until one of these cannot be
//! satisfied.

use super::facts::{Fact, Facts};
use crate::sentence::Basis;
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// An inference: its basis, the variable, and the variable's remaining digits.
pub(super) type Link = (Basis, u16, DigitSet);

/// Maximum number of inferences behind a contradiction before redundant ones are dropped. Each drop is tested by replaying
/// the remaining inferences, which would take too much time for a long list.
const MOST_NEEDED: usize = 40;

/// An inference: the clue, house or cell behind it, and the digits that it removes from a variable.
#[derive(Clone, Debug)]
struct Inference {
    source: Source,
    var: u16,
    lost: DigitSet,
    /// The indices of the inferences on which this inference rests.
    parents: Vec<usize>,
}

/// The reason for an inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A clue or a house, as an index into the list of facts.
    Fact(usize),
    /// A cell with a known digit sees the variable because of this clue or house.
    Seen(Cite),
}

/// The end of a chase: the clue or house that cannot be satisfied, and the inferences that make it fail.
#[derive(Clone, Debug)]
struct End {
    source: Source,
    /// The variable whose domain became empty, if any.
    var: Option<u16>,
    parents: Vec<usize>,
}

/// An assumption and all its consequences so far.
#[derive(Clone)]
pub(super) struct Chase<'f, 'g> {
    facts: &'f Facts<'g>,
    now: Vec<DigitSet>,
    inferences: Vec<Inference>,
    /// For each variable, the indices of the inferences that removed digits from it.
    touched: Vec<Vec<usize>>,
    /// For each fact, `true` if one of its variables has changed since it was last used.
    is_pending: Vec<bool>,
    end: Option<End>,
}

/// A refutation: its inferences, and the clue or house that cannot be satisfied.
#[derive(Clone, Debug)]
pub(super) struct Refuted {
    pub(super) links: Vec<Link>,
    pub(super) breaks: Basis,
    /// The indices of the facts that the refutation uses.
    pub(super) facts: Vec<usize>,
}

impl<'f, 'g> Chase<'f, 'g> {
    pub(super) fn new(facts: &'f Facts<'g>) -> Self {
        Self {
            facts,
            now: facts.start.clone(),
            inferences: vec![],
            touched: vec![vec![]; facts.start.len()],
            is_pending: vec![false; facts.all.len()],
            end: None,
        }
    }

    /// Returns the current candidates of a variable.
    pub(super) fn at(&self, var: u16) -> DigitSet {
        self.now[usize::from(var)]
    }

    pub(super) fn has_failed(&self) -> bool {
        self.end.is_some()
    }

    /// Assumes that a variable holds one of the given digits.
    pub(super) fn assume(&mut self, (var, digits): (u16, DigitSet)) {
        self.change(var, digits);
    }

    /// Applies all facts for `rounds` rounds. Within a round, all facts are applied to the board from the
    /// end of the previous round.
    pub(super) fn follow(&mut self, rounds: usize) {
        for _ in 0..rounds {
            let pending: Vec<usize> = (0..self.is_pending.len())
                .filter(|&fact| self.is_pending[fact])
                .collect();
            if self.has_failed() || pending.is_empty() {
                return;
            }
            self.is_pending.fill(false);
            let frozen = self.now.clone();
            let mut found = vec![];
            for place in pending {
                let fact = &self.facts.all[place];
                match fact.consequences(self.facts.ground, &frozen) {
                    Some(losses) => found.push((place, losses)),
                    None => return self.fail(Source::Fact(place), None),
                }
            }
            // All facts were applied to the board of the previous round, so their parents are collected before the first
            // new inference.
            let parents: Vec<Vec<usize>> = found
                .iter()
                .map(|(place, _)| self.parents(*place))
                .collect();
            for ((place, losses), parents) in found.into_iter().zip(parents) {
                for (var, lost) in losses {
                    self.take(place, (var, lost), &parents);
                    if self.has_failed() {
                        return;
                    }
                }
            }
        }
    }

    /// Returns the inferences that removed digits from the variables of a fact.
    fn parents(&self, fact: usize) -> Vec<usize> {
        let vars = self.facts.all[fact].vars.iter();
        vars.flat_map(|&var| self.touched[usize::from(var)].iter().copied())
            .collect()
    }

    fn take(&mut self, place: usize, (var, lost): (u16, DigitSet), parents: &[usize]) {
        let lost = self.at(var) & lost;
        let left = self.at(var).without(lost);
        if lost.is_empty() {
            return;
        }
        if left.is_empty() {
            return self.fail(Source::Fact(place), Some(var));
        }
        let parents = match left.single() {
            // A placed digit restricts other cells. The earlier removals from the cell are among the reasons
            // for the placement.
            Some(_) => [parents, &self.touched[usize::from(var)]].concat(),
            None => parents.to_vec(),
        };
        self.touched[usize::from(var)].push(self.inferences.len());
        self.inferences.push(Inference {
            source: Source::Fact(place),
            var,
            lost,
            parents,
        });
        self.change(var, left);
    }

    fn fail(&mut self, source: Source, var: Option<u16>) {
        let of_fact = match source {
            Source::Fact(fact) => self.parents(fact),
            Source::Seen(_) => vec![],
        };
        let own = var
            .into_iter()
            .flat_map(|var| self.touched[usize::from(var)].iter());
        let parents = own.copied().chain(of_fact).collect();
        self.end = Some(End {
            source,
            var,
            parents,
        });
    }

    /// Restricts a variable. If only one digit is left, removes this digit from all cells that see the
    /// variable.
    fn change(&mut self, var: u16, digits: DigitSet) {
        let mut open = vec![(var, self.at(var) & digits)];
        while let Some((var, left)) = open.pop() {
            let index = usize::from(var);
            self.now[index] = self.now[index] & left;
            for &fact in &self.facts.of[index] {
                self.is_pending[fact] = true;
            }
            let (Some(_), Some(peers)) = (left.single(), self.facts.ground.peers.get(index)) else {
                continue;
            };
            let because = self.touched[index].clone();
            for peer in peers.iter() {
                if !(self.at(peer) & left).is_empty() {
                    open.extend(self.exclude((var, left), peer, &because));
                }
                if self.has_failed() {
                    return;
                }
            }
        }
    }

    /// Removes the known digit of a variable from a cell that sees it. Returns the cell and its remaining
    /// candidates, or `None` if there are none left.
    fn exclude(
        &mut self,
        (var, digit): (u16, DigitSet),
        peer: u16,
        because: &[usize],
    ) -> Option<(u16, DigitSet)> {
        let cite = self.facts.ground.why_apart(var, peer)?;
        let rest = self.at(peer).without(digit);
        let touched = &mut self.touched[usize::from(peer)];
        // Only exclusions that fix the peer are recorded as inferences. The reasons for any exclusion are therefore stored
        // with the peer.
        touched.extend(because);
        self.now[usize::from(peer)] = rest;
        if rest.is_empty() {
            self.fail(Source::Seen(cite), Some(peer));
            return None;
        }
        if rest.single().is_some() {
            let parents = touched.clone();
            touched.push(self.inferences.len());
            self.inferences.push(Inference {
                source: Source::Seen(cite),
                var: peer,
                lost: digit,
                parents,
            });
        }
        Some((peer, rest))
    }

    /// Returns the given inferences and all inferences on which they rest, in order. Returns `None` if there
    /// are more than [`MOST_NEEDED`].
    pub(super) fn find_needed(&self, ends: &[usize]) -> Option<Vec<usize>> {
        let mut is_needed = vec![false; self.inferences.len()];
        let mut open = ends.to_vec();
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut is_needed[place], true) {
                open.extend(&self.inferences[place].parents);
            }
        }
        let all: Vec<usize> = (0..is_needed.len())
            .filter(|&place| is_needed[place])
            .collect();
        (all.len() <= MOST_NEEDED).then_some(all)
    }

    /// Returns the number of inferences so far.
    pub(super) fn inferences(&self) -> usize {
        self.inferences.len()
    }

    /// Returns the inferences that removed digits from a variable.
    pub(super) fn behind(&self, var: u16) -> &[usize] {
        &self.touched[usize::from(var)]
    }

    /// Returns the inferences that lead to the failure; empty if nothing has failed.
    pub(super) fn behind_end(&self) -> &[usize] {
        self.end.as_ref().map_or(&[], |end| &end.parents)
    }

    /// Replays the inferences at `places` in order. Returns `None` if one of them does not follow without
    /// the inferences that were left out.
    pub(super) fn repeat(&self, replay: &mut Replay<'f, 'g>, places: &[usize]) -> Option<()> {
        places.iter().try_for_each(|&place| {
            // With fewer inferences, the replay may fail earlier. The rest is then not needed.
            if replay.breaks.is_some() {
                return Some(());
            }
            replay.infer(&self.inferences[place])
        })
    }

    /// Replays the failure. Returns `None` if it does not follow from the inferences replayed so far.
    pub(super) fn repeat_end(&self, replay: &mut Replay<'f, 'g>) -> Option<()> {
        if replay.breaks.is_some() {
            return Some(());
        }
        let end = self.end.as_ref()?;
        replay.fail(end)
    }
}

/// A replay of some inferences of a chase. It records each inference with the candidates that remain.
#[derive(Clone)]
pub(super) struct Replay<'f, 'g> {
    facts: &'f Facts<'g>,
    now: Vec<DigitSet>,
    pub(super) links: Vec<Link>,
    /// The indices of the facts that the replay uses.
    pub(super) used: Vec<usize>,
    pub(super) breaks: Option<Basis>,
}

impl<'f, 'g> Replay<'f, 'g> {
    pub(super) fn new(facts: &'f Facts<'g>) -> Self {
        Self {
            facts,
            now: facts.start.clone(),
            links: vec![],
            used: vec![],
            breaks: None,
        }
    }

    pub(super) fn at(&self, var: u16) -> DigitSet {
        self.now[usize::from(var)]
    }

    /// Restricts a variable to the digits in `left`. If only one digit remains, removes this digit from the cells that see
    /// the variable.
    pub(super) fn state(&mut self, var: u16, left: DigitSet) {
        self.now[usize::from(var)] = self.at(var) & left;
        if let (Some(_), Some(peers)) =
            (left.single(), self.facts.ground.peers.get(usize::from(var)))
        {
            for peer in peers.iter() {
                let own = &mut self.now[usize::from(peer)];
                *own = own.without(left);
            }
        }
    }

    /// Returns a copy of this replay that keeps the board but has an empty list of inferences.
    pub(super) fn after(&self) -> Self {
        Self {
            links: vec![],
            used: vec![],
            ..self.clone()
        }
    }

    /// Returns the refutation; `None` if nothing has failed.
    pub(super) fn into_refutation(self) -> Option<Refuted> {
        Some(Refuted {
            breaks: self.breaks?,
            links: self.links,
            facts: self.used,
        })
    }

    fn infer(&mut self, inference: &Inference) -> Option<()> {
        let var = inference.var;
        let now = self.at(var);
        let lost = now & inference.lost;
        let (basis, left) = match inference.source {
            // Without the inferences that were left out, the digit of the cell may be unknown. Nothing can
            // be stated then, so the inference is skipped.
            Source::Seen(_) if now.single().is_none() => return Some(()),
            Source::Seen(cite) => (Basis::One(cite), now),
            Source::Fact(_) if lost.is_empty() => return Some(()),
            Source::Fact(place) => {
                let fact = &self.facts.all[place];
                self.fails_with(fact, Some((var, lost))).then_some(())?;
                self.used.push(place);
                if now == lost {
                    self.breaks = Some(fact.basis.clone());
                    return Some(());
                }
                (fact.basis.clone(), now.without(lost))
            }
        };
        self.links.push((basis, var, left));
        self.state(var, left);
        Some(())
    }

    fn fail(&mut self, end: &End) -> Option<()> {
        let basis = match (end.source, end.var) {
            (Source::Seen(cite), Some(var)) => {
                self.at(var).is_empty().then_some(())?;
                Basis::One(cite)
            }
            // An exclusion always names the cell that it empties, so this case cannot occur.
            (Source::Seen(_), None) => return None,
            (Source::Fact(place), _) => {
                let fact = &self.facts.all[place];
                let own = end.var.filter(|var| !fact.vars.contains(var));
                let own = own.map(|var| (var, self.at(var)));
                self.fails_with(fact, own).then_some(())?;
                self.used.push(place);
                fact.basis.clone()
            }
        };
        self.breaks = Some(basis);
        Some(())
    }

    /// Returns `true` if the fact cannot be satisfied once a variable is restricted to the given digits.
    fn fails_with(&self, fact: &Fact, with: Option<(u16, DigitSet)>) -> bool {
        fact.fails(self.facts.ground, |var| match with {
            Some((own, digits)) if own == var => digits,
            Some((own, digits)) if digits.single().is_some() && self.sees(own, var) => {
                self.at(var).without(digits)
            }
            _ => self.at(var),
        })
    }

    fn sees(&self, one: u16, other: u16) -> bool {
        let peers = self.facts.ground.peers.get(usize::from(one));
        peers.is_some_and(|peers| {
            usize::from(other) < self.facts.ground.cells() && peers.contains(other)
        })
    }
}

/// Drops redundant items from a list, starting from the end, as long as `holds` accepts the remaining ones. Later items
/// rest on earlier ones, so a drop at the end can make earlier items redundant.
pub(super) fn drop_redundant<T: Clone>(all: &mut Vec<T>, mut holds: impl FnMut(&[T]) -> bool) {
    for place in (0..all.len()).rev() {
        let mut fewer = all.clone();
        fewer.remove(place);
        if holds(&fewer) {
            *all = fewer;
        }
    }
}

/// Refutes an assumption within `rounds` rounds, and drops redundant inferences from the refutation. Returns `None` if
/// nothing fails, or if the refutation needs too many inferences.
pub(super) fn refute(
    facts: &Facts<'_>,
    assumed: (u16, DigitSet),
    rounds: usize,
) -> Option<Refuted> {
    let mut chase = Chase::new(facts);
    chase.assume(assumed);
    chase.follow(rounds);
    let mut kept = chase.find_needed(chase.behind_end())?;
    let tell = |places: &[usize]| {
        let mut replay = Replay::new(facts);
        replay.state(assumed.0, assumed.1);
        chase.repeat(&mut replay, places)?;
        chase.repeat_end(&mut replay)?;
        Some(replay)
    };
    tell(&kept)?;
    drop_redundant(&mut kept, |fewer| tell(fewer).is_some());
    tell(&kept)?.into_refutation()
}
