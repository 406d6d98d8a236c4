//! From a puzzle to constraint text.
//!
//! Each clue becomes one token, or several that say the same together where ISS has no type for the rule.
//! What follows each other and shares its first arguments is written in one token.

use super::cells::Cells;
use super::forms::{self, Kind, Scope, Type, Writing, marks};
use super::forms::{doppelganger, ranks, regions, shape, variables};
use super::parts::key;
use crate::kit::WriteError;
use cluewright_puzzle::{Cell, Clue, DigitSet, Puzzle};
use cluewright_rules::encodings;
use std::collections::HashSet;

/// The constraint text of a puzzle.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let mut writer = Writer::new(puzzle);
    let mut tokens = writer.layout();
    tokens.extend(variables::write(&mut writer));
    tokens.extend(writer.givens());
    let clues: Vec<&Clue> = writer.top_clues();
    tokens.extend(writer.list(&clues, Inside::Top));
    tokens.extend(ranks::write(&mut writer));
    if !writer.failed.is_empty() {
        return Err(WriteError {
            format: "iss",
            parts: writer.failed,
        });
    }
    let text: String = joined(tokens).iter().map(Token::text).collect();
    Ok(if text.is_empty() {
        ".".to_owned()
    } else {
        text
    })
}

/// A constraint on its way to text: `.name~shared~own`.
#[derive(Default)]
pub(super) struct Token {
    name: &'static str,
    /// The arguments that tokens must share to be joined.
    shared: Option<String>,
    own: String,
    /// What follows the arguments: the constraints of a group and its end.
    inside: String,
    join: Join,
}

/// How a token takes up the next one.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Join {
    #[default]
    Never,
    /// With this between the own arguments.
    With(&'static str),
    /// A clue at the end of a line, after one at its beginning.
    Sides,
}

/// What a clue stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    Top,
    And,
    Or,
}

/// Why a clue cannot be written: what it is, in the setter's words.
pub(super) type Unwritable = String;

impl Token {
    pub(super) fn new(name: &'static str, own: impl Into<String>) -> Self {
        Self {
            name,
            own: own.into(),
            ..Self::default()
        }
    }

    /// A token that takes up the next one with the same first argument.
    pub(super) fn shared(name: &'static str, shared: String, own: String) -> Self {
        Self {
            shared: Some(shared),
            join: Join::With("~~"),
            ..Self::new(name, own)
        }
    }

    /// A clue at one end of a line: `3~` at its beginning, `~3` at its end.
    pub(super) fn side(name: &'static str, line: String, own: String) -> Self {
        Self {
            shared: Some(line),
            join: Join::Sides,
            ..Self::new(name, own)
        }
    }

    /// The tokens of a group, and its end.
    fn group(name: &'static str, tokens: &[Self]) -> Self {
        let inner: String = tokens.iter().map(Self::text).collect();
        Self {
            inside: inner + ".End",
            ..Self::new(name, "")
        }
    }

    fn text(&self) -> String {
        let own = Some(&self.own).filter(|own| !own.is_empty());
        let arguments = self.shared.iter().chain(own);
        let arguments: String = arguments.map(|a| format!("~{a}")).collect();
        format!(".{}{arguments}{}", self.name, self.inside)
    }

    /// Takes up the next token if they can be one.
    fn take_up(&mut self, next: &Self) -> bool {
        if (self.name, &self.shared, self.join) != (next.name, &next.shared, next.join) {
            return false;
        }
        match self.join {
            Join::Never => return false,
            Join::With(between) => {
                self.own.push_str(between);
                self.own.push_str(&next.own);
            }
            Join::Sides => match (self.own.strip_suffix('~'), next.own.strip_prefix('~')) {
                (Some(forward), Some(backward)) => self.own = format!("{forward}~{backward}"),
                _ => return false,
            },
        }
        true
    }
}

fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = vec![];
    for token in tokens {
        if !joined.last_mut().is_some_and(|last| last.take_up(&token)) {
            joined.push(token);
        }
    }
    joined
}

/// A puzzle on its way to text.
pub(super) struct Writer<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) cells: Cells,
    /// What could not be written, each kind once.
    failed: Vec<String>,
}

