//! From items to a puzzle.

use super::args::{args, cell, given, integer, plain_integer, values};
use super::cells::{Cells, Spot};
use super::declare::{Declared, Section, check_grid, declare, doppelganger_relations};
use super::parts::{Part, Shift, merged};
use super::text::{Item, Piece};
use super::types::{Form, Scope};
use crate::formats::{ReadError, ReadOptions};
use crate::puzzle::{Cell, Clue, DigitSet, Drawing, Layout, Param, Puzzle};
use crate::rules::PairTable;
use crate::rules::encodings;
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// How many givens and clues `.Replicate` may make.
const MAX_COPIES: usize = 200_000;
/// The largest total of a sum.
const MAX_SUM: i64 = 1_000_000;

/// What `FullRankTies~none` says: no two rows or columns read the same, from whichever sides.
pub(super) const NO_TIES: [&str; 3] = [
    "each row h: each column k: (some matched (a, b) in h, k: a != b) and \
     (some matched (a, b) in h, reverse(k): a != b)",
    "each row h: each row k where row_of(first(h)) < row_of(first(k)): \
     some matched (a, b) in h, reverse(k): a != b",
    "each column h: each column k where column_of(first(h)) < column_of(first(k)): \
     some matched (a, b) in h, reverse(k): a != b",
];

/// The puzzle of a text's sections.
pub(super) fn puzzle(sections: &[Section], options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let Declared {
        puzzle,
        region_size,
    } = declare(sections)?;
    let mut reader = Reader {
        cells: Cells::of(&puzzle),
        puzzle,
        region_size,
        ties: Ties::default(),
        alternative_marks: BTreeMap::new(),
        copies: 0,
        drawings: BTreeMap::new(),
    };
    let mut parts = vec![];
    for section in sections {
        match section {
            Section::Raw(raw) => parts.extend(raw.parts.iter().cloned()),
            Section::Items(items) => {
                for item in items {
                    match item.unknown() {
                        Some(name) if options.ignore_unknown => reader.leave_out(item, &name),
                        _ => parts.extend(reader.item(item, Place::default())?),
                    }
                }
            }
        }
    }
    reader.finish(parts)
}

/// In what groups an item stands.
#[derive(Clone, Copy, Default)]
struct Place {
    /// In any at all.
    grouped: bool,
    /// In an `Or`.
    alternative: bool,
    /// In a `Replicate`.
    replicated: bool,
}

/// Whether a row with a rank may read like another.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Ties {
    #[default]
    OnlyUnclued,
    Any,
    None,
}

struct Reader {
    puzzle: Puzzle,
    cells: Cells,
    region_size: u8,
    ties: Ties,
    /// The rules of marks that stand in an alternative, each with the place of one.
    alternative_marks: BTreeMap<&'static str, Range<usize>>,
    /// Givens and clues that `.Replicate` has made.
    copies: usize,
    /// What has no meaning, and how often.
    drawings: BTreeMap<&'static str, usize>,
}

impl Reader {
    fn layout(&self) -> &Layout {
        &self.puzzle.layout
    }

    fn leave_out(&mut self, item: &Item, name: &Piece) {
        let (group, name) = (item.kind.name, &name.text);
        self.puzzle.warnings.push(match item.children.is_empty() {
            true => format!("`.{name}` is not a type of constraint; it was left out"),
            false => {
                format!("`.{group}` was left out: in it, `.{name}` is not a type of constraint")
            }
        });
    }

    fn drawn(&mut self, kind: &'static str) {
        *self.drawings.entry(kind).or_default() += 1;
    }

