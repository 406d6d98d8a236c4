//! Questions with their puzzles, as JSON.

use super::{Ask, Host, Question, Read, Refusal, Reply};
use crate::Prepared;
use cluewright_puzzle::Puzzle;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// A question with its puzzle, as text in any format.
///
/// ```json
/// { "ask": "check", "puzzle": "https://f-puzzles.com/?load=…", "limits": { "seconds": 2 } }
/// ```
///
/// Unknown keys are refused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
#[non_exhaustive]
pub struct Request {
    /// The puzzle's text; empty if the question needs no puzzle.
    #[serde(default)]
    pub puzzle: String,
    /// Options for reading the puzzle.
    #[serde(default)]
    pub read: Read,
    /// The question to answer about each puzzle.
    #[serde(flatten)]
    pub question: Question,
}

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Serde cannot refuse unknown keys next to a flattened field. The keys `puzzle` and `read` are therefore taken
        // out, so that the question can refuse all other unknown keys.
        let mut keys = Map::deserialize(deserializer)?;
        Ok(Self {
            puzzle: take_key(&mut keys, "puzzle").map_err(D::Error::custom)?,
            read: take_key(&mut keys, "read").map_err(D::Error::custom)?,
            question: from_json(keys.into()).map_err(D::Error::custom)?,
        })
    }
}

/// Removes a key from an object and returns its value, or the default if the key is missing.
fn take_key<T: DeserializeOwned + Serialize + Default>(
    keys: &mut Map<String, Value>,
    key: &str,
) -> Result<T, String> {
    let value = keys.remove(key).map(from_json).transpose();
    let value = value.map_err(|error| format!("`{key}`: {error}"))?;
    Ok(value.unwrap_or_default())
}

/// Reads a value from JSON. Serde would also accept a struct as a list of its fields, but their order is not
/// documented, so such a list is refused.
fn from_json<T: DeserializeOwned + Serialize>(json: Value) -> serde_json::Result<T> {
    let value = T::deserialize(&json)?;
    match list_for_object(&json, &serde_json::to_value(&value)?) {
        None => Ok(value),
        Some(list) => Err(Error::custom(format!(
            "invalid type: list `{list}`, expected an object"
        ))),
    }
}

/// Returns the first list in `json` at a position where `read` has an object.
fn list_for_object<'a>(json: &'a Value, read: &Value) -> Option<&'a Value> {
    match (json, read) {
        (Value::Array(_), Value::Object(_)) => Some(json),
        (Value::Array(items), Value::Array(read)) => {
            let mut pairs = items.iter().zip(read);
            pairs.find_map(|(item, read)| list_for_object(item, read))
        }
        (Value::Object(keys), Value::Object(read)) => keys
            .iter()
            .find_map(|(key, value)| list_for_object(value, read.get(key)?)),
        _ => None,
    }
}

/// A result with the keys that identify its puzzle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Envelope<'a, T> {
    /// Name of the puzzle's source, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<&'a str>,
    /// The number of the puzzle in the source, from 1, if the source has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The title of the puzzle.
    pub title: Option<&'a str>,
    /// The answer about the puzzle.
    #[serde(flatten)]
    pub result: T,
    /// Warnings from reading the puzzle. The result applies to the puzzle as it was read.
    pub warnings: &'a [String],
}

/// Answers a JSON request with JSON. A reply has the keys of the [`Reply`], plus `title` and `warnings`. Every failure
/// is an object with the key `error`, whose value is a [`Refusal`].
#[must_use]
pub fn answer(request: &str, host: &Host<'_>) -> String {
    let request: Result<Request, _> = serde_json::from_str(request);
    match request {
        Ok(request) => request.answer(host),
        Err(error) => unreadable(&error).to_json(),
    }
}

impl Prepared {
    /// Answers a JSON question about this puzzle, in the same way as [`answer`]. The question is a request without the
    /// keys `puzzle` and `read`.
    #[must_use]
    pub fn answer(&self, question: &str, host: &Host<'_>) -> String {
        let question = serde_json::from_str(question).and_then(from_json::<Question>);
        let question = question.map_err(|error| unreadable(&error));
        match question.and_then(|question| self.ask(&question, host)) {
            Ok(reply) => answer_text(None, self.puzzle(), reply),
            Err(refusal) => refusal.to_json(),
        }
    }
}

/// Returns the JSON of a reply, with the keys that identify its puzzle.
fn answer_text(number: Option<usize>, puzzle: &Puzzle, reply: Reply) -> String {
    let envelope = Envelope {
        puzzle: None,
        number,
        title: puzzle.about.title.as_deref(),
        result: reply,
        warnings: &puzzle.warnings,
    };
    let text = serde_json::to_string(&envelope);
    text.unwrap_or_else(|error| Refusal::new(error.to_string()).to_json())
}

fn unreadable(error: &serde_json::Error) -> Refusal {
    Refusal {
        // `serde_json` reports line 0 for an error without a position.
        line: Some(error.line()).filter(|&line| line > 0),
        column: Some(error.column()).filter(|&column| column > 0),
        ..Refusal::new(format!("the request cannot be read: {error}"))
    }
}

impl Request {
    /// Answers a parsed request in the same way as [`answer`].
    pub(crate) fn answer(&self, host: &Host<'_>) -> String {
        let answer = self.try_answer(host);
        answer.unwrap_or_else(|refusal| refusal.to_json())
    }

    /// Answers in the same way as [`answer`], but returns a refusal as an error.
    pub(crate) fn try_answer(&self, host: &Host<'_>) -> Result<String, Refusal> {
        let (puzzle, reply) = self.ask(host)?;
        Ok(answer_text(self.read.number, &puzzle, reply))
    }

    /// Reads the puzzle and answers the question.
    ///
    /// # Errors
    /// Returns an error if the puzzle cannot be read, a clue does not fit its rule, or the question requests something
    /// impossible.
    pub fn ask(&self, host: &Host<'_>) -> Result<(Puzzle, Reply), Refusal> {
        self.question.answer_text(&self.puzzle, &self.read, host)
    }
}
