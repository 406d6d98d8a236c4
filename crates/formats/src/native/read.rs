//! Converts the tree of a puzzle file to a puzzle.

use super::clues::{Clues, Entry, Placed};
use super::draft::draft;
use super::own_rules;
use super::tree::{Key, Node, Table, Value, at, unknown_key};
use crate::kit::ReadError;
use crate::kit::borders::rectangles;
use crate::kit::cells::read_cells;
use crate::kit::node::shorten;
use crate::kit::picture::{Cells, Dash, Picture, digits_in_words};
use cluewright_puzzle::{
    About, Boxes, Cell, Clue, DigitSet, Draft, Drawing, Extra, Given, Layout, LayoutError, Puzzle,
    Unread, digit_of_char, open_part, parse_place,
};
use cluewright_rules::{Book, ClueError, Clues as _};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The keys of the file, in the order in which they are written.
pub(super) const KEYS: &[&str] = &[
    "title",
    "author",
    "rules",
    "source",
    "message",
    "warnings",
    "size",
    "digits",
    "boxes",
    "latin",
    "grid",
    "entries",
    "solution",
    "letters",
    "layers",
    "marks",
    "drawings",
    "unread",
    "elements",
    "sentences",
    "recognised",
    "import",
    "own-rules",
    "clues",
    WANTED,
];

/// The key of the table that states the requirements of a draft.
const WANTED: &str = "wanted";

/// Maximum number of cells of a puzzle, including those of its layers. One line of a file can declare a layer of thousands of
/// cells, so a small file could otherwise fill the memory. The limit also keeps the index of every cell within `u16`.
const MOST_CELLS: usize = 10_000;

/// Reads the puzzle of a file; `source` is the text of the file.
///
/// # Errors
///
/// Fails if a key, a value or a clue is invalid.
pub(super) fn read(root: &Node, source: &str, book: &Book) -> Result<Puzzle, ReadError> {
    let (puzzle, placed) = read_unchecked(root, source, book)?;
    book.check(&puzzle)
        .map_err(|error| locate_clue_error(&placed, error))?;
    Ok(puzzle)
}

/// Reads a file as a draft.
///
/// # Errors
///
/// Fails if a key, a value or a clue is invalid.
pub(super) fn read_draft(root: &Node, source: &str, book: &Book) -> Result<Draft, ReadError> {
    let (puzzle, placed, choose) = read_open(root, source, book, true)?;
    let table = root.table("a table of keys")?;
    let wanted = table.iter().find(|(key, _)| key.name == WANTED);
    let (mut draft, settled) = draft(puzzle, placed, choose, wanted.map(|(_, node)| node))?;
    // The puzzle of a draft has only the settled clues, so the error's index refers to these.
    book.check(&draft.puzzle)
        .map_err(|error| locate_clue_error(&settled, error))?;
    // In a draft, the digits of `solution` are requirements, not a solution to check against.
    let digits = draft.puzzle.solution.take().unwrap_or_default();
    let digits = digits.into_iter().enumerate();
    let known =
        digits.filter_map(|(index, digit)| Some((Cell::from_index(index), DigitSet::one(digit?))));
    draft.wanted.solution = known.collect();
    Ok(draft)
}

/// Reads a draft so that it can be drawn, with `?` for each open value and the first possible rule for each open rule.
///
/// # Errors
///
/// Fails if a key, a value or a clue is invalid.
pub(super) fn read_sketch(root: &Node, source: &str, book: &Book) -> Result<Puzzle, ReadError> {
    // Sketches are not checked, so reading the draft first finds invalid clues.
    read_draft(root, source, book)?;
    let (mut puzzle, placed, _) = read_open(root, source, book, true)?;
    puzzle.clues = placed.into_iter().map(Placed::into_sketch).collect();
    Ok(puzzle)
}

/// The parts of a file that can be drawn, even if some clues cannot be used.
pub struct Drawable {
    /// The puzzle, without clues whose rule or cells are unknown.
    pub puzzle: Puzzle,
    /// The clues that cannot be used.
    pub refused: Vec<RefusedClue>,
}

/// A clue of a file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RefusedClue {
    /// The key of the clue under `clues`.
    pub rule: String,
    /// The index of the clue among the entries with that key, from 0.
    pub nth: usize,
    /// The reason why the clue cannot be used.
    pub message: String,
}

