//! The constraint types of ISS, by family: how each is read, and how its clues are written.
//!
//! A type is one entry in the list of its family's file. Types that become clues have a [`Form`], which
//! reads and writes their arguments; the others declare the grid or group constraints. A rule for which
//! ISS has no type, but which can be said otherwise, is an entry under [`Family::restated`].

mod arrows;
mod automata;
mod boxes;
pub(super) mod chaos;
pub(super) mod doppelganger;
pub(super) mod givens;
pub(super) mod groups;
mod lines;
pub(super) mod lists;
pub(super) mod marks;
mod outside;
mod quads;
pub(super) mod ranks;
pub(super) mod regions;
mod sets;
pub(super) mod shape;
pub(super) mod sums;
mod tables;
pub(super) mod variables;
mod whole;

pub(super) use givens::keep_formula;

use super::args::{Args, args, values};
use super::cells::Cells;
use super::lex::{Item, Piece};
use super::write::{Inside, Token, Unwritable, Writer};
use crate::kit::ReadError;
use cluewright_puzzle::spelling;
use cluewright_puzzle::{Cell, Clue, DigitSet, Layout, Param};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Types that belong together, and what they share.
pub(super) struct Family {
    types: &'static [Type],
    /// Rules without a type of their own, or with one for some parameters only.
    restated: &'static [Restated],
}

/// Every family. Where several types make clues of one rule, the first is the one we write.
static FAMILIES: &[Family] = &[
    shape::FAMILY,
    variables::FAMILY,
    regions::FAMILY,
    givens::FAMILY,
    groups::FAMILY,
    whole::FAMILY,
    boxes::FAMILY,
    marks::FAMILY,
    doppelganger::FAMILY,
    chaos::FAMILY,
    lists::FAMILY,
    lines::FAMILY,
    arrows::FAMILY,
    sums::FAMILY,
    sets::FAMILY,
    quads::FAMILY,
    tables::FAMILY,
    automata::FAMILY,
    outside::FAMILY,
    ranks::FAMILY,
];

/// A constraint type.
#[derive(Clone, Copy)]
pub(super) struct Type {
    /// As written after the dot; empty for givens.
    pub(super) name: &'static str,
    /// The rule of its clues; empty where it makes none, or several.
    pub(super) rule: &'static str,
    pub(super) kind: Kind,
    pub(super) scope: Scope,
    pub(super) grid: Grid,
    pub(super) digits: Digits,
}

/// What a type does.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Shape,
    Var,
    NoBoxes,
    RegionSize,
    Jigsaw,
    Given,
    Priority,
    Ties,
    Or,
    And,
    Replicate,
    End,
    /// A type that we do not know.
    Unknown,
    /// Makes clues.
    Clue(&'static dyn Form),
}

/// Where a type may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// At the top and in every composite.
    Anywhere,
    /// At the top, in `And` and in `Or`.
    Unshifted,
    /// At the top only.
    Top,
}

/// What grid a type needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grid {
    Any,
    /// Rows and columns that do not repeat.
    Sudoku,
    /// As many rows as columns, too.
    Square,
}

/// What digits a type needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    Any,
    /// 1 to 9.
    OneToNine,
    /// Nine, from 0 or 1.
    Nine,
    /// From 1.
    FromOne,
    /// From 0 to the number of rows.
    OneMore,
    /// As many as rows.
    AsRows,
}

/// How the arguments of a type are read into clues, and written.
pub(super) trait Form: Sync {
    /// Its arguments, for help.
    fn usage(&self) -> &'static str;

    /// The clues that an item makes.
    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError>;

    /// The parameters that it can write.
    fn params(&self) -> &[&'static str] {
        &[]
    }

    /// A clue of the type's rule as text; its parameters are among [`Self::params`].
    fn write(&self, clue: &Writing) -> Result<Token, Unwritable>;

    /// Whether ISS keeps only the last of several on the same cells.
    fn is_keyed(&self) -> bool {
        false
    }

    /// Whether a clue on the same cells from their other end is another one to ISS.
    fn has_sides(&self) -> bool {
        false
    }

    /// Whether its arguments may hold names of constraints.
    fn has_names(&self) -> bool {
        false
    }
}

