//! Where the clues of a new puzzle stand.

use super::wish::Wish;
use crate::setting::drawing::{fitted, marks, offset, place};
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::{Book, Clues, Default, Placement, Shape};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Random places that are tried for the clues of one rule.
const PLACES: usize = 3_000;

/// Draws the clues of a rule that are wanted; under a symmetry together with those that they turn into.
///
/// # Errors
/// Why there are not as many.
pub(super) fn draw(
    wish: &Wish<'_>,
    puzzle: &mut Puzzle,
    solution: &[u8],
    maps: &[Vec<Cell>],
    book: &Book,
    random: &mut ChaCha8Rng,
) -> Result<(), String> {
    let bare = Puzzle::new(puzzle.layout.clone());
    if !wish.marks.is_empty() {
        puzzle
            .clues
            .extend(marks(book, &bare, wish.marks, solution));
        puzzle.clues.push(Clue::new(&wish.rule.name));
        return Ok(());
    }
    if wish.rule.shape == Shape::Global {
        return Ok(());
    }
    let drawing = Drawing {
        wish,
        bare,
        solution,
        maps,
        book,
    };
    let count = match wish.rule.typical.is_all_in_one() {
        true => 1,
        false => wish.count,
    };
    let mut drawn = 0;
    for _ in 0..PLACES {
        if drawn == count {
            break;
        }
        let Some(clues) = drawing.together(random) else {
            continue;
        };
        // Which clues are in each other's way the first and the last of a symmetric group tell too.
        if drawn + clues.len() <= count && clues.iter().all(|clue| drawing.has_room(puzzle, clue)) {
            drawn += clues.len();
            puzzle.clues.extend(clues);
        }
    }
    // What goes together may not come out at the number that was asked for.
    match drawn > 0 && drawn + maps.len() > count {
        true => Ok(()),
        false => Err(format!(
            "there is room for {drawn} clues of `{}`, not for {count}",
            wish.rule.name
        )),
    }
}

/// Places among which the best one for a further clue is chosen.
const CHOICES: usize = 8;

/// Draws a further clue of a rule, under a symmetry together with those that it turns into: of several places the one
/// that rules out most of the other solutions. Returns `false` if there is no room.
pub(super) fn draw_more(
    wish: &Wish<'_>,
    puzzle: &mut Puzzle,
    solution: &[u8],
    maps: &[Vec<Cell>],
    book: &Book,
    others: &[Vec<u8>],
    random: &mut ChaCha8Rng,
) -> bool {
    let drawing = Drawing {
        wish,
        bare: Puzzle::new(puzzle.layout.clone()),
        solution,
        maps,
        book,
    };
    let cells = puzzle.layout.cell_count();
    let ruled_out = |clues: &[Clue]| {
        let breaks = |other: &&Vec<u8>| {
            let holds = |clue: &Clue| book.holds(&drawing.bare, 0, clue, &other[..cells]);
            clues.iter().any(|clue| holds(clue) != Ok(true))
        };
        others.iter().filter(breaks).count()
    };
    let places = (0..PLACES / 4).filter_map(|_| drawing.together(random));
    let fitting = places.filter(|clues| clues.iter().all(|clue| drawing.has_room(puzzle, clue)));
    let best = fitting.take(CHOICES).max_by_key(|clues| ruled_out(clues));
    let is_drawn = best.is_some();
    puzzle.clues.extend(best.into_iter().flatten());
    is_drawn
}

struct Drawing<'a> {
    wish: &'a Wish<'a>,
    /// The grid alone.
    bare: Puzzle,
    solution: &'a [u8],
    maps: &'a [Vec<Cell>],
    book: &'a Book,
}