/// Reads a file for drawing. Regions may have any number of cells, and an invalid clue does not affect the
/// others.
///
/// # Errors
///
/// Fails if there is nothing to draw.
pub(super) fn read_drawable(root: &Node, source: &str, book: &Book) -> Result<Drawable, ReadError> {
    let table = root.table("a table of keys")?;
    let file = File { table, source };
    let mut puzzle = Puzzle::new(file.layout_of_drawing()?);
    // An invalid key must not hide the rest of the picture, so it is treated as missing here.
    puzzle.about = file.about().unwrap_or_default();
    puzzle.extras = file.extras(&puzzle.layout).unwrap_or_default();
    puzzle.givens = file.grid(&puzzle.layout).unwrap_or_default();
    let own = file.get("own-rules");
    let own = own.and_then(|node| own_rules::read(node, source, &mut puzzle).ok());
    let own = own.unwrap_or_default();
    let entries = match file.get("clues") {
        // Drafts are drawn too, with `?` for their open values.
        Some(node) => Clues::new(&puzzle, &own, book, source)
            .of_draft()
            .read_each(node),
        None => vec![],
    };
    let (clues, refused) = drawable_clues(&puzzle, entries, book);
    puzzle.clues = clues;
    Ok(Drawable { puzzle, refused })
}

/// Separates the clues that can be drawn from those that cannot be used; both keep the order of the file.
fn drawable_clues(
    puzzle: &Puzzle,
    entries: Vec<Entry>,
    book: &Book,
) -> (Vec<Clue>, Vec<RefusedClue>) {
    let (mut clues, mut refused) = (vec![], vec![]);
    for Entry {
        key,
        nth,
        clues: read,
    } in entries
    {
        let mut refuse = |message: String| {
            let rule = key.clone();
            refused.push(RefusedClue { rule, nth, message });
        };
        match read {
            Err(error) => refuse(error.message),
            Ok(placed) => {
                // If only the rule refuses a clue, its cells are known, so the clue is drawn nevertheless.
                let settled = placed.iter().filter(|placed| !placed.is_open());
                let misfit = settled
                    .filter_map(|placed| book.misfit_of(puzzle, placed.clue()))
                    .next();
                if let Some(error) = misfit {
                    refuse(error.message);
                }
                clues.extend(placed.into_iter().map(Placed::into_sketch));
            }
        }
    }
    (clues, refused)
}

/// Locates a clue error at the clue's position in the file.
///
/// # Errors
///
/// Fails if the file cannot be read.
pub(super) fn about_clue(
    root: &Node,
    source: &str,
    book: &Book,
    error: ClueError,
) -> Result<ReadError, ReadError> {
    let (_, placed) = read_unchecked(root, source, book)?;
    Ok(locate_clue_error(&placed, error))
}

fn locate_clue_error(placed: &[Placed], error: ClueError) -> ReadError {
    let read = match placed.get(error.clue) {
        Some(placed) => placed.error(error.message),
        None => ReadError::new(error.message),
    };
    ReadError {
        help: error.help,
        ..read
    }
}

/// Reads the puzzle and the positions of its clues, without checking the clues. The positions have no clues any more.
fn read_unchecked<'n, 't>(
    root: &'n Node<'t>,
    source: &'n str,
    book: &Book,
) -> Result<(Puzzle, Vec<Placed<'n, 't>>), ReadError> {
    let (mut puzzle, mut placed, _) = read_open(root, source, book, false)?;
    puzzle.clues = placed.iter_mut().map(Placed::take_clue).collect();
    Ok((puzzle, placed))
}