/// How clues of a rule without a fitting type are written; `None` where the type does fit.
pub(super) struct Restated(&'static str, WriteRestated);

type WriteRestated = fn(&Clue, &Writer, Inside) -> Result<Option<Vec<Token>>, Unwritable>;

/// An item on its way to clues.
pub(super) struct Reading<'i, 't> {
    pub(super) kind: &'static Type,
    pub(super) item: &'i Item<'t>,
    pub(super) cells: &'i Cells,
    /// How many cells a box or region has, where the text says so.
    pub(super) region_size: Option<u8>,
}

/// A clue on its way to text.
pub(super) struct Writing<'w> {
    pub(super) clue: &'w Clue,
    pub(super) kind: &'static Type,
    pub(super) writer: &'w Writer<'w>,
}

impl Type {
    /// A type that makes clues of one rule, or, where that is empty, of several.
    const fn clue(name: &'static str, rule: &'static str, form: &'static dyn Form) -> Self {
        Self::of(name, rule, Kind::Clue(form))
    }

    const fn of(name: &'static str, rule: &'static str, kind: Kind) -> Self {
        Self {
            name,
            rule,
            kind,
            scope: Scope::Anywhere,
            grid: Grid::Any,
            digits: Digits::Any,
        }
    }

    /// The type, at the top only.
    const fn top(self) -> Self {
        Self {
            scope: Scope::Top,
            ..self
        }
    }

    /// The type, not in `Replicate`.
    const fn unshifted(self) -> Self {
        Self {
            scope: Scope::Unshifted,
            ..self
        }
    }

    /// The type, on grids of this kind.
    const fn on(self, grid: Grid) -> Self {
        Self { grid, ..self }
    }

    /// The type, with these digits.
    const fn with(self, digits: Digits) -> Self {
        Self { digits, ..self }
    }

    /// How it is written, for help.
    pub(super) fn usage(&self) -> String {
        let arguments = match self.kind {
            Kind::Clue(form) => form.usage(),
            Kind::Shape => "~ROWSxCOLUMNS~LOW-HIGH",
            Kind::Var => "~PREFIX~label~size",
            Kind::RegionSize => "~size",
            Kind::Jigsaw => "~one character for each cell",
            Kind::Given => "~R1C1_value~R1C2_value_value",
            Kind::Priority => "~number~cell~cell",
            Kind::Ties => "~none, ~only-unclued or ~any",
            Kind::Replicate => "~targets~origin",
            Kind::NoBoxes | Kind::Or | Kind::And | Kind::End | Kind::Unknown => "",
        };
        format!("`.{}{arguments}`", self.name)
    }

    /// Whether the grid and its digits are of the kind that it needs.
    pub(super) fn fits(&self, layout: &Layout) -> bool {
        let digits = (layout.min_digit, layout.digit_count);
        let good_digits = match self.digits {
            Digits::Any => true,
            Digits::OneToNine => digits == (1, 9),
            Digits::Nine => layout.digit_count == 9,
            Digits::FromOne => layout.min_digit == 1,
            Digits::OneMore => digits == (0, layout.rows + 1),
            Digits::AsRows => layout.digit_count == layout.rows,
        };
        let good_grid = match self.grid {
            Grid::Any => true,
            Grid::Sudoku => layout.lines,
            Grid::Square => layout.lines && layout.rows == layout.columns,
        };
        good_digits && good_grid
    }
}

impl<'i, 't> Reading<'i, 't> {
    /// The arguments.
    fn args(&self) -> Args<'i, 't, impl Iterator<Item = Piece<'t>> + use<'t>> {
        args(self.item, self.cells)
    }

    fn layout(&self) -> &Layout {
        self.cells.layout()
    }

    /// The type's name.
    fn name(&self) -> &'static str {
        self.kind.name
    }

    /// An error at the item.
    fn error(&self, message: impl Into<String>) -> ReadError {
        self.item.error(message)
    }

    /// The digits `v_v_v`, in the order written.
    fn digits(&self, piece: &Piece) -> Result<Vec<u8>, ReadError> {
        values(piece, &piece.text, self.layout())
    }

    /// That a cell holds one of some digits: what becomes a given, outside alternatives.
    fn keep(&self, cell: Cell, digits: DigitSet) -> Clue {
        let formula = keep_formula(&self.cells.variable(cell), digits);
        Clue::new("relation").with("formula", Param::Text(formula))
    }

    /// A clue of the type's rule.
    fn clue(&self) -> Clue {
        Clue::new(self.kind.rule)
    }

    /// A clue of the type's rule on some cells.
    fn on(&self, cells: impl Into<Vec<Cell>>) -> Clue {
        Clue::on(self.kind.rule, cells)
    }

    /// A clue of the type's rule on several lists of cells.
    fn pieces(&self, lists: impl IntoIterator<Item = Vec<Cell>>) -> Clue {
        let lists = lists.into_iter();
        lists.fold(self.clue(), |clue, list| clue.slot("cells", list))
    }
}

