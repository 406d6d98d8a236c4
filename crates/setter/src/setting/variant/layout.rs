//! Draws random positions for the clues of a new puzzle.

use super::style::Style;
use super::wish::Wish;
use crate::setting::drawing::{fit, marks, offset, place, tangles};
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::{Book, Clues, Placement, Shape};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Maximum number of random positions to try for the clues of one rule.
const PLACES: usize = 3_000;

/// Number of random positions from which the best one for a clue is chosen.
const CHOICES: usize = 8;

/// The grid on which new clues are drawn, and the constraints on them.
pub(super) struct Sheet<'a> {
    /// The grid without clues.
    pub(super) bare: Puzzle,
    /// The solution in which the clues must hold. It is empty if the solution is chosen after the clues.
    pub(super) solution: &'a [u8],
    /// Random grids that satisfy the global rules. A clue is strong if it is false in most of these grids.
    pub(super) samples: &'a [Vec<u8>],
    /// The symmetry, as maps from cells to cells under which the clues repeat. The first map is the identity.
    pub(super) maps: &'a [Vec<Cell>],
    pub(super) style: Style<'a>,
    pub(super) book: &'a Book,
}

impl Sheet<'_> {
    /// Returns the sheet without its symmetry, for clues that do not fit the symmetry.
    pub(super) fn free(&self) -> Sheet<'_> {
        Sheet {
            bare: self.bare.clone(),
            maps: &self.maps[..1],
            style: self.style.relax(),
            ..*self
        }
    }

    /// Returns `true` if the clue is true of the solution. If the solution is not chosen yet, returns `true` if the clue
    /// fits its rule.
    fn suits(&self, clue: &Clue) -> bool {
        match self.solution.is_empty() {
            true => self.book.misfit_of(&self.bare, clue).is_none(),
            false => self.holds(clue, self.solution),
        }
    }

    /// Returns `true` if a clue is true of a grid.
    pub(super) fn holds(&self, clue: &Clue, grid: &[u8]) -> bool {
        let cells = self.bare.layout.cell_count();
        self.book.holds(&self.bare, 0, clue, &grid[..cells]) == Ok(true)
    }
}

/// Draws the requested number of clues of a rule. With a symmetry, clues are drawn together with their images. If there is
/// too little room, returns the number of clues drawn.
pub(super) fn draw(
    wish: &Wish<'_>,
    count: usize,
    puzzle: &mut Puzzle,
    sheet: &Sheet<'_>,
    random: &mut ChaCha8Rng,
) -> Option<usize> {
    if !wish.marks.is_empty() {
        let marks = marks(sheet.book, &sheet.bare, wish.marks, sheet.solution);
        puzzle.clues.extend(marks);
        puzzle.clues.push(Clue::new(&wish.rule.name));
        return None;
    }
    if wish.rule.shape == Shape::Global {
        return None;
    }
    let drawing = Drawing { wish, sheet };
    // One clue has all marks of such a rule, so there cannot be a second one.
    let count = match wish.rule.typical.is_all_in_one() {
        true => 1,
        false => count,
    };
    let mut drawn = 0;
    let mut places = PLACES;
    while drawn < count {
        let mut fitting: Vec<Vec<Clue>> = vec![];
        while places > 0 && fitting.len() < CHOICES {
            places -= 1;
            let clues = drawing.together(random);
            let is_right = |clues: &Vec<Clue>| {
                drawn + clues.len() <= count && drawing.have_room(puzzle, clues)
            };
            fitting.extend(clues.filter(is_right));
        }
        // Strong clues save more givens, so the weaker half is left out.
        fitting.sort_by_cached_key(|clues| std::cmp::Reverse(drawing.strength(clues)));
        fitting.truncate(fitting.len().div_ceil(2));
        let Some(best) = fitting
            .into_iter()
            .min_by_key(|clues| drawing.crowding(puzzle, clues))
        else {
            break;
        };
        drawn += best.len();
        puzzle.clues.extend(best);
    }
    // A group of a clue and its images may exceed the requested number only if it is the first group.
    (drawn == 0 || drawn + sheet.maps.len() <= count).then_some(drawn)
}

/// Draws one more clue of a rule, with its images if there is a symmetry. Of several positions, chooses the one that rules
/// out the most other solutions. Returns `false` if there is no room.
pub(super) fn draw_more(
    wish: &Wish<'_>,
    puzzle: &mut Puzzle,
    sheet: &Sheet<'_>,
    others: &[Vec<u8>],
    random: &mut ChaCha8Rng,
) -> bool {
    let drawing = Drawing { wish, sheet };
    let ruled_out = |clues: &[Clue]| {
        let breaks = |other: &&Vec<u8>| clues.iter().any(|clue| !sheet.holds(clue, other));
        others.iter().rev().take(COMPARED).filter(breaks).count()
    };
    let places = (0..PLACES / 4).filter_map(|_| drawing.together(random));
    let fitting = places.filter(|clues| drawing.have_room(puzzle, clues));
    let best = fitting.take(CHOICES).max_by_key(|clues| {
        let crowding = drawing.crowding(puzzle, clues);
        (ruled_out(clues), std::cmp::Reverse(crowding))
    });
    let is_drawn = best.is_some();
    puzzle.clues.extend(best.into_iter().flatten());
    is_drawn
}