    fn finish(mut self, parts: Vec<Part>) -> Result<Puzzle, ReadError> {
        let mut givens = HashMap::new();
        for part in merged(parts) {
            part.put_into(&mut self.puzzle, &mut givens);
        }
        self.check_marks()?;
        let mut relations = doppelganger_relations(&self.puzzle);
        match self.ties {
            Ties::OnlyUnclued => {}
            Ties::Any => allow_ties(&mut self.puzzle.clues),
            Ties::None => relations
                .extend(NO_TIES.map(|formula| Clue::new("relation").with("formula", formula))),
        }
        self.puzzle.clues.extend(relations);
        for (kind, count) in self.drawings {
            let kind = kind.to_owned();
            self.puzzle.drawings.push(Drawing { kind, count });
        }
        Ok(self.puzzle)
    }

    /// Refuses marks in an alternative where unmarked pairs have a meaning: nobody could say which pairs
    /// are unmarked.
    fn check_marks(&self) -> Result<(), ReadError> {
        for (negative, marks) in [
            ("white-dot-negative", ["white-dot", "black-dot"]),
            ("xv-negative", ["x", "v"]),
        ] {
            let mark = marks
                .iter()
                .find_map(|mark| self.alternative_marks.get(mark));
            let strict = self.puzzle.clues.iter().any(|clue| clue.rule == negative);
            if let Some(span) = mark.filter(|_| strict) {
                let message = "a mark inside `.Or` does not go with a rule about unmarked pairs";
                return Err(ReadError::new(message)
                    .at(span.clone())
                    .help("take out `.StrictKropki` or `.StrictXV`, or the mark"));
            }
        }
        Ok(())
    }

    /// What an item says.
    fn item(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        self.check_place(item, place)?;
        check_grid(item, self.layout())?;
        let parts = match item.kind.form {
            Form::Or => self.or(item, place),
            Form::And => self.and(item, place),
            Form::Replicate => self.replicate(item, place),
            _ => self.simple(item, place).map_err(|error| match error.help {
                None => error.help(format!("it is written {}", item.kind.usage())),
                Some(_) => error,
            }),
        };
        parts
    }

    fn check_place(&self, item: &Item, place: Place) -> Result<(), ReadError> {
        let group = match item.kind.scope {
            Scope::Top if place.grouped => "a group",
            Scope::Unshifted if place.replicated => "`.Replicate`",
            _ => return Ok(()),
        };
        Err(item.error(format!("`.{}` cannot stand in {group}", item.kind.name)))
    }

    fn or(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        args(item, &self.cells).end()?;
        let inside = Place {
            grouped: true,
            alternative: true,
            ..place
        };
        let mut choices = vec![];
        for child in &item.children {
            let mut parts = self.item(child, inside)?;
            choices.push(match parts.len() {
                1 => parts.remove(0),
                _ => Part::All(parts),
            });
        }
        Ok(vec![Part::Any(choices)])
    }

    fn and(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        args(item, &self.cells).end()?;
        Ok(vec![Part::All(self.children(item, place)?)])
    }

    /// What all the items of a group say, merged like a list of their own.
    fn children(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        let inside = Place {
            grouped: true,
            ..place
        };
        let mut parts = vec![];
        for child in &item.children {
            parts.extend(self.item(child, inside)?);
        }
        Ok(merged(parts))
    }

    fn replicate(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        let inside = Place {
            replicated: true,
            ..place
        };
        let template = self.children(item, inside)?;
        let mut arguments = args(item, &self.cells);
        let bits = arguments.next("the set of its targets")?;
        let origin = match arguments.optional() {
            None => Cell(0),
            Some(piece) => cell(&piece, &self.cells)?,
        };
        arguments.end()?;
        let sextets =
            encodings::decode_sextets(&bits.text).map_err(|e| bits.error(e.to_string()))?;
        let from = self.cells.spot(origin);
        let size: usize = template.iter().map(Part::size).sum();
        let mut copies = vec![];
        for (index, sextet) in sextets.into_iter().enumerate() {
            for bit in (0..6).filter(|bit| sextet >> bit & 1 == 1) {
                let target = origin.index() + index * 6 + bit;
                let to = self.target(target, from, &bits)?;
                self.copies += size;
                if self.copies > MAX_COPIES {
                    return Err(item.error(format!("`.Replicate` makes over {MAX_COPIES} clues")));
                }
                let shift = Shift {
                    group: from.group,
                    down: to.row - from.row,
                    right: to.column - from.column,
                };
                for part in &template {
                    copies.push(part.shifted(shift, &self.cells).map_err(|cell| {
                        let (cell, to) = (self.cells.name(cell), self.name_at(to));
                        item.error(format!("{cell} cannot be moved along to {to}"))
                            .help("all copies stay in the grid, or in the group of the first cell")
                    })?);
                }
            }
        }
        Ok(vec![Part::All(copies)])
    }

