//! Ground statements: what lowering says to the model.
//!
//! A statement has no quantifiers and no parameters left: only cells and numbers. Values are the
//! digits as the setter sees them, not bit positions. The model chooses the relation that runs it.

use crate::puzzle::{Cell, DigitSet};
use std::sync::Arc;

/// One ground statement about cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Every part holds; true when empty.
    All(Vec<Statement>),
    /// At least one part holds; false when empty.
    Any(Vec<Statement>),
    /// The part does not hold. Only around statements that have no better negation.
    Not(Box<Statement>),
    /// The number of parts that hold is in the set.
    Holds {
        /// The parts.
        parts: Vec<Statement>,
        /// Allowed numbers of true parts (0 to 63).
        counts: DigitSet,
    },
    /// The cell's value is in the set.
    Keep(Cell, DigitSet),
    /// The pair of values is allowed by the table.
    Pair(Cell, Cell, Arc<PairTable>),
    /// All values differ.
    Distinct(Vec<Cell>),
    /// The values are different and consecutive, in any order.
    Consecutive(Vec<Cell>),
    /// Each cell's value is below the next one's (or equal, unless `strict`).
    Ascending {
        /// From the lowest.
        cells: Vec<Cell>,
        /// Whether equal neighbours are refused.
        strict: bool,
    },
    /// The weighted sum compares with the number.
    Linear {
        /// Cells with their weights, no cell twice, no weight 0.
        terms: Vec<(Cell, i64)>,
        /// How it compares.
        compare: Compare,
        /// The right-hand side.
        total: i64,
    },
    /// The weighted sum is one of the numbers (ascending).
    SumIn {
        /// Cells with their weights, no cell twice, no weight 0.
        terms: Vec<(Cell, i64)>,
        /// The allowed totals.
        totals: Vec<i64>,
    },
    /// All groups have the same sum; a cell may stand in several groups.
    EqualSums(Vec<Vec<(Cell, i64)>>),
    /// The number of cells whose value lies in their set, plus `offset`, is the value of `total`,
    /// or in `counts` where there is no such cell.
    Count {
        /// Each cell with the set that makes it count.
        cells: Vec<(Cell, DigitSet)>,
        /// The cell that says how many.
        total: Option<Cell>,
        /// Added to the count before it is compared with `total`.
        offset: i64,
        /// Allowed counts (0 to 63) where `total` is `None`.
        counts: DigitSet,
    },
    /// The number of different values among `cells` is the value of `total`, or in `counts`.
    Kinds {
        /// The cells.
        cells: Vec<Cell>,
        /// The cell that says how many.
        total: Option<Cell>,
        /// Allowed numbers where `total` is `None`.
        counts: DigitSet,
    },
    /// Those of the different values that stand between the smallest and the largest have this sum.
    Encloses(Vec<Cell>, i64),
    /// Of lists of one length, read as numbers, so many are smaller than the first.
    Rank {
        /// The list that is ranked, then the others.
        lists: Vec<Vec<Cell>>,
        /// How many are smaller.
        smaller: u16,
        /// Whether others may be equal to it.
        ties: bool,
    },
    /// The value of `total` is `offset` and, along each arm, the number of cells from its start on
    /// that hold the same value as `head`.
    Runs {
        /// The cell that they are compared with.
        head: Cell,
        /// Lists of cells.
        arms: Vec<Vec<Cell>>,
        /// The cell that says how many.
        total: Cell,
        /// Added to the number.
        offset: i64,
    },
    /// Labels, counted from 1, tell regions of `size` cells: each connected, with different contents,
    /// and labelled in the order of their first cells.
    Regions {
        /// The label of each cell.
        labels: Vec<Cell>,
        /// The content of each cell.
        contents: Vec<Cell>,
        /// Pairs of indexes into both that touch.
        edges: Vec<(u16, u16)>,
        /// Cells of each region.
        size: u16,
        /// Labels that the puzzle itself gives to some cell: they may come in any order.
        pinned: DigitSet,
    },
    /// Each value that occurs among the cells occurs exactly that many times.
    SelfCounting(Vec<Cell>),
    /// `list[index - first]` has a value in common with `value`: they are equal.
    Element {
        /// The cells to choose from.
        list: Vec<Cell>,
        /// Chooses; its values outside the list are refused.
        index: Cell,
        /// The value of `index` that chooses the first cell.
        first: i64,
        /// What the chosen cell holds: a cell's value, or one of some digits.
        value: Result<Cell, DigitSet>,
    },
    /// All groups, of one length, hold the same values equally often.
    Same(Vec<Vec<Cell>>),
    /// The values, in order, are accepted by the automaton.
    Accepts(Vec<Cell>, Arc<Automaton>),
    /// The cells (with their edges) whose value lies in the set form one orthogonally connected,
    /// non-empty area, of a size in `sizes` where given.
    Connected {
        /// The cells.
        cells: Vec<Cell>,
        /// Pairs of indexes into `cells` that touch.
        edges: Vec<(u16, u16)>,
        /// Values that belong to the area.
        values: DigitSet,
        /// Exact size, if it is known.
        size: Option<u16>,
    },
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
}

