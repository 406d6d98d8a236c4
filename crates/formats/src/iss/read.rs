//! Converts constraints to a puzzle.

use super::declare::{Declared, Section, check_grid, declare};
use super::forms::{self, groups::Targets, ranks::Ties};
use super::kit::{
    Cells, Form, Item, Kind, MAX_NUMBER, Piece, Reading, Scope, Type, args, as_given, names,
    read_given,
};
use super::merge::merge_parts;
use super::parts::{Part, Shift};
use super::resolve::Constraint;
use crate::kit::{ReadError, ReadOptions};
use cluewright_puzzle::{Clue, Drawing, Layout, Puzzle};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// Maximum number of givens and clues in a puzzle. A short text with nested `.Replicate` groups could otherwise create
/// millions.
pub(super) const MAX_CLUES: usize = 100_000;

/// Builds a puzzle from the sections of its constraint text.
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
            Section::Listed(constraints) => {
                for constraint in constraints {
                    // A group is left out as a whole, because it would mean something else without one of its parts.
                    match constraint.unknown() {
                        Some(name) if options.ignore_unknown => reader.leave_out(constraint, &name),
                        _ => parts.extend(reader.constraint(constraint, Place::default())?),
                    }
                }
            }
        }
    }
    reader.finish(parts)
}

/// The context of a constraint: the groups that contain it.
#[derive(Clone, Copy, Default)]
struct Place {
    /// `true` if the constraint is in any group.
    grouped: bool,
    /// `true` if the constraint is in an `Or`.
    alternative: bool,
    /// `true` if the constraint is in a `Replicate`, which shifts its cells.
    replicated: bool,
}

/// The puzzle that is being built, and the state that all constraints share.
struct Reader {
    puzzle: Puzzle,
    cells: Cells,
    region_size: Option<u8>,
    ties: Ties,
    /// The mark rules that occur in alternatives, each with the position of one mark.
    alternative_marks: BTreeMap<&'static str, Range<usize>>,
    /// Number of givens and clues so far, including the copies of `.Replicate`.
    made: usize,
    /// Number of parts that have no effect on digits, by kind. The map is sorted, so that the list is the same in every run.
    drawings: BTreeMap<&'static str, usize>,
}

impl Reader {
    fn layout(&self) -> &Layout {
        &self.puzzle.layout
    }

    fn leave_out(&mut self, constraint: &Constraint, name: &Piece) {
        let (group, name) = (constraint.kind.name, &name.text);
        self.puzzle
            .warnings
            .push(match constraint.children.is_empty() {
                true => format!("`.{name}` is not a type of constraint; it was left out"),
                false => {
                    format!("`.{group}` was left out, because it contains `.{name}`, which is not a type of constraint")
                }
            });
    }

    fn count_drawing(&mut self, kind: &'static str, count: usize) {
        if count > 0 {
            *self.drawings.entry(kind).or_default() += count;
        }
    }

    fn finish(mut self, parts: Vec<Part>) -> Result<Puzzle, ReadError> {
        let mut givens = HashMap::new();
        for part in merge_parts(parts) {
            part.put_into(&mut self.puzzle, &self.cells, &mut givens);
        }
        forms::marks::check(&self.puzzle, &self.alternative_marks)?;
        let missing = forms::doppelganger::relations(&self.puzzle);
        // The policy also applies to rank clues that precede it in the text, so it is applied at the end.
        let ties = self.ties.settle(&mut self.puzzle.clues);
        self.puzzle.clues.extend(missing.into_iter().chain(ties));
        for (kind, count) in self.drawings {
            let kind = kind.to_owned();
            self.puzzle.drawings.push(Drawing { kind, count });
        }
        Ok(self.puzzle)
    }

    fn constraint(
        &mut self,
        constraint: &Constraint,
        place: Place,
    ) -> Result<Vec<Part>, ReadError> {
        self.check_place(constraint, place)?;
        check_grid(constraint, self.layout())?;
        match constraint.kind.kind {
            Kind::Or => self.or(constraint, place),
            Kind::And => self.and(constraint, place),
            Kind::Replicate => self.replicate(constraint, place),
            _ => {
                let parts = self.simple(constraint, place);
                let parts = parts.map_err(|error| with_usage(error, constraint.kind))?;
                self.count(parts.len(), &constraint.item)?;
                Ok(parts)
            }
        }
    }

    fn or(&mut self, group: &Constraint, place: Place) -> Result<Vec<Part>, ReadError> {
        args(&group.item, &self.cells).end()?;
        let inside = Place {
            grouped: true,
            alternative: true,
            ..place
        };
        // Unlike in `children`, nothing is merged here, because an `Or` keeps all its alternatives, even if they are on
        // the same cells.
        let mut choices = vec![];
        for child in &group.children {
            let mut parts = self.constraint(child, inside)?;
            // An alternative without parts, such as a line of one cell, always holds, so it must not be dropped.
            choices.push(match parts.len() {
                1 => parts.remove(0),
                _ => Part::All(parts),
            });
        }
        Ok(vec![Part::Any(choices)])
    }

