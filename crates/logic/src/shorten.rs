//! Shorter stories: steps that the others make redundant are left out.
//!
//! The path applies all steps of one rating at once, so none of them knows the consequences of the others. A story gives one after the
//! other: after the digits that follow from the first, some of the rest conclude nothing new, and others are a detour.

use super::proof::is_proven;
use super::slice::{
    Kept, Needed, find_unexplained_losses, is_divisible, keep_needed_steps, prove, rests_of,
};
use super::{Board, Context, End, Ground, Memory, Path, Round, Sentence, Step, Steps};
use cluewright_puzzle::DigitSet;

/// The steps of a path that its last board depends on, in an order in which each follows from those before it. If the path ends with the
/// solution, steps that the others make redundant are left out as well.
#[must_use]
pub fn needed<'p>(ground: &Ground<'_>, path: &'p Path) -> Vec<Needed<'p>> {
    let kept = keep_needed_steps(ground, path);
    let is_searched = path.steps().any(|(_, step)| step.technique().is_search());
    match path.end == End::Solved && !is_searched {
        true => shorten(ground, path, kept),
        false => kept.into_iter().map(|kept| kept.needed).collect(),
    }
}

/// The needed steps of a path with a solution, without those that singles and the other steps make redundant. A digit may be placed
/// earlier than on the path, by another single.
fn shorten<'p>(ground: &Ground<'_>, path: &'p Path, kept: Vec<Kept<'p>>) -> Vec<Needed<'p>> {
    let mut story = Story::of(ground, path, kept);
    story.fixes_extras = story.lead_to_end().is_solved();
    let left_out = story.find_redundant_steps();
    match story.tell(&left_out) {
        Some(told) => cut_unneeded(ground, told),
        None => story.kept.into_iter().map(|kept| kept.needed).collect(),
    }
}

/// The kinds of singles that a path uses, by technique, with their ratings.
fn find_singles_of(path: &Path) -> Vec<(u16, u16)> {
    let mut singles: Vec<(u16, u16)> = vec![];
    for (_, step) in path.steps().filter(|(_, step)| is_single(step)) {
        if !singles.iter().any(|(known, _)| *known == step.technique) {
            singles.push((step.technique, step.rating));
        }
    }
    singles.sort_by_key(|(_, rating)| *rating);
    singles
}

fn is_single(step: &Step) -> bool {
    use Sentence::{LastCell, OnlyDigit, OnlyPlace};
    matches!(step.sentence(), LastCell | OnlyDigit | OnlyPlace)
}

struct Story<'a, 'p> {
    ground: &'a Ground<'a>,
    path: &'p Path,
    kept: Vec<Kept<'p>>,
    /// The kinds of singles that the path uses, by technique, with their ratings.
    singles: Vec<(u16, u16)>,
    /// For each cell, the step that places its digit on the path, by index, and its round.
    placed: Vec<Option<(usize, &'p Round)>>,
    /// `true` if the steps also fix the variables that rules add to the grid.
    fixes_extras: bool,
}

impl<'a, 'p> Story<'a, 'p> {
    fn of(ground: &'a Ground<'a>, path: &'p Path, kept: Vec<Kept<'p>>) -> Self {
        let mut kept = kept;
        let hardest = kept.iter().map(|kept| kept.needed.step.rating).max();
        let mut steps = kept.iter_mut();
        // The grade is due to the hardest step.
        if let Some(one) = steps.find(|kept| Some(kept.needed.step.rating) == hardest) {
            one.is_fixed = true;
        }
        let mut placed = vec![None; ground.cells()];
        for (place, (round, step)) in path.steps().enumerate() {
            if let Some((cell, _)) = step.placed {
                placed[usize::from(cell)] = Some((place, round));
            }
        }
        Self {
            ground,
            path,
            kept,
            singles: find_singles_of(path),
            placed,
            fixes_extras: false,
        }
    }

    /// Returns for each step whether it is left out. Steps with many proofs, which take many words, are tried first.
    fn find_redundant_steps(&self) -> Vec<bool> {
        let mut left_out = vec![false; self.kept.len()];
        let is_tried = |&place: &usize| {
            let kept = &self.kept[place];
            kept.needed.step.placed.is_none() && !kept.is_fixed
        };
        let mut order: Vec<usize> = (0..self.kept.len()).filter(is_tried).collect();
        order.sort_by_key(|&place| {
            let step = &self.kept[place].needed.step;
            std::cmp::Reverse((count_proofs(step), step.rating))
        });
        for place in order {
            left_out[place] = true;
            left_out[place] = self.leads_to_end(&left_out);
        }
        left_out
    }

