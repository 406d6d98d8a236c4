//! Converts a puzzle to constraint text.
//!
//! Each clue becomes one token or, if ISS has no type for its rule, several tokens that together have the same meaning.
//! Consecutive tokens with the same leading arguments are merged.

use super::forms::{self, doppelganger, marks, ranks, regions, shape, variables};
use super::kit::{
    Cells, Inside, Kind, Scope, Token, Type, Unwritable, Writer, Writing, join_tokens,
};
use super::merge::key;
use crate::kit::WriteError;
use cluewright_puzzle::{Clue, Puzzle, has_own_rule};
use std::collections::HashSet;

/// Returns the constraint text of a puzzle.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let mut used = HashSet::new();
    let cells = Cells::with_names(puzzle, |extra, cells| {
        variables::name_of_group(puzzle, extra, cells, &mut used)
    });
    let mut writer = Writer::new(puzzle, cells);
    let mut tokens = layout(&mut writer);
    tokens.extend(variables::write(&mut writer));
    let givens = puzzle.givens.iter();
    tokens.extend(givens.map(|given| writer.keep(given.cell, given.digits)));
    tokens.extend(list(&mut writer, &top_clues(puzzle), Inside::Top));
    tokens.extend(ranks::write(&mut writer));
    if !writer.failed.is_empty() {
        let (format, parts) = ("iss", writer.failed);
        return Err(WriteError { format, parts });
    }
    let text: String = join_tokens(tokens).iter().map(Token::text).collect();
    // Empty text would not be a puzzle, so a puzzle without constraints is written as a dot.
    Ok(if text.is_empty() {
        ".".to_owned()
    } else {
        text
    })
}

fn layout(writer: &mut Writer) -> Vec<Token> {
    match shape::write(&writer.puzzle.layout) {
        Err(what) => {
            writer.fail(what);
            vec![]
        }
        Ok(shape) => shape.into_iter().chain(regions::write(writer)).collect(),
    }
}

/// Returns the clues to write, without the clues that other tokens imply: the relations of `Doppelganger` and of the tie policy, and
/// one of the two negative kropki rules.
fn top_clues(puzzle: &Puzzle) -> Vec<&Clue> {
    let missing = match puzzle.clues.iter().any(|c| c.rule == "doppelganger") {
        true => doppelganger::relations(puzzle),
        false => vec![],
    };
    let both = marks::has_both_kropki_negatives(puzzle);
    let spoken_for = |clue: &Clue| {
        missing.contains(clue)
            || ranks::is_said_by_ties(clue, puzzle)
            || both && clue.rule == "black-dot-negative"
    };
    puzzle
        .clues
        .iter()
        .filter(|clue| !spoken_for(clue))
        .collect()
}

/// Writes the clues of one list as tokens.
fn list(writer: &mut Writer, clues: &[&Clue], inside: Inside) -> Vec<Token> {
    let mut seen = HashSet::new();
    let mut tokens = vec![];
    for (index, clue) in clues.iter().enumerate() {
        // In a list, ISS keeps only the last clue with a key, so a later clue with the same key is put into a group of its own.
        let again = inside != Inside::Or && key(clue).is_some_and(|key| !seen.insert(key));
        if again && clues[..index].contains(clue) {
            continue;
        }
        match tokens_of(writer, clue, inside) {
            Err(what) => writer.fail(what),
            Ok(mut own) => {
                if again && own.iter().any(is_top) {
                    writer.fail(format!("several `{}` clues", clue.rule));
                }
                // In an `Or`, every token is an alternative, so several tokens of one clue are put into a group.
                if again || inside == Inside::Or && own.len() != 1 {
                    own = vec![Token::group("And", &own)];
                }
                tokens.extend(own);
            }
        }
    }
    match inside {
        // Merging would turn two alternatives into one.
        Inside::Or => tokens,
        _ => join_tokens(tokens),
    }
}

/// Returns `true` if a token is not allowed in a group.
fn is_top(token: &Token) -> bool {
    forms::find(token.name()).is_some_and(|kind| kind.scope == Scope::Top)
}

fn tokens_of(writer: &mut Writer, clue: &Clue, inside: Inside) -> Result<Vec<Token>, Unwritable> {
    let composite = match &*clue.rule {
        "any-of" => Some(("Or", Inside::Or)),
        "all-of" => Some(("And", Inside::And)),
        _ => None,
    };
    if let Some((name, within)) = composite {
        let parts: Vec<&Clue> = clue.parts.iter().collect();
        return Ok(vec![Token::group(name, &list(writer, &parts, within))]);
    }
    if has_own_rule(writer.puzzle, &clue.rule) {
        return Err(format!("clues of the puzzle's own rule `{}`", clue.rule));
    }
    if let Some(tokens) = forms::restate(clue, writer, inside)? {
        return Ok(tokens);
    }
    let what = || format!("`{}` clues", clue.rule);
    let kind = forms::of_rule(&clue.rule).ok_or_else(what)?;
    check_fit(writer, kind, clue, inside)?;
    as_type(writer, kind, clue).map(|token| vec![token])
}

/// Refuses a clue if ISS does not allow its type on this grid or in this position.
fn check_fit(writer: &Writer, kind: &Type, clue: &Clue, inside: Inside) -> Result<(), Unwritable> {
    let rule = &clue.rule;
    if kind.scope == Scope::Top && inside != Inside::Top {
        return Err(format!("`{rule}` inside `any-of` or `all-of`"));
    }
    match kind.fits(&writer.puzzle.layout) {
        true => Ok(()),
        false => Err(format!("`{rule}` on a grid of this kind")),
    }
}

/// Writes a clue with the type of its rule.
fn as_type(writer: &Writer, kind: &'static Type, clue: &Clue) -> Result<Token, Unwritable> {
    let what = |part: &str| format!("`{}` clues with {part}", clue.rule);
    let Kind::Clue(form) = kind.kind else {
        return Err(what("this form"));
    };
    let known = |param: &&String| form.params().contains(&param.as_str());
    if let Some(param) = clue.params.keys().find(|p| !known(p)) {
        return Err(what(&format!("`{param}`")));
    }
    form.write(&Writing { clue, kind, writer })
}
