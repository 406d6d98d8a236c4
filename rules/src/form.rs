//! Forms of clues. Clues of the same form differ only in their cells, so each form is lowered once. This saves two thirds or more of the
//! time for setting up chaos constructions.

use super::Statement;
use super::ablation::find_omitted;
use super::cache::Template;
use super::clue::{Known, Role};
use super::lowered::Lowered;
use super::missing::first_missing;
use super::scene::Ground;
use cluewright_puzzle::{Boxes, Cell, Clue, Extra, Param, Puzzle};

/// The data that determines the statements of a clue, apart from its cells. Two clues with the same key differ only in their cells.
pub(super) struct Form {
    key: Vec<u32>,
    /// The places of the clue's cells; empty if the key determines the cells.
    places: Places,
}

/// A mapping from the cells of a clue to the places that represent them: cells of the grid to the first cells of the grid,
/// and cells of a layer to the first cells of that layer.
#[derive(Default)]
struct Places {
    /// The cells, in the order of first appearance or sorted by index, each with its place.
    named: Vec<(Cell, Cell)>,
    /// `true` if `named` is sorted by cell index.
    sorted: bool,
    /// For each place, the cell that it represents; an unused place represents itself.
    cells: Vec<Cell>,
    /// Number of places in use, for the grid and for each auxiliary variable.
    used: Vec<u16>,
}

impl Form {
    /// Returns the form of a clue. `None` if the clue's statements may depend on more than the key, such as marks of other
    /// clues or the puzzle's own rules.
    pub(super) fn of(
        ground: &Ground<'_>,
        clue: &Clue,
        rule: &Known<'_>,
        role: Role,
    ) -> Option<Self> {
        // The key identifies a rule by its index in the book, so a puzzle's own rules have no form.
        let Known::Book(rule, place) = rule else {
            return None;
        };
        let parts = || rule.parts.iter().chain(&rule.redundant);
        if parts().any(|part| part.marks) {
            return None;
        }
        let placed = rule.reads_places();
        let layout = &ground.puzzle.layout;
        let mut key = Vec::with_capacity(32);
        key.push(*place as u32);
        key.push(u32::from_le_bytes([
            layout.rows,
            layout.columns,
            layout.min_digit,
            layout.digit_count,
        ]));
        key.push(u32::from(layout.lines));
        // A puzzle's own boxes would make the keys of its clues unique, so the boxes are left out unless the rule depends on
        // positions.
        push_boxes(&mut key, &layout.boxes, placed);
        // `missing(…)` may refer to this variable although it is not a cell of the clue, so it is part of the key.
        key.push(first_missing(ground.puzzle).map_or(u32::MAX, |cell| cell.0.into()));
        // A clue with an unknown parameter or slot gets no form, so that it is always checked completely.
        for (name, value) in &clue.params {
            push_param(&mut key, rule.param(name)?, value);
        }
        let cells = || clue.slots.iter().flat_map(|(_, list)| list).copied();
        let outside = cells().any(|cell| cell.index() >= layout.cell_count());
        let mut places = match outside && !placed {
            true => Places::sort_places(cells(), ground.puzzle),
            false if placed => Places::default(),
            false => Places::with_capacity(cells().count()),
        };
        for (slot, list) in &clue.slots {
            let slot = rule.shape.slots().iter().position(|name| name == slot)?;
            key.extend([u32::MAX, slot as u32, list.len() as u32]);
            for &cell in list {
                let place = match placed {
                    true => cell,
                    false => places.of(cell, ground.puzzle),
                };
                key.push(place.0.into());
            }
        }
        let housed = rule.asks_for_house() && ground.one_house(&places.list_cells());
        let demanded = role == Role::Demanded;
        key.push(u32::from(housed) + 2 * u32::from(demanded));
        // A clue within the grid does not depend on letters or layers, so puzzles that differ in these share its form.
        if outside {
            push_extras(&mut key, &ground.puzzle.extras);
        }
        // A clue that was lowered with a recognition turned off must not be reused with the recognition turned on.
        if let Some(part) = find_omitted() {
            key.extend(part.name().bytes().map(u32::from));
        }
        Some(Self { key, places })
    }
}

