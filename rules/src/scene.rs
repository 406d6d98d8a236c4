//! The environment in which a formula is evaluated: a puzzle, the cells and parameters of a clue, and the bound variables.

use super::book::Book;
use super::formula::{
    Binding, Houses, Item, List, Measure, Number, Place, Quantifier, Sequence, Set, Use,
};
use super::statement::{Rank, Regions, Statement, SumBetweenExtremes};
use super::{Rule, RuleError};
use cluewright_puzzle::{Cell, Clue, DigitSet, Param, Puzzle};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A puzzle and its rules, with data that is derived from the layout on first use.
pub(super) struct Ground<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// The book with the rules that a formula may call.
    pub(super) book: &'a Book,
    /// The boxes of the layout, built on first use. The check of a clue's shape creates a ground only to compute offsets, which do not
    /// need the boxes.
    boxes: OnceCell<Boxes>,
    /// The puzzle's own rules by name. Each is parsed only once, on first use, because parsing a long rule again for each of 40,000
    /// clues took more than a minute.
    own_rules: OnceCell<HashMap<String, OwnRule>>,
}

/// One of the puzzle's own rules: its index in `Puzzle::own_rules`, and the rule once it is parsed.
type OwnRule = (usize, OnceCell<Rc<Rule>>);

struct Boxes {
    lists: Vec<Vec<Cell>>,
    /// For each cell of the grid, the index of its box, or `NONE`.
    of: Vec<u16>,
}

const NONE: u16 = u16::MAX;

/// A rectangular array of cells: the grid or a layer.
pub(super) struct Plane {
    /// The index of the first cell of the plane.
    first: usize,
    size: usize,
    columns: usize,
}

impl Plane {
    /// Returns the row and the column of a cell, both counted from 0.
    pub(super) fn place(&self, cell: Cell) -> (usize, usize) {
        let at = cell.index() - self.first;
        (at / self.columns, at % self.columns)
    }

    fn row(&self, cell: Cell) -> Vec<Cell> {
        self.cells(|place| place.0 == self.place(cell).0)
    }

    fn column(&self, cell: Cell) -> Vec<Cell> {
        self.cells(|place| place.1 == self.place(cell).1)
    }

    fn cells(&self, is_wanted: impl Fn((usize, usize)) -> bool) -> Vec<Cell> {
        let cells = (self.first..self.first + self.size).map(Cell::from_index);
        cells.filter(|&cell| is_wanted(self.place(cell))).collect()
    }
}

/// A clue in the context of its puzzle.
pub(super) struct Scene<'a> {
    pub(super) ground: &'a Ground<'a>,
    /// The cells of each slot of the shape. If a slot is repeated, its lists are concatenated.
    pub(super) slots: Vec<Vec<Cell>>,
    /// The lists of the clue, if its shape is `pieces`.
    pub(super) pieces: Vec<Rc<[Cell]>>,
    /// The values of the parameters, including defaults; `None` for optional parameters that are left out.
    pub(super) params: Vec<Option<Param>>,
    /// `true` if some house of the layout contains all cells of the clue.
    pub(super) housed: bool,
    /// `true` if the rule depends on the positions of its cells, so the clue is lowered on these cells and not on the
    /// placeholders of its form.
    pub(super) placed: bool,
}

/// The value of a bound variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Cell(Cell),
    Number(i64),
    List(Rc<[Cell]>),
}

/// The reason why a number, a list or a formula has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The number or list does not exist.
    Undefined,
    /// The value depends on this cell, whose value is unknown. Lowering then splits the formula by the value of this cell.
    Unknown(Cell),
    /// The computation exceeds a limit; the text is a message for the setter.
    Refused(String),
}

/// Marker for a cell whose value is unknown.
pub(super) const UNKNOWN: u8 = u8::MAX;

/// Maximum number of cells in the list of a subset binding. A list of n cells has 2^n subsets.
const SUBSET_CELLS: usize = 12;

/// The environment of a formula, in which all or some cells have values.
pub(super) struct Evaluation<'a> {
    pub(super) scene: &'a Scene<'a>,
    /// The value of each cell; `UNKNOWN` for open cells.
    pub(super) values: Vec<u8>,
    pub(super) variables: Vec<Bound>,
    /// Number of frames visited so far.
    pub(super) frames: usize,
    /// The current depth of nested rule calls.
    pub(super) depth: usize,
    /// `true` if the layout rather than the values decides `distinct`.
    pub(super) by_layout: bool,
}

/// Maximum depth of nested rule calls. Without a limit, evaluating a rule that calls itself would never end.
const DEPTH: usize = 6;

