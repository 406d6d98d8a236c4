//! Where an assumption ends: the few of all that a step cites that cannot hold once it is followed.

use super::judge::clash;
use super::{Ground, Step};
use crate::model::Cite;
use crate::puzzle::DigitSet;

/// Clues and houses of which pairs are looked at, at most.
const MOST_PAIRED: usize = 6;

/// What cannot hold once a step's assumption and all that follows from it stand, with what is known of other cells: one
/// clue or house, or else two of them. `None` where no fewer than all that it cites are seen to clash.
#[must_use]
pub fn broken(ground: &Ground<'_>, step: &Step) -> Option<Vec<Cite>> {
    let known = followed(step)?;
    let mut cites = step.reason.cites.clone();
    cites.sort_by_key(|cite| matches!(cite, Cite::House(_)));
    let concerns: Vec<Vec<u16>> = cites.iter().map(|&cite| ground.cells_of(cite)).collect();
    let new: Vec<u16> = newly(step).map(|(var, _)| var).collect();
    let is_near = |place: usize| new.iter().any(|var| concerns[place].contains(var));
    let near: Vec<usize> = (0..cites.len()).filter(|&place| is_near(place)).collect();
    let breaks = |cites: Vec<Cite>| clash(ground, &cites, &known).then_some(cites);
    let one = near.iter().find_map(|&place| breaks(vec![cites[place]]));
    one.or_else(|| {
        let is_few = (3..=MOST_PAIRED).contains(&cites.len());
        let pairs = near.iter().filter(|_| is_few).flat_map(|&place| {
            let others = (0..cites.len()).filter(move |&other| other != place);
            others.map(move |other| [place.min(other), place.max(other)])
        });
        let meet = |&[a, b]: &[usize; 2]| concerns[a].iter().any(|var| concerns[b].contains(var));
        let mut pairs: Vec<[usize; 2]> = pairs.filter(meet).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut pairs = pairs.iter();
        pairs.find_map(|&[a, b]| breaks(vec![cites[a], cites[b]]))
    })
}

/// What a step assumes and what follows from it.
fn newly(step: &Step) -> impl Iterator<Item = (u16, DigitSet)> {
    let follows = step.chain.iter().filter(|link| link.on);
    let follows = follows.map(|link| (link.cell, DigitSet::one(link.digit)));
    step.removed.iter().copied().chain(follows)
}

/// What is known once the assumption stands and is followed, where a step makes one.
fn followed(step: &Step) -> Option<Vec<(u16, DigitSet)>> {
    let is_one = step.removed.len() == 1 && step.chain.iter().skip(1).all(|link| !link.starts);
    let facts = step.reason.facts.iter().copied();
    is_one.then(|| facts.chain(newly(step)).collect())
}