/// A binary relation over values 0 to 63: `rows[a]` holds the values of the second cell that go with
/// value `a` of the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PairTable {
    /// Index: the first cell's value. Rows beyond the end allow nothing.
    pub rows: Vec<DigitSet>,
}

impl PairTable {
    /// The table of a predicate over the given values of both cells.
    pub fn new(first: DigitSet, second: DigitSet, mut allows: impl FnMut(u8, u8) -> bool) -> Self {
        let rows = (0..=first.max().unwrap_or(0))
            .map(|a| {
                let row = second.iter().filter(|&b| first.contains(a) && allows(a, b));
                row.collect()
            })
            .collect();
        Self { rows }
    }

    /// Whether the pair is allowed.
    #[must_use]
    pub fn allows(&self, a: u8, b: u8) -> bool {
        self.rows
            .get(usize::from(a))
            .is_some_and(|row| row.contains(b))
    }
}

/// A deterministic automaton over values. Missing transitions reject.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// `next[state * 64 + value]` is the following state, or `Automaton::DEAD`.
    pub next: Vec<u16>,
    /// Whether the automaton accepts when it ends in this state. Its length is the number of states.
    pub accepting: Vec<bool>,
    /// The state before the first value.
    pub start: u16,
}

impl Automaton {
    /// No state: the word is rejected.
    pub const DEAD: u16 = u16::MAX;

    /// The state after a value.
    #[must_use]
    pub fn step(&self, state: u16, value: u8) -> u16 {
        if state == Self::DEAD || value >= 64 {
            return Self::DEAD;
        }
        self.next[usize::from(state) * 64 + usize::from(value)]
    }

    /// Whether the automaton accepts the values.
    pub fn accepts(&self, values: impl IntoIterator<Item = u8>) -> bool {
        let end = values
            .into_iter()
            .fold(self.start, |state, v| self.step(state, v));
        end != Self::DEAD && self.accepting[usize::from(end)]
    }
}

impl Statement {
    /// The statement that always holds.
    pub const TRUE: Self = Self::All(vec![]);
    /// The statement that never holds.
    pub const FALSE: Self = Self::Any(vec![]);

    /// Calls `see` with each part of a conjunction, or with the statement itself.
    pub fn each_conjunct(&self, see: &mut impl FnMut(&Self)) {
        match self {
            Self::All(parts) => parts.iter().for_each(|part| part.each_conjunct(see)),
            other => see(other),
        }
    }