    fn target(&self, index: usize, from: Spot, bits: &Piece) -> Result<Spot, ReadError> {
        let inside = index < self.cells.count();
        let spot = inside.then(|| self.cells.spot(Cell::from_index(index)));
        spot.filter(|spot| spot.group == from.group)
            .ok_or_else(|| bits.error("a target lies outside the group of the first cell"))
    }

    fn name_at(&self, spot: Spot) -> String {
        let cell = self.cells.at(spot);
        cell.map_or_else(String::new, |cell| self.cells.name(cell))
    }

    /// What an item without others inside says.
    fn simple(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        let rule = item.kind.rule;
        let mut a = args(item, &self.cells);
        let clue = match item.kind.form {
            Form::Shape | Form::Var | Form::RegionSize | Form::Jigsaw => {
                if item.kind.form == Form::Var && has_label(item) {
                    self.drawn("name of a group of variables");
                }
                return Ok(vec![]);
            }
            Form::Given => return self.givens(item),
            Form::NoBoxes => {
                a.end()?;
                return Ok(vec![]);
            }
            Form::Priority => {
                a.number("a number", -MAX_SUM..=MAX_SUM)?;
                a.cells(1)?;
                self.drawn("search priority");
                return Ok(vec![]);
            }
            Form::Ties => {
                let policy = a.next("a policy")?;
                a.end()?;
                self.ties = match &*policy.text {
                    "none" => Ties::None,
                    "only-unclued" => Ties::OnlyUnclued,
                    "any" => Ties::Any,
                    other => return Err(policy.error(format!("`{other}` is not a policy"))),
                };
                return Ok(vec![]);
            }
            Form::StrictKropki => {
                a.end()?;
                let rules = ["white-dot-negative", "black-dot-negative"];
                return Ok(rules.map(|rule| Part::Clue(Clue::new(rule))).into());
            }
            Form::Pairs => return self.pairs(item, place),
            Form::Regex => return self.regex(item),
            Form::Machine => return self.machine(item),
            Form::Table { swapped, all_pairs } => return self.table(item, swapped, all_pairs),
            Form::Sides(param, least) => return self.sides(item, param, least),

            Form::Global => {
                a.end()?;
                Clue::new(rule)
            }
            Form::Diagonal => {
                let direction = a.next("a direction")?;
                a.end()?;
                match &*direction.text {
                    "1" => Clue::new("diagonal-up"),
                    "-1" => Clue::new("diagonal-down"),
                    other => return Err(direction.error(format!("`{other}` is not a direction"))),
                }
            }
            Form::Chaos => {
                a.end()?;
                let labels = self.cells.group("CC").unwrap_or_default();
                Clue::on(rule, labels).with("size", i64::from(self.region_size))
            }
            Form::Cells(least) => Clue::on(rule, a.cells(least)?),
            Form::Numbered(param) => {
                let least = i64::from(param != "sum");
                let number = a.number("a number", least..=MAX_SUM)?;
                Clue::on(rule, a.cells(1)?).with(param, number)
            }
            Form::Values => {
                let piece = a.next("values")?;
                let digits = values(&piece, &piece.text, self.layout())?;
                Clue::on(rule, a.cells(1)?).with("digits", ints(&digits))
            }
            Form::Whisper => {
                let number = a.next_if(|text| plain_integer(text, &(0..=MAX_SUM)).is_some());
                let number = number.map(|piece| integer(&piece, "a difference", 0..=MAX_SUM));
                let clue = Clue::on(rule, a.cells(1)?);
                match number.transpose()? {
                    Some(number) => clue.with("difference", number),
                    // The rule's own default is 5 on nine digits, but not on other numbers of them.
                    None if self.layout().digit_count != 9 => clue.with("difference", 5),
                    None => clue,
                }
            }
            Form::SumLine => {
                let sum = a.number("a sum", 0..=30)?;
                let mut pieces: Vec<Piece> = a.rest().collect();
                let closed = pieces.pop_if(|piece| piece.text == "LOOP").is_some();
                let list = pieces.iter().map(|piece| cell(piece, &self.cells));
                let list = list.collect::<Result<Vec<_>, _>>()?;
                if list.is_empty() {
                    return Err(item.error("`.SumLine` needs cells"));
                }
                let clue = Clue::on(rule, list).with("sum", sum);
                if closed { clue.with("loop", 1) } else { clue }
            }
            Form::Arrow => {
                let circle = a.cell("a circle")?;
                Clue::new(rule)
                    .slot("bulb", [circle])
                    .slot("shaft", a.cells(1)?)
            }
            Form::Pill => {
                let length = a.number("the length of its pill", 2..=3)? as usize;
                let mut bulb = a.cells(length + 1)?;
                let shaft = bulb.split_off(length);
                bulb.sort_unstable();
                self.check_pill(item, &bulb)?;
                Clue::new(rule).slot("bulb", bulb).slot("shaft", shaft)
            }
            Form::Cage => {
                let sum = a.next("a sum")?;
                let sum = match sum.text.is_empty() {
                    true => 0,
                    false => integer(&sum, "a sum", 0..=MAX_SUM)?,
                };
                let clue = Clue::on(rule, a.cells(1)?);
                if sum == 0 {
                    clue
                } else {
                    clue.with("sum", sum)
                }
            }
            Form::Sum => {
                let spec = a.next("a sum")?;
                weighted_sum(rule, &spec, a.cells(1)?)?
            }
            Form::LookAndSay => {
                let said = a.next("what is said")?;
                let digits = said_digits(&said, self.layout())?;
                Clue::on(rule, a.cells(1)?).with("digits", digits)
            }
            Form::Quad => {
                let corner = a.next("a cell")?;
                let square = self.square(&corner)?;
                let mut digits = vec![];
                for piece in a.rest() {
                    digits.extend(values(&piece, &piece.text, self.layout())?);
                }
                if digits.is_empty() {
                    return Err(item.error("`.Quad` needs values"));
                }
                Clue::on(rule, square).with("digits", ints(&digits))
            }
            Form::SameValues => {
                let sets = a.number("a number of sets", 1..=MAX_SUM)? as usize;
                let list = a.cells(1)?;
                if !list.len().is_multiple_of(sets) {
                    let found = list.len();
                    return Err(item.error(format!(
                        "{found} cells cannot be cut into {sets} equal sets"
                    )));
                }
                match list.len() / sets {
                    _ if sets == 1 => return Ok(vec![]),
                    1 => Clue::on("all-equal", list),
                    size => pieces(rule, list.chunks(size).map(<[Cell]>::to_vec)),
                }
            }
            Form::EqualSum => match a.lists("-")? {
                lists if lists.len() == 1 => return Ok(vec![]),
                lists => pieces(rule, lists),
            },
            Form::Control => {
                let control = a.cell("a cell that counts")?;
                Clue::new(rule)
                    .slot("control", [control])
                    .slot("cells", a.cells(1)?)
            }
            Form::Indexing => {
                let direction = a.next("`C` or `R`")?;
                let rule = match &*direction.text {
                    "C" => "column-indexer",
                    "R" => "row-indexer",
                    other => {
                        return Err(direction.error(format!("`{other}` is neither `C` nor `R`")));
                    }
                };
                Clue::on(rule, a.cells(1)?)
            }
            Form::Sandwich => {
                let sum = a.number("a sum", 0..=MAX_SUM)?;
                let line = self.line(&a.next("a row or column")?)?;
                a.end()?;
                Clue::on(rule, line).with("sum", sum)
            }
            Form::LittleKiller => {
                let sum = a.number("a sum", 0..=MAX_SUM)?;
                let start = a.next("the first cell of a diagonal")?;
                a.end()?;
                Clue::on(rule, self.diagonal(&start)?).with("sum", sum)
            }
            Form::Connected => {
                let group = a.next("a group")?;
                let cells = self.cells.group(&group.text);
                let cells = cells.ok_or_else(|| group.error("there is no such group of cells"))?;
                let list = a.next("values")?;
                let digits = values(&list, &list.text, self.layout())?;
                let clue = Clue::on(rule, cells).with("digits", ints(&digits));
                let clue = match a.optional() {
                    None => clue,
                    Some(size) => clue.with("size", integer(&size, "a size", 1..=MAX_SUM)?),
                };
                a.end()?;
                clue
            }
            Form::ChaosArrow | Form::ChaosCount => self.chaos(item)?,
            Form::Or | Form::And | Form::Replicate | Form::End | Form::Unknown => {
                return Ok(vec![]);
            }
        };
        Ok(vec![Part::Clue(clue)])
    }

