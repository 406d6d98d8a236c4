//! Clues and their rules: validation, evaluation, and names for use in messages.

use super::book::{Book, BookError};
use super::check::ParamKind;
use super::error::{ClueError, suggestion};
use super::rule::{Default, Limit, Part, Rule, shorten};
use super::scene::{Evaluation, Fault, Ground, Scene, layout_number};
use super::shape::Shape;
use cluewright_puzzle::{Cell, Clue, House, Param, Puzzle, has_own_rule};
use std::ops::{Deref, RangeInclusive};
use std::rc::Rc;

/// A part of the puzzle that a full grid violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The value of this cell is outside its domain.
    Value(Cell),
    /// The given at this index of `Puzzle::givens` is violated.
    Given(usize),
    /// A digit repeats in a row, column or box.
    House(House),
    /// The clue at this index of `Puzzle::clues` is violated.
    Clue(usize),
}

/// A rule, either from the book or defined by a puzzle for itself.
pub(super) enum Known<'a> {
    /// A rule of the book and its index in the book.
    Book(&'a Rule, usize),
    OneOff(Rc<Rule>),
}

impl Deref for Known<'_> {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        match self {
            Self::Book(rule, _) => rule,
            Self::OneOff(rule) => rule,
        }
    }
}

/// A composite clue's connective, which combines its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Composite {
    Any,
    All,
}

impl Composite {
    pub(super) fn of(clue: &Clue) -> Option<Self> {
        match clue.rule.as_str() {
            "any-of" => Some(Self::Any),
            "all-of" => Some(Self::All),
            _ => None,
        }
    }
}

/// The role of a clue: it must hold, or it is one of several alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The clue must hold, so a number that no grid allows is an error.
    Demanded,
    /// The clue is one of several alternatives. A number that no grid allows makes it false.
    Alternative,
}

impl Role {
    /// Returns the role of a composite clue's parts, if the composite itself has this role.
    pub(super) fn within(self, composite: Composite) -> Self {
        match composite {
            Composite::Any => Self::Alternative,
            Composite::All => self,
        }
    }
}

/// Operations on the clues of a puzzle that need the rule book: validation, evaluation, and names.
pub trait Clues {
    /// Checks every clue against its rule: slots, cells, parameters and their limits.
    ///
    /// # Errors
    /// Returns the first clue that does not fit its rule.
    fn check(&self, puzzle: &Puzzle) -> Result<(), ClueError>;

    /// Returns the reason why a clue does not fit its rule in a puzzle; `None` if it fits. The clue need not belong to the
    /// puzzle yet.
    fn misfit_of(&self, puzzle: &Puzzle, clue: &Clue) -> Option<ClueError>;

    /// Returns the numbers that the rule's limits allow for a parameter of a clue. `None` if the rule does not limit it, or
    /// if the clue does not fit its rule for another reason.
    fn range_of(&self, puzzle: &Puzzle, clue: &Clue, param: &str) -> Option<RangeInclusive<i64>>;

    /// Returns `true` if a clue holds for a full assignment, which has one value for each cell of the puzzle and each auxiliary
    /// variable.
    ///
    /// # Errors
    /// Returns an error, which names the clue's `index`, if the clue does not fit its rule.
    fn holds(
        &self,
        puzzle: &Puzzle,
        index: usize,
        clue: &Clue,
        values: &[u8],
    ) -> Result<bool, ClueError>;

    /// Returns the violations of a full assignment, in this order: values out of range, givens, houses of the layout, clues. If there
    /// are none, the assignment is a solution.
    ///
    /// # Errors
    /// Returns an error if a clue does not fit its rule.
    fn violated(&self, puzzle: &Puzzle, values: &[u8]) -> Result<Vec<Violation>, ClueError>;

    /// Returns a name for the clue that setters understand, such as "the 27 cage at R1C3".
    #[must_use]
    fn describe(&self, puzzle: &Puzzle, clue: &Clue) -> String;