impl Drawing<'_> {
    /// A clue and those that it turns into, each true of the grid; nothing where they are in each other's way.
    fn together(&self, random: &mut ChaCha8Rng) -> Option<Vec<Clue>> {
        let first = match self.wish.rule.shape {
            Shape::Line => self.line(random)?,
            _ => self.place(random)?,
        };
        let mut clues: Vec<Clue> = vec![];
        for map in self.maps {
            let clue = turned(&first, map, self.wish.rule.shape);
            if clues.iter().any(|other| same_cells(other, &clue)) {
                continue;
            }
            if clues
                .iter()
                .any(|other| self.is_in_the_way(other, self.wish.rule.shape, &clue))
            {
                return None;
            }
            let (book, rule) = (self.book, self.wish.rule);
            clues.push(fitted(book, rule, &self.bare, clue, self.solution, random)?);
        }
        Some(clues)
    }

    /// A clue in a random place, without values.
    fn place(&self, random: &mut ChaCha8Rng) -> Option<Clue> {
        let wish = self.wish;
        let mut clue = place(wish.rule, &self.bare, wish.sizes, self.solution, random)?;
        if wish.rule.typical.is_all_in_one() && wish.counted {
            let cells = &mut clue.slots.first_mut()?.1;
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

    /// A line that the grid makes true, wherever that can be seen while it grows, and that does not cross itself.
    fn line(&self, random: &mut ChaCha8Rng) -> Option<Clue> {
        let (layout, wish) = (&self.bare.layout, self.wish);
        let length = random.random_range(wish.sizes.0..=wish.sizes.1);
        let mut cells = vec![Cell::from_index(
            random.random_range(0..layout.cell_count()),
        )];
        let open = |default: &Default| matches!(default, Default::Required | Default::Optional);
        let blind = wish.rule.params.iter().any(|spec| open(&spec.default));
        while cells.len() < length {
            let mut next = next_cells(layout, &cells, random);
            if !blind {
                let longer = |cell: Cell| [&cells[..], &[cell]].concat();
                let good = next.iter().position(|&cell| self.is_true(&longer(cell)));
                if let Some(good) = good {
                    next.swap(0, good);
                }
            }
            cells.push(*next.first()?);
        }
        Some(Clue::on(&wish.rule.name, cells))
    }

    /// Whether a line and what it turns into are true of the grid.
    fn is_true(&self, cells: &[Cell]) -> bool {
        let clue = Clue::on(&self.wish.rule.name, cells);
        self.maps.iter().all(|map| {
            let clue = turned(&clue, map, Shape::Line);
            self.book.holds(&self.bare, 0, &clue, self.solution) == Ok(true)
        })
    }

    /// Whether a clue can stand beside those of the puzzle.
    fn has_room(&self, puzzle: &Puzzle, clue: &Clue) -> bool {
        puzzle.clues.iter().all(|other| {
            let shape = self.book.rule(&other.rule).map(|rule| rule.shape);
            shape.is_ok_and(|shape| !self.is_in_the_way(other, shape, clue))
        })
    }

    /// Whether a clue would be drawn over another: lines over lines, cages over cages, one dot over another.
    fn is_in_the_way(&self, other: &Clue, shape: Shape, clue: &Clue) -> bool {
        let (one, two) = (drawn_as(shape), drawn_as(self.wish.rule.shape));
        if one != two {
            return false;
        }
        match one {
            Drawn::Line if crosses(&self.bare.layout, other, clue) => true,
            Drawn::Line | Drawn::Area => other.cells().any(|a| clue.cells().any(|b| a == b)),
            Drawn::Mark => same_cells(other, clue),
            Drawn::Global => false,
        }
    }
}

/// What clues of a shape look like.
#[derive(PartialEq, Eq)]
enum Drawn {
    Line,
    Area,
    Mark,
    Global,
}

const fn drawn_as(shape: Shape) -> Drawn {
    match shape {
        Shape::Line | Shape::Arrow | Shape::Pieces | Shape::Control | Shape::Arms => Drawn::Line,
        Shape::Group | Shape::Copy => Drawn::Area,
        Shape::Pair | Shape::Cell | Shape::Square | Shape::Outside | Shape::Diagonal => Drawn::Mark,
        Shape::Global => Drawn::Global,
    }
}

/// Returns `true` if a diagonal step of one clue crosses one of the other between four cells.
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

fn same_cells(one: &Clue, other: &Clue) -> bool {
    let sorted = |clue: &Clue| {
        let mut cells: Vec<Cell> = clue.cells().collect();
        cells.sort_unstable();
        cells
    };
    sorted(one) == sorted(other)
}

/// The clue in the place where a map takes it, without values.
fn turned(clue: &Clue, map: &[Cell], shape: Shape) -> Clue {
    let mut turned = Clue::new(&clue.rule);
    for (slot, cells) in &clue.slots {
        let mut cells: Vec<Cell> = cells.iter().map(|cell| map[cell.index()]).collect();
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

/// The cells at which a line can go on, in random order, straight on more often than not.
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
    let mut next: Vec<Cell> = next.filter(|cell| !cells.contains(cell)).collect();
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