    fn givens(&self, item: &Item) -> Result<Vec<Part>, ReadError> {
        let part = |piece| given(&piece, &self.cells).map(|(cell, set)| Part::Given(cell, set));
        item.arguments().map(part).collect()
    }

    fn pairs(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        let listed = args(item, &self.cells).cells(2)?;
        let pairs = self.cells.touching(&listed);
        if pairs.is_empty() {
            let message = format!("no two cells of this `.{}` touch", item.kind.name);
            return Err(item.error(message));
        }
        if place.alternative {
            let span = self.alternative_marks.entry(item.kind.rule);
            span.or_insert_with(|| item.span());
        }
        let clue = |(a, b)| Part::Clue(Clue::on(item.kind.rule, [a, b]));
        Ok(pairs.into_iter().map(clue).collect())
    }

    fn regex(&self, item: &Item) -> Result<Vec<Part>, ReadError> {
        let mut a = args(item, &self.cells);
        let encoded = a.next("a pattern")?;
        let pattern = pattern(&encoded)?;
        encodings::check_pattern(&pattern, self.layout())
            .map_err(|e| encoded.error(e.to_string()))?;
        let clue =
            |list| Part::Clue(Clue::on(item.kind.rule, list).with("pattern", pattern.as_str()));
        Ok(a.lists("")?.into_iter().map(clue).collect())
    }