impl<'p> Writer<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        let mut used = HashSet::new();
        let cells = Cells::named(puzzle, |extra, cells| {
            variables::name_of_group(puzzle, extra, cells, &mut used)
        });
        Self {
            puzzle,
            cells,
            failed: vec![],
        }
    }

    pub(super) fn fail(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.failed.contains(&what) {
            self.failed.push(what);
        }
    }

    pub(super) fn names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&c| self.cells.name(c)).collect();
        names.join("~")
    }

    fn layout(&mut self) -> Vec<Token> {
        match shape::write(&self.puzzle.layout) {
            Err(what) => {
                self.fail(what);
                vec![]
            }
            Ok(shape) => shape.into_iter().chain(regions::write(self)).collect(),
        }
    }

    /// A given: one cell and its digits.
    pub(super) fn keep(&self, cell: Cell, digits: DigitSet) -> Token {
        let inside = digits & self.puzzle.layout.digits();
        let digits: String = inside.iter().map(|d| format!("_{d}")).collect();
        Token {
            join: Join::With("~"),
            ..Token::new("", self.cells.name(cell) + &digits)
        }
    }

    fn givens(&self) -> Vec<Token> {
        let given = |given: &cluewright_puzzle::Given| self.keep(given.cell, given.digits);
        self.puzzle.givens.iter().map(given).collect()
    }

    /// The clues that are not said by something else in the text.
    fn top_clues(&self) -> Vec<&'p Clue> {
        let missing = match self.puzzle.clues.iter().any(|c| c.rule == "doppelganger") {
            true => doppelganger::relations(self.puzzle),
            false => vec![],
        };
        let both = marks::has_both_kropki_negatives(self.puzzle);
        let spoken_for = |clue: &Clue| {
            missing.contains(clue)
                || ranks::is_said_by_ties(clue, self.puzzle)
                || both && clue.rule == "black-dot-negative"
        };
        self.puzzle
            .clues
            .iter()
            .filter(|clue| !spoken_for(clue))
            .collect()
    }

    /// The tokens of clues that stand side by side.
    fn list(&mut self, clues: &[&Clue], inside: Inside) -> Vec<Token> {
        let mut seen = HashSet::new();
        let mut tokens = vec![];
        for clue in clues {
            match self.clue(clue, inside) {
                Err(what) => self.fail(what),
                Ok(mut own) => {
                    // ISS would take the later one of two for the earlier one.
                    let again = key(clue).is_some_and(|key| !seen.insert(key));
                    if again && inside != Inside::Or || inside == Inside::Or && own.len() != 1 {
                        own = vec![Token::group("And", &own)];
                    }
                    tokens.extend(own);
                }
            }
        }
        match inside {
            Inside::Or => tokens,
            _ => joined(tokens),
        }
    }

    fn clue(&mut self, clue: &Clue, inside: Inside) -> Result<Vec<Token>, Unwritable> {
        let composite = match &*clue.rule {
            "any-of" => Some(("Or", Inside::Or)),
            "all-of" => Some(("And", Inside::And)),
            _ => None,
        };
        if let Some((name, within)) = composite {
            let parts: Vec<&Clue> = clue.parts.iter().collect();
            return Ok(vec![Token::group(name, &self.list(&parts, within))]);
        }
        if let Some(tokens) = forms::restated(clue, self, inside)? {
            return Ok(tokens);
        }
        let what = || format!("`{}` clues", clue.rule);
        let kind = forms::of_rule(&clue.rule).ok_or_else(what)?;
        self.fits(kind, clue, inside)?;
        self.as_type(kind, clue).map(|token| vec![token])
    }

    /// Refuses clues in grids and places where ISS does not take their type.
    fn fits(&self, kind: &Type, clue: &Clue, inside: Inside) -> Result<(), Unwritable> {
        let rule = &clue.rule;
        if kind.scope == Scope::Top && inside != Inside::Top {
            return Err(format!("`{rule}` inside `any-of` or `all-of`"));
        }
        match kind.fits(&self.puzzle.layout) {
            true => Ok(()),
            false => Err(format!("`{rule}` on a grid of this kind")),
        }
    }

    /// A clue whose rule has a type of its own.
    fn as_type(&self, kind: &'static Type, clue: &Clue) -> Result<Token, Unwritable> {
        let what = |part: &str| format!("`{}` clues with {part}", clue.rule);
        let Kind::Clue(form) = kind.kind else {
            return Err(what("this form"));
        };
        let known = |param: &&String| form.params().contains(&param.as_str());
        if let Some(param) = clue.params.keys().find(|p| !known(p)) {
            return Err(what(&format!("`{param}`")));
        }
        form.write(&Writing {
            clue,
            kind,
            writer: self,
        })
    }

    /// A pair table on each of the lists.
    pub(super) fn table(
        &self,
        name: &'static str,
        lists: &[&[Cell]],
        allows: impl FnMut(u8, u8) -> bool,
    ) -> Vec<Token> {
        let key = encodings::encode_key(&self.puzzle.layout, allows);
        let token = |list: &&[Cell]| Token::shared(name, key.clone(), self.names(list));
        lists.iter().map(token).collect()
    }
}

/// Visits each clue, and those inside it.
pub(super) fn each_clue<'c>(clues: &'c [Clue], visit: &mut impl FnMut(&'c Clue)) {
    for clue in clues {
        visit(clue);
        each_clue(&clue.parts, visit);
    }
}

/// Whether some clue, or one inside it, passes a test.
pub(super) fn any_clue(clues: &[Clue], test: &impl Fn(&Clue) -> bool) -> bool {
    clues
        .iter()
        .any(|clue| test(clue) || any_clue(&clue.parts, test))
}
