//! From items to a puzzle.

use super::args::{args, given, names};
use super::cells::Cells;
use super::declare::{Declared, Section, check_grid, declare};
use super::forms::sums::MAX_SUM;
use super::forms::{self, Form, Kind, Reading, Scope, ranks::Ties};
use super::parts::{Part, merged};
use super::text::{Item, Piece};
use crate::kit::{ReadError, ReadOptions};
use cluewright_puzzle::{Clue, Drawing, Layout, Puzzle};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// How many givens and clues a puzzle may have.
pub(super) const MAX_CLUES: usize = 100_000;

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
pub(super) struct Place {
    /// In any at all.
    pub(super) grouped: bool,
    /// In an `Or`.
    pub(super) alternative: bool,
    /// In a `Replicate`.
    pub(super) replicated: bool,
}

/// Goes through the items of a text.
pub(super) struct Reader {
    puzzle: Puzzle,
    pub(super) cells: Cells,
    region_size: Option<u8>,
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
        forms::marks::check(&self.puzzle, &self.alternative_marks)?;
        let missing = forms::doppelganger::relations(&self.puzzle);
        let ties = self.ties.settle(&mut self.puzzle.clues);
        self.puzzle.clues.extend(missing.into_iter().chain(ties));
        for (kind, count) in self.drawings {
            let kind = kind.to_owned();
            self.puzzle.drawings.push(Drawing { kind, count });
        }
        Ok(self.puzzle)
    }

    /// What an item says.
    pub(super) fn item(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        self.check_place(item, place)?;
        check_grid(item, self.layout())?;
        match item.kind.kind {
            Kind::Or => self.or(item, place),
            Kind::And => self.and(item, place),
            Kind::Replicate => self.replicate(item, place),
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

    /// What an item without others inside says.
    fn simple(&mut self, item: &Item, place: Place) -> Result<Vec<Part>, ReadError> {
        let mut a = args(item, &self.cells);
        match item.kind.kind {
            Kind::Given => return self.givens(item),
            Kind::NoBoxes => a.end()?,
            Kind::Var => self.drawn(
                "name of a group of variables",
                forms::variables::labels(item),
            ),
            Kind::Priority => {
                a.number("a number", -MAX_SUM..=MAX_SUM)?;
                a.cells(1)?;
                self.drawn("search priority", 1);
            }
            Kind::Ties => {
                let policy = a.next("a policy")?;
                a.end()?;
                self.ties = Ties::read(&policy)?;
            }
            Kind::Clue(form) => return self.clues(item, form, place),
            // What declares the grid has been read, and groups are no simple items.
            Kind::Shape | Kind::RegionSize | Kind::Jigsaw => {}
            Kind::Or | Kind::And | Kind::Replicate | Kind::End | Kind::Unknown => {}
        }
        Ok(vec![])
    }

    fn givens(&self, item: &Item) -> Result<Vec<Part>, ReadError> {
        let part = |piece| given(&piece, &self.cells).map(|(cell, set)| Part::Given(cell, set));
        item.arguments().take(MAX_CLUES + 1).map(part).collect()
    }

    fn clues(
        &mut self,
        item: &Item,
        form: &dyn Form,
        place: Place,
    ) -> Result<Vec<Part>, ReadError> {
        let clues = form.read(&Reading {
            item,
            cells: &self.cells,
            region_size: self.region_size,
        })?;
        if place.alternative {
            forms::marks::note(&mut self.alternative_marks, item);
        }
        if form.has_names() {
            self.drawn("name of a constraint", names(item));
        }
        // What a given says becomes one, and a line of one cell says nothing.
        let clues = clues
            .into_iter()
            .filter(|clue| !forms::lists::is_empty_line(clue));
        let part = |clue: Clue| match forms::givens::as_given(&self.puzzle, &clue) {
            Some((cell, digits)) => Part::Given(cell, digits),
            None => Part::Clue(clue),
        };
        Ok(clues.map(part).collect())
    }

    /// Counts what was read, and stops before it is too much.
    pub(super) fn count(&mut self, made: usize, item: &Item) -> Result<(), ReadError> {
        self.made += made;
        match self.made > MAX_CLUES {
            true => Err(item.error(format!("the puzzle has more than {MAX_CLUES} clues"))),
            false => Ok(()),
        }
    }
}

/// Adds how the item is written, unless there is better help.
fn with_usage(error: ReadError, item: &Item) -> ReadError {
    match error.help {
        None => error.help(format!("it is written {}", item.kind.usage())),
        Some(_) => error,
    }
}