    fn machine(&mut self, item: &Item) -> Result<Vec<Part>, ReadError> {
        let machine = args(item, &self.cells).next("a machine")?;
        encodings::check_machine(&machine.text, self.layout())
            .map_err(|e| machine.error(e.to_string()))?;
        let clue = |lists| pieces(item.kind.rule, lists).with("machine", &*machine.text);
        let groups = self.named_groups(item, true)?;
        Ok(groups.into_iter().map(|g| Part::Clue(clue(g))).collect())
    }

    fn table(
        &mut self,
        item: &Item,
        swapped: bool,
        all_pairs: bool,
    ) -> Result<Vec<Part>, ReadError> {
        let piece = args(item, &self.cells).next("a key")?;
        let key = match swapped {
            false => piece.text.clone().into_owned(),
            true => swap_legacy(&piece.text),
        };
        let key = key.trim_end_matches('A');
        let table = encodings::decode_key(key, self.layout());
        let table = table.map_err(|e| piece.error(e.to_string()))?;
        if all_pairs && !symmetric(&table, self.layout().digits()) {
            let name = item.kind.name;
            return Err(piece.error(format!(
                "the key of `.{name}` must not depend on the order of two cells"
            )));
        }
        let clue = |list: Vec<Cell>| Clue::on(item.kind.rule, list).with("key", key);
        let groups = self.named_groups(item, false)?.into_iter().flatten();
        Ok(groups.map(|list| Part::Clue(clue(list))).collect())
    }