    /// Returns the phrase that introduces deductions from a clue, if its rule defines one.
    #[must_use]
    fn because(&self, puzzle: &Puzzle, clue: &Clue) -> Option<&str>;

    /// Returns `true` if the clue is an area, so that cells are "in" it; otherwise they are "on" it.
    #[must_use]
    fn is_area(&self, puzzle: &Puzzle, clue: &Clue) -> bool;

    /// Returns the value of a clue's parameter as text for a phrase.
    #[must_use]
    fn value(&self, puzzle: &Puzzle, clue: &Clue, name: &str) -> Option<String>;
}

impl Clues for Book {
    fn check(&self, puzzle: &Puzzle) -> Result<(), ClueError> {
        let ground = Ground::new(puzzle, self);
        for (index, clue) in puzzle.clues.iter().enumerate() {
            self.check_clue(&ground, index, clue, Role::Demanded)?;
        }
        Ok(())
    }

    fn misfit_of(&self, puzzle: &Puzzle, clue: &Clue) -> Option<ClueError> {
        let ground = Ground::new(puzzle, self);
        self.check_clue(&ground, 0, clue, Role::Demanded).err()
    }

    fn range_of(&self, puzzle: &Puzzle, clue: &Clue, param: &str) -> Option<RangeInclusive<i64>> {
        let ground = Ground::new(puzzle, self);
        let rule = self.find_rule(&ground, 0, clue).ok()?;
        let place = rule.param(param)?;
        let limit = rule.limits.iter().find(|limit| limit.param == place)?;
        // The limits depend on the cells alone, so any number serves as the value.
        let clue = clue.clone().with(param, Param::Int(0));
        let scene = bind(&ground, &clue, &rule).ok()?;
        limit.range(&scene)
    }

    fn holds(
        &self,
        puzzle: &Puzzle,
        index: usize,
        clue: &Clue,
        values: &[u8],
    ) -> Result<bool, ClueError> {
        let ground = Ground::new(puzzle, self);
        self.holds_on(&ground, index, clue, Role::Demanded, values, |rule| {
            &rule.parts
        })
    }

    fn violated(&self, puzzle: &Puzzle, values: &[u8]) -> Result<Vec<Violation>, ClueError> {
        let ground = Ground::new(puzzle, self);
        // No domain contains this default, so a missing value is reported as a violation.
        let value = |cell: Cell| values.get(cell.index()).copied().unwrap_or(u8::MAX);
        let cells = (0..puzzle.cell_count()).map(Cell::from_index);
        let out_of_range = cells.filter(|&cell| !puzzle.domain(cell).contains(value(cell)));
        let mut found: Vec<Violation> = out_of_range.map(Violation::Value).collect();
        for (index, given) in puzzle.givens.iter().enumerate() {
            if !given.digits.contains(value(given.cell)) {
                found.push(Violation::Given(index));
            }
        }
        found.extend(
            find_broken_houses(puzzle, value)
                .into_iter()
                .map(Violation::House),
        );
        for (index, clue) in puzzle.clues.iter().enumerate() {
            let holds = self.holds_on(&ground, index, clue, Role::Demanded, values, |rule| {
                &rule.parts
            })?;
            if !holds {
                found.push(Violation::Clue(index));
            }
        }
        Ok(found)
    }

    fn describe(&self, puzzle: &Puzzle, clue: &Clue) -> String {
        if let Some(composite) = Composite::of(clue) {
            let parts: Vec<String> = clue
                .parts
                .iter()
                .map(|p| self.describe(puzzle, p))
                .collect();
            return match composite {
                Composite::Any if parts.len() > MOST_CHOICES => {
                    let others = parts.len() - 1;
                    format!("the choice between {} and {others} others", parts[0])
                }
                Composite::Any => format!("the choice between {}", choices(parts)),
                Composite::All => parts.join(" and "),
            };
        }
        // The index appears only in the error, which is not shown, so any index can be passed.
        match self.find_rule(&Ground::new(puzzle, self), 0, clue) {
            Ok(rule) => label(puzzle, clue, &rule),
            Err(_) => one_line(format!("the clue `{}`", clue.rule)),
        }
    }

