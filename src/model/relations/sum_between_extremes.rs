use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};
use crate::model::{Reason, Word};

/// Of different values along a line, those between the smallest and the largest have a given sum.
///
/// Goes through all places of the smallest and the largest, and removes what none of them allows.
#[derive(Clone, Debug)]
pub struct SumBetweenExtremes {
    vars: Box<[u16]>,
    sum: i64,
}

impl SumBetweenExtremes {
    pub(crate) fn new(vars: &[u16], sum: i64) -> Self {
        Self {
            vars: vars.into(),
            sum,
        }
    }

    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut level = sink.scratch().take();
        level.board.clear();
        level.board.extend(self.vars.iter().map(|&v| sink.get(v)));
        level.union.clear();
        level.union.resize(self.vars.len(), W::NONE);
        let mut possible = false;
        for smallest in 0..self.vars.len() {
            for largest in 0..self.vars.len() {
                let ends = (smallest, largest);
                possible |=
                    smallest != largest && self.case(ends, shared, &level.board, &mut level.union);
            }
        }
        let everything = |why: &mut Reason<'_, W>| {
            why.least(&self.vars, |sink| self.propagate(shared, sink));
        };
        let outcome = match possible {
            false => Err(sink.fail(everything)),
            true => self
                .vars
                .iter()
                .zip(&level.union)
                .try_for_each(|(&var, &keep)| sink.keep(var, keep, everything)),
        };
        sink.scratch().put(level);
        outcome
    }

    /// Adds what the cells may hold with the smallest and the largest at these places; false when
    /// they cannot stand there.
    fn case<W: Word>(
        &self,
        (smallest, largest): (usize, usize),
        shared: &Shared<W>,
        board: &[W],
        union: &mut [W],
    ) -> bool {
        let (low, high) = (board[smallest], board[largest]);
        if low.is_none() || high.is_none() {
            return false;
        }
        let (least, most) = (low.lowest() as i32, high.highest() as i32);
        let inside = W::span(least + 1, most - 1);
        let (mut low_end, mut high_end) = (most - 1, least + 1);
        for (place, &set) in board.iter().enumerate() {
            if place != smallest && place != largest {
                let set = set & inside;
                if set.is_none() {
                    return false;
                }
                low_end = low_end.min(set.highest() as i32 - 1);
                high_end = high_end.max(set.lowest() as i32 + 1);
            }
        }
        let (low, high) = (low & W::span(0, low_end), high & W::span(high_end, 63));
        let (from, to) = (smallest.min(largest) + 1, smallest.max(largest));
        let between = match self.between(&board[from..to], inside, shared) {
            Some(between) if !low.is_none() && !high.is_none() => between,
            _ => return false,
        };
        for (place, (union, &set)) in union.iter_mut().zip(board).enumerate() {
            *union |= match place {
                _ if place == smallest => low,
                _ if place == largest => high,
                _ if (from..to).contains(&place) => set & between,
                _ => set & inside,
            };
        }
        true
    }

    /// The values that cells between the ends may hold; `None` when they cannot have the sum.
    fn between<W: Word>(&self, cells: &[W], inside: W, shared: &Shared<W>) -> Option<W> {
        let count = cells.len();
        let sum = self.sum - shared.base * count as i64;
        let sets = cells.iter().map(|&set| set & inside);
        let least: i64 = sets.clone().map(|set| i64::from(set.lowest())).sum();
        let most: i64 = sets.clone().map(|set| i64::from(set.highest())).sum();
        if !(least..=most).contains(&sum) {
            return None;
        }
        if shared.values > crate::model::combinations::MOST_VALUES {
            return Some(inside);
        }
        let union = sets.clone().fold(W::NONE, |all, set| all | set);
        let listed = shared.combinations.sets(count, sum).iter();
        let listed = listed.map(|&set| W::from_bits(u64::from(set)));
        let fits = |&values: &W| {
            (values & !union).is_none() && sets.clone().all(|set| !(set & values).is_none())
        };
        let mut listed = listed.filter(fits).peekable();
        listed.peek()?;
        Some(listed.fold(W::NONE, |all, values| all | values))
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        (5 * self.vars.len() * self.vars.len()) as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
