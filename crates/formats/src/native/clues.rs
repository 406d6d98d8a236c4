//! Reads the clues of a puzzle file.

use super::file::{COMPOSITES, RELATION};
use super::open::{HOW, open_values};
use super::tree::{Key, Node, Table, Value, at, unknown_key};
use crate::kit::ReadError;
use crate::kit::cells::{read_cells, read_seat, square_at};
use crate::kit::node::shorten;
use cluewright_puzzle::{Cell, Clue, Param, Puzzle, Values, has_own_rule};
use cluewright_rules::{Book, ParamKind, Rule, Shape, check_formula};
use std::cell::RefCell;
use std::ops::Range;

/// A reader of clues for a puzzle whose layout and variables are known.
pub(super) struct Clues<'p> {
    puzzle: &'p Puzzle,
    /// The rules that the puzzle defines for itself.
    own: &'p [Rule],
    book: &'p Book,
    source: &'p str,
    /// For each group of clues in a draft, the number of clues to choose; `None` if the file is not a draft. It is a
    /// `RefCell`, because the readers of nested clues share one `&self`.
    groups: Option<RefCell<Vec<usize>>>,
}

/// A clue, with its position in the file.
pub(super) struct Placed<'n, 't> {
    /// The possible forms of the clue, one for each rule that it may have. Only clues of drafts have more than one.
    pub(super) kinds: Vec<Kind>,
    /// `true` if the clue may be left out.
    pub(super) optional: bool,
    /// The index of the clue's group, if only some clues of the group are chosen.
    pub(super) group: Option<usize>,
    node: &'n Node<'t>,
    place: String,
}

/// One form of a clue: a clue of one rule, with the values that are open.
pub(super) struct Kind {
    pub(super) clue: Clue,
    pub(super) open: Vec<(String, Values)>,
    optional: bool,
}

/// Drops the repetition of the first cell at the end of a closed loop, for rules about the set of a line's cells. These
/// rules forbid repeated digits, so a repeated cell would leave no solution.
fn open_loop(clue: &mut Clue) {
    const SETS: [&str; 2] = ["renban", "nabner"];
    let lines = clue.slots.iter_mut().map(|(_, cells)| cells);
    for cells in lines.filter(|_| SETS.contains(&&*clue.rule)) {
        if cells.len() > 2 && cells.first() == cells.last() {
            cells.pop();
        }
    }
}

/// A part of a node's text.
#[derive(Clone, Copy)]
struct Part<'n, 't> {
    node: &'n Node<'t>,
    text: &'n str,
    /// The byte offset of the part within the node's text.
    at: usize,
}

impl From<Clue> for Kind {
    fn from(clue: Clue) -> Self {
        Self {
            clue,
            open: vec![],
            optional: false,
        }
    }
}

impl Placed<'_, '_> {
    /// Returns the clue; if its rule is open, returns the form for the first rule.
    pub(super) fn clue(&self) -> &Clue {
        &self.kinds[0].clue
    }

    /// Moves the clue out, and leaves one without cells; if its rule is open, takes the form for the first rule.
    pub(super) fn take_clue(&mut self) -> Clue {
        std::mem::take(&mut self.kinds[0].clue)
    }

    /// Returns `true` if the clue's rule or one of its values is open, or if the clue may be left out.
    pub(super) fn is_open(&self) -> bool {
        let valued = self.kinds.iter().any(|kind| !kind.open.is_empty());
        valued || self.kinds.len() > 1 || self.optional || self.group.is_some()
    }

    /// Returns the clue for drawing, with `?` for its open values.
    pub(super) fn into_sketch(self) -> Clue {
        let Kind { clue, open, .. } = self.kinds.into_iter().next().expect("at least one kind");
        let question = |clue: Clue, (name, _): (String, Values)| clue.with(&name, "?");
        open.into_iter().fold(clue, question)
    }

    /// Creates an error at the position of the clue.
    pub(super) fn error(&self, message: String) -> ReadError {
        self.node.error(message).within(&self.place)
    }
}