/// Maximum number of frames that one evaluation may visit. Visiting this many takes about a second.
const FRAMES: usize = 10_000_000;

type Outcome<T> = Result<T, Fault>;

impl<'a> Ground<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, book: &'a Book) -> Self {
        Self {
            puzzle,
            book,
            boxes: OnceCell::new(),
            own_rules: OnceCell::new(),
        }
    }

    pub(super) fn domain(&self, cell: Cell) -> DigitSet {
        self.puzzle.domain(cell)
    }

    /// Returns the puzzle's own rule with this name.
    pub(super) fn own_rule(&self, name: &str) -> Option<Result<Rc<Rule>, RuleError>> {
        let by_name = || {
            // The map is filled in reverse, so that the first of two rules with the same name takes precedence.
            let own = self.puzzle.own_rules.iter().enumerate().rev();
            own.map(|(place, own)| (own.name.clone(), (place, OnceCell::new())))
                .collect()
        };
        let (place, read) = self.own_rules.get_or_init(by_name).get(name)?;
        if let Some(rule) = read.get() {
            return Some(Ok(Rc::clone(rule)));
        }
        let rule = Rule::own(&self.puzzle.own_rules[*place], self.puzzle).map(Rc::new);
        Some(rule.inspect(|rule| drop(read.set(Rc::clone(rule)))))
    }

    fn boxes(&self) -> &Boxes {
        self.boxes.get_or_init(|| {
            let layout = &self.puzzle.layout;
            let lists = layout.box_cells();
            let mut of = vec![NONE; layout.cell_count()];
            for (index, cells) in lists.iter().enumerate() {
                for cell in cells {
                    of[cell.index()] = index as u16;
                }
            }
            Boxes { lists, of }
        })
    }

    /// Returns the index of the box that contains a cell.
    fn box_index(&self, cell: Cell) -> Option<usize> {
        let index = *self.boxes().of.get(cell.index())?;
        (index != NONE).then_some(index.into())
    }

    /// Returns `true` if some house of the layout contains all of these cells, and no cell is repeated.
    pub(super) fn one_house(&self, cells: &[Cell]) -> bool {
        let layout = &self.puzzle.layout;
        let Some(&first) = cells
            .first()
            .filter(|_| cells.iter().all(|&c| self.in_grid(c)))
        else {
            return false;
        };
        let (row, column) = layout.place(first);
        let is_repeated = |(at, cell): (usize, &Cell)| cells[..at].contains(cell);
        if cells.iter().enumerate().any(is_repeated) {
            return false;
        }
        let all = |inside: &dyn Fn(Cell) -> bool| cells.iter().all(|&cell| inside(cell));
        let in_row = || all(&|cell| layout.place(cell).0 == row);
        let in_column = || all(&|cell| layout.place(cell).1 == column);
        let in_box = || all(&|cell| self.box_index(cell) == self.box_index(first));
        layout.lines && (in_row() || in_column()) || self.box_index(first).is_some() && in_box()
    }

    fn in_grid(&self, cell: Cell) -> bool {
        cell.index() < self.puzzle.layout.cell_count()
    }

    /// Returns the cell at an offset in rows and columns, within the grid or the same layer.
    pub(super) fn offset(&self, cell: Cell, rows: i32, columns: i32) -> Option<Cell> {
        let plane = self.plane(cell)?;
        let (row, column) = plane.place(cell);
        let row = i32::try_from(row).ok()?.checked_add(rows)?;
        let column = i32::try_from(column).ok()?.checked_add(columns)?;
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let there = row * plane.columns + column;
        let inside = column < plane.columns && there < plane.size;
        inside.then(|| Cell::from_index(plane.first + there))
    }

    pub(super) fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        steps
            .into_iter()
            .filter_map(move |(r, c)| self.offset(cell, r, c))
    }

    /// Returns `true` if two cells of the grid, or of one layer, are orthogonal neighbours.
    pub(super) fn touch(&self, a: Cell, b: Cell) -> bool {
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        steps.iter().any(|&(r, c)| self.offset(a, r, c) == Some(b))
    }

    /// Returns the pairs of indices into `cells` at which the cells are orthogonal neighbours.
    pub(super) fn edges(&self, cells: &[Cell]) -> Vec<(u16, u16)> {
        let mut places: Vec<(Cell, u16)> = cells.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let mut edges = vec![];
        for (i, &cell) in (0..).zip(cells) {
            let first = edges.len();
            // A list may name a cell twice, so a neighbour may have several places.
            for neighbour in self.neighbours(cell) {
                let from = places.partition_point(|&(other, _)| other < neighbour);
                let here = places[from..].iter();
                let here = here.take_while(|(other, _)| *other == neighbour);
                edges.extend(here.filter(|(_, j)| i < *j).map(|&(_, j)| (i, j)));
            }
            edges[first..].sort_unstable();
        }
        edges
    }

    /// Returns the plane that contains a cell: the grid or a layer. Cells outside of planes have no neighbours.
    pub(super) fn plane(&self, cell: Cell) -> Option<Plane> {
        let layout = &self.puzzle.layout;
        let grid = (layout.cell_count(), layout.columns);
        let extras = self
            .puzzle
            .extras
            .iter()
            .map(|e| (usize::from(e.size), e.columns));
        let mut first = 0;
        for (size, columns) in std::iter::once(grid).chain(extras) {
            if cell.index() < first + size {
                let columns = usize::from(columns);
                let plane = Plane {
                    first,
                    size,
                    columns,
                };
                // Letters have no columns, so they have no neighbours.
                return (columns > 0).then_some(plane);
            }
            first += size;
        }
        None
    }

    /// Returns the cells on the edge of their plane, clockwise from the top left corner.
    fn border(&self, cells: Vec<Cell>) -> Vec<Cell> {
        let turn = |cell: Cell| {
            let plane = self.plane(cell)?;
            let (row, column) = plane.place(cell);
            let (last_row, last_column) =
                (plane.size.div_ceil(plane.columns) - 1, plane.columns - 1);
            Some(match (row, column) {
                (0, column) => column,
                (row, column) if column == last_column => last_column + row,
                (row, column) if row == last_row => 2 * last_column + row - column,
                (row, 0) => 2 * (last_column + last_row) - row,
                _ => return None,
            })
        };
        let placed = cells
            .into_iter()
            .filter_map(|cell| Some((turn(cell)?, cell)));
        let mut placed: Vec<(usize, Cell)> = placed.collect();
        placed.sort_unstable();
        placed.into_iter().map(|(_, cell)| cell).collect()
    }

    fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let steps = (-1..=1).flat_map(|r| (-1..=1).map(move |c| (r, c)));
        steps
            .filter(|&step| step != (0, 0))
            .filter_map(move |(r, c)| self.offset(cell, r, c))
    }
}