    fn because(&self, puzzle: &Puzzle, clue: &Clue) -> Option<&str> {
        self.rule_in(puzzle, clue)?.because.as_deref()
    }

    fn is_area(&self, puzzle: &Puzzle, clue: &Clue) -> bool {
        let shape = self.rule_in(puzzle, clue).map(|rule| rule.shape);
        matches!(shape, Some(Shape::Group | Shape::Copy | Shape::Pieces))
    }

    fn value(&self, puzzle: &Puzzle, clue: &Clue, name: &str) -> Option<String> {
        placeholder(puzzle, clue, self.rule_in(puzzle, clue)?, name)
    }
}

impl Book {
    /// Returns the rule of the book for a clue; `None` if the puzzle itself defines the clue's rule.
    fn rule_in(&self, puzzle: &Puzzle, clue: &Clue) -> Option<&Rule> {
        let rule = self.rule(&clue.rule).ok()?;
        (!has_own_rule(puzzle, &clue.rule)).then_some(rule)
    }

    fn check_clue(
        &self,
        ground: &Ground<'_>,
        index: usize,
        clue: &Clue,
        role: Role,
    ) -> Result<(), ClueError> {
        if let Some(composite) = Composite::of(clue) {
            check_composite(index, clue)?;
            let role = role.within(composite);
            let mut parts = clue.parts.iter();
            return parts.try_for_each(|part| self.check_clue(ground, index, part, role));
        }
        let rule = self.find_rule(ground, index, clue)?;
        self.scene(ground, index, clue, &rule, role).map(|_| ())
    }

    fn holds_on(
        &self,
        ground: &Ground<'_>,
        index: usize,
        clue: &Clue,
        role: Role,
        values: &[u8],
        parts: fn(&Rule) -> &[Part],
    ) -> Result<bool, ClueError> {
        if let Some(composite) = Composite::of(clue) {
            check_composite(index, clue)?;
            let role = role.within(composite);
            // Every part is evaluated, so that a part that does not fit its rule is an error even if another part already decides the
            // result.
            let mut held = vec![];
            for part in &clue.parts {
                held.push(self.holds_on(ground, index, part, role, values, parts)?);
            }
            return Ok(match composite {
                Composite::Any => held.contains(&true),
                Composite::All => !held.contains(&false),
            });
        }
        let rule = self.find_rule(ground, index, clue)?;
        let scene = self.scene(ground, index, clue, &rule, role)?;
        let mut evaluation = Evaluation::full(&scene, values.to_vec());
        for part in parts(&rule).iter().filter(|part| scene.asks(part)) {
            match evaluation.formula(&part.formula) {
                Ok(true) => {}
                Ok(false) | Err(Fault::Undefined | Fault::Unknown(_)) => return Ok(false),
                Err(Fault::Refused(message)) => {
                    return Err(self.error(ground.puzzle, index, clue, message));
                }
            }
        }
        Ok(true)
    }