impl<'p> Clues<'p> {
    pub(super) fn new(
        puzzle: &'p Puzzle,
        own: &'p [Rule],
        book: &'p Book,
        source: &'p str,
    ) -> Self {
        Self {
            puzzle,
            own,
            book,
            source,
            groups: None,
        }
    }

    /// Returns a reader that accepts the open values of a draft.
    pub(super) fn of_draft(self) -> Self {
        Self {
            groups: Some(RefCell::default()),
            ..self
        }
    }

    /// Returns the number of clues to choose from each group of a draft.
    pub(super) fn choose(self) -> Vec<usize> {
        self.groups.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Reads the clues of a `[clues]` table, or of a composite clue; `place` is the path of the table.
    pub(super) fn read<'n, 't>(
        &self,
        node: &'n Node<'t>,
        place: &str,
    ) -> Result<Vec<Placed<'n, 't>>, ReadError> {
        let mut clues = vec![];
        for (key, node) in node.table("a table of clues by rule").map_err(at(place))? {
            let kind = self.entry_kind(key).map_err(at(place))?;
            for (item, index) in items(node) {
                let place = path_of(place, &key.name, index);
                clues.extend(self.entry(&kind, key, item, place)?);
            }
        }
        Ok(clues)
    }

    /// Reads each entry of a `[clues]` table independently, so that an unreadable entry does not affect the others.
    pub(super) fn read_each<'n, 't>(&self, node: &'n Node<'t>) -> Vec<Entry<'n, 't>> {
        let table = node.table("a table of clues by rule");
        let table = table.map_or(&[][..], Vec::as_slice);
        let entries = table.iter().flat_map(|(key, node)| {
            let kind = self.entry_kind(key);
            items(node).enumerate().map(move |(nth, (item, index))| {
                let place = path_of("clues", &key.name, index);
                // The error is cloned, because it applies to every entry under the key.
                let kind = kind.as_ref().map_err(Clone::clone);
                Entry {
                    key: key.name.to_string(),
                    nth,
                    clues: kind.and_then(|kind| self.entry(kind, key, item, place)),
                }
            })
        });
        entries.collect()
    }

    /// Determines how to read the entries under a key.
    fn entry_kind(&self, key: &Key) -> Result<EntryKind<'p>, ReadError> {
        let is_draft = self.groups.is_some();
        match parse_choice(&key.name) {
            Some(count) if is_draft => Ok(EntryKind::Group(count)),
            Some(_) => Err(not_a_draft(key.error("the choice of clues is open"))),
            None if !key.name.contains('|') => self.rule(key).map(EntryKind::Rule),
            None if is_draft => Ok(EntryKind::Open),
            None => Err(not_a_draft(key.error("the kind of clue is open"))),
        }
    }

    /// Reads the clues of one entry.
    fn entry<'n, 't>(
        &self,
        kind: &EntryKind,
        key: &Key,
        item: &'n Node<'t>,
        place: String,
    ) -> Result<Vec<Placed<'n, 't>>, ReadError> {
        match kind {
            EntryKind::Group(count) => self.group(*count, item, &place),
            EntryKind::Open => Ok(Vec::from_iter(self.of_kinds(key, item, &place)?)),
            EntryKind::Rule(rule) => Ok(Vec::from_iter(self.clue(rule, item, place)?)),
        }
    }

    /// Reads a group `"choose 2 of" = { … }`. Only some of its clues are chosen.
    fn group<'n, 't>(
        &self,
        count: usize,
        item: &'n Node<'t>,
        place: &str,
    ) -> Result<Vec<Placed<'n, 't>>, ReadError> {
        let groups = self.groups.as_ref().expect("only drafts have groups");
        let number = groups.borrow().len();
        groups.borrow_mut().push(count);
        let mut members = self.read(item, place)?;
        if members.iter().any(|member| member.group.is_some()) {
            return Err(item.error("a choice cannot contain another choice"));
        }
        members
            .iter_mut()
            .for_each(|member| member.group = Some(number));
        Ok(members)
    }