/// Maximum number of other solutions to use when the positions for a clue are compared.
const COMPARED: usize = 60;

struct Drawing<'a> {
    wish: &'a Wish<'a>,
    sheet: &'a Sheet<'a>,
}

impl Drawing<'_> {
    /// Draws a clue and its images, all of which are true of the solution. Returns `None` if no such clue is found, or if
    /// its images would overlap.
    fn together(&self, random: &mut ChaCha8Rng) -> Option<Vec<Clue>> {
        let first = match self.wish.rule.shape {
            Shape::Line => self.line(random)?,
            _ => self.place(random)?,
        };
        let mut clues: Vec<Clue> = vec![];
        for map in self.maps() {
            let clue = turn(&first, map, self.wish.rule.shape);
            // A clue on the axis of a symmetry is its own image.
            if clues.iter().any(|other| same_cells(other, &clue)) {
                continue;
            }
            if clues
                .iter()
                .any(|other| self.is_in_the_way(other, self.wish.rule.shape, &clue))
            {
                return None;
            }
            let sheet = self.sheet;
            let clue = match sheet.solution.is_empty() {
                true => sheet.suits(&clue).then_some(clue)?,
                false => fit(
                    sheet.book,
                    self.wish.rule,
                    &sheet.bare,
                    clue,
                    (sheet.solution, sheet.samples),
                    random,
                )?,
            };
            clues.push(self.move_to_usual_side(clue));
        }
        Some(clues)
    }

    /// Returns the number of sample grids in which a clue is false, summed over the clues.
    fn strength(&self, clues: &[Clue]) -> usize {
        let samples = self.sheet.samples;
        let is_false = |clue: &Clue, grid: &&Vec<u8>| !self.sheet.holds(clue, grid);
        let count = |clue: &Clue| samples.iter().filter(|grid| is_false(clue, grid)).count();
        clues.iter().map(count).sum()
    }

    /// Draws a clue in a random position, without values.
    fn place(&self, random: &mut ChaCha8Rng) -> Option<Clue> {
        let wish = self.wish;
        let mut clue = place(
            wish.rule,
            &self.sheet.bare,
            self.sheet.style.sizes(wish),
            self.sheet.solution,
            random,
        )?;
        if wish.rule.typical.is_all_in_one() && wish.counted {
            let cells = &mut clue.slots.first_mut()?.1;
            // Each circled digit counts its circles, so single circles cannot be left out.
            if wish.rule.typical.place != Some(Placement::Circles) {
                cells.shuffle(random);
                cells.truncate(wish.count);
                cells.sort_unstable();
            }
            if cells.len() != wish.count {
                return None;
            }
        }
        Some(clue)
    }

    /// Draws a line that does not touch itself. If clues of the rule have no values and the solution is known, prefers
    /// extensions after which the line is true of the solution.
    fn line(&self, random: &mut ChaCha8Rng) -> Option<Clue> {
        let (layout, wish) = (&self.sheet.bare.layout, self.wish);
        let (least, most) = self.sheet.style.sizes(wish);
        let length = random.random_range(least..=most);
        let mut cells = vec![Cell::from_index(
            random.random_range(0..layout.cell_count()),
        )];
        let blind = self.sheet.solution.is_empty() || !wish.is_free();
        while cells.len() < length {
            let mut next = next_cells(layout, &cells, random);
            if !blind {
                let longer = |cell: Cell| [&cells[..], &[cell]].concat();
                let good = next.iter().position(|&cell| self.is_true(&longer(cell)));
                match good {
                    Some(good) => next.swap(0, good),
                    None if cells.len() >= least && self.is_true(&cells) => break,
                    None => {}
                }
            }
            cells.push(*next.first()?);
        }
        Some(Clue::on(&wish.rule.name, cells))
    }

    /// Returns `true` if a line and its images are true of the solution.
    fn is_true(&self, cells: &[Cell]) -> bool {
        let clue = Clue::on(&self.wish.rule.name, cells);
        self.maps().iter().all(|map| {
            let clue = turn(&clue, map, Shape::Line);
            self.sheet.suits(&clue)
        })
    }

    /// Returns the maps under which clues of the rule repeat. A clue that consists of all marked cells rarely maps to
    /// itself, so the symmetry is ignored for such rules.
    fn maps(&self) -> &[Vec<Cell>] {
        match self.wish.rule.typical.is_all_in_one() {
            true => &self.sheet.maps[..1],
            false => self.sheet.maps,
        }
    }

    /// Moves a clue to the left or top end of its row or column if it is true there too, because setters prefer these ends.
    fn move_to_usual_side(&self, clue: Clue) -> Clue {
        let mut reversed = clue.clone();
        reversed
            .slots
            .iter_mut()
            .for_each(|(_, cells)| cells.reverse());
        let is_far = |clue: &Clue| {
            let ends = clue.cells().next().zip(clue.cells().last());
            ends.is_some_and(|(first, last)| first > last)
        };
        let is_outside = self.wish.rule.shape == Shape::Outside && is_far(&clue);
        match is_outside && self.sheet.suits(&reversed) {
            true => reversed,
            false => clue,
        }
    }

    /// Returns `true` if the puzzle has room for all the clues.
    fn have_room(&self, puzzle: &Puzzle, clues: &[Clue]) -> bool {
        self.sheet.style.suits(self.wish, puzzle, clues)
            && clues.iter().all(|clue| self.has_room(puzzle, clue))
    }

    /// Returns a penalty for crowded clues. Lines and areas should keep their distance. Marks on pairs that share a cell get
    /// a bonus, because they interact.
    fn crowding(&self, puzzle: &Puzzle, clues: &[Clue]) -> i32 {
        let layout = &puzzle.layout;
        let shape = self.wish.rule.shape;
        let same = puzzle.clues.iter().filter(|other| {
            let other = self.sheet.book.rule(&other.rule);
            other.is_ok_and(|rule| classify(rule.shape) == classify(shape))
        });
        let there: Vec<Cell> = same.flat_map(Clue::cells).collect();
        let new: Vec<Cell> = clues.iter().flat_map(Clue::cells).collect();
        let distance = |one: Cell, other: Cell| {
            let ((row, column), (r, c)) = (layout.place(one), layout.place(other));
            row.abs_diff(r).max(column.abs_diff(c))
        };
        let near = |within: u8| {
            let pairs = new
                .iter()
                .flat_map(|one| there.iter().map(move |other| (*one, *other)));
            pairs
                .filter(|(one, other)| distance(*one, *other) <= within)
                .count() as i32
        };
        match shape {
            Shape::Pair => near(2) - 8 * near(0),
            _ if self.sheet.style.is_gathered => 4 * near(1) - near(3),
            _ => near(1),
        }
    }

    /// Returns `true` if the puzzle has room for a clue.
    fn has_room(&self, puzzle: &Puzzle, clue: &Clue) -> bool {
        puzzle.clues.iter().all(|other| {
            let shape = self.sheet.book.rule(&other.rule).map(|rule| rule.shape);
            shape.is_ok_and(|shape| !self.is_in_the_way(other, shape, clue))
        })
    }

    /// Returns `true` if clues of the rule are shaded areas, which look like a single area if they touch.
    fn is_shaded(&self) -> bool {
        let draw = self.wish.rule.draw.as_ref();
        draw.is_some_and(|draw| draw.kind == "area")
    }

    /// Returns `true` if two clues share a cell, or have cells that share a side.
    fn touches(&self, one: &Clue, other: &Clue) -> bool {
        let layout = &self.sheet.bare.layout;
        one.cells().any(|cell| {
            let (row, column) = layout.place(cell);
            other.cells().any(|other| {
                let (r, c) = layout.place(other);
                row.abs_diff(r) + column.abs_diff(c) <= 1
            })
        })
    }

    /// Returns `true` if a clue would be drawn over another clue of its kind: a line over a line, a cage over a cage, or a
    /// dot over a dot. Shaded areas are in each other's way even if they only touch.
    fn is_in_the_way(&self, other: &Clue, shape: Shape, clue: &Clue) -> bool {
        let (one, two) = (classify(shape), classify(self.wish.rule.shape));
        if one != two {
            return false;
        }
        match one {
            Drawn::Line if crosses(&self.sheet.bare.layout, other, clue) => true,
            Drawn::Area if self.is_shaded() => self.touches(other, clue),
            Drawn::Line | Drawn::Area => other.cells().any(|a| clue.cells().any(|b| a == b)),
            // Clues at opposite ends of the same row have the same set of cells, but do not overlap.
            Drawn::Mark if shape == Shape::Outside => other.cells().eq(clue.cells()),
            Drawn::Mark => same_cells(other, clue),
            Drawn::Global => false,
        }
    }
}