impl Form {
    pub(super) fn key(&self) -> &[u32] {
        &self.key
    }

    /// Returns the place that represents one of the clue's cells.
    pub(super) fn place(&self, cell: Cell) -> Cell {
        self.places.find_cell(cell).unwrap_or(cell)
    }

    /// Returns the statements of the form, with this clue's cells in the places of the form.
    pub(super) fn with_cells(&self, template: &Template, clue: usize) -> Lowered {
        let about = |statements: &[Statement]| {
            let statements = statements.iter();
            match self.places.named.is_empty() {
                true => statements.cloned().collect(),
                false => statements
                    .map(|s| s.with_cells(&|place| self.cell(place)))
                    .collect(),
            }
        };
        Lowered {
            clue,
            statements: about(&template.statements),
            implied: about(&template.implied),
        }
    }

    /// Returns the cell that a place of the form represents.
    fn cell(&self, place: Cell) -> Cell {
        let cell = self.places.cells.get(place.index());
        cell.copied().unwrap_or(place)
    }
}

impl Places {
    fn with_capacity(cells: usize) -> Self {
        Self {
            named: Vec::with_capacity(cells),
            cells: Vec::with_capacity(cells),
            ..Self::default()
        }
    }

    /// Returns the cells that have places.
    fn list_cells(&self) -> Vec<Cell> {
        self.named.iter().map(|named| named.0).collect()
    }

    /// Assigns places in the order of the cells, so that lowering returns statements in the same order as for the cells
    /// themselves.
    fn sort_places(cells: impl Iterator<Item = Cell>, puzzle: &Puzzle) -> Self {
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_unstable();
        cells.dedup();
        let mut places = Self {
            sorted: true,
            ..Self::default()
        };
        cells.into_iter().for_each(|cell| {
            places.of(cell, puzzle);
        });
        places
    }

    fn find_cell(&self, cell: Cell) -> Option<Cell> {
        let found = match self.sorted {
            true => self.named.binary_search_by_key(&cell, |n| n.0).ok(),
            false => self.named.iter().position(|named| named.0 == cell),
        };
        found.map(|found| self.named[found].1)
    }

    /// Returns the place of a cell, and assigns a new one if the cell has none.
    fn of(&mut self, cell: Cell, puzzle: &Puzzle) -> Cell {
        if let Some(place) = self.find_cell(cell) {
            return place;
        }
        let (mut kind, mut first) = (0, 0);
        let grid = puzzle.layout.cell_count();
        let sizes = puzzle.extras.iter().map(|extra| usize::from(extra.size));
        for size in [grid].into_iter().chain(sizes) {
            if cell.index() < first + size {
                break;
            }
            (kind, first) = (kind + 1, first + size);
        }
        if self.used.len() <= kind {
            self.used.resize(kind + 1, 0);
        }
        let place = first + usize::from(self.used[kind]);
        self.used[kind] += 1;
        let unused = self.cells.len()..=place;
        self.cells.extend(unused.map(Cell::from_index));
        self.cells[place] = cell;
        self.named.push((cell, Cell::from_index(place)));
        Cell::from_index(place)
    }
}

fn push_boxes(key: &mut Vec<u32>, boxes: &Boxes, placed: bool) {
    match boxes {
        // 0 means that there are no boxes, so sizes are shifted by one.
        Boxes::Default(size) => key.push(u32::from(*size) + 1),
        Boxes::None => key.push(0),
        Boxes::Own(_) if !placed => key.push(0),
        Boxes::Own(numbers) => {
            key.push(u32::MAX);
            key.extend(numbers.iter().map(|n| n.map_or(u32::MAX, u32::from)));
        }
    }
}

fn push_extras(key: &mut Vec<u32>, extras: &[Extra]) {
    for extra in extras {
        let values = extra.values.bits();
        key.extend([u32::from(extra.size), u32::from(extra.columns)]);
        key.extend([values as u32, (values >> 32) as u32]);
    }
}

