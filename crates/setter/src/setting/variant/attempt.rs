//! One attempt to make a variant. It draws clues that are true of a grid, and adds more clues to save givens.

use super::givens::{Givens, count};
use super::layout::{Sheet, draw, draw_more, groups};
use super::wish::Wish;
use super::{Graded, Maker, Outcome};
use cluewright_puzzle::{Cell, Clue, Puzzle};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// Maximum number of givens, unless another number was requested or the clues do not distinguish all digits.
const MOST_GIVENS: usize = 4;
/// Number of givens that a puzzle may have beyond the minimum, if its clues do not distinguish all digits.
const SPARE_GIVENS: usize = 2;
/// Maximum number of rounds in which clues are added after few enough givens are needed, to save the remaining
/// givens.
const ROUNDS: usize = 4;
/// Number of groups of clues to add before givens are chosen again.
const MORE: usize = 3;
/// Maximum number of orders in which givens are removed, as long as the puzzle is too easy.
const ORDERS: usize = 3;

/// An unfinished puzzle, with its random number generator.
pub(super) struct Attempt<'a> {
    pub(super) maker: &'a Maker<'a>,
    pub(super) sheet: Sheet<'a>,
    pub(super) puzzle: Puzzle,
    pub(super) random: ChaCha8Rng,
    pub(super) compromises: Vec<String>,
    /// The maximum number of givens in the finished puzzle.
    pub(super) most: usize,
}

