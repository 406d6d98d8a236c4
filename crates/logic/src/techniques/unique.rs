//! Uniqueness arguments: patterns that would give a puzzle two solutions.
//!
//! Unique rectangles and loops of types 1 to 4, and bivalue universal graves of types 1 to 4, are techniques 19 and 23 to
//! 25 of Sudoku Explainer (N. Juillerat). All of them assume that the puzzle has only one solution.

use super::sets::choose;
use crate::Cells;
use crate::Context;
use crate::ground::House;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use cluewright_puzzle::DigitSet;

pub(super) const UNIQUE_LOOP: Technique = Technique {
    name: "unique-loop",
    help: "a loop of two digits (rectangle or longer) that would have two solutions",
    about: "A loop of cells with the same two digits, a rectangle or longer, could be filled in two ways. In \
            a puzzle with one solution some cell of the loop holds another digit.",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    sentence: Sentence::UniqueLoop,
    positions: &[Position::on_path(
        "sukaku-1.18",
        4.5,
        ".......2.....56.......1234.4......3..9...75..63..8.9..7..5..689.219.......6......",
    )],
    find: loops,
    ..Technique::USUAL
};

pub(super) const BUG_1: Technique = Technique {
    name: "bug-1",
    help: "two candidates in every open cell but one (bivalue universal grave, type 1)",
    about: "Every open cell but one has two candidates, and every digit two places in each house. Without \
            the third candidate there would be two solutions, so it is true.",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    sentence: Sentence::Bug,
    positions: &[Position::on_path(
        "sukaku-1.18",
        5.6,
        ".....8.2....46........1.56..2..8.4.6.459.18....7.......3...91.......7....5.....48",
    )],
    find: bug_type_1,
    ..Technique::USUAL
};

pub(super) const BUG: Technique = Technique {
    name: "bug",
    help: "two candidates in all but a few open cells (bivalue universal grave, types 2 to 4)",
    about: "All but a few open cells have two candidates, and every digit two places in each house. In a \
            puzzle with one solution one of the extra candidates is true; what excludes all of them goes.",
    family: Family::Uniqueness,
    assumes_uniqueness: true,
    sentence: Sentence::Bug,
    positions: &[Position::on_path(
        "sukaku",
        5.7,
        "......4.56..........9....63..35..8.21..9..6.......1.9...245....3.7..82......267..",
    )],
    find: bug_other_types,
    ..Technique::USUAL
};

/// A pattern that would have two solutions without the extra candidates of some cells.
struct Deadly {
    /// The cells of the pattern, each with its two digits.
    base: Vec<(u16, DigitSet)>,
    /// The cells with extra candidates, and the extra candidates of each cell.
    extras: Vec<(u16, DigitSet)>,
}

/// Finds loops of cells that share two digits. Each house must contain none or two of the cells.
fn loops(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        return;
    }
    for start in context.board.open().iter() {
        let digits = context.board.at(start);
        if digits.len() == 2 {
            let mut walk = Walk {
                context,
                digits,
                cells: vec![start],
                found: vec![],
            };
            walk.go(None, 2, DigitSet::EMPTY);
            for cells in walk.found {
                let more = match cells.len() {
                    0..=4 => 0,
                    5..=6 => 1,
                    7..=8 => 2,
                    _ => 5,
                };
                let base: Vec<(u16, DigitSet)> = cells.iter().map(|c| (c, digits)).collect();
                let extras = cells
                    .iter()
                    .map(|c| (c, context.board.at(c).without(digits)));
                let extras = extras.filter(|(_, e)| !e.is_empty()).collect();
                avoid(context, &Deadly { base, extras }, more, 0, steps);
            }
        }
    }
}

/// A partial loop: cells that have both digits. Each cell shares a house with the previous cell.
struct Walk<'a> {
    context: &'a Context<'a>,
    digits: DigitSet,
    cells: Vec<u16>,
    found: Vec<Cells>,
}

/// Maximum number of cells in a loop.
const LONGEST: usize = 14;