    fn and(&mut self, group: &Constraint, place: Place) -> Result<Vec<Part>, ReadError> {
        args(&group.item, &self.cells).end()?;
        Ok(vec![Part::All(self.children(group, place)?)])
    }

    /// Interprets the constraints inside a group. If constraints replace each other, only the last one is kept.
    fn children(&mut self, group: &Constraint, place: Place) -> Result<Vec<Part>, ReadError> {
        let inside = Place {
            grouped: true,
            ..place
        };
        let mut parts = vec![];
        for child in &group.children {
            parts.extend(self.constraint(child, inside)?);
        }
        Ok(merge_parts(parts))
    }

    fn replicate(&mut self, group: &Constraint, place: Place) -> Result<Vec<Part>, ReadError> {
        let inside = Place {
            replicated: true,
            ..place
        };
        let item = &group.item;
        let template = self.children(group, inside)?;
        let targets = Targets::read(item, &self.cells)?;
        let from = self.cells.spot(targets.origin);
        let size: usize = template.iter().map(Part::size).sum();
        let mut copies = vec![];
        for distance in targets.distances() {
            let target = targets.at(distance, &self.cells)?;
            // Copies are counted before they are made, so that nested groups cannot use up the memory first.
            self.count(size, item)?;
            let shift = Shift::between(from, self.cells.spot(target));
            for part in &template {
                copies.push(part.shift(shift, &self.cells).map_err(|cell| {
                    let (cell, to) = (self.cells.name(cell), self.cells.name(target));
                    item.error(format!("the copy at {to} would move {cell} off the grid, or out of the group of the first cell"))
                        .help("choose targets that keep all copies inside")
                })?);
            }
        }
        Ok(vec![Part::All(copies)])
    }

    fn check_place(&self, constraint: &Constraint, place: Place) -> Result<(), ReadError> {
        let Constraint { kind, item, .. } = constraint;
        let group = match kind.scope {
            Scope::Top if place.grouped => "a group",
            Scope::Unshifted if place.replicated => "`.Replicate`",
            _ => return Ok(()),
        };
        Err(item.error(format!("`.{}` is not allowed in {group}", kind.name)))
    }

    /// Interprets a constraint that is not a group.
    fn simple(&mut self, constraint: &Constraint, place: Place) -> Result<Vec<Part>, ReadError> {
        let Constraint { kind, item, .. } = constraint;
        let mut a = args(item, &self.cells);
        match kind.kind {
            Kind::Given => return self.givens(item),
            Kind::NoBoxes => a.end()?,
            Kind::Var => self.count_drawing(
                "name of a group of variables",
                forms::variables::labels(item),
            ),
            Kind::Priority => {
                a.number("a number", -MAX_NUMBER..=MAX_NUMBER)?;
                a.cells(1)?;
                self.count_drawing("search priority", 1);
            }
            Kind::Ties => {
                let policy = a.next("a policy")?;
                a.end()?;
                self.ties = Ties::read(&policy)?;
            }
            Kind::Clue(form) => return self.clues(constraint, form, place),
            // These types were read with the declarations, or are handled by the caller.
            Kind::Shape | Kind::RegionSize | Kind::Jigsaw => {}
            Kind::Or | Kind::And | Kind::Replicate | Kind::End | Kind::Unknown => {}
        }
        Ok(vec![])
    }

    fn givens(&self, item: &Item) -> Result<Vec<Part>, ReadError> {
        let part =
            |piece| read_given(&piece, &self.cells).map(|(cell, set)| Part::Given(cell, set));
        // One part more than the limit suffices for the caller to refuse the item, so the rest is not read.
        item.arguments().take(MAX_CLUES + 1).map(part).collect()
    }

    fn clues(
        &mut self,
        constraint: &Constraint,
        form: &dyn Form,
        place: Place,
    ) -> Result<Vec<Part>, ReadError> {
        let Constraint { kind, item, .. } = constraint;
        let clues = form.read(&Reading {
            kind,
            item,
            cells: &self.cells,
            region_size: self.region_size,
        })?;
        if place.alternative {
            forms::marks::note(&mut self.alternative_marks, kind.rule, item);
        }
        if form.has_names() {
            self.count_drawing("name of a constraint", names(item));
        }
        // Clues that mean the same as givens become givens. Lines of one cell are dropped, because they have no effect
        // and our rules would refuse them.
        let clues = clues
            .into_iter()
            .filter(|clue| !forms::lists::is_empty_line(clue));
        let part = |clue: Clue| match as_given(&self.cells, &clue) {
            Some((cell, digits)) => Part::Given(cell, digits),
            None => Part::Clue(clue),
        };
        Ok(clues.map(part).collect())
    }

    /// Adds to the number of givens and clues; fails if there are too many.
    fn count(&mut self, made: usize, item: &Item) -> Result<(), ReadError> {
        self.made += made;
        match self.made > MAX_CLUES {
            true => Err(item.error(format!("the puzzle has more than {MAX_CLUES} clues"))),
            false => Ok(()),
        }
    }
}

/// Adds the syntax of the constraint as help, if the error has no other help.
fn with_usage(error: ReadError, kind: &Type) -> ReadError {
    match error.help {
        None => error.help(format!("expected {}", kind.usage())),
        Some(_) => error,
    }
}