    pub(super) fn find_rule(
        &self,
        ground: &Ground<'_>,
        index: usize,
        clue: &Clue,
    ) -> Result<Known<'_>, ClueError> {
        let puzzle = ground.puzzle;
        let error = |message: String, help: Option<String>| ClueError {
            clue: index,
            message,
            help,
        };
        if clue.rule == "relation" {
            let extra = clue.params.keys().find(|name| *name != "formula");
            if extra.is_some() || !clue.slots.is_empty() || !clue.parts.is_empty() {
                let message = "a relation can have only a `formula`";
                return Err(error(message.to_owned(), None));
            }
            let Some(Param::Text(formula)) = clue.params.get("formula") else {
                let message = "a relation needs a `formula`, which must be text";
                return Err(error(message.to_owned(), None));
            };
            let rule = Rule::one_off(formula, puzzle).map_err(|e| {
                let column = e.span.start + 1;
                error(
                    format!("relation `{formula}`, column {column}: {}", e.message),
                    e.help,
                )
            })?;
            return Ok(Known::OneOff(Rc::new(rule)));
        }
        self.rule_of(ground, &clue.rule)
            .map_err(|error| error.at_clue(index))
    }

    /// Returns the rule with this name. The puzzle's own rules take precedence over those of the book.
    pub(super) fn rule_of(&self, ground: &Ground<'_>, name: &str) -> Result<Known<'_>, BookError> {
        if let Some(own) = ground.own_rule(name) {
            return Ok(Known::OneOff(own?));
        }
        let (rule, number) = self.find_numbered(name)?;
        Ok(Known::Book(rule, number))
    }

    /// Checks a clue completely, and returns it in the context of its puzzle.
    pub(super) fn scene<'a>(
        &self,
        ground: &'a Ground<'a>,
        index: usize,
        clue: &Clue,
        rule: &Rule,
        role: Role,
    ) -> Result<Scene<'a>, ClueError> {
        let check = || -> Result<Scene<'a>, Fitting> {
            check_slots(ground.puzzle, clue, rule)?;
            // The formula of a relation is not a parameter of its rule, so `find_rule` has checked it instead.
            if rule.name != "relation" {
                check_params(clue, rule)?;
            }
            let scene = bind(ground, clue, rule)?;
            if role == Role::Demanded {
                check_limits(&scene, rule)?;
            }
            Ok(scene)
        };
        check().map_err(|fitting| self.misfit(ground.puzzle, index, clue, fitting))
    }

    pub(super) fn misfit(
        &self,
        puzzle: &Puzzle,
        index: usize,
        clue: &Clue,
        fitting: Fitting,
    ) -> ClueError {
        ClueError {
            help: fitting.help,
            ..self.error(puzzle, index, clue, fitting.message)
        }
    }

    pub(super) fn error(
        &self,
        puzzle: &Puzzle,
        index: usize,
        clue: &Clue,
        message: impl AsRef<str>,
    ) -> ClueError {
        ClueError {
            clue: index,
            message: format!("{}: {}", self.describe(puzzle, clue), message.as_ref()),
            help: None,
        }
    }
}

/// Maximum number of alternatives to list in the name of an `any-of` clue.
const MOST_CHOICES: usize = 3;

/// Lists alternatives, each name once. Alternatives of one kind share the kind's name: `the arrow from R1C1, R2C2 or R3C3`.
fn choices(mut names: Vec<String>) -> String {
    let mut seen: Vec<String> = vec![];
    // Equal names need not be adjacent, so `dedup` would not remove all of them.
    names.retain(|name| {
        let is_new = !seen.contains(name);
        seen.push(name.clone());
        is_new
    });
    let head = |name: &str| {
        let (head, _) = name.rsplit_once(' ')?;
        Some(format!("{head} "))
    };
    let common = names.first().and_then(|name| head(name));
    let Some(common) =
        common.filter(|common| names.iter().all(|name| head(name).as_ref() == Some(common)))
    else {
        return names.join(" or ");
    };
    let places: Vec<&str> = names.iter().map(|name| &name[common.len()..]).collect();
    match places[..] {
        [ref first @ .., last] if !first.is_empty() => {
            format!("{common}{} or {last}", first.join(", "))
        }
        _ => names.join(" or "),
    }
}

/// The reason why a clue does not fit its rule, with advice.
pub(super) struct Fitting {
    message: String,
    help: Option<String>,
}

impl From<String> for Fitting {
    fn from(message: String) -> Self {
        Self {
            message,
            help: None,
        }
    }
}

impl<'a> Ground<'a> {
    /// Resolves a call to another rule in a formula. Returns that rule, and the call as a clue in the puzzle.
    pub(super) fn used_rule(&'a self, clue: &Clue) -> Result<(Known<'a>, Scene<'a>), Fault> {
        let refused = |error: ClueError| Fault::Refused(error.message);
        // Only the message of an error is used, so any index can be passed.
        let rule = self.book.find_rule(self, 0, clue).map_err(refused)?;
        let scene = self.book.scene(self, 0, clue, &rule, Role::Demanded);
        let scene = scene.map_err(refused)?;
        Ok((rule, scene))
    }
}