impl Scene<'_> {
    /// Returns `true` if the layout implies that these cells differ. If the cells are places of a form, this is known only for cells
    /// of the clue.
    pub(super) fn one_house(&self, cells: &[Cell]) -> bool {
        if self.placed {
            return self.ground.one_house(cells);
        }
        let own = |cell: &Cell| self.slots.iter().flatten().any(|c| c == cell);
        self.housed && cells.iter().all(own)
    }

    /// Replaces each cell in the slots of the clue.
    pub(super) fn rename(&mut self, name: impl Fn(Cell) -> Cell) {
        self.slots
            .iter_mut()
            .flatten()
            .for_each(|cell| *cell = name(*cell));
        let renamed = |piece: &Rc<[Cell]>| piece.iter().map(|&cell| name(cell)).collect();
        self.pieces = self.pieces.iter().map(renamed).collect();
    }
}

impl<'a> Evaluation<'a> {
    /// Creates an environment in which no value is known.
    pub(super) fn blank(scene: &'a Scene<'a>) -> Self {
        // The values have one additional entry, because lowering a scan uses a cell whose index is above those of the
        // puzzle's cells.
        let cells = scene.ground.puzzle.cell_count() + 1;
        Self::full(scene, vec![UNKNOWN; cells])
    }

    /// Creates an environment for computing limits: no value is known, and the cells of a house are assumed to differ.
    pub(super) fn of_layout(scene: &'a Scene<'a>) -> Self {
        Self {
            by_layout: true,
            ..Self::blank(scene)
        }
    }

    pub(super) fn full(scene: &'a Scene<'a>, values: Vec<u8>) -> Self {
        Self {
            scene,
            values,
            variables: vec![],
            frames: 0,
            depth: 0,
            by_layout: false,
        }
    }

    /// Builds the statement that the cells between the smallest and the largest value of a list have a given sum.
    pub(super) fn encloses(&mut self, list: &List, sum: &Number) -> Outcome<Statement> {
        let sum = self.number(sum)?;
        Ok(Statement::SumBetweenExtremes(SumBetweenExtremes(
            self.list(list)?,
            sum,
        )))
    }