impl<'w> Writing<'w> {
    /// The cells in the slot `cells`.
    fn cells(&self) -> &'w [Cell] {
        self.clue.cells_of("cells")
    }

    /// Their names.
    fn names(&self) -> String {
        self.writer.names(self.cells())
    }

    /// The lists in the slots `cells`, each after a `-`.
    fn pieces(&self) -> String {
        let slots = self.clue.slots.iter().filter(|(slot, _)| slot == "cells");
        let lists: Vec<String> = slots.map(|(_, list)| self.writer.names(list)).collect();
        lists.join("~-~")
    }

    fn layout(&self) -> &'w Layout {
        &self.writer.puzzle.layout
    }

    fn int(&self, name: &str) -> Option<i64> {
        int(self.clue, name)
    }

    /// A parameter that must be there.
    fn number(&self, name: &str) -> Result<i64, Unwritable> {
        let missing = || self.cannot(&format!("no `{name}`"));
        self.int(name).ok_or_else(missing)
    }

    fn text(&self, name: &str) -> Result<String, Unwritable> {
        match self.clue.params.get(name) {
            Some(Param::Text(text)) => Ok(text.clone()),
            _ => Err(self.cannot(&format!("no `{name}`"))),
        }
    }

    /// The numbers of a list.
    fn list(&self, name: &str, between: &str) -> String {
        let numbers = numbers(self.clue, name, &[]);
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        numbers.join(between)
    }

    /// A token of the type.
    fn token(&self, own: impl Into<String>) -> Result<Token, Unwritable> {
        Ok(Token::new(self.kind.name, own))
    }

    /// Its digits, which are those of the grid, joined.
    fn digits(&self, between: &str) -> Result<String, Unwritable> {
        let all = self.layout().digits();
        let mut digits = numbers(self.clue, "digits", &[]).into_iter();
        match digits.all(|digit| u8::try_from(digit).is_ok_and(|digit| all.contains(digit))) {
            true => Ok(self.list("digits", between)),
            false => Err(self.cannot("digits that the grid does not have")),
        }
    }

    /// Says which part of the clue cannot be written.
    fn cannot(&self, part: &str) -> Unwritable {
        format!("`{}` clues with {part}", self.clue.rule)
    }
}

/// A parameter of a clue that is a number.
pub(super) fn int(clue: &Clue, name: &str) -> Option<i64> {
    match clue.params.get(name) {
        Some(Param::Int(number)) => Some(*number),
        _ => None,
    }
}

fn numbers(clue: &Clue, name: &str, default: &[i64]) -> Vec<i64> {
    match clue.params.get(name) {
        Some(Param::Ints(numbers)) => numbers.clone(),
        Some(Param::Int(number)) => vec![*number],
        _ => default.to_vec(),
    }
}

fn ints(digits: &[u8]) -> Param {
    Param::Ints(digits.iter().map(|&d| i64::from(d)).collect())
}

/// The formula of a relation.
pub(super) fn formula(clue: &Clue) -> Option<&str> {
    match clue.params.get("formula") {
        Some(Param::Text(formula)) if clue.rule == "relation" => Some(formula),
        _ => None,
    }
}

/// A token of a type that may stand at the top only.
fn at_top(token: Token, clue: &Clue, inside: Inside) -> Result<Option<Vec<Token>>, Unwritable> {
    match inside {
        Inside::Top => Ok(Some(vec![token])),
        _ => Err(format!("`{}` inside `any-of` or `all-of`", clue.rule)),
    }
}

/// Stands for a type that is left out because we do not know it.
pub(super) static UNKNOWN: Type = Type::of("", "", Kind::Unknown);

fn types() -> impl DoubleEndedIterator<Item = &'static Type> {
    FAMILIES.iter().flat_map(|family| family.types)
}

/// The type of a name.
pub(super) fn find(name: &str) -> Option<&'static Type> {
    static BY_NAME: LazyLock<HashMap<&str, &Type>> =
        LazyLock::new(|| types().map(|t| (t.name, t)).collect());
    BY_NAME.get(name).copied()
}