impl Walk<'_> {
    /// Extends the walk. `allowed` is the number of further cells that may have extra candidates, and `extras` is the set of
    /// extra candidates so far.
    fn go(&mut self, last: Option<u16>, allowed: u32, extras: DigitSet) {
        let ground = self.context.ground;
        let here = *self.cells.last().expect("a walk has a start");
        for &house in &ground.houses_of[usize::from(here)] {
            // A house contains only two cells of a loop, so the walk cannot use the same house twice in a row.
            if Some(house) == last {
                continue;
            }
            let cells = ground.houses[usize::from(house)].cells;
            let mut both = cells & self.context.board.open();
            for digit in self.digits.iter() {
                both &= self.context.board.places(digit);
            }
            for next in both.iter().filter(|&next| next != here) {
                if next == self.cells[0] && self.cells.len() >= 4 {
                    self.close();
                } else if !self.cells.contains(&next)
                    && self.cells.len() < LONGEST
                    && self.fits(next)
                {
                    let more = self.context.board.at(next).without(self.digits);
                    let union = extras | more;
                    // If more than two cells have extra candidates, there is a conclusion only if all of them share one
                    // extra digit.
                    if more.is_empty() || allowed > 0 || union.len() == 1 {
                        let allowed = allowed.saturating_sub(u32::from(!more.is_empty()));
                        self.cells.push(next);
                        self.go(Some(house), allowed, union);
                        self.cells.pop();
                    }
                }
            }
        }
    }

    /// Returns `true` if no house of the cell already contains two cells of the walk.
    fn fits(&self, cell: u16) -> bool {
        let walked: Cells = self.cells.iter().copied().collect();
        let ground = self.context.ground;
        let mut houses = ground.houses_of[usize::from(cell)].iter();
        houses.all(|&house| (ground.houses[usize::from(house)].cells & walked).len() < 2)
    }

    fn close(&mut self) {
        let cells: Cells = self.cells.iter().copied().collect();
        let mut houses = self.context.ground.houses.iter();
        let even = houses.all(|house| matches!((house.cells & cells).len(), 0 | 2));
        // In a loop with an odd number of cells, two digits cannot alternate.
        if even && self.cells.len().is_multiple_of(2) && !self.found.contains(&cells) {
            self.found.push(cells);
        }
    }
}

/// Finds bivalue universal graves of type 1. Without the extra candidates of one cell, all open cells would have two
/// candidates, and each digit would have two places in each house.
fn bug_type_1(context: &Context<'_>, steps: &mut Steps) {
    if let Some(deadly) = bug(context)
        && let [(cell, extras)] = deadly.extras[..]
    {
        let lost = context.board.at(cell).without(extras);
        let step = match extras.single() {
            Some(digit) => Step::place(cell, digit),
            None => Step::strip(context.board.candidates(), lost, Cells::one(cell)),
        };
        steps.offer(0, || deadly.describe(context, step));
    }
}

/// Finds bivalue universal graves of types 2 to 4, in which several cells have extra candidates.
fn bug_other_types(context: &Context<'_>, steps: &mut Steps) {
    if let Some(deadly) = bug(context)
        && deadly.extras.len() > 1
    {
        avoid(context, &deadly, 0, 0, steps);
    }
}

fn bug(context: &Context<'_>) -> Option<Deadly> {
    let (ground, board) = (context.ground, context.board);
    if !ground.plain() {
        return None;
    }
    let more = board.open().iter().filter(|&cell| board.at(cell).len() > 2);
    if more.count() > 8 {
        return None;
    }
    let mut deadly = Deadly {
        base: vec![],
        extras: vec![],
    };
    let mut planes: Vec<Cells> = (0..64).map(|digit| board.places(digit)).collect();
    for cell in board.open().iter() {
        let digits = board.at(cell);
        let crowded = |digit: &u8| {
            let mut houses = ground.houses_of[usize::from(cell)].iter();
            houses.all(|&h| (board.places(*digit) & ground.houses[usize::from(h)].cells).len() > 2)
        };
        let extras: DigitSet = match digits.len() {
            2 => DigitSet::EMPTY,
            _ => digits.iter().filter(crowded).collect(),
        };
        let base = digits.without(extras);
        if base.len() != 2 {
            return None;
        }
        for digit in extras.iter() {
            planes[usize::from(digit)] -= Cells::one(cell);
        }
        deadly.base.push((cell, base));
        if !extras.is_empty() {
            deadly.extras.push((cell, extras));
        }
    }
    let even = |house: &House| {
        let mut digits = ground.digits.iter();
        digits.all(|d| matches!((planes[usize::from(d)] & house.cells).len(), 0 | 2))
    };
    ground.houses.iter().all(even).then_some(deadly)
}