impl Attempt<'_> {
    /// Draws the requested clues. If their number is open, also draws clues that save givens, and returns the givens
    /// that make the puzzle unique, if it finds such givens.
    ///
    /// # Errors
    /// Returns an error if no clue of a rule fits, the clues contradict the grid, or time runs out.
    pub(super) fn draw_clues(&mut self) -> Result<Option<Vec<bool>>, Outcome> {
        for wish in &self.maker.wishes {
            if !self.maker.wanted.budget.has_time() {
                return Err(Outcome::Stopped);
            }
            let (name, count) = (&wish.rule.name, wish.count);
            // `Maker::lay_out` may have placed clues of the rule already.
            let of_rule = self.puzzle.clues.iter().filter(|clue| clue.rule == *name);
            let laid = of_rule.count();
            if laid >= count {
                continue;
            }
            let Some(room) = self.draw(wish, count - laid) else {
                continue;
            };
            let room = laid + room;
            let message =
                format!("there is room for only {room} clues of `{name}`, not for {count}");
            if room == 0 {
                return Err(Outcome::Failed(message));
            }
            if wish.counted {
                self.compromises.push(message);
            }
        }
        let Some(most) = self.most_givens() else {
            return Ok(None);
        };
        self.most = most;
        self.replace_givens(most).map(Some)
    }

    /// Places the first clues of a rule at random. If the request fixes the number of clues but no symmetry, clues that do
    /// not fit the random symmetry are placed without it. Returns `None` on success, and the number of placed clues if there
    /// was too little room.
    fn draw(&mut self, wish: &Wish<'_>, count: usize) -> Option<usize> {
        let before = self.puzzle.clues.len();
        let (puzzle, random) = (&mut self.puzzle, &mut self.random);
        let room = draw(wish, count, puzzle, &self.sheet, random);
        let drawn = puzzle.clues.len() - before;
        let is_enough = drawn >= count || drawn > 0 && (wish.is_single() || !wish.counted);
        if is_enough || self.maker.wanted.symmetry.is_some() {
            return room;
        }
        let more = draw(wish, count - drawn, puzzle, &self.sheet.free(), random);
        more.map(|more| drawn + more)
    }

    /// Draws a few more clues of the rules in turn, with or without the symmetry. Returns `false` if there was no room.
    fn draw_more<'w>(
        &mut self,
        turns: impl Iterator<Item = &'w &'w Wish<'w>>,
        others: &[Vec<u8>],
        is_symmetric: bool,
    ) -> bool {
        let before = self.puzzle.clues.len();
        for wish in turns {
            let (puzzle, random) = (&mut self.puzzle, &mut self.random);
            match is_symmetric {
                true => draw_more(wish, puzzle, &self.sheet, others, random),
                false => draw_more(wish, puzzle, &self.sheet.free(), others, random),
            };
        }
        self.puzzle.clues.len() > before
    }

    /// Returns the maximum number of givens. Returns `None` if it was not requested and the number of a rule's clues is
    /// fixed, because clues cannot save givens then.
    fn most_givens(&self) -> Option<usize> {
        let Maker { wanted, wishes, .. } = self.maker;
        let is_counted = wishes.iter().any(|wish| wish.counted);
        let usual = || MOST_GIVENS.max(self.count_forced_givens() + SPARE_GIVENS);
        wanted.givens.or_else(|| (!is_counted).then(usual))
    }

    /// Returns the minimum number of givens. With fewer givens, two digits that no clue distinguishes could be exchanged.
    fn count_forced_givens(&self) -> usize {
        cluewright_rules::count_forced_givens(&self.puzzle, self.maker.book).unwrap_or_default()
    }

    /// Adds clues of rules with an open count until few enough givens are needed, then removes redundant clues. Returns the
    /// givens.
    ///
    /// # Errors
    /// Returns an error if the clues contradict the grid, or time runs out.
    fn replace_givens(&mut self, most: usize) -> Result<Vec<bool>, Outcome> {
        let wishes = self.maker.wishes.iter();
        let open: Vec<&Wish<'_>> = wishes.filter(|wish| wish.is_open()).collect();
        let (clues, given) = self.add_clues(&open, most)?;
        self.puzzle.clues = clues;
        if count(&given) <= most {
            let puzzle = self.puzzle.clone();
            let mut givens = self.givens(&puzzle, &self.sheet.style.arrangement.orbits)?;
            self.thin(&open, &mut givens, &given);
        }
        Ok(given)
    }

    /// Adds clues until only the minimum number of givens is needed, or until no further clue fits. If up to `most`
    /// givens are enough, only a few more rounds of clues are added. Clues that break the symmetry are added only if
    /// too many givens would be needed without them. Returns the best clues found and their givens.
    ///
    /// # Errors
    /// Returns an error if the clues contradict the grid, or time runs out.
    fn add_clues(
        &mut self,
        open: &[&Wish<'_>],
        most: usize,
    ) -> Result<(Vec<Clue>, Vec<bool>), Outcome> {
        let wanted = self.maker.wanted;
        let enough = wanted.givens.unwrap_or_else(|| self.count_forced_givens());
        let orbits = &self.sheet.style.arrangement.orbits;
        let mut turns = open.iter().cycle();
        let mut known = vec![];
        let (mut has_room, mut is_symmetric) = (!open.is_empty(), true);
        let mut best: Option<(Vec<Clue>, Vec<bool>)> = None;
        let mut rounds = 0;
        loop {
            // `givens` borrows this copy, so that `self.puzzle` can get more clues in the meantime.
            let puzzle = self.puzzle.clone();
            let mut givens = self.givens(&puzzle, orbits)?;
            givens.know(known);
            let chosen = match has_room {
                true => givens.choose(most, &mut self.random),
                false => givens.choose_fewest(most, &mut self.random),
            };
            let is_better = |given: &Vec<bool>| {
                let best = best.as_ref();
                best.is_none_or(|(_, before)| count(given) < count(before))
            };
            if let Some(given) = chosen.filter(is_better) {
                best = Some((puzzle.clues.clone(), given));
            }
            let has_time = wanted.budget.has_time();
            if let Some((clues, given)) = &best {
                rounds += 1;
                if rounds > ROUNDS || count(given) <= enough || !has_room || !has_time {
                    return Ok((clues.clone(), given.clone()));
                }
            }
            if !has_time {
                return Err(Outcome::Stopped);
            }
            known = givens.into_others();
            // Each rule gets at least one turn, even if there are more rules than turns.
            let turn = turns.by_ref().take(MORE.max(open.len()));
            has_room = self.draw_more(turn, &known, is_symmetric);
            match best {
                Some(best) if !has_room => return Ok(best),
                None if !has_room && wanted.symmetry.is_none() => {
                    // Symmetric clues no longer fit. Try clues without the symmetry next, until these do not fit
                    // either.
                    has_room = std::mem::take(&mut is_symmetric);
                }
                _ => {}
            }
            // Solutions that break a new clue are no longer solutions of the puzzle.
            let new = &self.puzzle.clues[puzzle.clues.len()..];
            known.retain(|other| new.iter().all(|clue| self.sheet.holds(clue, other)));
        }
    }

    /// Removes groups of clues that the puzzle does not need with these givens, as long as it has more clues than usual.
    fn thin(&mut self, open: &[&Wish<'_>], givens: &mut Givens<'_>, given: &[bool]) {
        let mut dropped = BTreeSet::new();
        for wish in open {
            let mut groups = groups(&self.puzzle, &wish.rule.name, self.sheet.maps);
            let mut left: usize = groups.iter().map(Vec::len).sum();
            // Clues without an image break the symmetry, so they are the first to be removed.
            groups.shuffle(&mut self.random);
            groups.sort_by_key(Vec::len);
            for group in groups {
                let mut more = dropped.clone();
                more.extend(&group);
                let is_spare = left >= wish.count + group.len();
                if is_spare && givens.unique_without(given, &more) {
                    left -= group.len();
                    // `more` includes the groups dropped earlier, so this test covers their removal too.
                    dropped = more;
                }
            }
        }
        let mut index = 0..;
        self.puzzle
            .clues
            .retain(|_| index.next().is_none_or(|index| !dropped.contains(&index)));
    }

    /// Compiles the puzzle without givens, so that different givens can be tested.
    ///
    /// # Errors
    /// Returns an error if the clues contradict the grid, or time runs out.
    fn givens<'p>(&self, puzzle: &'p Puzzle, orbits: &'p [Vec<Cell>]) -> Result<Givens<'p>, Outcome>
    where
        Self: 'p,
    {
        let Maker { wanted, book, .. } = self.maker;
        if !wanted.budget.has_time() {
            return Err(Outcome::Stopped);
        }
        let givens = Givens::new(puzzle, book, self.sheet.solution, orbits, wanted.budget);
        givens.map_err(|_| Outcome::Failed("the clues contradict the grid".to_owned()))
    }

    /// Removes redundant givens. If there are still too many, chooses givens again without a symmetry, which needs fewer of
    /// them.
    fn reduce_givens(&mut self, givens: &mut Givens<'_>, given: &[bool]) -> Vec<bool> {
        let minimal = givens.adopt(given, &mut self.random);
        if count(&minimal) <= self.most {
            return minimal;
        }
        let fewest = givens.choose_fewest(self.most, &mut self.random);
        match fewest.filter(|fewest| count(fewest) < count(&minimal)) {
            Some(fewest) => fewest,
            None => givens.adopt(&minimal, &mut self.random),
        }
    }

    /// Chooses the givens and proves that the puzzle is unique. Starts from `enough`, givens that are known to be enough.
    pub(super) fn choose_givens(mut self, mut enough: Option<Vec<bool>>) -> Outcome {
        let maker = self.maker;
        let puzzle = std::mem::take(&mut self.puzzle);
        // Unless a symmetry was requested, every single given must be needed, so each cell is an orbit of its own.
        let orbits = match maker.wanted.symmetry {
            Some(_) => &self.sheet.style.arrangement.orbits,
            None => &maker.single,
        };
        let mut givens = match self.givens(&puzzle, orbits) {
            Ok(givens) => givens,
            Err(outcome) => return outcome,
        };
        let mut last = None;
        for _ in 0..ORDERS {
            let minimal = match enough.take() {
                Some(given) => Some(self.reduce_givens(&mut givens, &given)),
                None => givens.choose(usize::MAX, &mut self.random),
            };
            let Some(minimal) = minimal.filter(|_| maker.wanted.budget.has_time()) else {
                return Outcome::Stopped;
            };
            let graded = match maker.wanted.band() {
                None => Ok(Graded {
                    given: minimal,
                    grade: None,
                }),
                Some(band) => maker.towards(band, &puzzle, &mut givens, minimal, &mut self.random),
            };
            match graded {
                Ok(graded) => {
                    let needed = count(&graded.given);
                    let excess = format!("it needs {needed} givens, more than {}", self.most);
                    match maker.wanted.givens {
                        _ if needed <= self.most => {}
                        Some(_) => return Outcome::Failed(excess),
                        None => self.compromises.push(excess),
                    }
                    return maker.finish(&puzzle, &mut givens, graded, self.compromises);
                }
                Err(None) => return Outcome::Stopped,
                // Even more givens did not make this puzzle easy enough, so another order would not help.
                Err(Some(near)) if near.too_hard => return near.of(&puzzle),
                Err(Some(near)) => last = Some(near),
            }
        }
        last.map_or(Outcome::Stopped, |near| near.of(&puzzle))
    }
}