/// Reads the puzzle (without its clues), the clues and, for a draft, the number of clues to choose from each
/// group.
fn read_open<'n, 't>(
    root: &'n Node<'t>,
    source: &'n str,
    book: &Book,
    is_draft: bool,
) -> Result<(Puzzle, Vec<Placed<'n, 't>>, Vec<usize>), ReadError> {
    let table = root.table("a table of keys")?;
    let file = File { table, source };
    file.check_keys()?;
    let mut puzzle = Puzzle::new(file.layout()?);
    puzzle.about = file.about()?;
    // Marks and clues may name letters and layers, so letters and layers are read first.
    puzzle.extras = file.extras(&puzzle.layout)?;
    puzzle.givens = file.grid(&puzzle.layout)?;
    file.marks(&mut puzzle)?;
    puzzle.entries = file.entries(&puzzle.layout)?;
    puzzle.solution = file.solution(&puzzle.layout)?;
    puzzle.drawings = file.drawings()?;
    puzzle.unread = file.unread()?;
    puzzle.warnings = file.texts("warnings")?;
    puzzle.elements = file.json_texts("elements")?;
    puzzle.sentences = file.json_texts("sentences")?;
    puzzle.recognised = file.json_texts("recognised")?;
    puzzle.import = file.json_text("import")?;
    let own = match file.get("own-rules") {
        Some(node) => own_rules::read(node, source, &mut puzzle).map_err(at("own-rules"))?,
        None => vec![],
    };
    if let Some(node) = file.get(WANTED).filter(|_| !is_draft) {
        let error = node.error("only drafts can have requirements");
        return Err(error
            .within(WANTED)
            .help("`cluewright fill` fills in open values"));
    }
    let clues = Clues::new(&puzzle, &own, book, source);
    let clues = match is_draft {
        true => clues.of_draft(),
        false => clues,
    };
    let placed = match file.get("clues") {
        Some(node) => clues.read(node, "clues")?,
        None => vec![],
    };
    let choose = clues.choose();
    Ok((puzzle, placed, choose))
}

/// The table at the root of a file, and the text of the file.
struct File<'f, 't> {
    table: &'f Table<'t>,
    source: &'f str,
}

impl<'f, 't> File<'f, 't> {
    fn get(&self, name: &str) -> Option<&'f Node<'t>> {
        let entry = self.table.iter().find(|(key, _)| key.name == name);
        entry.map(|(_, node)| node)
    }

    fn check_keys(&self) -> Result<(), ReadError> {
        if self.table.is_empty() {
            return Err(
                ReadError::new("the file is empty").help("a puzzle needs a grid, a size or clues")
            );
        }
        for (key, _) in self.table {
            if !KEYS.contains(&&*key.name) {
                return Err(unknown_key(key, KEYS.iter().copied(), "of a puzzle file"));
            }
        }
        Ok(())
    }

    /// Returns the text under a key; `None` if it is missing or empty.
    fn text(&self, name: &str) -> Result<Option<String>, ReadError> {
        let text = |node: &Node| Ok(node.text("text in quotes").map_err(at(name))?.to_owned());
        let text = self.get(name).map(text).transpose()?;
        Ok(text.filter(|text: &String| !text.is_empty()))
    }

    fn about(&self) -> Result<About, ReadError> {
        Ok(About {
            title: self.text("title")?,
            author: self.text("author")?,
            rules: self.text("rules")?,
            source: self.text("source")?,
            message: self.text("message")?,
        })
    }

    fn layout(&self) -> Result<Layout, ReadError> {
        let layout = self.layout_of_drawing()?;
        self.check(&layout, "boxes")?;
        Ok(layout)
    }

    /// Reads the layout for drawing. A region may have more cells than there are digits.
    fn layout_of_drawing(&self) -> Result<Layout, ReadError> {
        let size = match self.get("size") {
            Some(node) => Some(size(node).map_err(at("size"))?),
            None => None,
        };
        let (rows, columns) = match size {
            Some(size) => size,
            None => self.size_of_drawing()?.unwrap_or((9, 9)),
        };
        let longer = rows.max(columns);
        let mut layout = Layout {
            rows,
            columns,
            boxes: Boxes::None,
            ..Layout::square(longer)
        };
        // The size is checked before the other keys, so that an impossible size is reported at `size`.
        self.check(&layout, "size")?;
        if let Some(node) = self.get("digits") {
            (layout.min_digit, layout.digit_count) = digit_range(node).map_err(at("digits"))?;
        }
        if let Some(node) = self.get("latin") {
            let Value::Bool(latin) = node.value else {
                return Err(node.error_expecting("true or false").within("latin"));
            };
            layout.lines = latin;
        }
        self.check(&layout, "digits")?;
        // The boxes depend on the number of digits, so they are read last.
        layout.boxes = match self.get("boxes") {
            Some(node) => self.boxes(node, &layout).map_err(at("boxes"))?,
            None => self.boxes_of_drawing(&layout)?,
        };
        Ok(layout)
    }