    /// Calls `see` with every cell that the statement names, with repeats.
    pub fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        match self {
            Self::All(parts) | Self::Any(parts) | Self::Holds { parts, .. } => {
                parts.iter().for_each(|part| part.each_cell(see));
            }
            Self::Not(part) => part.each_cell(see),
            Self::Keep(cell, _) => see(*cell),
            Self::Pair(a, b, _) => {
                see(*a);
                see(*b);
            }
            Self::Distinct(cells)
            | Self::Consecutive(cells)
            | Self::Ascending { cells, .. }
            | Self::SelfCounting(cells)
            | Self::Accepts(cells, _)
            | Self::Encloses(cells, _)
            | Self::Connected { cells, .. } => cells.iter().copied().for_each(see),
            Self::Linear { terms, .. } | Self::SumIn { terms, .. } => {
                terms.iter().for_each(|&(cell, _)| see(cell));
            }
            Self::EqualSums(groups) => {
                groups.iter().flatten().for_each(|&(cell, _)| see(cell));
            }
            Self::Count { cells, total, .. } => {
                cells.iter().for_each(|&(cell, _)| see(cell));
                total.iter().copied().for_each(see);
            }
            Self::Kinds { cells, total, .. } => {
                cells.iter().chain(total).copied().for_each(see);
            }
            Self::Element {
                list, index, value, ..
            } => {
                list.iter()
                    .chain([index])
                    .chain(value.as_ref().ok())
                    .copied()
                    .for_each(see);
            }
            Self::Same(groups) | Self::Rank { lists: groups, .. } => {
                groups.iter().flatten().copied().for_each(see);
            }
            Self::Runs {
                head, arms, total, ..
            } => {
                let arms = arms.iter().flatten();
                [head, total].into_iter().chain(arms).copied().for_each(see);
            }
            Self::Regions {
                labels, contents, ..
            } => labels.iter().chain(contents).copied().for_each(see),
        }
    }

    /// The same statement about other cells.
    #[must_use]
    pub fn with_cells(&self, to: &impl Fn(Cell) -> Cell) -> Self {
        let mut copy = self.clone();
        copy.rename(to);
        copy
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        let list = |cells: &mut Vec<Cell>| cells.iter_mut().for_each(|cell| *cell = to(*cell));
        let terms = |terms: &mut Vec<(Cell, i64)>| terms.iter_mut().for_each(|t| t.0 = to(t.0));
        match self {
            Self::All(parts) | Self::Any(parts) | Self::Holds { parts, .. } => {
                parts.iter_mut().for_each(|part| part.rename(to));
            }
            Self::Not(part) => part.rename(to),
            Self::Keep(cell, _) => *cell = to(*cell),
            Self::Pair(a, b, _) => (*a, *b) = (to(*a), to(*b)),
            Self::Distinct(cells)
            | Self::Consecutive(cells)
            | Self::Ascending { cells, .. }
            | Self::SelfCounting(cells)
            | Self::Accepts(cells, _)
            | Self::Connected { cells, .. } => list(cells),
            Self::Linear { terms: t, .. } | Self::SumIn { terms: t, .. } => terms(t),
            Self::EqualSums(groups) => groups.iter_mut().for_each(terms),
            Self::Count { cells, total, .. } => {
                cells.iter_mut().for_each(|c| c.0 = to(c.0));
                total.iter_mut().for_each(|cell| *cell = to(*cell));
            }
            Self::Kinds { cells, total, .. } => {
                list(cells);
                total.iter_mut().for_each(|cell| *cell = to(*cell));
            }
            Self::Element {
                list: cells,
                index,
                value,
                ..
            } => {
                list(cells);
                *index = to(*index);
                value.iter_mut().for_each(|cell| *cell = to(*cell));
            }
            Self::Same(groups) | Self::Rank { lists: groups, .. } => {
                groups.iter_mut().for_each(list);
            }
            Self::Encloses(cells, _) => list(cells),
            Self::Runs {
                head, arms, total, ..
            } => {
                (*head, *total) = (to(*head), to(*total));
                arms.iter_mut().for_each(list);
            }
            Self::Regions {
                labels, contents, ..
            } => {
                list(labels);
                list(contents);
            }
        }
    }

    /// Whether the statement holds for full values: the plain meaning that tests compare with.
    pub fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let int = |cell: Cell| i64::from(value(cell));
        let sum = |terms: &[(Cell, i64)]| terms.iter().map(|&(c, k)| k * int(c)).sum::<i64>();
        match self {
            Self::All(parts) => parts.iter().all(|p| p.holds(value)),
            Self::Any(parts) => parts.iter().any(|p| p.holds(value)),
            Self::Not(part) => !part.holds(value),
            Self::Holds { parts, counts } => {
                counts.contains(parts.iter().filter(|p| p.holds(value)).count() as u8)
            }
            Self::Keep(cell, digits) => digits.contains(value(*cell)),
            Self::Pair(a, b, table) => table.allows(value(*a), value(*b)),
            Self::Distinct(cells) => kinds(cells, value) == cells.len(),
            Self::Consecutive(cells) => {
                let values: DigitSet = cells.iter().map(|&c| value(c)).collect();
                let span = values
                    .max()
                    .zip(values.min())
                    .map_or(0, |(max, min)| max - min + 1);
                values.len() == cells.len() && usize::from(span) == cells.len()
            }
            Self::Ascending { cells, strict } => cells.windows(2).all(|w| {
                let (a, b) = (value(w[0]), value(w[1]));
                if *strict { a < b } else { a <= b }
            }),
            Self::Linear {
                terms,
                compare,
                total,
            } => compare.holds(sum(terms), *total),
            Self::SumIn { terms, totals } => totals.contains(&sum(terms)),
            Self::EqualSums(groups) => groups.windows(2).all(|w| sum(&w[0]) == sum(&w[1])),
            Self::Count {
                cells,
                total,
                offset,
                counts,
            } => {
                let count = cells
                    .iter()
                    .filter(|(c, set)| set.contains(value(*c)))
                    .count();
                match total {
                    Some(total) => int(*total) == count as i64 + offset,
                    None => counts.contains(count as u8),
                }
            }
            Self::Kinds {
                cells,
                total,
                counts,
            } => {
                let kinds = kinds(cells, value);
                match total {
                    Some(total) => usize::from(value(*total)) == kinds,
                    None => counts.contains(kinds as u8),
                }
            }
            Self::SelfCounting(cells) => cells.iter().all(|&c| {
                let same = cells.iter().filter(|&&d| value(d) == value(c)).count();
                same == usize::from(value(c))
            }),
            Self::Element {
                list,
                index,
                first,
                value: wanted,
            } => {
                let place = usize::try_from(int(*index) - first).ok();
                place
                    .and_then(|p| list.get(p))
                    .is_some_and(|&chosen| match wanted {
                        Ok(cell) => value(chosen) == value(*cell),
                        Err(digits) => digits.contains(value(chosen)),
                    })
            }
            Self::Same(groups) => {
                let sorted = |cells: &Vec<Cell>| {
                    let mut values: Vec<u8> = cells.iter().map(|&c| value(c)).collect();
                    values.sort_unstable();
                    values
                };
                groups.windows(2).all(|w| sorted(&w[0]) == sorted(&w[1]))
            }
            Self::Encloses(cells, sum) => {
                let values: Vec<i64> = cells.iter().map(|&c| int(c)).collect();
                let place = |end: Option<&i64>| values.iter().position(|v| Some(v) == end);
                let ends = (place(values.iter().min()), place(values.iter().max()));
                let (Some(a), Some(b)) = ends else {
                    return *sum == 0;
                };
                let between = values.get(a.min(b) + 1..a.max(b)).unwrap_or(&[]);
                kinds(cells, value) == cells.len() && between.iter().sum::<i64>() == *sum
            }
            Self::Rank {
                lists,
                smaller,
                ties,
            } => {
                let read = |list: &Vec<Cell>| list.iter().map(|&c| value(c)).collect::<Vec<u8>>();
                let numbers: Vec<Vec<u8>> = lists.iter().map(read).collect();
                let [first, others @ ..] = &numbers[..] else {
                    return *smaller == 0;
                };
                let less = others.iter().filter(|other| *other < first).count();
                less == usize::from(*smaller) && (*ties || !others.contains(first))
            }
            Self::Runs {
                head,
                arms,
                total,
                offset,
            } => {
                let same = |cell: &&Cell| value(**cell) == value(*head);
                let runs = arms.iter().map(|arm| arm.iter().take_while(same).count());
                int(*total) == runs.sum::<usize>() as i64 + offset
            }
            Self::Regions {
                labels,
                contents,
                edges,
                size,
                pinned,
            } => {
                let label = |place: &usize| value(labels[*place]);
                let places = |n: u8| (0..labels.len()).filter(move |p| label(p) == n);
                let regions = labels.len() / usize::from(*size).max(1);
                let region = |n: u8| {
                    let inside: Vec<Cell> = places(n).map(|place| contents[place]).collect();
                    kinds(&inside, value) == inside.len()
                        && connected(labels, edges, Some(*size), &|c| value(c) == n)
                };
                let free = (1..=regions as u8).filter(|&n| !pinned.contains(n));
                let firsts: Vec<_> = free.map(|n| places(n).next()).collect();
                regions * usize::from(*size) == labels.len()
                    && (1..=regions as u8).all(region)
                    && firsts.is_sorted()
            }
            Self::Accepts(cells, automaton) => automaton.accepts(cells.iter().map(|&c| value(c))),
            Self::Connected {
                cells,
                edges,
                values,
                size,
            } => connected(cells, edges, *size, &|c| values.contains(value(c))),
        }
    }
}