impl Scene<'_> {
    /// Returns `true` if the clue sets every parameter that a part of the relation mentions. Otherwise the part does not apply.
    pub(super) fn asks(&self, part: &Part) -> bool {
        part.params
            .iter()
            .all(|&param| self.params[param].is_some())
    }
}

pub(super) fn check_composite(index: usize, clue: &Clue) -> Result<(), ClueError> {
    if clue.slots.is_empty() && clue.params.is_empty() {
        return Ok(());
    }
    Err(ClueError {
        clue: index,
        message: format!("`{}` can contain only other clues", clue.rule),
        help: None,
    })
}

fn find_broken_houses(puzzle: &Puzzle, value: impl Fn(Cell) -> u8) -> Vec<House> {
    let repeats = |cells: &Vec<Cell>| {
        let mut values: Vec<u8> = cells.iter().map(|&cell| value(cell)).collect();
        values.sort_unstable();
        values.windows(2).any(|w| w[0] == w[1])
    };
    let layout = &puzzle.layout;
    let houses = layout.houses().into_iter().enumerate();
    let broken = houses.filter(|(_, cells)| repeats(cells));
    broken.map(|(number, _)| layout.house(number)).collect()
}

pub(super) fn check_slots(puzzle: &Puzzle, clue: &Clue, rule: &Rule) -> Result<(), Fitting> {
    let names = rule.shape.slots();
    for (slot, (name, cells)) in clue.slots.iter().enumerate() {
        if !names.contains(&name.as_str()) {
            return Err(Fitting {
                message: match names {
                    [] => format!("it has `{name}`, but the rule applies to the whole grid"),
                    _ => format!("it has no slot `{name}`, only `{}`", names.join("` and `")),
                },
                help: suggestion(name, names.iter().copied()),
            });
        }
        let again = clue.slots[..slot].iter().any(|(n, _)| n == name);
        let repeated = rule.shape.repeatable_slot().map(|slot| names[slot]);
        if again && repeated != Some(name.as_str()) {
            return Err(format!("it has the slot `{name}` twice").into());
        }
        check_cells(puzzle, cells, rule)?;
    }
    if !clue.parts.is_empty() {
        return Err("only `any-of` and `all-of` can contain other clues"
            .to_owned()
            .into());
    }
    check_shape(puzzle, clue, rule.shape).map_err(Fitting::from)
}

fn check_cells(puzzle: &Puzzle, cells: &[Cell], rule: &Rule) -> Result<(), Fitting> {
    let count = puzzle.cell_count();
    if let Some(cell) = cells.iter().find(|cell| cell.index() >= count) {
        let place = cell.index() + 1;
        return Err(
            format!("it contains cell number {place}, but the puzzle has {count} cells").into(),
        );
    }
    if rule.repeats {
        return Ok(());
    }
    let again = (1..cells.len()).find(|&i| cells[..i].contains(&cells[i]));
    match again {
        None => Ok(()),
        Some(i) => Err(format!("it contains {} twice", puzzle.cell_name(cells[i])).into()),
    }
}