    /// Locates a layout error at the key that states the layout, or at the drawing that implies it.
    fn check(&self, layout: &Layout, key: &str) -> Result<(), ReadError> {
        let blame = |error: LayoutError| {
            let keys = [key, "digits", "size", "grid", "boxes"];
            let name = keys.into_iter().find(|name| self.get(name).is_some());
            let message = error.to_string();
            match name.and_then(|name| Some((name, self.get(name)?))) {
                Some((name, node)) => node.error(message).within(name),
                None => ReadError::new(message),
            }
        };
        layout.check().map_err(blame)
    }

    /// Returns the size of the drawn grid or, if there is none, of the drawn boxes.
    fn size_of_drawing(&self) -> Result<Option<(u8, u8)>, ReadError> {
        for name in ["grid", "boxes"] {
            let Some(node) = self.get(name) else { continue };
            // A box size such as `2x3` is not a drawing, so it implies no grid size.
            if name == "boxes" && !is_drawing(node) {
                continue;
            }
            let size = |cells: Cells| Ok((cells.rows, cells.columns));
            return self.picture(node, None, size).map(Some).map_err(at(name));
        }
        Ok(None)
    }

    /// Returns the boxes that lines in the drawn grid enclose; the default boxes if no lines are drawn.
    fn boxes_of_drawing(&self, layout: &Layout) -> Result<Boxes, ReadError> {
        // `layout` has no boxes yet, so the drawn lines are compared with the usual boxes.
        let default = Layout {
            boxes: Boxes::Default(0),
            ..layout.clone()
        };
        let Some(node) = self.get("grid") else {
            return Ok(default.boxes);
        };
        let boxes = |cells: Cells| cells.borders.boxes_of(&default).map_err(with_boxes_help);
        self.picture(node, Some((layout.rows, layout.columns)), boxes)
            .map_err(at("grid"))
    }

    /// Splits a drawing into cells and passes them to `take`. The spans of errors refer to the file.
    fn picture<T>(
        &self,
        node: &Node,
        size: Option<(u8, u8)>,
        take: impl FnOnce(Cells) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let rows = match &node.value {
            Value::Text(text) => {
                let cells = Picture::new(text, Dash::Frame).and_then(|p| p.cells(size));
                return cells
                    .and_then(take)
                    .map_err(|e| node.inside(self.source, e));
            }
            Value::List(rows) => rows,
            _ => return Err(node.error_expecting("a drawing of the grid")),
        };
        let rows: Vec<&str> = rows
            .iter()
            .map(|row| row.text("a row of the grid"))
            .collect::<Result<_, _>>()?;
        // Spans in the joined text have no counterpart in the file, so `inside` marks the whole list.
        let text = rows.join("\n");
        let cells = Picture::new(&text, Dash::Frame).and_then(|p| p.cells(size));
        cells
            .and_then(take)
            .map_err(|e| node.inside(self.source, e))
    }

    fn boxes(&self, node: &Node, layout: &Layout) -> Result<Boxes, ReadError> {
        let (rows, columns) = (layout.rows, layout.columns);
        if let Value::Int(cells) = node.value {
            let boxes = u8::try_from(cells).ok().filter(|&n| n > 0);
            let boxes = boxes.map(Boxes::Default).map(|boxes| Layout {
                boxes,
                ..layout.clone()
            });
            return match boxes.filter(|layout| layout.box_shape().is_some()) {
                Some(layout) => Ok(layout.boxes),
                None => Err(node
                    .error(format!(
                        "no rectangle of {cells} cells tiles a {rows}x{columns} grid"
                    ))
                    .help("draw the regions, or write \"none\"")),
            };
        }
        if !is_drawing(node) {
            let text = node.text("a box size")?.trim();
            if text.eq_ignore_ascii_case("none") {
                return Ok(Boxes::None);
            }
            if let Some((height, width)) = two_numbers(text) {
                return rectangles(layout, height, width).ok_or_else(|| {
                    node.error(format!(
                        "boxes of {height}x{width} do not tile a {rows}x{columns} grid, or are more than 256"
                    ))
                    .help("box sizes are written height x width, such as \"2x3\"")
                });
            }
        }
        let regions = |cells: Cells| {
            let boxes = region_numbers(&cells).map(Boxes::Own)?;
            let layout = Layout {
                boxes,
                ..layout.clone()
            };
            cells.borders.check(&layout).map_err(with_boxes_help)?;
            Ok(layout.boxes)
        };
        self.picture(node, Some((rows, columns)), regions)
    }

