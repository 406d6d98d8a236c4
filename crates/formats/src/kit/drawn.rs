//! Decides which drawings may state rules that were not read.
//!
//! A drawing is certainly cosmetic if it shows a clue that was read, or if no rule could be drawn at its position.
//! docs/FORMATS.md lists the cases.

use super::cells::{is_square, place_name};
use super::unknown::count_drawings;
use cluewright_puzzle::{Cell, Clue, Layout, Param, Place, Puzzle, Status, Unread, open_part};
use cluewright_rules::{Book, Shape};
use std::collections::{BTreeSet, HashMap};

/// A drawing in a file, reduced to the properties that decide whether it may be a rule.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) form: Form,
    pub(crate) spot: Spot,
    pub(crate) text: String,
}

/// The geometric form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Line,
    Arrow,
    Cage,
    /// A rectangle that covers whole cells.
    Area,
    /// A circle, a square, or another small shape.
    Mark,
    /// Text without a shape.
    Text,
}

/// The position of a drawing.
#[derive(Debug)]
pub(crate) enum Spot {
    /// On one cell, on the edge between two cells, on the corner of four cells, or along several cells.
    Cells(Vec<Cell>),
    /// Next to the grid, at a position from which a clue could see cells.
    Beside(Place),
    /// Further away from the grid.
    Beyond,
}

/// A drawing to be classified.
pub(crate) struct Item {
    /// The name under which the drawing is counted if it is cosmetic.
    pub(crate) name: String,
    pub(crate) drawn: Drawn,
    /// The index of the drawing among the puzzle's elements; `None` for sources that have no elements.
    pub(crate) element: Option<usize>,
}

/// Classifies the drawings of a puzzle whose clues are known. Drawings that may be rules are added to `unread`; the others
/// are counted by name.
pub(crate) fn settle(puzzle: &mut Puzzle, drawings: Vec<Item>) {
    let known = Known::of(puzzle);
    let is_explained = |item: &Item| known.explains(&item.drawn);
    let (cosmetic, open): (Vec<Item>, Vec<Item>) = drawings.into_iter().partition(is_explained);
    for Item { drawn, element, .. } in open {
        let unread = Unread {
            element,
            ..drawn.unread(&puzzle.layout)
        };
        puzzle.unread.push(unread);
    }
    for Item { name, element, .. } in cosmetic {
        count_drawings(puzzle, &name, 1);
        if let Some(element) = element {
            let reason = "it shows a clue that is also stated elsewhere, or is in a position where no clue can be";
            puzzle.elements[element].status = Status::decoration(reason);
        }
    }
}

impl Drawn {
    fn unread(self, layout: &Layout) -> Unread {
        let kind = self.kind(layout).to_owned();
        let cells = match self.spot {
            Spot::Cells(cells) => cells.iter().map(|&cell| layout.name(cell)).collect(),
            Spot::Beside(place) => vec![place_name(place)],
            Spot::Beyond => vec![],
        };
        let text = Some(self.text.trim().to_owned()).filter(|text| !text.is_empty());
        open_part(&kind, cells, text)
    }

    fn kind(&self, layout: &Layout) -> &'static str {
        let cells = match &self.spot {
            Spot::Cells(cells) => cells.as_slice(),
            _ => &[],
        };
        match (self.form, cells) {
            (Form::Line, _) => "line",
            (Form::Arrow, _) => "arrow",
            (Form::Cage, _) => "cage",
            (Form::Area, _) => "area",
            (Form::Mark, []) => "outside mark",
            (Form::Text, []) => "outside text",
            (Form::Mark, [_, _]) => "dot between cells",
            (Form::Text, [_, _]) => "text between cells",
            // `is_square` expects reading order, but a drawing may list its cells in any order.
            (Form::Mark, [_, _, _, _]) if is_square(layout, &set_of(cells)) => "mark at a corner",
            (Form::Text, [_, _, _, _]) if is_square(layout, &set_of(cells)) => "text at a corner",
            (Form::Mark, _) => "mark in a cell",
            (Form::Text, _) => "text in a cell",
        }
    }

    fn is_number(&self) -> bool {
        self.text.trim().parse::<i64>().is_ok()
    }
}