    /// Returns `true` if singles and the steps that are not left out solve the puzzle.
    fn leads_to_end(&self, left_out: &[bool]) -> bool {
        let mut board = self.start();
        let mut open: Vec<usize> = (0..left_out.len()).filter(|&at| !left_out[at]).collect();
        loop {
            let before = open.len();
            open.retain(|&at| {
                let is_valid = self.kept[at].is_valid_on(&board);
                if is_valid {
                    board.apply(self.ground, &self.kept[at].needed.step);
                }
                !is_valid
            });
            if self.is_end(&board) {
                return true;
            }
            if open.len() == before {
                let found = self.find_placements(&board);
                if found.is_empty() {
                    return false;
                }
                for single in found {
                    board.apply(self.ground, &single.needed.step);
                }
            }
        }
    }

    /// The board after all steps.
    fn lead_to_end(&self) -> Board {
        let mut board = self.start();
        for kept in &self.kept {
            board.apply(self.ground, &kept.needed.step);
        }
        board
    }

    fn is_end(&self, board: &Board) -> bool {
        board.is_solved() || !self.fixes_extras && board.open().is_empty()
    }

    fn start(&self) -> Board {
        let first = self.path.rounds.first();
        first.map_or_else(|| Board::new(self.ground), |round| round.board.clone())
    }

    /// The easiest singles on a board that are valid on that of their round on the path as well, in place of the steps there.
    fn find_placements(&self, board: &Board) -> Vec<Kept<'p>> {
        let memory = Memory::default();
        let context = Context::new(self.ground, board, &memory, &|| true);
        let mut kinds = self.singles.iter().map(|&(technique, rating)| {
            let mut steps = Steps::up_to(rating);
            steps.begin(technique, rating);
            (super::TECHNIQUES[usize::from(technique)].find)(&context, &mut steps);
            let (_, found) = steps.into_found();
            let found = found.into_iter();
            found
                .filter_map(|step| self.replace_placement(board, step))
                .collect::<Vec<_>>()
        });
        kinds.find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// A single in place of the step that puts the digit there on the path.
    fn replace_placement(&self, board: &Board, step: Step) -> Option<Kept<'p>> {
        let (place, round) = self.placed[usize::from(step.placed?.0)]?;
        let rests = rests_of(self.ground, board, &step);
        let needed = Needed { place, round, step };
        let kept = Kept::new(needed, rests);
        kept.is_valid_on(&round.board).then_some(kept)
    }

    /// The steps that are not left out in an order in which each is valid, each with the board before it, and the singles that they
    /// need in addition. `None` if they do not lead to the end.
    fn tell(&self, left_out: &[bool]) -> Option<Vec<(Kept<'p>, Board)>> {
        let mut board = self.start();
        let mut open: Vec<usize> = (0..left_out.len()).filter(|&at| !left_out[at]).collect();
        let mut told = vec![];
        while !self.is_end(&board) {
            let next = open
                .iter()
                .position(|&at| self.kept[at].is_valid_on(&board));
            let next = match next {
                Some(next) => vec![self.kept[open.remove(next)].clone()],
                None => self.find_placements(&board),
            };
            if next.is_empty() {
                return None;
            }
            for mut one in next {
                one.needed.step = one.needed.step.on(board.candidates());
                let before = board.clone();
                if board.apply(self.ground, &one.needed.step) {
                    told.push((one, before));
                }
            }
        }
        Some(told)
    }
}

/// The number of proofs that a step's sentence tells.
fn count_proofs(step: &Step) -> usize {
    match step.sentence() {
        Sentence::Proven(proofs) => proofs.len(),
        _ => 0,
    }
}