    /// Reads `"white-dot | black-dot" = "R1C1 R1C2"`, a clue whose rule is open.
    fn of_kinds<'n, 't>(
        &self,
        key: &Key,
        item: &'n Node<'t>,
        place: &str,
    ) -> Result<Option<Placed<'n, 't>>, ReadError> {
        let mut all: Option<Placed> = None;
        for name in key.name.split('|') {
            let named = Key {
                name: name.trim().into(),
                span: key.span.clone(),
            };
            let rule = self.rule(&named).map_err(at(place))?;
            if matches!(rule, ClueRule::Composite(_)) {
                return Err(key
                    .error("`any-of` and `all-of` cannot be alternatives to rules")
                    .within(place));
            }
            let Some(placed) = self.clue(&rule, item, place.to_owned())? else {
                continue;
            };
            match &mut all {
                None => all = Some(placed),
                Some(all) => all.kinds.extend(placed.kinds),
            }
        }
        Ok(all)
    }

    fn rule(&self, key: &Key) -> Result<ClueRule<'p>, ReadError> {
        let name = key.name.trim().to_lowercase().replace(['_', ' '], "-");
        if name == RELATION.0 {
            return Ok(ClueRule::Relation);
        }
        if let Some(name) = COMPOSITES.iter().find(|composite| **composite == name) {
            return Ok(ClueRule::Composite(name));
        }
        if let Some(own) = self.own.iter().find(|own| own.name == name) {
            return Ok(ClueRule::Book(own));
        }
        let found = self.book.rule(&shorten(&name));
        found.map(ClueRule::Book).map_err(|error| {
            let read = key.error(error.to_string());
            read.help(error.help().unwrap_or("`cluewright rules` lists all rules"))
        })
    }

    /// Reads a clue; `None` if the value is `false`.
    fn clue<'n, 't>(
        &self,
        rule: &ClueRule,
        node: &'n Node<'t>,
        place: String,
    ) -> Result<Option<Placed<'n, 't>>, ReadError> {
        let clue = match (rule, &node.value) {
            (_, Value::Bool(false)) => return Ok(None),
            (ClueRule::Composite(name), _) => {
                let parts = self.read(node, &place)?;
                if parts.iter().any(Placed::is_open) {
                    let message = format!("clues inside `{name}` cannot be open");
                    return Err(node.error(message).within(&place));
                }
                let parts = parts.iter().map(|part| part.clue().clone()).collect();
                let clue = Clue::new(name);
                Ok(Clue { parts, ..clue }.into())
            }
            (ClueRule::Relation, _) => self.relation(node).map(Kind::from),
            (ClueRule::Book(rule), Value::Text(text)) => {
                let at = 0;
                self.clue_of_text(rule, Part { node, text, at })
            }
            (ClueRule::Book(rule), Value::Table(table)) => self.clue_of_table(rule, table),
            (ClueRule::Book(rule), value) => match (rule.shape, value) {
                (Shape::Global, Value::Bool(true)) => Ok(Clue::new(&rule.name).into()),
                (Shape::Global, Value::Int(_)) => clue_of_value(rule, node).map(Kind::from),
                _ => Err(node.error_expecting(describe_cells(rule.shape))),
            },
        };
        let mut kind: Kind = clue.map_err(at(&place))?;
        if !has_own_rule(self.puzzle, &kind.clue.rule) {
            open_loop(&mut kind.clue);
        }
        Ok(Some(Placed {
            optional: kind.optional,
            kinds: vec![kind],
            group: None,
            node,
            place,
        }))
    }

    /// Reads a relation: a formula by itself, or in a table.
    fn relation(&self, node: &Node) -> Result<Clue, ReadError> {
        let (rule, name) = RELATION;
        let formula = match &node.value {
            Value::Table(table) => {
                if let Some((key, _)) = table.iter().find(|(key, _)| key.name != name) {
                    return Err(unknown_key(key, [name].into_iter(), "of a relation"));
                }
                let formula = table.first().map(|(_, formula)| formula);
                formula.ok_or_else(|| node.error("a relation needs its formula"))?
            }
            _ => node,
        };
        let text = formula.text("a formula")?;
        if text.trim().is_empty() {
            return Err(formula.error("the formula is empty"));
        }
        check_formula(text, self.puzzle).map_err(|error| ReadError {
            help: error.help,
            ..formula.inside(self.source, ReadError::new(error.message).at(error.span))
        })?;
        Ok(Clue::new(rule).with(name, text))
    }

    /// Reads a clue of the form `value: cells; cells`.
    fn clue_of_text(&self, rule: &Rule, whole: Part) -> Result<Kind, ReadError> {
        // A value may contain colons, but cells cannot, so the last colon separates them.
        let (value, cells) = match whole.text.rfind(':') {
            Some(colon) => (Some(whole.until(colon)), whole.from(colon + 1)),
            // Global rules have no cells, so the whole text is the value.
            None if rule.shape == Shape::Global => (Some(whole), whole.from(whole.text.len())),
            None => (None, whole),
        };
        let mut clue = Clue::new(&rule.name);
        let mut open = vec![];
        if let Some(value) = value {
            let Some(spec) = rule.params.first() else {
                return Err(self.error(value, format!("{} takes no value", rule.name)));
            };
            let asked = self.open(value.text, spec.kind);
            if let Some(values) = asked.map_err(|error| self.inside_whole(value, error))? {
                open.push((spec.name.clone(), values));
                clue.slots = self.slots_of_text(rule.shape, cells)?;
                let optional = false;
                return Ok(Kind {
                    clue,
                    open,
                    optional,
                });
            }
            let read = param_of_text(value.text, spec.kind);
            let wrong = |error: String| self.error(value, format!("{} {error}", spec.name));
            clue.params.insert(spec.name.clone(), read.map_err(wrong)?);
        }
        clue.slots = self.slots_of_text(rule.shape, cells)?;
        Ok(clue.into())
    }

    /// Parses an open value, and returns the values that it may take; `None` for a plain value. The help of an error depends on
    /// whether the file is read as a draft.
    fn open(&self, text: &str, kind: ParamKind) -> Result<Option<Values>, ReadError> {
        let Some(values) = open_values(text) else {
            return Ok(None);
        };
        match (kind, self.groups.is_some()) {
            (ParamKind::Text, true) if values.is_ok() => {
                return Err(ReadError::new(
                    "this value is not a number, so it cannot be left open",
                ));
            }
            // A text may begin with `?` without being an open value.
            (ParamKind::Text, _) => return Ok(None),
            (_, false) => return Err(not_a_draft(ReadError::new("this value is open"))),
            (_, true) => {}
        }
        let wrong = |message: String| ReadError::new(message).help(HOW);
        values.map(Some).map_err(wrong)
    }

    /// Extends the span of an error to the whole part.
    fn inside_whole(&self, part: Part, error: ReadError) -> ReadError {
        let help = error.help.clone();
        ReadError {
            help,
            ..self.error(part, error.message)
        }
    }

    fn slots_of_text(
        &self,
        shape: Shape,
        whole: Part,
    ) -> Result<Vec<(String, Vec<Cell>)>, ReadError> {
        let count = whole.text.matches(';').count() + 1;
        let names = match shape {
            Shape::Global if whole.text.trim().is_empty() => return Ok(vec![]),
            // Beyond the maximum there are fewer names than parts, so the comparison below refuses the clue.
            Shape::Pieces => &[shape.slots()[0]].repeat(count.min(MOST_PIECES)),
            Shape::Arms => {
                // At least one arm is expected, so that the comparison below refuses a clue without one.
                let arms = [shape.slots()[1]].repeat((count.max(2) - 1).min(MOST_PIECES));
                &[&[shape.slots()[0]], &arms[..]].concat()
            }
            _ => shape.slots(),
        };
        if names.len() != count {
            let wanted = describe_cells(shape);
            let message = format!("parts separated by `;`: found {count}, expected {wanted}");
            return Err(self.error(whole, message));
        }
        let slot = |(name, part): (&&str, Part)| {
            let cells = self.slot(shape, name, part)?;
            Ok(((*name).to_owned(), cells))
        };
        names.iter().zip(whole.split(';')).map(slot).collect()
    }

    /// Reads a clue in the form of a table: `{ cells = "R1C1 R1C2", sum = 5 }`.
    fn clue_of_table(&self, rule: &Rule, table: &Table) -> Result<Kind, ReadError> {
        let slots = rule.shape.slots();
        let mut clue = Clue::new(&rule.name);
        let (mut open, mut optional) = (vec![], false);
        for (key, node) in table {
            let name = &*key.name;
            if slots.contains(&name) {
                for cells in self.slots_of_value(rule.shape, name, node)? {
                    clue.slots.push((name.to_owned(), cells));
                }
            } else if let Some(spec) = rule.params.iter().find(|spec| spec.name == name) {
                if let Value::Text(text) = &node.value {
                    let asked = self.open(text, spec.kind).map_err(|error| ReadError {
                        help: error.help,
                        ..node.error(error.message).within(name)
                    })?;
                    if let Some(values) = asked {
                        open.push((name.to_owned(), values));
                        continue;
                    }
                }
                let param = param_of_node(node, spec.kind).map_err(at(name))?;
                clue.params.insert(name.to_owned(), param);
            } else if name == OPTIONAL && self.groups.is_some() {
                let Value::Bool(value) = node.value else {
                    return Err(node.error_expecting("true or false").within(name));
                };
                optional = value;
            } else {
                let params = rule.params.iter().map(|spec| spec.name.as_str());
                let known = slots.iter().copied().chain(params);
                return Err(unknown_key(key, known, &format!("of {}", rule.name)));
            }
        }
        // The keys may be in any order. The sort is stable, so repeated slots keep their order.
        let order = |(name, _): &(String, Vec<Cell>)| slots.iter().position(|slot| slot == name);
        clue.slots.sort_by_key(order);
        Ok(Kind {
            clue,
            open,
            optional,
        })
    }

    /// Reads the lists of cells that a table has for one slot.
    fn slots_of_value(
        &self,
        shape: Shape,
        name: &str,
        node: &Node,
    ) -> Result<Vec<Vec<Cell>>, ReadError> {
        let slot = |(node, index): (&Node, Option<usize>)| {
            let place = index.map_or(name.to_owned(), |index| format!("{name}[{index}]"));
            let (text, start) = (node.text("cells").map_err(at(&place))?, 0);
            let part = Part {
                node,
                text,
                at: start,
            };
            self.slot(shape, name, part).map_err(at(&place))
        };
        let lists: Vec<_> = items(node).map(slot).collect::<Result<_, _>>()?;
        Ok(match shape {
            _ if shape.repeatable_slot().map(|slot| shape.slots()[slot]) == Some(name) => lists,
            _ => vec![lists.concat()],
        })
    }

    /// Reads the cells of one slot.
    fn slot(&self, shape: Shape, name: &str, part: Part) -> Result<Vec<Cell>, ReadError> {
        if let Some(cells) = self.read_line_of_sight(shape, part)? {
            return Ok(cells);
        }
        let mut cells = read_cells(self.puzzle, part.text).map_err(|e| self.inside(part, e))?;
        if (shape, name) == (Shape::Arrow, "bulb") {
            // The cells of a pill form one number in reading order, even if the file lists another cell first.
            cells.sort_unstable();
        }
        if cells.is_empty() {
            let message = match name {
                "bulb" | "shaft" | "copy" => format!("the {name} is missing"),
                _ => "no cells".to_owned(),
            };
            let help = format!("expected {}", describe_cells(shape));
            return Err(self.error(part, message).help(help));
        }
        match (shape, &cells[..]) {
            (Shape::Square, _) => self.square(&cells, part),
            // An outside clue sees a whole row or column, so a single cell is a mistyped position.
            (Shape::Outside, [_]) => Err(self.not_a_seat(shape, part)),
            _ => Ok(cells),
        }
    }

    /// Returns the cells that a clue at a position outside the grid sees; `None` if the part is not such a position.
    fn read_line_of_sight(&self, shape: Shape, part: Part) -> Result<Option<Vec<Cell>>, ReadError> {
        let layout = &self.puzzle.layout;
        if !matches!(shape, Shape::Outside | Shape::Diagonal) {
            return Ok(None);
        }
        let seat = read_seat(layout, part.text).map_err(|e| self.inside(part, e))?;
        let cells = match (shape, seat) {
            (_, None) => return Ok(None),
            (Shape::Outside, Some((place, None))) => layout.line_seen_from(place),
            (Shape::Diagonal, Some((place, Some(step)))) => {
                Some(layout.diagonal_seen_from(place, step))
            }
            _ => None,
        };
        let cells = cells.filter(|cells| !cells.is_empty());
        let error = || self.not_a_seat(shape, part);
        cells.map(Some).ok_or_else(error)
    }

    fn not_a_seat(&self, shape: Shape, part: Part) -> ReadError {
        let place = part.text.trim();
        let layout = &self.puzzle.layout;
        match shape {
            Shape::Outside => {
                let (row, column) = (layout.rows + 1, layout.columns + 1);
                let message = format!("`{place}` is not next to a row or column");
                self.error(part, message).help(format!(
                    "outside clues are at row 0 or {row}, or at column 0 or {column}"
                ))
            }
            _ => self
                .error(part, format!("no diagonal can be seen from `{place}`"))
                .help("state a position next to the grid and a direction, such as R0C4 DL"),
        }
    }

    /// Returns the cells of a 2x2 in reading order, given its top-left cell or all four cells.
    fn square(&self, cells: &[Cell], part: Part) -> Result<Vec<Cell>, ReadError> {
        let layout = &self.puzzle.layout;
        // Cells are ordered by row first, so the smallest one is the top-left cell.
        let corner = *cells.iter().min().expect("there are cells");
        let in_grid = corner.index() < layout.cell_count();
        let Some(square) = square_at(layout, corner).filter(|_| in_grid) else {
            let name = self.puzzle.cell_name(corner);
            let message = format!("no 2x2 square starts at {name}");
            return Err(self
                .error(part, message)
                .help("name the square's top-left cell"));
        };
        let all = cells.len() == 4 && square.iter().all(|cell| cells.contains(cell));
        if !all && cells.len() > 1 {
            return Err(self.error(part, "these cells are not a 2x2 square"));
        }
        Ok(square.into())
    }

    fn error(&self, part: Part, message: impl Into<String>) -> ReadError {
        let text = part.text.trim();
        let span = match part.text.find(text) {
            Some(lead) if !text.is_empty() => lead..lead + text.len(),
            _ => 0..part.text.len(),
        };
        self.inside(part, ReadError::new(message).at(span))
    }

    /// Converts the span of an error within a part to a span in the source.
    fn inside(&self, part: Part, mut error: ReadError) -> ReadError {
        let moved = |span: Range<usize>| part.at + span.start..part.at + span.end;
        error.span = error.span.map(moved);
        part.node.inside(self.source, error)
    }
}