    /// The lists after the first argument: `_name` and empty arguments part them; `-` cuts one into pieces.
    fn named_groups(&mut self, item: &Item, cut: bool) -> Result<Vec<Vec<Vec<Cell>>>, ReadError> {
        let mut groups: Vec<Vec<Vec<Cell>>> = vec![vec![vec![]]];
        for piece in item.arguments().skip(1) {
            let last = groups.len() - 1;
            match &*piece.text {
                "" => groups.push(vec![vec![]]),
                text if text.starts_with('_') => {
                    groups.push(vec![vec![]]);
                    if text.len() > 1 {
                        self.drawn("name of a constraint");
                    }
                }
                "-" if cut => groups[last].push(vec![]),
                _ => {
                    let cell = cell(&piece, &self.cells)?;
                    if let Some(list) = groups[last].last_mut() {
                        list.push(cell);
                    }
                }
            }
        }
        groups.retain(|lists| lists.iter().any(|list| !list.is_empty()));
        match groups.iter().flatten().any(Vec::is_empty) {
            true => Err(item.error("a piece between two `-` has no cells")),
            false => Ok(groups),
        }
    }

    /// The clues at both ends of a row or column.
    fn sides(&self, item: &Item, param: &str, least: i64) -> Result<Vec<Part>, ReadError> {
        let mut a = args(item, &self.cells);
        let line = self.line(&a.next("a row or column")?)?;
        let back: Vec<Cell> = line.iter().rev().copied().collect();
        let mut parts = vec![];
        for (side, cells) in [line, back].into_iter().enumerate() {
            let value = if side == 0 {
                Some(a.next("a clue")?).filter(|piece| !piece.text.is_empty())
            } else {
                a.optional()
            };
            if let Some(piece) = value {
                let number = integer(&piece, "a clue", least..=MAX_SUM)?;
                parts.push(Part::Clue(
                    Clue::on(item.kind.rule, cells).with(param, number),
                ));
            }
        }
        a.end()?;
        match parts.is_empty() {
            true => Err(item.error(format!("`.{}` has no clue at either end", item.kind.name))),
            false => Ok(parts),
        }
    }

    /// The cells of `R3` or `C3` from the left or the top.
    fn line(&self, id: &Piece) -> Result<Vec<Cell>, ReadError> {
        let layout = self.layout();
        let number = |most: u8| {
            let rest = id.text.get(1..).unwrap_or("");
            plain_integer(rest, &(1..=most.into())).map(|n| n as u8 - 1)
        };
        let line = match id.text.as_bytes().first() {
            Some(b'R' | b'r') => number(layout.rows).map(|row| layout.row(row).collect()),
            Some(b'C' | b'c') => {
                number(layout.columns).map(|column| layout.column(column).collect())
            }
            _ => None,
        };
        line.ok_or_else(|| {
            id.error(format!(
                "a row or column is written R1 to R{} or C1 to C{}",
                layout.rows, layout.columns
            ))
        })
    }

    fn diagonal(&self, start: &Piece) -> Result<Vec<Cell>, ReadError> {
        let first = cell(start, &self.cells)?;
        let mut known = self.cells.diagonals().iter();
        let found = known.find(|diagonal| diagonal[0] == first).cloned();
        found.ok_or_else(|| {
            let message = format!("no diagonal is named after {}", start.text);
            start.error(message).help(
                "diagonals are named after a cell of the left side (they go down right), \
                 the right side (up left), the top (down left) or the bottom (up right), \
                 the first of these that does",
            )
        })
    }