    /// Builds the statement that a list has a given rank among all rows and columns, read from both ends.
    pub(super) fn ranks(
        &mut self,
        list: &List,
        rank: &Number,
        ties: &Number,
    ) -> Outcome<Statement> {
        let ranked = self.list(list)?;
        let (rank, ties) = (self.number(rank)?, self.number(ties)?);
        let smaller = rank.checked_sub(1).and_then(|n| u16::try_from(n).ok());
        let layout = &self.scene.ground.puzzle.layout;
        let rows = (0..layout.rows).map(|row| layout.row(row).collect::<Vec<_>>());
        let columns = (0..layout.columns).map(|column| layout.column(column).collect());
        let mut lists: Vec<Vec<Cell>> = rows.chain(columns).collect();
        let reversed: Vec<Vec<Cell>> = lists
            .iter()
            .map(|list| list.iter().rev().copied().collect())
            .collect();
        lists.extend(reversed);
        // In a grid that is not square, a row and a column differ in length, so they cannot be compared.
        lists.retain(|list| list.len() == ranked.len() && *list != ranked);
        lists.insert(0, ranked);
        Ok(Statement::Rank(Rank {
            lists,
            smaller: smaller.ok_or(Fault::Undefined)?,
            ties: ties != 0,
        }))
    }

    /// Builds the statement that labels divide cells into regions of a given size.
    pub(super) fn regions(
        &mut self,
        labels: &List,
        contents: &List,
        size: &Number,
    ) -> Outcome<Statement> {
        let (labels, contents) = (self.list(labels)?, self.list(contents)?);
        let size = self.number(size)?;
        let size = u16::try_from(size).ok().filter(|&size| size > 0);
        let size = size.ok_or(Fault::Undefined)?;
        // Labels are values of cells, so there cannot be more than 63.
        if labels.len() != contents.len() || labels.len() / usize::from(size) > 63 {
            return Err(Fault::Undefined);
        }
        let ground = self.scene.ground;
        let givens = ground.puzzle.givens.iter();
        // A region whose label a given fixes is pinned, because its label cannot be exchanged with another.
        let pinned = givens.filter(|given| given.digits.len() == 1 && labels.contains(&given.cell));
        Ok(Statement::Regions(Regions {
            edges: ground.edges(&labels),
            pinned: pinned.filter_map(|given| given.digits.min()).collect(),
            labels,
            contents,
            size,
        }))
    }

    /// Converts a call to another rule to a clue of that rule.
    pub(super) fn used(&mut self, rule: &Use) -> Outcome<Clue> {
        let book = self.scene.ground.book;
        let refused = |message: String| Err(Fault::Refused(message));
        if self.depth == DEPTH {
            return refused(format!(
                "rules use each other more than {DEPTH} levels deep"
            ));
        }
        let name = self.text(&rule.rule)?.to_owned();
        let known = match book.rule_of(self.scene.ground, &name) {
            Ok(known) => known,
            Err(error) => return refused(error.to_string()),
        };
        let slots = known.shape.slots();
        // Only the last slot of a shape can be repeatable, so all further lists belong to it.
        let names = slots.iter().chain(slots.last().into_iter().cycle());
        let mut clue = Clue::new(&name);
        for (slot, list) in names.zip(&rule.lists) {
            clue = clue.slot(slot, self.list(list)?);
        }
        let names: Vec<String> = known.params.iter().map(|spec| spec.name.clone()).collect();
        if rule.numbers.len() > names.len() {
            let (found, most) = (rule.numbers.len(), names.len());
            return refused(format!("`{name}` takes {most} numbers, found {found}"));
        }
        for (name, number) in names.iter().zip(&rule.numbers) {
            clue = clue.with(name, self.number(number)?);
        }
        Ok(clue)
    }

    pub(super) fn value(&self, cell: Cell) -> Outcome<i64> {
        match self.values.get(cell.index()) {
            Some(&value) if value != UNKNOWN => Ok(value.into()),
            _ => Err(Fault::Unknown(cell)),
        }
    }

    pub(super) fn measure(&self, measure: Measure) -> i64 {
        let layout = &self.scene.ground.puzzle.layout;
        let shape = || layout.box_shape().unwrap_or((0, 0));
        let block = || layout.block_shape().unwrap_or((0, 0));
        i64::from(match measure {
            Measure::Size => layout.digit_count,
            Measure::Low => layout.min_digit,
            Measure::High => layout.max_digit(),
            Measure::Rows => layout.rows,
            Measure::Columns => layout.columns,
            Measure::BoxHeight => shape().0,
            Measure::BoxWidth => shape().1,
            Measure::BlockHeight => block().0,
            Measure::BlockWidth => block().1,
        })
    }