/// The key that marks a clue of a draft as optional.
const OPTIONAL: &str = "optional";

/// Returns the number in a key such as `choose 2 of`; `None` for any other key.
fn parse_choice(key: &str) -> Option<usize> {
    let key = key.trim().to_lowercase().replace(['_', ' '], "-");
    key.strip_prefix("choose-")?
        .strip_suffix("-of")?
        .parse()
        .ok()
}

/// Adds advice to the error for an open value outside a draft.
fn not_a_draft(error: ReadError) -> ReadError {
    error.help("`cluewright fill` fills in open values")
}

/// Maximum number of pieces that a clue may have.
const MOST_PIECES: usize = 1000;

/// An entry of a `[clues]` table that is read independently of the other entries.
pub(super) struct Entry<'n, 't> {
    pub(super) key: String,
    /// The index of the entry among those with the same key, from 0.
    pub(super) nth: usize,
    pub(super) clues: Result<Vec<Placed<'n, 't>>, ReadError>,
}

/// The form of the entries under a key.
enum EntryKind<'b> {
    /// A group, with the number of its clues to choose.
    Group(usize),
    /// Clues whose rule is open.
    Open,
    /// Clues of a rule.
    Rule(ClueRule<'b>),
}

/// The definition that determines the slots and parameters of a clue.
enum ClueRule<'b> {
    Book(&'b Rule),
    Relation,
    Composite(&'static str),
}

impl Part<'_, '_> {
    fn until(self, end: usize) -> Self {
        let text = &self.text[..end];
        Self { text, ..self }
    }

    fn from(self, start: usize) -> Self {
        Self {
            text: &self.text[start..],
            at: self.at + start,
            ..self
        }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Self { text, at, ..self };
            at += text.len() + separator.len_utf8();
            part
        })
    }
}