/// The type that a rule is written as.
pub(super) fn of_rule(rule: &str) -> Option<&'static Type> {
    static BY_RULE: LazyLock<HashMap<&str, &Type>> = LazyLock::new(|| {
        let ruled = types().rev().filter(|t| !t.rule.is_empty());
        ruled.map(|t| (t.rule, t)).collect()
    });
    BY_RULE.get(rule).copied()
}

/// A clue of a rule that ISS has no fitting type for, said otherwise.
pub(super) fn restated(
    clue: &Clue,
    writer: &Writer,
    inside: Inside,
) -> Result<Option<Vec<Token>>, Unwritable> {
    static BY_RULE: LazyLock<HashMap<&str, &WriteRestated>> = LazyLock::new(|| {
        let restated = FAMILIES.iter().flat_map(|family| family.restated);
        restated
            .map(|Restated(rule, write)| (*rule, write))
            .collect()
    });
    match BY_RULE.get(&*clue.rule) {
        Some(write) => write(clue, writer, inside),
        None => Ok(None),
    }
}

/// The known type whose name is nearest to a wrong one, if it is near at all.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let same = |kind: &&Type| kind.name.eq_ignore_ascii_case(name);
    let names = types().map(|kind| kind.name).filter(|n| n.len() > 1);
    match types().find(same) {
        Some(kind) => Some(kind.name),
        None => spelling::nearest(name, names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_rules::Book;

    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/iss/forms");
        for entry in std::fs::read_dir(folder).expect("the folder of the forms") {
            let path = entry.expect("readable").path();
            let family = path.file_stem().expect("a name").to_string_lossy();
            let listed = include_str!("mod.rs").contains(&format!("    {family}::FAMILY,"));
            assert!(
                listed || family == "mod",
                "{family} is not among the families"
            );
        }
    }

    #[test]
    fn names_are_unique() {
        for kind in types() {
            assert!(std::ptr::eq(find(kind.name).expect("listed"), kind));
        }
        let restated = FAMILIES.iter().flat_map(|family| family.restated);
        let mut rules: Vec<&str> = restated.map(|r| r.0).collect();
        let count = rules.len();
        rules.sort_unstable();
        rules.dedup();
        assert_eq!(rules.len(), count, "{rules:?}");
    }

    #[test]
    fn near_names_are_found() {
        assert_eq!(nearest("Thermos"), Some("Thermo"));
        assert_eq!(nearest("antiknight"), Some("AntiKnight"));
        assert_eq!(nearest("Palindrom"), Some("Palindrome"));
        assert_eq!(nearest("Xyzzy"), None);
    }

    /// The rules that a name in a rule file's `import.iss` makes clues of.
    fn rules_of(import: &str) -> Vec<&'static str> {
        match import {
            "Diagonal~1" => vec!["diagonal-up"],
            "Diagonal~-1" => vec!["diagonal-down"],
            "Windoku" => vec!["windoku"],
            "DisjointSets" => vec!["disjoint-groups"],
            "Indexing~C" => vec!["column-indexer"],
            "Indexing~R" => vec!["row-indexer"],
            "StrictKropki" => vec!["white-dot-negative", "black-dot-negative"],
            "SameValues" => vec!["same-values", "all-equal"],
            // The dutch whisper is a whisper with a difference; we read it as the general one.
            "Whisper" => vec!["german-whisper", "dutch-whisper"],
            name => find(name).map(|kind| kind.rule).into_iter().collect(),
        }
    }

    #[test]
    fn the_rule_files_agree() {
        for rule in Book::builtin().rules() {
            let rule = rule.expect("a good rule file");
            for import in rule.import.get("iss").into_iter().flatten() {
                let rules = rules_of(import);
                assert!(
                    rules.contains(&rule.name.as_str()),
                    "{}: {import}",
                    rule.name
                );
            }
        }
    }

    #[test]
    fn rules_of_the_table_name_their_type() {
        for kind in types().filter(|kind| matches!(kind.kind, Kind::Clue(_))) {
            let Ok(rule) = Book::builtin().rule(kind.rule) else {
                continue;
            };
            let imports = rule.import.get("iss").cloned().unwrap_or_default();
            assert!(
                imports.iter().any(|i| i == kind.name),
                "{}: {imports:?}",
                kind.name
            );
        }
    }
}