    pub(super) fn param(&self, param: usize) -> Outcome<&'a Param> {
        self.scene.params[param].as_ref().ok_or(Fault::Undefined)
    }

    /// Returns the numbers of a parameter. A single number counts as a list of one.
    pub(super) fn items(&self, param: usize) -> Outcome<&'a [i64]> {
        match self.param(param)? {
            Param::Int(number) => Ok(std::slice::from_ref(number)),
            Param::Ints(numbers) => Ok(numbers),
            Param::Text(_) => Err(Fault::Undefined),
        }
    }

    pub(super) fn place(&mut self, place: &Place) -> Outcome<Cell> {
        match place {
            Place::Variable(index) => match self.variables.get(*index) {
                Some(Bound::Cell(cell)) => Ok(*cell),
                _ => Err(Fault::Undefined),
            },
            Place::Named(cell) => Ok(*cell),
            Place::At(list, index) => {
                let index = self.number(index)?;
                nth(&self.list(list)?, index)
            }
            Place::Last(list) => self.list(list)?.last().copied().ok_or(Fault::Undefined),
            Place::Beside(first, place) => Ok(beside(*first, self.grid_cell(place)?)),
            Place::Middle(list) => {
                let list = self.list(list)?;
                match list.len() % 2 {
                    1 => Ok(list[list.len() / 2]),
                    _ => Err(Fault::Undefined),
                }
            }
        }
    }

    pub(super) fn list(&mut self, list: &List) -> Outcome<Vec<Cell>> {
        let scene = self.scene;
        let (ground, layout) = (scene.ground, &scene.ground.puzzle.layout);
        Ok(match list {
            List::Slot(slot) => scene.slots[*slot].clone(),
            List::Variable(index) => match self.variables.get(*index) {
                Some(Bound::List(cells)) => cells.to_vec(),
                Some(Bound::Cell(cell)) => vec![*cell],
                _ => return Err(Fault::Undefined),
            },
            List::Grid => layout.cells().collect(),
            List::Layer(first, count) => (0..*count)
                .map(|i| Cell(first.0.saturating_add(i)))
                .collect(),
            List::Row(place) => {
                let cell = self.place(place)?;
                ground.plane(cell).ok_or(Fault::Undefined)?.row(cell)
            }
            List::Column(place) => {
                let cell = self.place(place)?;
                ground.plane(cell).ok_or(Fault::Undefined)?.column(cell)
            }
            List::Box(place) => {
                let index = ground.box_index(self.place(place)?);
                index.map_or_else(Vec::new, |index| ground.boxes().lists[index].clone())
            }
            List::Neighbours(place) => ground.neighbours(self.place(place)?).collect(),
            List::Border(list) => ground.border(self.list(list)?),
            List::Around(place) => ground.around(self.place(place)?).collect(),
            List::Inner(list) => {
                let cells = self.list(list)?;
                // A list of fewer than two cells has no inner ones; `max` keeps the range from ending before it starts.
                cells.get(1..cells.len().max(2) - 1).unwrap_or(&[]).to_vec()
            }
            List::Rest(list) => self.list(list)?.get(1..).unwrap_or(&[]).to_vec(),
            List::Reverse(list) => self.list(list)?.into_iter().rev().collect(),
            List::Joined(lists) => {
                let mut joined = vec![];
                for list in lists {
                    joined.extend(self.list(list)?);
                }
                joined
            }
            List::Except(list, without) => {
                let without = self.list(without)?;
                let cells = self.list(list)?.into_iter();
                cells.filter(|cell| !without.contains(cell)).collect()
            }
            List::Prefix(count, list) => {
                let count = self.number(count)?;
                slice(&self.list(list)?, 1, count)?
            }
            List::Slice(list, from, to) => {
                let (from, to) = (self.number(from)?, self.number(to)?);
                slice(&self.list(list)?, from, to)?
            }
            List::Filter(quantifier) => {
                let frames = self.frames(quantifier)?.into_iter();
                frames.filter_map(|bound| bound.cell()).collect()
            }
            List::Single(place) => vec![self.place(place)?],
            List::Beside(first, list) => {
                let cells = self.list(list)?;
                // A cell outside the grid has no counterpart in a layer, so its index must not be added to `first`.
                match cells.iter().all(|&cell| ground.in_grid(cell)) {
                    true => cells.iter().map(|&cell| beside(*first, cell)).collect(),
                    false => return Err(Fault::Undefined),
                }
            }
        })
    }

    /// Returns a cell that must belong to the grid, because other cells have no row and column.
    pub(super) fn grid_cell(&mut self, place: &Place) -> Outcome<Cell> {
        let cell = self.place(place)?;
        if self.scene.ground.in_grid(cell) {
            return Ok(cell);
        }
        Err(Fault::Undefined)
    }

    /// Returns the number of the box that contains a cell, counted from 1; 0 if the cell has no box.
    pub(super) fn box_number(&mut self, place: &Place) -> Outcome<i64> {
        let cell = self.place(place)?;
        let index = self.scene.ground.box_index(cell);
        Ok(index.map_or(0, |index| index as i64 + 1))
    }

    pub(super) fn sequence_length(&mut self, sequence: &Sequence) -> Outcome<i64> {
        Ok(match sequence {
            Sequence::Cells(list) => self.list(list)?.len(),
            Sequence::Param(param) => self.items(*param)?.len(),
        } as i64)
    }

    /// Returns the numbers of a set as listed, including repeats. A range has at most 1,000 numbers.
    pub(super) fn set(&mut self, set: &Set) -> Outcome<Vec<i64>> {
        let mut numbers = vec![];
        for item in &set.0 {
            match item {
                Item::One(number) => numbers.push(self.number(number)?),
                Item::Range(from, to) => {
                    let (from, to) = (self.number(from)?, self.number(to)?);
                    // The numbers of a range are listed one by one, so a range must not be long.
                    if to.saturating_sub(from) >= 1000 {
                        let message = format!("the range {from}..{to} has over 1000 numbers");
                        return Err(Fault::Refused(message));
                    }
                    numbers.extend(from..=to);
                }
                Item::Param(param) => numbers.extend(self.items(*param)?),
            }
        }
        Ok(numbers)
    }

    /// Returns the frames of a quantifier, concatenated. The number of variables per frame is the width of the binding.
    pub(super) fn frames(&mut self, quantifier: &Quantifier) -> Outcome<Vec<Bound>> {
        let frames = self.all_frames(&quantifier.binding)?;
        self.frames += frames.len();
        if self.frames > FRAMES {
            let message = format!("the relation goes through more than {FRAMES} cells and numbers");
            return Err(Fault::Refused(message));
        }
        let Some(condition) = &quantifier.condition else {
            return Ok(frames);
        };
        let mut kept = vec![];
        for frame in frames.chunks(quantifier.binding.width()) {
            if self.within(quantifier, frame, |me| me.formula(condition))? {
                kept.extend_from_slice(frame);
            }
        }
        Ok(kept)
    }

    /// Calls `body` while the variables of a frame are bound.
    pub(super) fn within<T>(
        &mut self,
        quantifier: &Quantifier,
        frame: &[Bound],
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.variables.truncate(quantifier.first);
        self.variables.extend_from_slice(frame);
        let result = body(self);
        self.variables.truncate(quantifier.first);
        result
    }

    pub(super) fn all_frames(&mut self, binding: &Binding) -> Outcome<Vec<Bound>> {
        let cell = Bound::Cell;
        Ok(match binding {
            Binding::Cells(list) => self.list(list)?.into_iter().map(cell).collect(),
            Binding::Adjacent(list) => windows(&self.list(list)?, 2),
            Binding::Window(width, list) => windows(&self.list(list)?, *width),
            Binding::WindowOf(width, list) => {
                let width = usize::try_from(self.number(width)?).map_err(|_| Fault::Undefined)?;
                let cells = self.list(list)?;
                match width {
                    // The standard library's `windows` would panic on a width of 0.
                    0 => vec![],
                    _ => cells.windows(width).map(Bound::list).collect(),
                }
            }
            Binding::Pair(list) => pairs(&self.list(list)?),
            Binding::Mirrored(list) => {
                let cells = self.list(list)?;
                let half = cells.iter().take(cells.len() / 2);
                let mirrored = half.zip(cells.iter().rev());
                mirrored.flat_map(|(&a, &b)| [cell(a), cell(b)]).collect()
            }
            Binding::Matched(left, right) => {
                let (left, right) = (self.list(left)?, self.list(right)?);
                let matched = left.into_iter().zip(right);
                matched.flat_map(|(a, b)| [cell(a), cell(b)]).collect()
            }
            Binding::Segment(list) => self.segments(list)?,
            Binding::Subset(list) => subsets(&self.list(list)?)?,
            Binding::Touching(list, unmarked) => {
                // Each pair is found from its upper or left cell only, so that no pair is listed twice.
                let steps = [(0, 1), (1, 0)];
                let pairs = self.offsets(list, &steps)?;
                self.without_marked(pairs, unmarked)
            }
            Binding::Move(rows, columns, list) => {
                let (rows, columns) = (self.number(rows)?, self.number(columns)?);
                let steps = moves(rows, columns);
                self.offsets(list, &steps)?
            }
            Binding::Square(list) => self.squares(list)?,
            Binding::Houses(houses) => self.houses(*houses),
            Binding::Piece => self.scene.pieces.iter().cloned().map(Bound::List).collect(),
            Binding::AdjacentPieces => {
                let pieces = self.scene.pieces.windows(2).flatten().cloned();
                pieces.map(Bound::List).collect()
            }
            Binding::PairOfPieces => {
                let pieces = &self.scene.pieces;
                let firsts = pieces.iter().enumerate();
                let pairs = firsts.flat_map(|(i, a)| pieces[i + 1..].iter().map(move |b| [a, b]));
                pairs.flatten().cloned().map(Bound::List).collect()
            }
            Binding::Position(sequence) => {
                let length = self.sequence_length(sequence)?;
                (1..=length).map(Bound::Number).collect()
            }
            Binding::Set(set) => self.set(set)?.into_iter().map(Bound::Number).collect(),
            Binding::Digit => {
                let (low, high) = (self.measure(Measure::Low), self.measure(Measure::High));
                (low..=high).map(Bound::Number).collect()
            }
        })
    }

    /// Splits a list wherever the box changes. Cells without a box are left out, and also end a segment.
    fn segments(&mut self, list: &List) -> Outcome<Vec<Bound>> {
        let cells = self.list(list)?;
        let ground = self.scene.ground;
        let same = |a: &Cell, b: &Cell| ground.box_index(*a) == ground.box_index(*b);
        let segments = cells.chunk_by(same);
        let boxed = segments.filter(|s| ground.box_index(s[0]).is_some());
        Ok(boxed.map(Bound::list).collect())
    }

    /// Returns the pairs of listed cells whose offset is one of the steps.
    fn offsets(&mut self, list: &List, steps: &[(i32, i32)]) -> Outcome<Vec<Bound>> {
        let cells = self.distinct_cells(list)?;
        // Cells are marked first, because searching the list for every offset would take quadratic time.
        let mut listed = vec![false; self.scene.ground.puzzle.cell_count()];
        for cell in &cells {
            if let Some(mark) = listed.get_mut(cell.index()) {
                *mark = true;
            }
        }
        let mut frames = vec![];
        for &a in &cells {
            for &(rows, columns) in steps {
                let b = self.scene.ground.offset(a, rows, columns);
                if let Some(b) = b.filter(|b| listed[b.index()]) {
                    frames.extend([Bound::Cell(a), Bound::Cell(b)]);
                }
            }
        }
        Ok(frames)
    }

    /// Returns the pairs that no clue of the named rules marks.
    fn without_marked(&self, pairs: Vec<Bound>, rules: &[String]) -> Vec<Bound> {
        if rules.is_empty() {
            return pairs;
        }
        // `offsets` puts the upper or left cell first, which has the lower index, so both lists order the cells of a pair in
        // the same way.
        let marked = list_marked_pairs(self.scene.ground.puzzle, rules);
        let mut kept = Vec::with_capacity(pairs.len());
        for pair in pairs.chunks(2) {
            let ends = (pair[0].cell(), pair[1].cell());
            if !marked.iter().any(|&(a, b)| ends == (Some(a), Some(b))) {
                kept.extend_from_slice(pair);
            }
        }
        kept
    }

    /// Returns the cells of a list without repeats.
    fn distinct_cells(&mut self, list: &List) -> Outcome<Vec<Cell>> {
        let mut known = FxHashSet::default();
        let mut cells = self.list(list)?;
        cells.retain(|cell| known.insert(*cell));
        Ok(cells)
    }

    fn squares(&mut self, list: &List) -> Outcome<Vec<Bound>> {
        let cells = self.distinct_cells(list)?;
        let ground = self.scene.ground;
        let square = |&cell: &Cell| {
            let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let four = steps.map(|(r, c)| ground.offset(cell, r, c));
            let four: Option<Vec<Cell>> = four.into_iter().collect();
            four.filter(|four| four.iter().all(|c| cells.contains(c)))
        };
        Ok(cells
            .iter()
            .filter_map(square)
            .map(|s| Bound::list(&s))
            .collect())
    }

    fn houses(&self, houses: Houses) -> Vec<Bound> {
        let layout = &self.scene.ground.puzzle.layout;
        // Rows and columns count even if they may repeat digits, so these are not the houses of the layout.
        let rows = (0..layout.rows).map(|r| layout.row(r).collect::<Vec<_>>());
        let columns = (0..layout.columns).map(|c| layout.column(c).collect::<Vec<_>>());
        let boxes = || self.scene.ground.boxes().lists.iter().cloned();
        let lists: Vec<Vec<Cell>> = match houses {
            Houses::All => rows.chain(columns).chain(boxes()).collect(),
            Houses::Rows => rows.collect(),
            Houses::Columns => columns.collect(),
            Houses::Boxes => boxes().collect(),
        };
        lists.iter().map(|list| Bound::list(list)).collect()
    }
}