/// Checks the number of cells in each slot, and their arrangement, against the shape.
fn check_shape(puzzle: &Puzzle, clue: &Clue, shape: Shape) -> Result<(), String> {
    let cells = clue.cells_of("cells");
    let count = cells.len();
    let at_least = |least: usize, slot: &str| match clue.cells_of(slot).len() {
        found if found < least => Err(match least {
            1 => format!("it has no `{slot}`"),
            _ => format!("it needs {least} or more `{slot}`, found {found}"),
        }),
        _ => Ok(()),
    };
    let form = |fits: bool, form: &str| match fits {
        true => Ok(()),
        false => Err(format!("its cells are not {form}")),
    };
    match shape {
        Shape::Global => Ok(()),
        Shape::Line => at_least(2, "cells"),
        Shape::Group | Shape::Cell => at_least(1, "cells"),
        Shape::Pair if count != 2 => Err(format!("it needs two cells, found {count}")),
        // `check_cells` does not compare the cells if the rule allows repeats, so they are compared here.
        Shape::Pair => form(cells[0] != cells[1], "two different cells"),
        Shape::Square => form(is_square(puzzle, cells), "a 2x2 square in reading order"),
        Shape::Outside => form(
            is_outside(puzzle, cells),
            "a whole row or column from one side",
        ),
        Shape::Diagonal => form(is_diagonal(puzzle, cells), "a whole diagonal from one end"),
        Shape::Arrow => at_least(1, "bulb").and(at_least(1, "shaft")),
        Shape::Pieces => match clue.slots.iter().any(|(_, cells)| cells.is_empty()) {
            true => Err("one of its lists of cells is empty".to_owned()),
            false => at_least(1, "cells"),
        },
        Shape::Copy => {
            let copy = clue.cells_of("copy").len();
            at_least(1, "cells")?;
            match copy == count {
                true => Ok(()),
                false => Err(format!("it copies {count} cells to {copy}")),
            }
        }
        Shape::Arms => match clue.cells_of("control").len() {
            1 if clue.slots.iter().all(|(_, cells)| !cells.is_empty()) => at_least(1, "cells"),
            1 => Err("one of its lists of cells is empty".to_owned()),
            found => Err(format!("it needs one `control` cell, found {found}")),
        },
        Shape::Control => match clue.cells_of("control").len() {
            1 => at_least(1, "cells"),
            found => Err(format!("it needs one `control` cell, found {found}")),
        },
    }
}

fn is_square(puzzle: &Puzzle, cells: &[Cell]) -> bool {
    // Offsets depend on the layout and never on rules, so any book may be used here.
    let ground = Ground::new(puzzle, Book::builtin());
    let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
    cells.len() == 4
        && steps
            .iter()
            .zip(cells)
            .all(|(&(r, c), &cell)| ground.offset(cells[0], r, c) == Some(cell))
}

fn is_outside(puzzle: &Puzzle, cells: &[Cell]) -> bool {
    let layout = &puzzle.layout;
    // Letters and layers have no row or column, so they cannot be the start of one.
    let Some(&first) = cells.first().filter(|c| c.index() < layout.cell_count()) else {
        return false;
    };
    let (row, column) = layout.place(first);
    let mut lines: Vec<Vec<Cell>> =
        vec![layout.row(row).collect(), layout.column(column).collect()];
    let reversed: Vec<Vec<Cell>> = lines
        .iter()
        .map(|l| l.iter().rev().copied().collect())
        .collect();
    lines.extend(reversed);
    lines.iter().any(|line| line == cells)
}

fn is_diagonal(puzzle: &Puzzle, cells: &[Cell]) -> bool {
    let ground = Ground::new(puzzle, Book::builtin());
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
        return false;
    };
    let steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    first.index() < puzzle.layout.cell_count()
        && steps.iter().any(|&(r, c)| {
            cells
                .windows(2)
                .all(|w| ground.offset(w[0], r, c) == Some(w[1]))
                && ground.offset(first, -r, -c).is_none()
                && ground.offset(last, r, c).is_none()
        })
}

fn check_params(clue: &Clue, rule: &Rule) -> Result<(), Fitting> {
    for (name, value) in &clue.params {
        let Some(spec) = rule.param(name).map(|param| &rule.params[param]) else {
            return Err(Fitting {
                message: match rule.params.is_empty() {
                    true => format!("it has `{name}`, but the rule has no parameters"),
                    false => format!("the rule has no parameter `{name}`"),
                },
                help: suggestion(name, rule.params.iter().map(|spec| spec.name.as_str())),
            });
        };
        let fits = match (spec.kind, value) {
            (ParamKind::Number, Param::Int(_)) | (ParamKind::Text, Param::Text(_)) => true,
            (ParamKind::Number | ParamKind::Text, _) => false,
            // A list also accepts a single number, which counts as a list of one.
            (_, value) => !matches!(value, Param::Text(_)),
        };
        if !fits {
            let (wanted, found) = (spec.kind.words(), in_words(value));
            return Err(format!("`{name}` must be {wanted}, found {found}").into());
        }
    }
    Ok(())
}

