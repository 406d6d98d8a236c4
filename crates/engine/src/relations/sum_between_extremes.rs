use super::sharing::{self, share_out};
use crate::propagation::combinations::MOST_VALUES;
use crate::propagation::{Conflict, Reason, Shared, Sink, Word};
use std::ops::Range;

/// The constraint that the values along a line differ, and that the values between the smallest and the largest one have a given sum.
///
/// Propagation tries every choice of the smallest and the largest value and of their places, with the value sets that the cells
/// between them can hold. It removes candidates that no case allows: 97.4 % of all impossible candidates, compared to 73.7 % with
/// only the bounds of the cells.
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
        for smallest in 0..self.vars.len() {
            for largest in (0..self.vars.len()).filter(|&place| place != smallest) {
                self.add_case([smallest, largest], shared, &level.board, &mut level.union);
            }
        }
        let everything = |why: &mut Reason<'_, W>| {
            why.least(&self.vars, |sink| self.propagate(shared, sink));
        };
        let outcome = match level.union.iter().any(|set| set.is_none()) {
            true => Err(sink.fail(everything)),
            false => self
                .vars
                .iter()
                .zip(&level.union)
                .try_for_each(|(&var, &keep)| sink.keep(var, keep, everything)),
        };
        sink.scratch().put(level);
        outcome
    }

    /// Adds to `union` the candidates that are possible if the smallest and the largest value are at two given places.
    fn add_case<W: Word>(
        &self,
        places: [usize; 2],
        shared: &Shared<W>,
        board: &[W],
        union: &mut [W],
    ) {
        let values = places.map(|place| board[place]);
        let ends = Ends { places, values };
        let count = ends.between().len();
        // The sets contain bit indices, which start at 0, so the base is subtracted once for each cell.
        let sum = self.sum - shared.base * count as i64;
        let sets = shared.combinations.sets(count, sum);
        let is_listed = shared.values <= MOST_VALUES;
        // Cases that add no candidate are skipped here, because trying all their values is expensive. If value sets are not
        // listed, `sets` is empty although there may be such sets.
        if is_listed && sets.is_empty() || !adds(ends.cells(board), union) {
            return;
        }
        for least in values[0].each() {
            for most in values[1].each() {
                let values = [W::one(least), W::one(most)];
                let ends = Ends { places, values };
                // All values of the line differ, so the range from the smallest to the largest must have enough values.
                let is_wide = most as usize + 1 >= least as usize + board.len();
                if !is_wide || !adds(ends.cells(board), union) {
                    continue;
                }
                if is_listed {
                    ends.add_sets(sets, board, union);
                } else {
                    ends.add_bounds(sum, board, union);
                }
            }
        }
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

/// The places and candidates of the smallest and the largest value.
struct Ends<W> {
    places: [usize; 2],
    values: [W; 2],
}

impl<W: Word> Ends<W> {
    fn between(&self) -> Range<usize> {
        let [a, b] = self.places;
        a.min(b) + 1..a.max(b)
    }

    /// Returns the values strictly between the smallest and the largest value.
    fn inside(&self) -> W {
        let [low, high] = self.values;
        W::span(low.lowest() as i32 + 1, high.highest() as i32 - 1)
    }

    /// Returns the candidates of each cell that fit these ends.
    fn cells(&self, board: &[W]) -> impl Iterator<Item = W> {
        let inside = self.inside();
        let cell = move |(place, &set): (usize, &W)| {
            let end = self.places.iter().position(|&end| end == place);
            end.map_or(set & inside, |end| self.values[end])
        };
        board.iter().enumerate().map(cell)
    }

    /// Adds the candidates that are possible if the cells between the ends hold one of the value sets.
    fn add_sets(&self, sets: &[u32], board: &[W], union: &mut [W]) {
        let (between, inside) = (self.between(), self.inside());
        for &set in sets {
            let set = W::from_bits(u64::from(set));
            let others = inside & !set;
            let allowed = |place: usize| match place {
                _ if self.places.contains(&place) => !W::NONE,
                _ if between.contains(&place) => set,
                _ => others,
            };
            let cells = || {
                self.cells(board)
                    .zip(0..)
                    .map(|(cell, at)| cell & allowed(at))
            };
            // Sharing out the values is expensive, so sets that cannot occur or add nothing are skipped first.
            if !(set & !inside).is_none() || !adds(cells(), union) {
                continue;
            }
            let is_beside = |at: usize| !between.contains(&at) && !self.places.contains(&at);
            let Some(got) = share_out_values(cells().take(between.end).skip(between.start), set)
            else {
                continue;
            };
            let beside = cells().zip(0..).filter(|&(_, at)| is_beside(at));
            let Some(rest) = share_out_values(beside.map(|(cell, _)| cell), others) else {
                continue;
            };
            let (mut got, mut rest) = (got.into_iter(), rest.into_iter());
            for ((place, union), cell) in union.iter_mut().enumerate().zip(cells()) {
                let shared = match place {
                    _ if self.places.contains(&place) => None,
                    _ if between.contains(&place) => got.next(),
                    _ => rest.next(),
                };
                // The two extremes are not among the shared cells, because the case already fixes their values.
                *union |= cell & W::from_bits(shared.unwrap_or(!0));
            }
        }
    }

    /// Adds the candidates that are possible if the bounds of the cells between the ends allow the sum.
    fn add_bounds(&self, sum: i64, board: &[W], union: &mut [W]) {
        let between = self.between();
        let cells = || self.cells(board).take(between.end).skip(between.start);
        let least: i64 = cells().map(|set| i64::from(set.lowest())).sum();
        let most: i64 = cells().map(|set| i64::from(set.highest())).sum();
        if (least..=most).contains(&sum) {
            for (union, cell) in union.iter_mut().zip(self.cells(board)) {
                *union |= cell;
            }
        }
    }
}

/// Returns `true` if every cell has a candidate, and if `union` lacks one of these candidates.
fn adds<W: Word>(mut cells: impl Iterator<Item = W>, union: &[W]) -> bool {
    let mut is_new = false;
    let mut known = union.iter();
    cells.all(|cell| {
        is_new |= known
            .next()
            .is_some_and(|&known| !(cell & !known).is_none());
        !cell.is_none()
    }) && is_new
}

/// Returns the values that each cell can have if all differ; `None` if that is impossible. If there are too many cells or
/// values to check, returns all candidates.
fn share_out_values<W: Word>(
    cells: impl Iterator<Item = W>,
    values: W,
) -> Option<[u64; sharing::MOST]> {
    let (mut sets, mut count) = ([0; sharing::MOST], 0);
    for cell in cells {
        if let Some(set) = sets.get_mut(count) {
            *set = cell.bits();
        }
        count += 1;
    }
    match count.max(values.len() as usize) <= sharing::MOST {
        true => share_out(&sets[..count], values.bits()),
        false => Some([!0; sharing::MOST]),
    }
}