/// The form in which clues of a shape are drawn. It determines when two clues overlap.
#[derive(PartialEq, Eq)]
enum Drawn {
    Line,
    Area,
    Mark,
    Global,
}

const fn classify(shape: Shape) -> Drawn {
    match shape {
        Shape::Line | Shape::Arrow | Shape::Pieces | Shape::Control | Shape::Arms => Drawn::Line,
        Shape::Group | Shape::Copy => Drawn::Area,
        Shape::Pair | Shape::Cell | Shape::Square | Shape::Outside | Shape::Diagonal => Drawn::Mark,
        Shape::Global => Drawn::Global,
    }
}

/// Returns `true` if a diagonal step of one clue crosses a diagonal step of the other.
fn crosses(layout: &Layout, one: &Clue, other: &Clue) -> bool {
    let has_step = |clue: &Clue, a: Cell, b: Cell| {
        let mut slots = clue.slots.iter();
        slots.any(|(_, cells)| {
            cells
                .windows(2)
                .any(|step| step == [a, b] || step == [b, a])
        })
    };
    let mut steps = one.slots.iter().flat_map(|(_, cells)| cells.windows(2));
    steps.any(|step| {
        let ((row, column), (to_row, to_column)) = (layout.place(step[0]), layout.place(step[1]));
        let corner = |row: u8, column: u8| layout.cell_at(row.into(), column.into());
        let is_diagonal = row.abs_diff(to_row) == 1 && column.abs_diff(to_column) == 1;
        let corners = corner(row, to_column).zip(corner(to_row, column));
        is_diagonal && corners.is_some_and(|(a, b)| has_step(other, a, b))
    })
}