fn in_words(value: &Param) -> String {
    match value {
        Param::Int(number) => format!("the number {number}"),
        Param::Ints(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("the list {}", numbers.join(", "))
        }
        Param::Text(text) => format!("the text \"{text}\""),
    }
}

fn bind<'a>(ground: &'a Ground<'a>, clue: &Clue, rule: &Rule) -> Result<Scene<'a>, Fitting> {
    let cells = |name: &&str| {
        let slots = clue.slots.iter().filter(|(n, _)| n == name);
        slots.flat_map(|(_, cells)| cells.iter().copied()).collect()
    };
    let repeated = rule
        .shape
        .repeatable_slot()
        .map(|slot| rule.shape.slots()[slot]);
    let pieces = clue
        .slots
        .iter()
        .filter(|(name, _)| Some(name.as_str()) == repeated);
    let pieces = pieces
        .map(|(_, cells)| Rc::from(cells.as_slice()))
        .collect();
    let mut params = vec![];
    for spec in &rule.params {
        params.push(match (clue.params.get(&spec.name), &spec.default) {
            (Some(value), _) => Some(value.clone()),
            (None, Default::Optional) => None,
            (None, Default::Value(value)) => Some(value.clone()),
            (None, Default::Required) => {
                let (name, kind) = (&spec.name, spec.kind.words());
                return Err(format!("it needs `{name}` ({kind})").into());
            }
            (None, Default::Formula(text, formula)) => {
                let number = layout_number(&formula.0, ground.puzzle);
                let none = || format!("`{}` has no default value here ({text})", spec.name);
                Some(Param::Int(number.ok_or_else(none)?))
            }
        });
    }
    let all: Vec<Cell> = clue.cells().collect();
    Ok(Scene {
        housed: rule.asks_for_house() && ground.one_house(&all),
        placed: rule.reads_places(),
        ground,
        slots: rule.shape.slots().iter().map(cells).collect(),
        pieces,
        params,
    })
}

impl Limit {
    /// Returns the range of values in a clue's context. `None` if one of its ends has no value.
    fn range(&self, scene: &Scene<'_>) -> Option<RangeInclusive<i64>> {
        let mut evaluation = Evaluation::of_layout(scene);
        let least = evaluation.number(&self.least).ok()?;
        Some(least..=evaluation.number(&self.most).ok()?)
    }
}

pub(super) fn check_limits(scene: &Scene<'_>, rule: &Rule) -> Result<(), Fitting> {
    for limit in &rule.limits {
        let spec = &rule.params[limit.param];
        let (found, is_list) = match &scene.params[limit.param] {
            // A parameter that takes several numbers also accepts a single one, which counts as a list of one.
            Some(Param::Int(_)) if spec.kind == ParamKind::NumberOrNumbers => (1, true),
            Some(Param::Int(number)) => (*number, false),
            Some(Param::Ints(numbers)) => (numbers.len() as i64, true),
            _ => continue,
        };
        // A limit without a value excludes nothing, because limits only catch mistakes and never decide a clue.
        let Some(range) = limit.range(scene) else {
            continue;
        };
        let name = &spec.name;
        let (least, most) = (range.start(), range.end());
        if range.is_empty() {
            return Err(format!("no `{name}` is possible for this number of cells").into());
        }
        if !range.contains(&found) {
            let message = match is_list {
                true => format!(
                    "`{name}` lists {found} numbers, but only {least} to {most} are possible"
                ),
                false => {
                    format!("`{name}` is {found}, but only {least} to {most} is possible here")
                }
            };
            return Err(message.into());
        }
    }
    Ok(())
}

