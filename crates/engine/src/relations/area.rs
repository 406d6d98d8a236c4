//! Areas of a graph: sets of places that can be grown and flooded along its edges.

use crate::propagation::Word;

/// A set of up to `64 * N` places, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area<const N: usize>(pub(super) [u64; N]);

/// The edges of the graph, grouped by the difference between the indices of their two places. Each group is stored as the
/// difference and the set of the lower places. A grid has two differences: one between neighbouring columns, and one between
/// neighbouring rows.
#[derive(Clone, Debug)]
pub(super) struct Links {
    strides: Box<[(usize, Box<[u64]>)]>,
}

impl<const N: usize> Area<N> {
    pub(super) const NONE: Self = Self([0; N]);

    #[inline(always)]
    pub(super) fn of(words: &[u64]) -> Self {
        Self(std::array::from_fn(|word| words[word]))
    }

    #[inline(always)]
    fn zip(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| {
            each(self.0[word], other.0[word])
        }))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns `true` if the areas share a place.
    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    #[inline(always)]
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the area that contains only the lowest place of this one.
    #[inline(always)]
    pub(super) fn first(self) -> Self {
        let mut first = Self::NONE;
        if let Some(word) = self.0.iter().position(|&word| word != 0) {
            first.0[word] = self.0[word] & self.0[word].wrapping_neg();
        }
        first
    }

    /// Returns the places in order.
    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(word, bits)| Word::each(bits).map(move |bit| word * 64 + bit as usize))
    }

    /// Shifts every place up by a difference.
    #[inline(always)]
    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let moved = Self(std::array::from_fn(|at| {
            // The shift is done in two steps, because a single shift by 64 would overflow if `bits` is 0.
            let carried = at.checked_sub(1).map_or(0, |below| self.0[below]);
            self.0[at] << bits | carried >> 1 >> (63 - bits)
        }));
        if words == 0 {
            return moved;
        }
        let word = |at: usize| at.checked_sub(words).map_or(0, |from| moved.0[from]);
        Self(std::array::from_fn(word))
    }

    /// Shifts every place down by a difference.
    #[inline(always)]
    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let moved = Self(std::array::from_fn(|at| {
            // As in `up`, a single shift by 64 would overflow.
            let carried = self.0.get(at + 1).copied().unwrap_or(0);
            self.0[at] >> bits | carried << 1 << (63 - bits)
        }));
        if words == 0 {
            return moved;
        }
        let word = |at: usize| moved.0.get(at + words).copied().unwrap_or(0);
        Self(std::array::from_fn(word))
    }
}

impl Links {
    /// Creates the links from a list of edges, each given once. `words` is the number of words of an area.
    pub(super) fn new(edges: &[(usize, usize)], words: usize) -> Self {
        let mut strides: Vec<(usize, Box<[u64]>)> = vec![];
        for &(a, b) in edges {
            let (from, stride) = (a.min(b), a.abs_diff(b));
            let known = strides.iter().position(|known| known.0 == stride);
            let at = known.unwrap_or_else(|| {
                strides.push((stride, vec![0; words].into()));
                strides.len() - 1
            });
            strides[at].1[from / 64] |= 1 << (from % 64);
        }
        // `doubtful` expects the difference between columns first. Sorting puts it there, because it is always the smaller one.
        strides.sort();
        Self {
            strides: strides.into(),
        }
    }

    /// Returns the places adjacent to an area, some of which may be in the area.
    #[inline(always)]
    pub(super) fn near<const N: usize>(&self, area: Area<N>) -> Area<N> {
        self.strides.iter().fold(Area::NONE, |near, stride| {
            near.or(before(stride, area)).or(after(stride, area))
        })
    }

    /// Returns the places that can be reached from `from` without leaving the field.
    #[inline]
    pub(super) fn flood<const N: usize>(&self, from: Area<N>, field: Area<N>) -> Area<N> {
        let mut area = from;
        loop {
            let more = area.or(self.near(area).and(field));
            if more == area {
                return area;
            }
            area = more;
        }
    }

    /// Returns the places of a field whose removal may disconnect their neighbours from each other. In a grid, these are the places with
    /// two or more groups of neighbours that are not joined around a corner.
    #[inline]
    pub(super) fn doubtful<const N: usize>(&self, field: Area<N>) -> Area<N> {
        // Corners are defined only for grids, so in any other graph every place counts as doubtful.
        let [a, b] = &*self.strides else {
            return field;
        };
        let (east, south) = (before(a, field), before(b, field));
        let (west, north) = (after(a, field), after(b, field));
        let [in_east, in_south, in_west, in_north] =
            [east, south, west, north].map(|touched| touched.and(field));
        let corners = [
            after(b, in_east).and(before(a, in_north)),
            before(a, in_south).and(before(b, in_east)),
            before(b, in_west).and(after(a, in_south)),
            after(a, in_north).and(after(b, in_west)),
        ];
        // The neighbours that no corner joins to the next neighbour in clockwise order. Each of them is the last of a group of joined
        // neighbours.
        let lasts = [
            north.without(corners[0]),
            east.without(corners[1]),
            south.without(corners[2]),
            west.without(corners[3]),
        ];
        let [north, east, south, west] = lasts;
        let beside = north.and(east).or(south.and(west));
        let across = north.or(east).and(south.or(west));
        beside.or(across).and(field)
    }