/// Returns the items of a list, each with its index. For any other value, returns the value itself.
fn items<'n, 't>(node: &'n Node<'t>) -> impl Iterator<Item = (&'n Node<'t>, Option<usize>)> {
    let (alone, list) = match &node.value {
        Value::List(list) => (None, &list[..]),
        _ => (Some(node), &[][..]),
    };
    let alone = alone.map(|node| (node, None));
    let list = list.iter().enumerate();
    alone
        .into_iter()
        .chain(list.map(|(index, node)| (node, Some(index))))
}

/// Returns the path of an entry in the file, such as `clues.arrow[2]`.
fn path_of(parent: &str, key: &str, index: Option<usize>) -> String {
    let mut path = [parent, ".", key].concat();
    if let Some(index) = index {
        path.extend(["[", &index.to_string(), "]"]);
    }
    path
}

/// Reads a clue of a global rule from the value of its first parameter.
fn clue_of_value(rule: &Rule, node: &Node) -> Result<Clue, ReadError> {
    let Some(spec) = rule.params.first() else {
        return Err(node.error(format!("{} takes no value", rule.name)));
    };
    let param = param_of_node(node, spec.kind)?;
    Ok(Clue::new(&rule.name).with(&spec.name, param))
}

/// Describes the expected content of a clue with this shape, for messages.
fn describe_cells(shape: Shape) -> &'static str {
    match shape {
        Shape::Line => "the line's cells in order",
        Shape::Group | Shape::Cell => "cells",
        Shape::Pair => "two cells",
        Shape::Square => "the square's top-left cell",
        Shape::Outside => "the position of the clue, such as R0C4",
        Shape::Diagonal => "the position of the clue and a direction, such as R0C4 DL",
        Shape::Arrow => "bulb; shaft",
        Shape::Pieces => "piece; piece; …",
        Shape::Copy => "cells; copy",
        Shape::Control => "control; cells",
        Shape::Arms => "control; arm; arm; …",
        Shape::Global => "`true` or the rule's value, because the rule applies to the whole grid",
    }
}