/// Fills in the label of a rule. A placeholder without a value is removed together with the space after it.
fn label(puzzle: &Puzzle, clue: &Clue, rule: &Rule) -> String {
    // A clue without cells is an error. The message about it needs a name, but the label would have gaps instead of cells.
    if clue.cells().next().is_none() && !rule.shape.slots().is_empty() {
        return format!("the {}", rule.name.replace('-', " "));
    }
    let mut text = String::new();
    let mut rest = rule.label.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        match placeholder(puzzle, clue, rule, name) {
            Some(value) => {
                text.push_str(&value);
                rest = after;
            }
            None => rest = after.strip_prefix(' ').unwrap_or(after),
        }
    }
    text.push_str(rest);
    one_line(format!("{}{}", text.trim_end(), unusual(clue, rule)))
}

/// Replaces line breaks in a name. Labels and values may contain some, but lists show one clue per line.
fn one_line(name: String) -> String {
    match name.contains(['\n', '\r']) {
        true => name.split_whitespace().collect::<Vec<_>>().join(" "),
        false => name,
    }
}

/// Lists the numbers of a clue that differ from the rule's defaults and are not in its label, such as ` with difference 3`.
fn unusual(clue: &Clue, rule: &Rule) -> String {
    let mut text = String::new();
    for param in &rule.params {
        let name = &param.name;
        let (Default::Value(usual), Some(Param::Int(number))) =
            (&param.default, clue.params.get(name))
        else {
            continue;
        };
        if *usual != Param::Int(*number) && !rule.label.contains(&format!("{{{name}}}")) {
            text.push_str(&format!(" with {} {number}", param.words()));
        }
    }
    text
}

/// Names the row or column that the cells of a clue fill, such as `row 3` or, with the side, `left of row 3`. For other cells, names
/// the first and the last one.
fn line(puzzle: &Puzzle, clue: &Clue, with_side: bool) -> String {
    let cells: Vec<Cell> = clue.cells().collect();
    let number = puzzle.layout.house_of(&cells);
    let side = match (
        number.map(|n| puzzle.layout.house(n)),
        cells.first() < cells.last(),
    ) {
        (Some(House::Row(_)), true) => "left of ",
        (Some(House::Row(_)), false) => "right of ",
        (Some(House::Column(_)), true) => "above ",
        (Some(House::Column(_)), false) => "below ",
        _ => {
            let name = |cell: Option<&Cell>| cell.map(|&cell| puzzle.cell_name(cell));
            let [first, last] =
                [cells.first(), cells.last()].map(|cell| name(cell).unwrap_or_default());
            let from = if with_side { "from " } else { "" };
            return format!("{from}{first} to {last}");
        }
    };
    let line = number.map_or_else(String::new, |n| puzzle.layout.house(n).to_string());
    format!("{}{line}", if with_side { side } else { "" })
}

fn placeholder(puzzle: &Puzzle, clue: &Clue, rule: &Rule, name: &str) -> Option<String> {
    let cell = match name {
        // The cells of a group have no order, so its first cell is the first one in reading order.
        "first" if rule.shape == Shape::Group => clue.cells().min(),
        "first" => clue.cells().next(),
        "last" => clue.cells().last(),
        _ => None,
    };
    if let Some(cell) = cell {
        return Some(puzzle.cell_name(cell));
    }
    // The braces of a formula are not placeholders, so it cannot be a part of the label itself.
    if name == "formula" && rule.name == "relation" {
        return Some(shorten(&rule.text));
    }
    if matches!(name, "line" | "side") {
        return Some(line(puzzle, clue, name == "side"));
    }
    let default = || match rule.param(name).map(|param| &rule.params[param].default) {
        Some(Default::Value(value)) => Some(value.clone()),
        Some(Default::Formula(_, formula)) => layout_number(&formula.0, puzzle).map(Param::Int),
        _ => None,
    };
    match clue.params.get(name).cloned().or_else(default)? {
        Param::Int(number) => Some(number.to_string()),
        Param::Ints(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            Some(numbers.join(", "))
        }
        Param::Text(text) => Some(text),
    }
}