/// Finds the consequences of the fact that at least one extra candidate of a deadly pattern is true.
fn avoid(context: &Context<'_>, deadly: &Deadly, more: u16, per_set: u16, steps: &mut Steps) {
    let board = context.board;
    let union = deadly
        .extras
        .iter()
        .fold(DigitSet::EMPTY, |all, (_, e)| all | *e);
    let cells: Cells = deadly.extras.iter().map(|(cell, _)| *cell).collect();
    if let [(cell, extras)] = deadly.extras[..] {
        let lost = board.at(cell).without(extras);
        if !lost.is_empty() {
            steps.offer(more, || {
                deadly.describe(
                    context,
                    Step::strip(board.candidates(), lost, Cells::one(cell)),
                )
            });
        }
        return;
    }
    if let Some(digit) = union.single() {
        let lost = context.ground.common_peers(cells) & board.places(digit);
        if !lost.is_empty() {
            steps.offer(more, || deadly.describe(context, Step::remove(digit, lost)));
        }
    }
    let houses = context.ground.houses.iter();
    for house in houses.filter(|house| cells.within(house.cells)) {
        if cells.len() == 2 {
            locked_digit(context, deadly, house, cells, more, steps);
        }
        let virtual_cell = (house, cells, union);
        let more = more + per_set;
        naked_set::<1>(context, deadly, virtual_cell, more, steps);
        naked_set::<2>(context, deadly, virtual_cell, more + 1, steps);
        naked_set::<3>(context, deadly, virtual_cell, more + 2, steps);
        naked_set::<4>(context, deadly, virtual_cell, more + 3, steps);
    }
}

/// Finds a digit of the pattern that must be in one of the two cells with extra candidates. These cells lose the other digit
/// (type 4).
fn locked_digit(
    context: &Context<'_>,
    deadly: &Deadly,
    house: &House,
    cells: Cells,
    more: u16,
    steps: &mut Steps,
) {
    let base = |cell: u16| {
        let found = deadly.base.iter().find(|(c, _)| *c == cell);
        found.map_or(DigitSet::EMPTY, |(_, base)| *base)
    };
    let bases: Vec<DigitSet> = cells.iter().map(base).collect();
    let (common, all) = (bases[0] & bases[1], bases[0] | bases[1]);
    for digit in common.iter() {
        let locked = context.board.places(digit) & house.cells == cells;
        let lost = all.without(DigitSet::one(digit));
        let step = Step::strip(context.board.candidates(), DigitSet::EMPTY, cells);
        if locked && !lost.is_empty() {
            steps.offer(more, || {
                let removed = cells
                    .iter()
                    .map(|c| (c, base(c).without(DigitSet::one(digit))));
                let step = Step {
                    removed: removed.collect(),
                    ..step
                };
                let step = deadly.describe(context, step);
                step.citing([house.cite]).seeing(house.cells)
            });
        }
    }
}

/// Finds `N` further cells of a house that have `N + 1` digits together with the extra candidates of the pattern (type 3).
/// One of the extra candidates is true, so the other cells of the house lose these digits.
fn naked_set<const N: usize>(
    context: &Context<'_>,
    deadly: &Deadly,
    (house, cells, extras): (&House, Cells, DigitSet),
    more: u16,
    steps: &mut Steps,
) {
    let rest = (house.cells & context.board.open()) - cells;
    if extras.len() > N + 1 {
        return;
    }
    let others: Vec<(u16, DigitSet)> = rest
        .iter()
        .map(|cell| (cell, context.board.at(cell)))
        .filter(|(_, digits)| digits.len() <= N + 1)
        .collect();
    choose::<N>(others.len(), |chosen| {
        let digits = chosen.iter().fold(extras, |all, &i| all | others[i].1);
        if digits.len() != N + 1 {
            return;
        }
        let set: Cells = chosen.iter().map(|&i| others[i].0).collect();
        let places = digits
            .iter()
            .fold(Cells::EMPTY, |all, d| all | context.board.places(d));
        let lost = (rest - set) & places;
        if !lost.is_empty() {
            steps.offer(more + 1, || {
                let step = Step::strip(context.board.candidates(), digits, lost);
                deadly
                    .describe(context, step)
                    .citing([house.cite])
                    .seeing(set)
            });
        }
    });
}

impl Deadly {
    /// Sets the pattern that the step avoids.
    fn describe(&self, context: &Context<'_>, step: Step) -> Step {
        let pattern: Cells = self.base.iter().map(|(cell, _)| *cell).collect();
        let digits = self
            .base
            .iter()
            .fold(DigitSet::EMPTY, |all, (_, d)| all | *d);
        let extras: Cells = self.extras.iter().map(|(cell, _)| *cell).collect();
        let mut step = step.pattern(pattern).about(digits).sized(self.base.len());
        for (var, _) in step.removed.clone() {
            let why = extras
                .iter()
                .map(|cell| context.ground.why_apart(var, cell));
            step = step.citing(why.flatten());
        }
        step.avoids = self.base.clone();
        step
    }
}