fn param_of_text(text: &str, kind: ParamKind) -> Result<Param, String> {
    let text = text.trim();
    let number = |word: &str| {
        let error = || format!("is `{}`, expected a number", shorten(word));
        word.parse::<i64>().map_err(|_| error())
    };
    let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    match kind {
        ParamKind::Text => Ok(Param::Text(text.to_owned())),
        ParamKind::NumberOrNumbers if words.clone().count() == 1 => number(text).map(Param::Int),
        ParamKind::Number => number(text).map(Param::Int),
        ParamKind::Numbers | ParamKind::NumberOrNumbers => {
            words.map(number).collect::<Result<_, _>>().map(Param::Ints)
        }
    }
}

fn param_of_node(node: &Node, kind: ParamKind) -> Result<Param, ReadError> {
    let number = |node: &Node| match node.value {
        Value::Int(number) => Ok(number),
        _ => Err(node.error_expecting("a number")),
    };
    match (&node.value, kind) {
        (Value::Text(text), ParamKind::Text) => Ok(Param::Text(text.to_string())),
        (Value::Text(text), _) => {
            let read = param_of_text(text, kind);
            read.map_err(|message| node.error(format!("this {message}")))
        }
        (Value::Int(number), ParamKind::Numbers) => Ok(Param::Ints(vec![*number])),
        (Value::Int(number), ParamKind::Number | ParamKind::NumberOrNumbers) => {
            Ok(Param::Int(*number))
        }
        (Value::List(items), ParamKind::Numbers | ParamKind::NumberOrNumbers) => {
            let numbers = items.iter().map(number).collect::<Result<_, _>>();
            numbers.map(Param::Ints)
        }
        _ => Err(node.error_expecting(kind.words())),
    }
}