    /// The 2x2 square with this corner at its top left.
    fn square(&self, corner: &Piece) -> Result<Vec<Cell>, ReadError> {
        let spot = self.cells.spot(cell(corner, &self.cells)?);
        let at = |(down, right)| {
            self.cells.at(Spot {
                row: spot.row + down,
                column: spot.column + right,
                ..spot
            })
        };
        let square: Option<Vec<Cell>> = [(0, 0), (0, 1), (1, 0), (1, 1)]
            .into_iter()
            .map(at)
            .collect();
        square
            .filter(|_| spot.group == 0)
            .ok_or_else(|| corner.error("no 2x2 square of the grid has this cell at its top left"))
    }

    /// Refuses pills whose cells do not follow each other to the right, down or down right.
    fn check_pill(&self, item: &Item, pill: &[Cell]) -> Result<(), ReadError> {
        let steps = [(0, 1), (1, 0), (1, 1)];
        let follows = |w: &[Cell]| {
            let (a, b) = (self.cells.spot(w[0]), self.cells.spot(w[1]));
            a.group == b.group && steps.contains(&(b.row - a.row, b.column - a.column))
        };
        match pill.windows(2).all(follows) {
            true => Ok(()),
            false => Err(item.error("the cells of a pill must touch, in reading order")),
        }
    }

    /// `ChaosArrow~control~offset~arms` and `ChaosCount~control~offset~cells`.
    fn chaos(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = args(item, &self.cells);
        let piece = a.next("a cell")?;
        let control = cell(&piece, &self.cells)?;
        let offset = match a.optional() {
            None => 0,
            Some(piece) => integer(&piece, "an offset", 0..=1)?,
        };
        let labels = self.cells.group("CC");
        let labels = labels.ok_or_else(|| {
            item.error(format!("`.{}` needs `.ChaosConstruction`", item.kind.name))
        })?;
        let written: Vec<Piece> = a.rest().collect();
        let lists = match written.is_empty() {
            true => {
                let label = labels.get(control.index()).ok_or_else(|| {
                    piece.error(format!("{} has no place in the grid", piece.text))
                })?;
                self.chaos_default(item.kind.form, self.cells.spot(*label))
            }
            false => {
                let mut lists = vec![vec![]];
                for piece in &written {
                    match &*piece.text {
                        "-" if item.kind.form == Form::ChaosArrow => lists.push(vec![]),
                        _ => {
                            let label = cell(piece, &self.cells)?;
                            if !labels.contains(&label) {
                                return Err(piece.error("its cells are CC cells"));
                            }
                            if let Some(list) = lists.last_mut() {
                                list.push(label);
                            }
                        }
                    }
                }
                lists
            }
        };
        if lists.iter().any(Vec::is_empty) {
            return Err(item.error("an arm has no cells"));
        }
        let clue = Clue::new(item.kind.rule).slot("control", [control]);
        let clue = lists
            .into_iter()
            .fold(clue, |clue, list| clue.slot("cells", list));
        Ok(if offset == 0 {
            clue
        } else {
            clue.with("offset", offset)
        })
    }

    /// The four arms from a label, or the labels around it after itself.
    fn chaos_default(&self, form: Form, from: Spot) -> Vec<Vec<Cell>> {
        let step = |down: i32, right: i32, times: i32| {
            self.cells.at(Spot {
                row: from.row + times * down,
                column: from.column + times * right,
                ..from
            })
        };
        if form == Form::ChaosArrow {
            let arms = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let arm = |(down, right)| (0..).map_while(|n| step(down, right, n)).collect();
            return arms.map(arm).into();
        }
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let others = around.filter(|&way| way != (0, 0));
        let cells = std::iter::once((0, 0)).chain(others);
        vec![
            cells
                .filter_map(|(down, right)| step(down, right, 1))
                .collect(),
        ]
    }
}