/// The steps without conclusions that the rest of the story does not need, with their arguments for the others.
fn cut_unneeded<'p>(ground: &Ground<'_>, told: Vec<(Kept<'p>, Board)>) -> Vec<Needed<'p>> {
    let vars = told
        .first()
        .map_or(0, |(_, board)| board.candidates().len());
    let mut matters = vec![DigitSet::EMPTY; ground.cells()];
    // Variables that rules add to the grid are part of the solution.
    matters.resize(vars, DigitSet::range(0, 63));
    let mut needed = vec![];
    for (mut kept, board) in told.into_iter().rev() {
        if !kept.is_fixed {
            let whole = std::mem::take(&mut kept.needed.step);
            let step = cut(&whole, &matters);
            if step.placed.is_none() && step.removed.is_empty() {
                continue;
            }
            // Fewer conclusions may have a proof.
            let is_less = step.removed != whole.removed;
            let proof = is_less
                .then(|| prove(ground, &kept.needed, &step))
                .flatten();
            match proof.filter(|proof| proof.is_valid_on(&board)) {
                Some(proof) => kept = proof,
                None => kept.needed.step = argue_again(ground, &board, step),
            }
        }
        for &(var, within) in &kept.rests {
            let own = &mut matters[usize::from(var)];
            *own = *own | find_unexplained_losses(ground, &board, var).without(within);
        }
        needed.push(kept.needed);
    }
    needed.reverse();
    needed
}

/// A step without the conclusions that do not matter.
fn cut(step: &Step, matters: &[DigitSet]) -> Step {
    let is_divisible = is_divisible(step);
    let losses = step.removed.iter().zip(&step.left);
    let losses = losses.filter_map(|(&(var, lost), &left)| {
        let own = lost & matters[usize::from(var)];
        match is_divisible {
            _ if own.is_empty() => None,
            true => Some(((var, own), left | lost.without(own))),
            false => Some(((var, lost), left)),
        }
    });
    let (removed, left) = losses.unzip();
    Step {
        removed,
        left,
        ..step.clone()
    }
}

/// A step with an argument for its conclusions and what it leaves of their cells on a board.
fn argue_again(ground: &Ground<'_>, board: &Board, step: Step) -> Step {
    match step.sentence() {
        Sentence::Marks(_) | Sentence::Clues(_) => {
            let bare = Step {
                sentence: None,
                ..step.clone()
            };
            bare.argued(ground)
        }
        Sentence::Proven(proofs) if proofs.len() > 1 => {
            let is_own = |var: u16| step.removed.iter().any(|(own, _)| *own == var);
            let own = proofs.iter().filter(|proof| is_own(proof.removed.0));
            let fewer = step
                .clone()
                .arguing(Sentence::Proven(own.cloned().collect()));
            match is_proven(ground, board, &fewer) {
                true => fewer,
                false => step,
            }
        }
        _ => step,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::technique::Position;
    use crate::{Profile, TECHNIQUES, judge, solve};
    use cluewright_engine::model::Model;
    use cluewright_puzzle::{Cell, Given, Layout, Puzzle};
    use cluewright_rules::Book;

    /// Classics without chains, among the examples of techniques.
    fn classics() -> Vec<Puzzle> {
        let all = TECHNIQUES.iter().flat_map(|technique| technique.positions);
        let plain = all.filter(|Position { puzzle, .. }| puzzle.len() == 81);
        let classics = plain.map(|position| {
            let cells = position.puzzle.bytes().enumerate();
            let given = cells.filter(|(_, digit)| (b'1'..=b'9').contains(digit));
            let given = given.map(|(cell, digit)| Given {
                cell: Cell(cell as u16),
                digits: DigitSet::one(digit - b'0'),
            });
            Puzzle {
                givens: given.collect(),
                ..Puzzle::new(Layout::square(9))
            }
        });
        classics.take(40).collect()
    }

    /// Checks the story of a puzzle, and returns the number of steps that it leaves out.
    fn check_story(puzzle: &Puzzle) -> usize {
        let parts = cluewright_engine::parts(puzzle, Book::builtin())
            .expect("a puzzle without clues compiles");
        let model = Model::new(puzzle, &parts);
        let ground =
            Ground::new(puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
        let profile = Profile::builtin("default").expect("it is built in");
        let path = solve(&ground, profile, |rounds| rounds < 120);
        if path.end != End::Solved || path.steps().any(|(_, step)| step.technique().is_search()) {
            return 0;
        }
        let mut story = Story::of(&ground, &path, keep_needed_steps(&ground, &path));
        story.fixes_extras = true;
        let count = story.kept.len();
        let left_out = story.find_redundant_steps();
        for place in (0..count).filter(|&place| !left_out[place]) {
            let kept = &story.kept[place];
            let mut fewer = left_out.clone();
            fewer[place] = true;
            let is_fixed = kept.needed.step.placed.is_some() || kept.is_fixed;
            assert!(is_fixed || !story.leads_to_end(&fewer), "{:?}", kept.needed);
        }
        let told = shorten(&ground, &path, story.kept);
        let mut board = Board::new(&ground);
        for one in &told {
            assert_eq!(judge(&ground, &board, &one.step), Ok(()), "{:?}", one.step);
            assert_eq!(judge(&ground, &one.round.board, &one.step), Ok(()));
            assert!(board.apply(&ground, &one.step), "{:?}", one.step);
        }
        assert!(board.is_solved());
        count - told.len()
    }

    #[test]
    fn no_step_of_a_short_story_is_redundant() {
        let left_out: Vec<usize> = classics().iter().map(check_story).collect();
        assert!(left_out.iter().any(|&count| count > 0), "{left_out:?}");
    }
}