/// Returns the indices of a rule's clues, in groups of clues that are images of each other.
pub(super) fn groups(puzzle: &Puzzle, rule: &str, maps: &[Vec<Cell>]) -> Vec<Vec<usize>> {
    let clues = puzzle.clues.iter().enumerate();
    let mut open: Vec<(usize, &Clue)> = clues.filter(|(_, clue)| clue.rule == rule).collect();
    let mut groups = vec![];
    while let Some(&(_, first)) = open.first() {
        let images: Vec<Clue> = maps
            .iter()
            .map(|map| turn(first, map, Shape::Group))
            .collect();
        let is_image =
            |(_, clue): &mut (usize, &Clue)| images.iter().any(|image| same_cells(image, clue));
        groups.push(
            open.extract_if(.., is_image)
                .map(|(index, _)| index)
                .collect(),
        );
    }
    groups
}

fn same_cells(one: &Clue, other: &Clue) -> bool {
    let sorted = |clue: &Clue| {
        let mut cells: Vec<Cell> = clue.cells().collect();
        cells.sort_unstable();
        cells
    };
    sorted(one) == sorted(other)
}

/// Returns the image of a clue under a map, without values.
fn turn(clue: &Clue, map: &[Cell], shape: Shape) -> Clue {
    let mut turned = Clue::new(&clue.rule);
    for (slot, cells) in &clue.slots {
        let mut cells: Vec<Cell> = cells.iter().map(|cell| map[cell.index()]).collect();
        // A map can permute cells, but clues of these shapes list them in reading order.
        let in_order = match shape {
            Shape::Group | Shape::Square | Shape::Cell => true,
            Shape::Arrow => slot == "bulb",
            _ => false,
        };
        if in_order {
            cells.sort_unstable();
        }
        turned = turned.slot(slot, cells);
    }
    turned
}

/// Returns the cells to which a line can be extended, in random order. Half of the time, the cell straight ahead comes
/// first.
fn next_cells(layout: &Layout, cells: &[Cell], random: &mut ChaCha8Rng) -> Vec<Cell> {
    let Some(&last) = cells.last() else {
        return vec![];
    };
    let steps = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
    let crosses = |(row, column): (i32, i32)| {
        let beside = [
            offset(layout, last, row, 0),
            offset(layout, last, 0, column),
        ];
        let [Some(one), Some(other)] = beside else {
            return false;
        };
        let pairs = cells.windows(2);
        let mut pairs = pairs.filter(|pair| pair.contains(&one) && pair.contains(&other));
        row != 0 && column != 0 && pairs.next().is_some()
    };
    let next = steps.filter(|&step| !crosses(step));
    let next = next.filter_map(|(row, column)| offset(layout, last, row, column));
    let mut next: Vec<Cell> = next.filter(|&cell| !tangles(layout, cells, cell)).collect();
    next.shuffle(random);
    let ahead = cells.len().checked_sub(2).and_then(|before| {
        let ((row, column), (r, c)) = (layout.place(last), layout.place(cells[before]));
        let twice = |now: u8, before: u8| 2 * i32::from(now) - i32::from(before);
        layout.cell_at(twice(row, r), twice(column, c))
    });
    if let Some(ahead) = next.iter().position(|&cell| Some(cell) == ahead)
        && [true, false].choose(random) == Some(&true)
    {
        next.swap(0, ahead);
    }
    next
}