fn push_param(key: &mut Vec<u32>, param: usize, value: &Param) {
    // A value begins with its type and its length, because different values could otherwise have the same key.
    let number = |key: &mut Vec<u32>, n: i64| key.extend([n as u32, (n >> 32) as u32]);
    match value {
        Param::Int(n) => {
            key.extend([param as u32, 0]);
            number(key, *n);
        }
        Param::Ints(numbers) => {
            key.extend([param as u32, 1, numbers.len() as u32]);
            numbers.iter().for_each(|&n| number(key, n));
        }
        Param::Text(text) => {
            key.extend([param as u32, 2, text.len() as u32]);
            key.extend(text.bytes().map(u32::from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Book, lower};
    use cluewright_puzzle::Layout;

    fn book_with(rule: &str) -> Book {
        let head = "name = 'test'\ntitle = 'Test'\nfamily = 'cells'\ntext = ''\n";
        let mut book = Book::new();
        book.add("test", &format!("{head}{rule}"))
            .expect("it is a rule");
        book
    }

    /// Checks that a book returns the same statements for a puzzle, whether or not it has lowered another puzzle before.
    fn ignores_other_puzzles(rule: &str, [first, second]: [&Puzzle; 2]) {
        for [before, puzzle] in [[first, second], [second, first]] {
            let (shared, alone) = (book_with(rule), book_with(rule));
            let _ = lower(before, &shared);
            assert_eq!(lower(puzzle, &shared), lower(puzzle, &alone), "{rule}");
        }
    }

    /// Returns a 6x6 puzzle with boxes of this size that are stated one by one.
    fn with_blocks(height: u8, width: u8, clue: Clue) -> Puzzle {
        let mut layout = Layout::square(6);
        let number = |cell| {
            let (row, column) = layout.place(cell);
            Some(row / height * (6 / width) + column / width)
        };
        layout.boxes = Boxes::Own(layout.cells().map(number).collect());
        let mut puzzle = Puzzle::new(layout);
        puzzle.clues = vec![clue];
        puzzle
    }

    #[test]
    fn forms_contain_the_size_of_stated_boxes() {
        let clue = Clue::on("test", vec![Cell(0)]);
        let [tall, flat] = [(3, 2), (1, 6)].map(|(h, w)| with_blocks(h, w, clue.clone()));
        for relation in [
            "relation = 'each c in cells: c == block_height'",
            "params = { n = 'block_height' }\nrelation = 'each c in cells: c == n'",
        ] {
            ignores_other_puzzles(&format!("shape = 'group'\n{relation}"), [&tall, &flat]);
        }
    }

    #[test]
    fn forms_contain_the_cells_if_limits_depend_on_them() {
        let rule = "shape = 'cell'\nparams = { n = 'required' }\n\
            limits = { n = ['1', 'row_of(first(cells))'] }\nrelation = 'each c in cells: c == n'";
        let [top, bottom] = [0, 35].map(|cell| {
            let clue = Clue::on("test", vec![Cell(cell)]).with("n", 2);
            with_blocks(2, 3, clue)
        });
        ignores_other_puzzles(rule, [&top, &bottom]);
    }

    #[test]
    fn forms_contain_the_cells_whose_missing_digit_is_read() {
        let rule = "shape = 'group'\nparams = { n = 'required' }\nrelation = 'missing(cells) == n'";
        let [row, scattered] = [[0, 1, 2, 3, 4], [0, 8, 16, 24, 32]].map(|cells| {
            let clue = Clue::on("test", cells.map(Cell)).with("n", 2);
            with_blocks(2, 3, clue)
        });
        let refused = lower(&scattered, &book_with(rule)).expect_err("they are not a house");
        assert!(
            refused.message.contains("must be one row"),
            "{}",
            refused.message
        );
        ignores_other_puzzles(rule, [&row, &scattered]);
    }
}
