//! Reads the rules that a puzzle file defines for itself.

use super::tree::{Key, Node, Table, Value, at, unknown_key};
use crate::kit::ReadError;
use cluewright_puzzle::{OwnRule, Param, Puzzle};
use cluewright_rules::{Rule, RuleError};

/// The keys of a rule's table.
const KEYS: [&str; 8] = [
    "shape", "params", "text", "relation", "implied", "repeats", "label", "colour",
];

/// Reads the puzzle's own rules from their table, adds them to the puzzle, and returns the checked rules. The puzzle's
/// letters and layers must be known.
///
/// # Errors
///
/// Fails if a key, a value or a formula is invalid.
pub(super) fn read(node: &Node, source: &str, puzzle: &mut Puzzle) -> Result<Vec<Rule>, ReadError> {
    let mut rules = vec![];
    for (key, node) in node.table("a table of rules")? {
        let own = own_rule(key, node).map_err(at(&key.name))?;
        let rule = Rule::own(&own, puzzle);
        rules.push(
            rule.map_err(|error| locate_rule_error(error, key, node, source).within(&key.name))?,
        );
        puzzle.own_rules.push(own);
    }
    Ok(rules)
}

fn own_rule(key: &Key, node: &Node) -> Result<OwnRule, ReadError> {
    let mut own = OwnRule {
        name: key.name.to_string(),
        shape: "global".to_owned(),
        ..OwnRule::default()
    };
    let Value::Table(table) = &node.value else {
        own.relation = texts(node, "a formula, or a table with `relation`")?;
        own.text = own.relation.join("; ");
        return Ok(own);
    };
    for (key, node) in table {
        set(&mut own, key, node).map_err(at(&key.name))?;
    }
    if own.relation.is_empty() {
        return Err(node.error("a rule needs its `relation`"));
    }
    if own.text.is_empty() {
        own.text = own.relation.join("; ");
    }
    Ok(own)
}

/// Sets the field of a rule that a key denotes.
fn set(own: &mut OwnRule, key: &Key, node: &Node) -> Result<(), ReadError> {
    let text = || Ok::<_, ReadError>(node.text("text in quotes")?.to_owned());
    match &*key.name {
        "shape" => own.shape = text()?,
        "params" => own.params = params(node)?,
        "text" => own.text = text()?,
        "relation" => own.relation = texts(node, "a formula")?,
        "implied" => own.implied = texts(node, "a formula")?,
        "label" => own.label = Some(text()?),
        "colour" => own.colour = Some(colour(node)?),
        "repeats" => match node.value {
            Value::Bool(repeats) => own.repeats = repeats,
            _ => return Err(node.error_expecting("true or false")),
        },
        _ => return Err(unknown_key(key, KEYS.into_iter(), "of a rule")),
    }
    Ok(())
}

/// Reads a colour in the notation of HTML. Names of colours are refused, because programs that show pictures interpret
/// them differently.
fn colour(node: &Node) -> Result<String, ReadError> {
    let expected = "a colour such as \"#67b35f\"";
    let text = node.text(expected)?;
    let digits = text.strip_prefix('#').unwrap_or_default();
    match digits.len() {
        3 | 6 if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => Ok(text.to_owned()),
        _ => Err(node.error_expecting(expected)),
    }
}

/// Reads a string, or a list of strings.
fn texts(node: &Node, what: &str) -> Result<Vec<String>, ReadError> {
    let text = |node: &Node| Ok(node.text(what)?.to_owned());
    match &node.value {
        Value::List(items) => items.iter().map(text).collect(),
        _ => Ok(vec![text(node)?]),
    }
}

fn params(node: &Node) -> Result<Vec<(String, Param)>, ReadError> {
    let value = |node: &Node| match &node.value {
        Value::Int(number) => Ok(Param::Int(*number)),
        Value::Text(text) => Ok(Param::Text(text.to_string())),
        Value::List(items) => {
            let numbers = items.iter().map(|item| match item.value {
                Value::Int(number) => Ok(number),
                _ => Err(item.error_expecting("a number")),
            });
            numbers.collect::<Result<_, _>>().map(Param::Ints)
        }
        _ => Err(node.error_expecting("a number, a list of numbers, or text in quotes")),
    };
    let table = node.table("a table of parameters")?.iter();
    table
        .map(|(key, node)| Ok((key.name.to_string(), value(node).map_err(at(&key.name))?)))
        .collect()
}

/// Converts a rule error to a read error at the position of the formula in the file or, if no formula is wrong, of the
/// rule's key.
fn locate_rule_error(error: RuleError, key: &Key, node: &Node, source: &str) -> ReadError {
    let mut read = key.error(error.message);
    if let Some(formula) = error.formula {
        let (text, span) = *formula;
        if let Some(found) = text_node(node, &text) {
            read = found.inside(source, ReadError::new(read.message).at(span));
        }
    }
    ReadError {
        help: error.help,
        ..read
    }
}

/// Finds the node with this text. A rule error contains a copy of the formula but not its position, so the formula is
/// searched for.
fn text_node<'n, 't>(node: &'n Node<'t>, text: &str) -> Option<&'n Node<'t>> {
    match &node.value {
        Value::Text(found) => (*found == text).then_some(node),
        Value::List(items) => items.iter().find_map(|item| text_node(item, text)),
        Value::Table(table) => inner(table).find_map(|item| text_node(item, text)),
        _ => None,
    }
}

fn inner<'n, 't>(table: &'n Table<'t>) -> impl Iterator<Item = &'n Node<'t>> {
    table.iter().map(|(_, node)| node)
}