    fn extras(&self, layout: &Layout) -> Result<Vec<Extra>, ReadError> {
        let mut extras: Vec<Extra> = vec![];
        for (section, is_layer) in [("letters", false), ("layers", true)] {
            let Some(node) = self.get(section) else {
                continue;
            };
            for (key, value) in node.table("a table of names").map_err(at(section))? {
                let place = format!("{section}.{}", key.name);
                check_name(key, &extras).map_err(at(&place))?;
                let extra = extra(&key.name, value, is_layer.then_some(layout));
                extras.push(extra.map_err(at(&place))?);
            }
        }
        let cells: usize = extras.iter().map(|extra| usize::from(extra.size)).sum();
        if cells + layout.cell_count() > MOST_CELLS {
            let message =
                format!("the layers have {cells} cells; a puzzle has at most {MOST_CELLS} cells");
            let node = self.get("layers").map(|node| node.error(&message));
            return Err(node.unwrap_or_else(|| ReadError::new(message)));
        }
        Ok(extras)
    }

    /// Returns the givens of the drawn grid.
    fn grid(&self, layout: &Layout) -> Result<Vec<Given>, ReadError> {
        let given = |(index, digit): (usize, Option<u8>)| {
            Some(Given {
                cell: Cell::from_index(index),
                digits: DigitSet::one(digit?),
            })
        };
        let digits = self.digits_of_drawing("grid", layout)?;
        Ok(digits.into_iter().enumerate().filter_map(given).collect())
    }

    fn entries(&self, layout: &Layout) -> Result<Vec<(Cell, u8)>, ReadError> {
        let digits = self.digits_of_drawing("entries", layout)?.into_iter();
        let entry = |(index, digit): (usize, Option<u8>)| Some((Cell::from_index(index), digit?));
        Ok(digits.enumerate().filter_map(entry).collect())
    }

    fn solution(&self, layout: &Layout) -> Result<Option<Vec<Option<u8>>>, ReadError> {
        let digits = self.digits_of_drawing("solution", layout)?;
        // A drawing of blanks states no digit, so no answer could agree with it.
        Ok(Some(digits).filter(|digits| digits.iter().any(Option::is_some)))
    }

    /// Reads the digits of a drawing in reading order; an empty list if the key is missing.
    fn digits_of_drawing(&self, name: &str, layout: &Layout) -> Result<Vec<Option<u8>>, ReadError> {
        let Some(node) = self.get(name) else {
            return Ok(vec![]);
        };
        let all = layout.digits();
        let digits = |cells: Cells| {
            cells.borders.check(layout).map_err(with_boxes_help)?;
            cells.symbols.iter().map(|s| s.digit(all)).collect()
        };
        self.picture(node, Some((layout.rows, layout.columns)), digits)
            .map_err(at(name))
    }

    fn marks(&self, puzzle: &mut Puzzle) -> Result<(), ReadError> {
        let Some(node) = self.get("marks") else {
            return Ok(());
        };
        let mut taken: BTreeMap<Cell, &str> =
            puzzle.givens.iter().map(|g| (g.cell, "the grid")).collect();
        for (key, node) in node.table("a table of cells").map_err(at("marks"))? {
            let place = format!("marks.{}", key.name);
            let cells = read_cells(puzzle, &key.name).map_err(|error| {
                // A key with spaces is quoted, and the error's span does not count the quote, so the whole key is marked.
                let mut moved = key.error(error.message).within(&place);
                moved.help = error.help;
                moved
            })?;
            for &cell in &cells {
                if let Some(first) = taken.insert(cell, "marks") {
                    let name = puzzle.cell_name(cell);
                    return Err(key
                        .error(format!("{name} is given twice: in {first} and here"))
                        .within(&place)
                        .help(format!(
                            "to restrict a cell twice, list both: {name} = [\"123\", \"34\"]"
                        )));
                }
                let sets = restrictions(node, puzzle.domain(cell)).map_err(at(&place))?;
                let givens = sets.into_iter().map(|digits| Given { cell, digits });
                puzzle.givens.extend(givens);
            }
        }
        Ok(())
    }

    fn drawings(&self) -> Result<Vec<Drawing>, ReadError> {
        let Some(node) = self.get("drawings") else {
            return Ok(vec![]);
        };
        let table = node.table("a table of numbers").map_err(at("drawings"))?;
        let drawing = |(key, node): &(Key, Node)| match node.value {
            Value::Int(count) if count >= 0 => Ok(Drawing {
                kind: key.name.to_string(),
                count: count as usize,
            }),
            _ => Err(node
                .error_expecting("a number of drawings")
                .within("drawings")),
        };
        table.iter().map(drawing).collect()
    }