fn ints(digits: &[u8]) -> Param {
    Param::Ints(digits.iter().map(|&d| i64::from(d)).collect())
}

fn pieces(rule: &str, lists: impl IntoIterator<Item = Vec<Cell>>) -> Clue {
    let clue = Clue::new(rule);
    lists
        .into_iter()
        .fold(clue, |clue, list| clue.slot("cells", list))
}

fn allow_ties(clues: &mut [Clue]) {
    for clue in clues {
        if clue.rule == "full-rank" {
            clue.params.insert("ties".to_owned(), Param::Int(1));
        }
        allow_ties(&mut clue.parts);
    }
}

fn has_label(item: &Item) -> bool {
    item.arguments()
        .nth(1)
        .is_some_and(|label| !label.text.is_empty())
}

/// `s`, or `s_=_k1_k2` with one weight for each cell.
fn weighted_sum(rule: &str, spec: &Piece, cells: Vec<Cell>) -> Result<Clue, ReadError> {
    let mut fields = spec.text.split('_');
    let sum = fields.next().unwrap_or("");
    let sum = plain_integer(sum, &(-MAX_SUM..=MAX_SUM))
        .ok_or_else(|| spec.error("a sum is a whole number"))?;
    match fields.next() {
        None => return Ok(Clue::on(rule, cells).with("sum", sum)),
        Some("=") => {}
        Some(_) => return Err(spec.error("weights are written after `_=_`: `10_=_1_2_-1`")),
    }
    let weights: Option<Vec<i64>> = fields.map(|f| plain_integer(f, &(-100..=100))).collect();
    let weights =
        weights.ok_or_else(|| spec.error("a weight is a whole number from -100 to 100"))?;
    if weights.len() != cells.len() {
        let (found, expected) = (weights.len(), cells.len());
        return Err(spec.error(format!("there are {found} weights for {expected} cells")));
    }
    Ok(Clue::on(rule, cells)
        .with("sum", sum)
        .with("weights", weights))
}

/// Counts and values by turns, each one digit.
fn said_digits(said: &Piece, layout: &Layout) -> Result<Vec<i64>, ReadError> {
    let digits: Option<Vec<i64>> = said
        .text
        .chars()
        .map(|c| c.to_digit(10).map(i64::from))
        .collect();
    let pairs = digits.filter(|d| !d.is_empty() && d.len().is_multiple_of(2));
    let digits =
        pairs.ok_or_else(|| said.error("counts and values stand by turns, one digit each"))?;
    let wrong = digits
        .iter()
        .skip(1)
        .step_by(2)
        .find(|&&d| !layout.digits().contains(d as u8));
    match wrong {
        None => Ok(digits),
        Some(wrong) => Err(said.error(format!("{wrong} is not among the digits of this puzzle"))),
    }
}

/// The plain text of a pattern in base64, or, in old texts, percent-encoded.
fn pattern(encoded: &Piece) -> Result<String, ReadError> {
    let bytes: Vec<u8> = match encoded.text.contains('%') {
        true => percent_decode_str(&encoded.text).collect(),
        false => {
            let sextets = encodings::decode_sextets(encoded.text.trim_end_matches('='));
            encodings::sextets_to_bytes(&sextets.map_err(|e| encoded.error(e.to_string()))?)
        }
    };
    let text = String::from_utf8(bytes).ok();
    let text = text.filter(|text| text.chars().all(|c| !c.is_control()));
    text.ok_or_else(|| encoded.error("this is not a pattern in base64"))
}

/// The key of `Binary` in today's alphabet.
fn swap_legacy(key: &str) -> String {
    let swap = |c| match c {
        '-' => '_',
        '_' => '-',
        other => other,
    };
    key.chars().map(swap).collect()
}

fn symmetric(table: &PairTable, digits: DigitSet) -> bool {
    digits.iter().all(|a| {
        digits
            .iter()
            .all(|b| table.allows(a, b) == table.allows(b, a))
    })
}
