//! Stores the puzzle itself in a member of a SudokuPad document. Other programs ignore this member.
//!
//! Drawings do not state rules, so without this member a reader would have to guess them. A digest ties the member to the
//! parts of the document that can state rules: once one of these is edited, the member is ignored.

use super::ctc::GLOBALS;
use crate::kit::{Format, ReadOptions, WriteError, lz};
use crate::native::NativeJson;
use cluewright_puzzle::{Element, Layer, Puzzle, Sentence, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the member in the metadata.
pub(super) const NAME: &str = "cluewright";

/// The content of the member, as JSON. It is stored as packed text, because SudokuPad's own shortening of the document
/// leaves packed text unchanged.
#[derive(Serialize, Deserialize)]
struct Member {
    /// The puzzle file, as JSON.
    puzzle: Value,
    /// The status of each element, in the order of the document. In every layer, the elements come before other items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elements: Vec<(Layer, Status)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sentences: Vec<Sentence>,
    digest: u64,
}

/// Packs a puzzle into the text that its document stores.
pub(super) fn pack(puzzle: &Puzzle, document: &Value) -> Result<String, WriteError> {
    // The document already contains the elements, so they are not stored a second time.
    let bare = Puzzle {
        elements: vec![],
        sentences: vec![],
        ..puzzle.clone()
    };
    let text = NativeJson.write(&bare).map_err(|error| WriteError {
        format: "sudokupad",
        ..error
    })?;
    let statuses = puzzle.elements.iter();
    let member = Member {
        puzzle: serde_json::from_str(&text).expect("a puzzle file is JSON"),
        elements: statuses.map(|e| (e.layer, e.status.clone())).collect(),
        sentences: puzzle.sentences.clone(),
        digest: digest(document),
    };
    let text = serde_json::to_string(&member).expect("the member has only plain keys");
    Ok(lz::pack(&text))
}

/// Returns the puzzle that a document stores; `None` if it stores none.
///
/// # Errors
///
/// Returns the reason why the stored puzzle cannot be used.
pub(super) fn unpack(document: &Value, options: &ReadOptions) -> Option<Result<Puzzle, String>> {
    let metadata = document.get("metadata")?;
    let packed = metadata.get(NAME)?.as_str()?;
    Some(read(document, packed, options).map(|mut puzzle| {
        // The title and the author are not part of the digest, so they may be newer in the document than in the member.
        let word = |name: &str| Some(metadata.get(name)?.as_str()?.to_owned());
        puzzle.about.title = word("title");
        puzzle.about.author = word("author");
        puzzle
    }))
}

fn read(document: &Value, packed: &str, options: &ReadOptions) -> Result<Puzzle, String> {
    let changed = || "the link was changed after Cluewright wrote it".to_owned();
    let member = lz::unpack(packed).and_then(|text| serde_json::from_str(&text).ok());
    let member: Member = member.ok_or_else(changed)?;
    if member.digest != digest(document) {
        return Err(changed());
    }
    let read = NativeJson.read(&member.puzzle.to_string(), options);
    let mut puzzles =
        read.map_err(|error| format!("the puzzle in the link cannot be read ({})", error.message))?;
    let puzzle = puzzles.pop().ok_or_else(changed)?;
    add_elements(puzzle, member, document).ok_or_else(changed)
}

/// Adds the elements of the document and the sentences to a stored puzzle; `None` if the document lacks an element.
fn add_elements(mut puzzle: Puzzle, member: Member, document: &Value) -> Option<Puzzle> {
    let mut taken = Layer::ALL.map(|layer| (layer, 0));
    for (layer, status) in member.elements {
        let (_, next) = taken.iter_mut().find(|(other, _)| *other == layer)?;
        let item = document.get(layer.name())?.get(*next)?.clone();
        *next += 1;
        puzzle.elements.push(Element {
            layer,
            item,
            status,
        });
    }
    puzzle.sentences = member.sentences;
    Some(puzzle)
}

/// Returns a digest of the parts of a document that can state rules.
fn digest(document: &Value) -> u64 {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    let lists = Layer::ALL.map(Layer::name);
    for name in ["cells", "regions", "global"].iter().chain(&lists) {
        digest.member(name, document.get(name));
    }
    let flags = GLOBALS.iter().map(|(flag, ..)| *flag);
    for name in ["rules", "solution"].into_iter().chain(flags) {
        digest.member(name, document["metadata"].get(name));
    }
    digest.0
}

/// The FNV-1a hash of a value. Values that SudokuPad's shortening does not distinguish have the same hash.
struct Digest(u64);

impl Digest {
    fn member(&mut self, name: &str, value: Option<&Value>) {
        match value {
            None | Some(Value::Null) => {}
            Some(Value::Array(items)) if items.is_empty() => {}
            Some(value) => {
                self.text(name);
                self.value(value);
            }
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Array(items) => {
                self.text("[");
                items.iter().for_each(|item| self.value(item));
                self.text("]");
            }
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                // The order of members has no meaning, and other programs may change it, so members are sorted.
                members.sort_unstable_by_key(|(name, _)| *name);
                self.text("{");
                members
                    .into_iter()
                    .for_each(|(name, value)| self.member(name, Some(value)));
                self.text("}");
            }
            // Shortening can turn double quotes into apostrophes, and a numeric string into a number, so both forms must
            // have the same hash.
            Value::String(text) => self.text(&text.replace('"', "'")),
            // Programs differ in the last digits of fractions, so fractions are rounded to thousandths.
            Value::Number(number) => {
                let thousandths = (number.as_f64().unwrap_or_default() * 1000.0).round();
                self.text(&(thousandths / 1000.0).to_string());
            }
            Value::Bool(_) | Value::Null => self.text(&value.to_string()),
        }
    }

    /// Adds text and a separator byte. No text contains this byte, because it never occurs in UTF-8. Without the
    /// separator, `ab`, `c` and `a`, `bc` would have the same hash.
    fn text(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