    fn unread(&self) -> Result<Vec<Unread>, ReadError> {
        let Some(node) = self.get("unread") else {
            return Ok(vec![]);
        };
        let Value::List(items) = &node.value else {
            return Err(node.error_expecting("a list of drawings").within("unread"));
        };
        items
            .iter()
            .map(|item| unread(item).map_err(at("unread")))
            .collect()
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, ReadError> {
        self.each_text(key, |text, _| Ok(text.to_owned()))
    }

    /// Reads a value that is stored as a string of JSON; `None` if the key is missing.
    fn json_text<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, ReadError> {
        let Some(node) = self.get(key) else {
            return Ok(None);
        };
        let text = node.text("text in quotes").map_err(at(key))?;
        serde_json::from_str(text)
            .map(Some)
            .map_err(|error| node.error(error.to_string()).within(key))
    }

    /// Reads a list of strings of JSON, such as the elements of a picture.
    fn json_texts<T: DeserializeOwned>(&self, key: &str) -> Result<Vec<T>, ReadError> {
        self.each_text(key, |text, node| {
            serde_json::from_str(text).map_err(|error| node.error(error.to_string()))
        })
    }

    fn each_text<T>(
        &self,
        key: &str,
        read: impl Fn(&str, &Node) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let Some(node) = self.get(key) else {
            return Ok(vec![]);
        };
        let Value::List(items) = &node.value else {
            return Err(node.error_expecting("a list of quoted text").within(key));
        };
        let item = |item: &Node| read(item.text("text in quotes")?, item).map_err(at(key));
        items.iter().map(item).collect()
    }
}

/// Reads an unread drawing: `{ kind = "line", cells = "R1C1 R1C2" }`, with optional further keys.
fn unread(node: &Node) -> Result<Unread, ReadError> {
    let mut unread = open_part("", vec![], None);
    for (key, node) in node.table("a drawing such as { kind = \"line\", cells = \"R1C1 R1C2\" }")? {
        let text = || Ok::<_, ReadError>(node.text("text in quotes")?.to_owned());
        match &*key.name {
            "kind" => unread.kind = text()?,
            "cells" => unread.cells = text()?.split_whitespace().map(str::to_owned).collect(),
            "text" => unread.text = Some(text()?),
            "rules" => unread.rules = text()?.split_whitespace().map(str::to_owned).collect(),
            "count" => {
                let count = match &node.value {
                    Value::Int(count) => usize::try_from(*count).ok(),
                    _ => None,
                };
                unread.count = count.ok_or_else(|| node.error_expecting("a number of drawings"))?;
            }
            _ => {
                return Err(unknown_key(
                    key,
                    ["kind", "cells", "text", "rules", "count"].into_iter(),
                    "of a drawing",
                ));
            }
        }
    }
    if unread.kind.is_empty() {
        return Err(node.error("a drawing needs its `kind`"));
    }
    Ok(unread)
}

fn with_boxes_help(error: ReadError) -> ReadError {
    error.help("give the boxes (boxes = \"3x2\", \"none\" or a map of regions), or draw the lines at their borders")
}

/// Reads the size as a number of rows and a number of columns.
fn size(node: &Node) -> Result<(u8, u8), ReadError> {
    let size = match &node.value {
        Value::Int(side) => u8::try_from(*side).ok().map(|side| (side, side)),
        Value::Text(text) => match text.trim().parse() {
            Ok(side) => Some((side, side)),
            Err(_) => two_numbers(text.trim()),
        },
        _ => None,
    };
    size.ok_or_else(|| match &node.value {
        Value::Int(side) => node.error(format!("size {side}: a grid has 1 to 25 rows and columns")),
        Value::Text(text) => node
            .error(format!("`{}` is not a size", shorten(text)))
            .help("sizes are written 9 or \"6x9\" (rows x columns)"),
        _ => node.error_expecting("a size such as 9 or \"6x9\""),
    })
}

/// Reads two numbers of the form `2x3`.
fn two_numbers(text: &str) -> Option<(u8, u8)> {
    let (first, second) = text.split_once(['x', 'X', '×', '*'])?;
    Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
}

/// Reads the digits of the grid: the smallest digit, and the number of digits.
fn digit_range(node: &Node) -> Result<(u8, u8), ReadError> {
    let range = match &node.value {
        Value::Int(high) => u8::try_from(*high).ok().map(|high| (1, high)),
        Value::Text(text) => range(text),
        _ => return Err(node.error_expecting("a range of digits such as \"1-9\"")),
    };
    let error = || {
        node.error("this is not a range of digits")
            .help("digits are written \"1-9\", \"0-8\", or 7 for 1 to 7; none is above 35")
    };
    let (low, high) = range
        // A set of digits has 64 bits, so no digit can be above 63.
        .filter(|&(low, high)| low <= high && high < 64)
        .ok_or_else(error)?;
    Ok((low, high - low + 1))
}

/// Parses `1-9`, `1..9`, or a single number.
fn range(text: &str) -> Option<(u8, u8)> {
    let (low, high) = text
        .split_once("..")
        .or_else(|| text.split_once(['-', '–']))
        .unwrap_or((text, text));
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}

/// Returns `true` if the value of `boxes` is a drawing of regions.
fn is_drawing(node: &Node) -> bool {
    match &node.value {
        Value::Text(text) => {
            let text = text.trim();
            !text.eq_ignore_ascii_case("none") && two_numbers(text).is_none()
        }
        Value::List(_) => true,
        _ => false,
    }
}

/// Numbers the regions of a drawing in the order of their symbols: numbers first, then letters.
fn region_numbers(cells: &Cells) -> Result<Vec<Option<u8>>, ReadError> {
    // Numbers are compared by value, so that 10 comes after 9.
    let rank = |text| (text_number(text).unwrap_or(u32::MAX), text);
    let is_blank = |text: &str| matches!(text, "." | "_" | "*" | "?");
    let ranks: std::collections::BTreeSet<_> = cells
        .symbols
        .iter()
        .filter(|symbol| !is_blank(symbol.text))
        .map(|symbol| rank(symbol.text))
        .collect();
    let ranks: Vec<_> = ranks.into_iter().collect();
    if ranks.len() > 255 {
        return Err(ReadError::new("the map has more than 255 regions"));
    }
    let number = |text| ranks.binary_search(&rank(text)).ok().map(|rank| rank as u8);
    let symbols = cells.symbols.iter();
    Ok(symbols.map(|symbol| number(symbol.text)).collect())
}

fn text_number(text: &str) -> Option<u32> {
    text.bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| text.parse().ok())?
}