    /// Tests whether removing `place` disconnects the field. If so, returns the places that can be reached from `from` without `place`;
    /// they do not include every neighbour of `place`. `field` must not contain `place`.
    #[inline]
    pub(super) fn find_parted<const N: usize>(
        &self,
        place: Area<N>,
        from: Area<N>,
        field: Area<N>,
    ) -> Option<Area<N>> {
        let beside = self.near(place).and(field);
        let mut area = from;
        // Once all neighbours are reached, it is certain that removing the place disconnects nothing, so the flood can end early.
        while !beside.without(area).is_empty() {
            let more = area.or(self.near(area).and(field));
            if more == area {
                return Some(area);
            }
            area = more;
        }
        None
    }
}

/// Returns the places from which a link of this difference leads to the area.
#[inline(always)]
fn before<const N: usize>((by, lower): &(usize, Box<[u64]>), area: Area<N>) -> Area<N> {
    area.down(*by).and(Area::of(lower))
}

/// Returns the places to which a link of this difference leads from the area.
#[inline(always)]
fn after<const N: usize>((by, lower): &(usize, Box<[u64]>), area: Area<N>) -> Area<N> {
    area.and(Area::of(lower)).up(*by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Returns the pairs of orthogonal neighbours in a square grid.
    fn grid(size: usize) -> Vec<(usize, usize)> {
        let right = (0..size * size)
            .filter(|cell| cell % size + 1 < size)
            .map(|cell| (cell, cell + 1));
        let down = (0..size * (size - 1)).map(|cell| (cell + size, cell));
        right.chain(down).collect()
    }

    fn neighbours(places: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut near = vec![vec![]; places];
        for &(a, b) in edges {
            near[a].push(b);
            near[b].push(a);
        }
        near
    }

    /// Returns the places that can be reached from a place, by a simple search that serves as a reference.
    fn walk(from: usize, field: &[bool], near: &[Vec<usize>]) -> Vec<bool> {
        let mut reached = vec![false; field.len()];
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            if field[place] && !std::mem::replace(&mut reached[place], true) {
                open.extend(&near[place]);
            }
        }
        reached
    }

    fn one<const N: usize>(place: usize) -> Area<N> {
        let mut one = Area::NONE;
        one.0[place / 64] = 1 << (place % 64);
        one
    }

    fn area<const N: usize>(places: &[bool]) -> Area<N> {
        let places = places.iter().enumerate().filter(|(_, holds)| **holds);
        places.fold(Area::NONE, |area, (place, _)| area.or(one(place)))
    }

    /// Checks that flooding from each place, and removing each place, gives the same results as the simple search.
    fn agrees<const N: usize>(
        field: &[bool],
        edges: &[(usize, usize)],
    ) -> Result<(), TestCaseError> {
        let near = neighbours(field.len(), edges);
        let links = Links::new(edges, N);
        let whole = area::<N>(field);
        let doubtful = links.doubtful(whole);
        for place in whole.each() {
            let one = one(place);
            let reached = area(&walk(place, field, &near));
            prop_assert_eq!(links.flood(one, whole), reached, "from {}", place);
            let mut others = field.to_vec();
            others[place] = false;
            let beside = near[place].iter().filter(|&&other| others[other]);
            let parts: BTreeSet<Vec<bool>> =
                beside.map(|&other| walk(other, &others, &near)).collect();
            let holds = parts.len() < 2;
            prop_assert!(
                holds || doubtful.meets(one),
                "{place} disconnects the field"
            );
            for part in parts {
                let part = area::<N>(&part);
                let left = links.find_parted(one, part.first(), area(&others));
                prop_assert_eq!(left, (!holds).then_some(part), "without {}", place);
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn areas_of_a_grid_match_a_simple_search(
            size in 4usize..=16,
            field in proptest::collection::vec(proptest::bool::weighted(0.6), 256),
        ) {
            agrees::<4>(&field[..size * size], &grid(size))?;
        }

        #[test]
        fn areas_of_a_graph_match_a_simple_search(
            field in proptest::collection::vec(any::<bool>(), 20),
            edges in proptest::collection::vec((0usize..20, 0usize..20), 0..30),
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
            agrees::<2>(&field, &edges)?;
        }
    }
}