/// The clues that were read, indexed by the positions of the drawings that would show them.
pub(crate) struct Known<'p> {
    puzzle: &'p Puzzle,
    /// The clues that are drawn as lines and arrows, by their cells. A diagonal of the grid has an empty list, because its clue names no
    /// cells.
    lines: HashMap<Vec<Cell>, Vec<&'p Clue>>,
    /// The clues that are drawn as cages, by their cells. A box of the grid has an empty list, because it is not a clue.
    cages: HashMap<Vec<Cell>, Vec<&'p Clue>>,
    /// The clues that are drawn as dots, marks or text, by their cells.
    marks: HashMap<Vec<Cell>, Vec<&'p Clue>>,
    /// The clues outside the grid, by position.
    seats: HashMap<Place, Vec<&'p Clue>>,
}

impl<'p> Known<'p> {
    /// Indexes the clues of a puzzle.
    pub(crate) fn of(puzzle: &'p Puzzle) -> Self {
        let mut known = Self {
            puzzle,
            lines: HashMap::new(),
            cages: HashMap::new(),
            marks: HashMap::new(),
            seats: HashMap::new(),
        };
        for region in puzzle.layout.box_cells() {
            known.cages.entry(set_of(&region)).or_default();
        }
        for clue in &puzzle.clues {
            known.add(clue);
        }
        known
    }

    fn add(&mut self, clue: &'p Clue) {
        let Ok(rule) = Book::builtin().rule(&clue.rule) else {
            return;
        };
        let lists = || clue.slots.iter().map(|(_, cells)| cells.as_slice());
        match rule.shape {
            Shape::Global => self.diagonal(&clue.rule),
            Shape::Group | Shape::Copy => {
                lists().for_each(|cells| add(&mut self.cages, cells, clue));
                // One clue has all minimum or maximum marks of the grid, so each cell needs an entry of its own.
                let marks = clue.cells().filter(|_| is_extremum(&clue.rule));
                marks.for_each(|cell| add(&mut self.marks, &[cell], clue));
            }
            // Files show indexers as cages and other clues about cells as marks, so these clues are indexed in both
            // ways.
            Shape::Cell => {
                lists().for_each(|cells| add(&mut self.cages, cells, clue));
                clue.cells()
                    .for_each(|cell| add(&mut self.marks, &[cell], clue));
            }
            Shape::Pair | Shape::Square => {
                lists().for_each(|cells| add(&mut self.marks, cells, clue));
            }
            Shape::Outside | Shape::Diagonal => self.seat(clue),
            Shape::Line | Shape::Arrow | Shape::Pieces | Shape::Control | Shape::Arms => {
                self.line(clue);
            }
        }
    }

    /// Indexes a clue that is a line. Files may also draw the line with marks at its ends, or draw a thermometer of two
    /// cells as a mark between them.
    fn line(&mut self, clue: &'p Clue) {
        let (bulb, shaft) = (clue.cells_of("bulb"), clue.cells_of("shaft"));
        for (_, cells) in &clue.slots {
            add(&mut self.lines, cells, clue);
            for &end in cells.first().into_iter().chain(cells.last()) {
                add(&mut self.marks, &[end], clue);
            }
            if cells.len() == 2 && clue.rule == "thermometer" {
                add(&mut self.marks, cells, clue);
            }
        }
        for &start in bulb {
            // The line of an arrow may start in any cell of its bulb.
            add(&mut self.lines, &[&[start], shaft].concat(), clue);
        }
        if !bulb.is_empty() {
            add(&mut self.lines, &[bulb, shaft].concat(), clue);
            add(&mut self.marks, bulb, clue);
        }
    }

    fn diagonal(&mut self, rule: &str) {
        let layout = &self.puzzle.layout;
        let side = layout.rows.min(layout.columns);
        let column = |row| match rule {
            "diagonal-down" => Some(row),
            "diagonal-up" => Some(layout.columns - 1 - row),
            _ => None,
        };
        let cells: Option<Vec<Cell>> = (0..side)
            .map(|row| Some(layout.cell(row, column(row)?)))
            .collect();
        if let Some(cells) = cells {
            self.lines.entry(set_of(&cells)).or_default();
        }
    }