/// Checks that the name of a letter or layer is valid, and that no cell, letter or layer already has it.
fn check_name(key: &Key, taken: &[Extra]) -> Result<(), ReadError> {
    let name = &*key.name;
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !plain || parse_place(name).is_some() {
        return Err(key.error(format!("`{}` is not a name", shorten(name))).help(
            "a name starts with a letter, continues with letters, digits and `_`, and is not the name of a cell",
        ));
    }
    if taken.iter().any(|extra| extra.name == name) {
        return Err(key.error(format!("`{name}` is the name of both a letter and a layer")));
    }
    Ok(())
}

/// Reads a letter or, if a layout is given, a layer.
fn extra(name: &str, node: &Node, layout: Option<&Layout>) -> Result<Extra, ReadError> {
    let name = name.to_owned();
    let Some(layout) = layout else {
        let (size, columns, values) = (1, 0, values(node)?);
        return Ok(Extra {
            name,
            size,
            columns,
            values,
        });
    };
    let mut extra = Extra {
        name,
        size: layout.cell_count() as u16,
        columns: layout.columns,
        values: DigitSet::EMPTY,
    };
    let Value::Table(table) = &node.value else {
        extra.values = values(node)?;
        return Ok(extra);
    };
    // `cells` uses `columns`, which may come later in the file, so `columns` is read first.
    let columns = table.iter().find(|(key, _)| key.name == "columns");
    let columns = match columns {
        None => 0,
        Some((_, node)) => positive(node)
            .and_then(|n| u8::try_from(n).ok())
            .ok_or_else(|| node.error_expecting("the number of cells in a row, 1 to 255"))?,
    };
    for (key, node) in table {
        match &*key.name {
            "values" => extra.values = values(node)?,
            "cells" => {
                let cells = positive(node).filter(|&n| n <= MOST_CELLS);
                extra.size = cells.ok_or_else(|| node.error_expecting("a number of cells"))? as u16;
                extra.columns = columns;
            }
            "columns" if !table.iter().any(|(key, _)| key.name == "cells") => {
                return Err(key.error("`columns` needs `cells`, the number of cells of the layer"));
            }
            "columns" => {}
            _ => {
                let known = ["values", "cells", "columns"].into_iter();
                return Err(unknown_key(key, known, "of a layer"));
            }
        }
    }
    if extra.values.is_empty() {
        return Err(node.error("a layer needs the values of its cells"));
    }
    Ok(extra)
}