impl Compare {
    /// Whether `left` compares with `right` in this way.
    #[must_use]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::AtMost => left <= right,
            Self::AtLeast => left >= right,
        }
    }
}

fn kinds(cells: &[Cell], value: &impl Fn(Cell) -> u8) -> usize {
    cells.iter().map(|&c| value(c)).collect::<DigitSet>().len()
}

fn connected(
    cells: &[Cell],
    edges: &[(u16, u16)],
    size: Option<u16>,
    inside: &impl Fn(Cell) -> bool,
) -> bool {
    let members: Vec<bool> = cells.iter().map(|&c| inside(c)).collect();
    let count = members.iter().filter(|&&m| m).count();
    let Some(start) = members.iter().position(|&m| m) else {
        return false;
    };
    if size.is_some_and(|size| usize::from(size) != count) {
        return false;
    }
    let mut reached = vec![false; cells.len()];
    reached[start] = true;
    let mut stack = vec![start];
    while let Some(at) = stack.pop() {
        for &(a, b) in edges {
            let (a, b) = (usize::from(a), usize::from(b));
            for (from, to) in [(a, b), (b, a)] {
                if from == at && members[to] && !reached[to] {
                    reached[to] = true;
                    stack.push(to);
                }
            }
        }
    }
    reached.iter().filter(|&&r| r).count() == count
}