    fn seat(&mut self, clue: &'p Clue) {
        let (layout, cells) = (&self.puzzle.layout, clue.cells_of("cells"));
        let seat = layout
            .seat_of_line(cells)
            .or_else(|| layout.seat_of_diagonal(cells).map(|(seat, _)| seat));
        if let Some(seat) = seat {
            self.seats.entry(seat).or_default().push(clue);
        }
    }

    /// Returns `true` if the drawing is certainly cosmetic.
    pub(crate) fn explains(&self, drawn: &Drawn) -> bool {
        let cells = match &drawn.spot {
            Spot::Cells(cells) => set_of(cells),
            Spot::Beside(place) => return drawn.is_stated_by(self.seats.get(place)),
            // A number that is not next to the grid may still be a clue, for example in a second row of clues.
            Spot::Beyond => return !drawn.is_number(),
        };
        match drawn.form {
            Form::Line | Form::Arrow => {
                // A line within one cell can represent a mark.
                cells.len() < 2 && drawn.is_stated_by(self.marks.get(&cells))
                    || drawn.is_stated_by(self.lines.get(&cells))
            }
            Form::Cage => drawn.is_stated_by(self.cages.get(&cells)),
            Form::Area => {
                // A background of the whole grid distinguishes no cells, so it cannot state a rule.
                cells.len() == self.puzzle.layout.cell_count()
                    || drawn.is_stated_by(self.cages.get(&cells))
            }
            Form::Mark | Form::Text => {
                drawn.is_stated_by(self.marks.get(&cells)) || self.writes_out(drawn, &cells)
            }
        }
    }

    /// Returns `true` if the text repeats a given of its cell, or the number of a cage that contains the cell.
    fn writes_out(&self, drawn: &Drawn, cells: &[Cell]) -> bool {
        let (Form::Text, &[cell], Ok(number)) = (drawn.form, cells, drawn.text.trim().parse())
        else {
            return false;
        };
        let digit = |digit: u8| i64::from(digit) == number;
        let mut givens = self.puzzle.givens.iter().filter(|given| given.cell == cell);
        let mut cages = self.cages.iter().filter(|(cage, _)| cage.contains(&cell));
        givens.any(|given| given.digits.single().is_some_and(digit))
            || cages.any(|(_, clues)| clues.iter().any(|clue| numbers(clue).contains(&number)))
    }
}

impl Drawn {
    /// Returns `true` if one of the clues matches the drawing, including its text if it has one. An empty list belongs to a
    /// box or a diagonal, which has no clue and matches only a drawing without text.
    fn is_stated_by(&self, clues: Option<&Vec<&Clue>>) -> bool {
        let Some(clues) = clues else {
            return false;
        };
        let text = self.text.trim();
        if text.is_empty() {
            return true;
        }
        clues.iter().any(|clue| match text {
            "X" | "x" | "V" | "v" if matches!(clue.rule.as_str(), "x" | "v") => {
                text.eq_ignore_ascii_case(&clue.rule)
            }
            // A symbol such as the ◯ of X-sums only decorates a clue, so it cannot disagree with it.
            _ if !text.contains(char::is_alphanumeric) => true,
            _ => {
                let told = numbers(clue);
                let mut words = text.split([' ', ',', '\n']).filter(|word| !word.is_empty());
                words.all(|word| word.parse().is_ok_and(|number| told.contains(&number)))
            }
        })
    }
}

/// Returns the numbers that a clue states.
fn numbers(clue: &Clue) -> Vec<i64> {
    let values = clue.params.values();
    values
        .flat_map(|param| match param {
            Param::Int(number) => vec![*number],
            Param::Ints(numbers) => numbers.clone(),
            Param::Text(_) => vec![],
        })
        .collect()
}

fn is_extremum(rule: &str) -> bool {
    matches!(rule, "minimum" | "maximum")
}

fn add<'p>(to: &mut HashMap<Vec<Cell>, Vec<&'p Clue>>, cells: &[Cell], clue: &'p Clue) {
    to.entry(set_of(cells)).or_default().push(clue);
}

/// Sorts cells into reading order and removes duplicates, because drawings may list the cells of a clue in any order.
fn set_of(cells: &[Cell]) -> Vec<Cell> {
    let set: BTreeSet<Cell> = cells.iter().copied().collect();
    set.into_iter().collect()
}