/// Reads a number above 0.
fn positive(node: &Node) -> Option<usize> {
    match node.value {
        Value::Int(number) => usize::try_from(number).ok().filter(|&n| n > 0),
        _ => None,
    }
}

/// Parses the values of a letter or layer: `1-9`, `1 3 5-7`, or a list.
fn values(node: &Node) -> Result<DigitSet, ReadError> {
    let set = match &node.value {
        Value::Text(text) => {
            let words = text.split([' ', ',']).filter(|word| !word.is_empty());
            let ranges: Option<Vec<_>> = words.map(range).collect();
            ranges.and_then(|ranges| {
                // The ranges are tested before they are expanded, because a set of digits has only 64 bits.
                let fits = ranges.iter().all(|&(low, high)| low <= high && high < 64);
                fits.then(|| {
                    ranges
                        .into_iter()
                        .flat_map(|(low, high)| low..=high)
                        .collect()
                })
            })
        }
        Value::List(items) => items.iter().map(small).collect(),
        Value::Int(_) => small(node).map(DigitSet::one),
        _ => None,
    };
    set.filter(|set: &DigitSet| !set.is_empty()).ok_or_else(|| {
        node.error("these are not values")
            .help("values are written \"1-9\", \"1 3 5-7\" or [1, 3], and range from 0 to 63")
    })
}

/// Reads a number from 0 to 63.
fn small(node: &Node) -> Option<u8> {
    match node.value {
        Value::Int(number @ 0..64) => Some(number as u8),
        _ => None,
    }
}

/// Reads the restrictions of one cell.
fn restrictions(node: &Node, domain: DigitSet) -> Result<Vec<DigitSet>, ReadError> {
    let item = |item: &Node| match &item.value {
        Value::Text(text) => digits_of_text(text, domain).map_err(|message| item.error(message)),
        _ => Err(item.error_expecting("digits")),
    };
    match &node.value {
        Value::List(items) if items.iter().any(|i| matches!(i.value, Value::Text(_))) => {
            items.iter().map(item).collect()
        }
        Value::List(items) => {
            let numbers = items.iter().map(|item| match small(item) {
                Some(number) => Ok(number),
                None => Err(item.error_expecting("a digit")),
            });
            let numbers = numbers.collect::<Result<Vec<u8>, _>>()?;
            let set = in_domain(&numbers, domain).map_err(|message| node.error(message))?;
            Ok(vec![set])
        }
        Value::Int(_) => {
            let number = small(node).ok_or_else(|| node.error_expecting("a digit"))?;
            let set = in_domain(&[number], domain).map_err(|message| node.error(message))?;
            Ok(vec![set])
        }
        _ => Ok(vec![item(node)?]),
    }
}

/// Parses digits, written as symbols or as numbers separated by spaces or commas.
fn digits_of_text(text: &str, domain: DigitSet) -> Result<DigitSet, String> {
    let separator = |c: char| c.is_whitespace() || c == ',';
    let text = text.trim();
    let numbers: Option<Vec<u8>> = if text.contains(separator) {
        let words = text.split(separator).filter(|word| !word.is_empty());
        words.map(|word| word.parse().ok()).collect()
    } else {
        text.chars().map(digit_of_char).collect()
    };
    match numbers {
        Some(numbers) if !numbers.is_empty() => in_domain(&numbers, domain),
        _ => Err(format!("`{}` is not a list of digits", shorten(text))),
    }
}

fn in_domain(numbers: &[u8], domain: DigitSet) -> Result<DigitSet, String> {
    match numbers.iter().find(|&&number| !domain.contains(number)) {
        None => Ok(numbers.iter().copied().collect()),
        Some(number) => Err(format!(
            "{number} is not a digit of this cell, which has {}",
            digits_in_words(domain)
        )),
    }
}