impl Bound {
    fn list(cells: &[Cell]) -> Self {
        Self::List(cells.into())
    }

    /// Returns the cell if the variable is bound to one.
    pub(super) fn cell(&self) -> Option<Cell> {
        match self {
            Self::Cell(cell) => Some(*cell),
            _ => None,
        }
    }
}

/// Returns the pairs of cells that some clue of these rules names. In each pair, the cell with the lower index comes first.
pub(super) fn list_marked_pairs(puzzle: &Puzzle, rules: &[String]) -> Vec<(Cell, Cell)> {
    let mut marked = vec![];
    let mut open: Vec<_> = puzzle.clues.iter().collect();
    while let Some(clue) = open.pop() {
        open.extend(&clue.parts);
        if let ([a, b], true) = (clue.cells_of("cells"), rules.contains(&clue.rule)) {
            marked.push((*a.min(b), *a.max(b)));
        }
    }
    marked.sort_unstable();
    marked.dedup();
    marked
}

/// Returns the cell of a layer that corresponds to a cell of the grid; `first` is the first cell of the layer.
fn beside(first: Cell, cell: Cell) -> Cell {
    Cell(first.0.saturating_add(cell.0))
}

/// Returns the n-th cell, counted from 1.
pub(super) fn nth(cells: &[Cell], n: i64) -> Outcome<Cell> {
    let index = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
    index
        .and_then(|index| cells.get(index).copied())
        .ok_or(Fault::Undefined)
}

