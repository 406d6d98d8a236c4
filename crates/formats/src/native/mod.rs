//! Cluewright's own puzzle file: TOML that is easy to write by hand, or the same structure as JSON.
//!
//! `docs/PUZZLE-FILE.md` describes it for setters, `docs/puzzle.schema.json` for editors.

mod clue_table;
mod clues;
mod compose;
mod draft;
mod file;
mod open;
mod own_rules;
mod read;
mod tree;
mod write;

use crate::kit::picture::lines;
use crate::kit::{Aside, Format, ReadError, ReadOptions, WriteError};
use clue_table::clue_table;
use cluewright_puzzle::{Clue, Draft, Puzzle};
use cluewright_rules::{Book, ClueError};
use compose::compose;
use file::PuzzleFile;
pub use read::Drawable;
pub use read::RefusedClue;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value as JsonValue;
use tree::Node;

/// The puzzle file, written as TOML.
#[derive(Debug)]
pub struct Native;

/// The puzzle file, written as JSON.
#[derive(Debug)]
pub struct NativeJson;

impl Format for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn recognises(&self, text: &str) -> bool {
        looks_like_toml(text)
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        Ok(vec![read::read(&Node::parse(text)?, text, options.book())?])
    }

    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        Ok(write::toml(&compose(puzzle)?, &puzzle.layout))
    }

    fn about_clue(&self, text: &str, error: ClueError, book: &Book) -> ReadError {
        let message = error.message.clone();
        let about = |root: Node| read::about_clue(&root, text, book, error);
        Node::parse(text)
            .and_then(about)
            .unwrap_or_else(|_| ReadError::new(message))
    }

    /// Returns the parts that the file keeps. It keeps the number of drawings of each kind, but not the drawings
    /// themselves.
    fn keeps(&self, _: &Puzzle) -> &'static [Aside] {
        &[
            Aside::Title,
            Aside::Author,
            Aside::Rules,
            Aside::Source,
            Aside::Message,
            Aside::Solution,
            Aside::Entries,
        ]
    }
}

impl Format for NativeJson {
    fn name(&self) -> &'static str {
        "native-json"
    }

    fn recognises(&self, text: &str) -> bool {
        looks_like_our_json(text)
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        // `Node::parse` recognises JSON by its first character, so both formats can share a reader.
        Native.read(text, options)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        let file = compose(puzzle)?;
        let mut text = serde_json::to_string_pretty(&file).expect("the file has only plain keys");
        text.push('\n');
        Ok(text)
    }

    fn about_clue(&self, text: &str, error: ClueError, book: &Book) -> ReadError {
        Native.about_clue(text, error, book)
    }

    fn keeps(&self, puzzle: &Puzzle) -> &'static [Aside] {
        Native.keeps(puzzle)
    }
}

/// Reads a file with open values as a draft.
///
/// # Errors
///
/// Fails if a key, a value or a clue is invalid.
pub fn read_draft(text: &str, book: &Book) -> Result<Draft, ReadError> {
    read::read_draft(&Node::parse(text)?, text, book)
}

/// Reads a file with open values so that it can be drawn. Each open value becomes `?`.
///
/// # Errors
///
/// Fails if a key, a value or a clue is invalid.
pub fn read_sketch(text: &str, book: &Book) -> Result<Puzzle, ReadError> {
    read::read_sketch(&Node::parse(text)?, text, book)
}

/// Reads the parts of a file that can be drawn, and lists the clues that cannot be used.
///
/// # Errors
///
/// Fails if there is nothing to draw.
pub fn read_drawable(text: &str, book: &Book) -> Result<Drawable, ReadError> {
    read::read_drawable(&Node::parse(text)?, text, book)
}

/// Writes one clue in the form of a `[clues]` table; `None` if no file can express it.
pub(super) fn clue_json(puzzle: &Puzzle, clue: &Clue) -> Option<JsonValue> {
    let mut unwritten = vec![];
    let table = clue_table(puzzle, std::slice::from_ref(clue), &mut unwritten);
    let table = serde_json::to_value(&table).ok()?;
    unwritten.is_empty().then_some(table)
}

/// Returns the JSON schema of the puzzle file, as in `docs/puzzle.schema.json`.
#[must_use]
pub fn schema() -> String {
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(without_null));
    let schema = settings
        .into_generator()
        .into_root_schema_for::<PuzzleFile>();
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    text.push('\n');
    text
}

/// Removes `null` from the types of optional members: a file leaves such a member out, because TOML has no `null`.
fn without_null(schema: &mut Schema) {
    if let Some(JsonValue::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(JsonValue::Array(options)) = schema.get_mut("anyOf") {
        options.retain(|option| option.get("type") != Some(&"null".into()));
    }
}

/// Returns `true` if the text looks like our TOML: the first line that is neither blank nor a comment is `key = value`, or
/// the header of one of our tables.
fn looks_like_toml(text: &str) -> bool {
    let said = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut lines = lines(text).map(|(_, line)| line.trim());
    let Some(line) = lines.find(said) else {
        return false;
    };
    if let Some(rest) = line.strip_prefix('[') {
        let name = rest.trim_start_matches(['[', ' ']);
        let name = name.split([']', '.', ' ']).next().unwrap_or("");
        return read::KEYS.contains(&name);
    }
    let Some((key, value)) = line.split_once('=') else {
        return false;
    };
    let key = key.trim().trim_matches(['"', '\'']);
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_key = !key.is_empty() && key.len() <= 40 && key.chars().all(bare);
    let starts_value = |c: char| c.is_ascii_alphanumeric() || "\"'[{+-".contains(c);
    // MiniZinc arrays begin with `[|`, and no TOML value does.
    let value = value.trim_start();
    is_key && value.starts_with(starts_value) && !value.starts_with("[|")
}

/// Returns `true` if a JSON object looks like our file: it has a key that only our files have, or a grid drawn as text, or
/// only keys that our files may have.
fn looks_like_our_json(text: &str) -> bool {
    let Ok(node) = Node::parse(text.trim_start_matches(|c: char| c != '{')) else {
        // A damaged file of ours is recognised too, so that the error shows where it is damaged.
        return text.trim_start().starts_with('{') && text.contains("\"clues\"");
    };
    let Ok(table) = node.table("an object") else {
        return false;
    };
    let ours = [
        "clues",
        "digits",
        "boxes",
        "latin",
        "marks",
        "letters",
        "layers",
        "own-rules",
    ];
    let drawn = |node: &Node| match &node.value {
        tree::Value::Text(_) => true,
        tree::Value::List(rows) => {
            !rows.is_empty()
                && rows
                    .iter()
                    .all(|row| matches!(row.value, tree::Value::Text(_)))
        }
        _ => false,
    };
    let grid = table.iter().find(|(key, _)| key.name == "grid");
    let known = || {
        table
            .iter()
            .all(|(key, _)| read::KEYS.contains(&&*key.name))
    };
    table.iter().any(|(key, _)| ours.contains(&&*key.name))
        || grid.map_or_else(|| !table.is_empty() && known(), |(_, node)| drawn(node))
}
