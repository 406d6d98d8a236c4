//! From items to a puzzle.

use super::args::{args, cell, given};
use super::cells::{Cells, Spot};
use super::clues::{Clues, MAX_SUM};
use super::declare::{Declared, Section, check_grid, declare, doppelganger_relations};
use super::parts::{Part, Shift, merged};
use super::text::{Item, Piece};
use super::types::{Form, Scope};
use crate::formats::{ReadError, ReadOptions};
use crate::puzzle::{Cell, Clue, Drawing, Layout, Param, Puzzle};
use crate::rules::encodings;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// How many givens and clues a puzzle may have.
pub(super) const MAX_CLUES: usize = 100_000;

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
        made: 0,
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
    /// Givens and clues that were read, or made by `.Replicate`.
    made: usize,
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

    fn drawn(&mut self, kind: &'static str, count: usize) {
        if count > 0 {
            *self.drawings.entry(kind).or_default() += count;
        }
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
        match item.kind.form {
            Form::Or => self.or(item, place),
            Form::And => self.and(item, place),
            Form::Replicate => self.replicate(item, place),
            _ => {
                let parts = self.simple(item, place).map_err(|e| with_usage(e, item))?;
                self.count(parts.len(), item)?;
                Ok(parts)
            }
        }
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
                self.count(size, item)?;
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
        let mut a = args(item, &self.cells);
        match item.kind.form {
            Form::Given => return self.givens(item),
            Form::Shape | Form::RegionSize | Form::Jigsaw => {}
            Form::NoBoxes => a.end()?,
            Form::Var => self.drawn("name of a group of variables", has_label(item)),
            Form::Priority => {
                a.number("a number", -MAX_SUM..=MAX_SUM)?;
                a.cells(1)?;
                self.drawn("search priority", 1);
            }
            Form::Ties => {
                let policy = a.next("a policy")?;
                a.end()?;
                self.ties = ties(&policy)?;
            }
            _ => return self.clues(item, place),
        }
        Ok(vec![])
    }

    fn givens(&self, item: &Item) -> Result<Vec<Part>, ReadError> {
        let part = |piece| given(&piece, &self.cells).map(|(cell, set)| Part::Given(cell, set));
        item.arguments().take(MAX_CLUES + 1).map(part).collect()
    }

    fn clues(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        let clues = Clues {
            cells: &self.cells,
            region_size: self.region_size,
        };
        let clues = clues.of(item)?;
        match item.kind.form {
            Form::Pairs if place.alternative => {
                let span = self.alternative_marks.entry(item.kind.rule);
                span.or_insert_with(|| item.span());
            }
            Form::Machine | Form::Table { .. } => {
                let named = |piece: &Piece| piece.text.len() > 1 && piece.text.starts_with('_');
                let names = item.arguments().skip(1).filter(named).count();
                self.drawn("name of a constraint", names);
            }
            _ => {}
        }
        Ok(clues.into_iter().map(Part::Clue).collect())
    }

    /// Counts what was read, and stops before it is too much.
    fn count(&mut self, made: usize, item: &Item) -> Result<(), ReadError> {
        self.made += made;
        match self.made > MAX_CLUES {
            true => Err(item.error(format!("the puzzle has more than {MAX_CLUES} clues"))),
            false => Ok(()),
        }
    }
}

fn ties(policy: &Piece) -> Result<Ties, ReadError> {
    match &*policy.text {
        "none" => Ok(Ties::None),
        "only-unclued" => Ok(Ties::OnlyUnclued),
        "any" => Ok(Ties::Any),
        _ => Err(policy.error("ties are `none`, `only-unclued` or `any`")),
    }
}

/// Adds how the item is written, unless there is better help.
fn with_usage(error: ReadError, item: &Item) -> ReadError {
    match error.help {
        None => error.help(format!("it is written {}", item.kind.usage())),
        Some(_) => error,
    }
}

fn allow_ties(clues: &mut [Clue]) {
    for clue in clues {
        if clue.rule == "full-rank" {
            clue.params.insert("ties".to_owned(), Param::Int(1));
        }
        allow_ties(&mut clue.parts);
    }
}

fn has_label(item: &Item) -> usize {
    let labels = item.arguments().skip(1).take(1);
    labels.filter(|label| !label.text.is_empty()).count()
}