/// Returns the cells at the positions `from` to `to`, which are counted from 1 and included; empty if `to` is just below
/// `from`. Fails if a position is outside the list.
fn slice(cells: &[Cell], from: i64, to: i64) -> Outcome<Vec<Cell>> {
    let range = (usize::try_from(from), usize::try_from(to));
    let (Ok(from @ 1..), Ok(to)) = range else {
        return Err(Fault::Undefined);
    };
    let slice = cells.get(from - 1..to);
    slice.map(<[Cell]>::to_vec).ok_or(Fault::Undefined)
}

fn windows(cells: &[Cell], width: usize) -> Vec<Bound> {
    let windows = cells.windows(width.max(1));
    windows.flatten().map(|&cell| Bound::Cell(cell)).collect()
}

fn pairs(cells: &[Cell]) -> Vec<Bound> {
    let mut frames = Vec::with_capacity(cells.len() * cells.len());
    for (i, &a) in cells.iter().enumerate() {
        for &b in &cells[i + 1..] {
            frames.extend([Bound::Cell(a), Bound::Cell(b)]);
        }
    }
    frames
}

/// Returns every non-empty sublist, with its cells in the order of the list.
fn subsets(cells: &[Cell]) -> Outcome<Vec<Bound>> {
    if cells.len() > SUBSET_CELLS {
        let count = cells.len();
        let message = format!(
            "there are too many subsets of {count} cells; the limit is {SUBSET_CELLS} cells"
        );
        return Err(Fault::Refused(message));
    }
    let chosen = |bits: u32| {
        let cells = cells.iter().enumerate();
        let part: Rc<[Cell]> = cells
            .filter(|(i, _)| bits >> i & 1 == 1)
            .map(|(_, &c)| c)
            .collect();
        Bound::List(part)
    };
    Ok((1..1u32 << cells.len()).map(chosen).collect())
}

/// Returns one step of each pair of opposite steps in a move: the one that leads down or, within a row, to the right.
fn moves(rows: i64, columns: i64) -> Vec<(i32, i32)> {
    // No grid is this long, so a longer move can be shortened: both lead out of the grid from every cell.
    let side = |n: i64| i32::try_from(n.abs()).unwrap_or(i32::MAX).min(1000);
    let (rows, columns) = (side(rows), side(columns));
    let mut steps: Vec<(i32, i32)> = [(rows, columns), (columns, rows)]
        .into_iter()
        .flat_map(|(r, c)| [(r, c), (r, -c)])
        .filter(|&(r, c)| r > 0 || r == 0 && c > 0)
        .collect();
    // A move such as (2, 2) or (0, 2) gives each step twice.
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Evaluates a number that depends on the layout alone, such as the default of a parameter.
pub(super) fn layout_number(number: &Number, puzzle: &Puzzle) -> Option<i64> {
    let ground = Ground::new(puzzle, Book::builtin());
    let scene = Scene {
        ground: &ground,
        slots: vec![],
        pieces: vec![],
        params: vec![],
        housed: false,
        placed: false,
    };
    Evaluation::full(&scene, vec![]).number(number).ok()
}
