//! JSON values that carry their path in the document, for errors such as `killercage[2].cells`.

use super::reading::ReadError;
use serde_json::Value;

/// A JSON value with its path in the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) value: &'a Value,
    /// The value that contains this one, and the step from it to this one. Paths are rendered only on demand, because a
    /// document may have millions of values.
    parent: Option<(&'a Node<'a>, Step<'a>)>,
}

/// A step from a value to one of its members or items. `ItemOf` combines two steps, because the member's own node would not
/// live as long as the items that `Node::list` returns.
#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Member(&'a str),
    Item(usize),
    ItemOf(&'a str, usize),
}

/// The content of a member that should hold a number but may have been typed by a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// The member is absent, `null`, or blank text.
    Blank,
    /// A whole number, as a JSON number or as text.
    Number(i64),
    /// Any other content, as text.
    Other(String),
}

impl<'a> Node<'a> {
    /// Creates the node of the whole document.
    pub(crate) fn root(value: &'a Value) -> Self {
        Self {
            value,
            parent: None,
        }
    }

    /// Returns the path from the document's root, such as `killercage[2].cells[0]`; empty for the root.
    pub(crate) fn place(&self) -> String {
        let Some((parent, step)) = self.parent else {
            return String::new();
        };
        // The recursion is shallow, because serde_json refuses documents that are nested more than 128 deep.
        let before = parent.place();
        let dot = if before.is_empty() { "" } else { "." };
        match step {
            Step::Member(key) => format!("{before}{dot}{key}"),
            Step::Item(index) => format!("{before}[{index}]"),
            Step::ItemOf(key, index) => format!("{before}{dot}{key}[{index}]"),
        }
    }

    /// Returns the member with this key; `None` if it is absent or has no content (`null`, `false`, `""`, `[]` or `{}`).
    pub(crate) fn get<'s>(&'s self, key: &'s str) -> Option<Node<'s>> {
        self.member(key).filter(|node| says_something(node.value))
    }

    /// Returns the member with this key, even if it is empty.
    pub(crate) fn member<'s>(&'s self, key: &'s str) -> Option<Node<'s>> {
        let value = self.value.get(key)?;
        Some(self.part(value, Step::Member(key)))
    }

    /// Returns the non-empty members of an object, in document order; none if the value is not an object.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&str, Node<'_>)> {
        let object = self.value.as_object().into_iter().flatten();
        object
            .filter(|(_, value)| says_something(value))
            .map(|(key, value)| (key.as_str(), self.part(value, Step::Member(key))))
    }

    /// Returns the items of a list. Fails if the value is not a list.
    pub(crate) fn items(&self) -> Result<impl Iterator<Item = Node<'_>>, ReadError> {
        let list = self
            .value
            .as_array()
            .ok_or_else(|| self.error_expecting("a list"))?;
        let items = list.iter().enumerate();
        Ok(items.map(|(index, value)| self.part(value, Step::Item(index))))
    }

    /// Returns the items of a member that is a list; no items if the member has no content.
    pub(crate) fn list<'s>(
        &'s self,
        key: &'s str,
    ) -> Result<impl ExactSizeIterator<Item = Node<'s>>, ReadError> {
        let items = match self.get(key) {
            None => &[],
            Some(node) => match node.value {
                Value::Array(items) => items.as_slice(),
                _ => return Err(node.error_expecting("a list")),
            },
        };
        let items = items.iter().enumerate();
        Ok(items.map(move |(index, value)| self.part(value, Step::ItemOf(key, index))))
    }

    fn part<'s>(&'s self, value: &'s Value, step: Step<'s>) -> Node<'s> {
        Node {
            value,
            parent: Some((self, step)),
        }
    }

    /// Checks that the value is an object.
    pub(crate) fn object(&self) -> Result<(), ReadError> {
        match self.value {
            Value::Object(_) => Ok(()),
            _ => Err(self.error_expecting("an object")),
        }
    }

    /// Returns a member that is a string or a number, as text.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        match self.get(key)?.value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Returns the value of a boolean member; `false` if it is absent or empty.
    pub(crate) fn flag(&self, key: &str) -> Result<bool, ReadError> {
        match self.get(key) {
            None => Ok(false),
            Some(node) => node
                .value
                .as_bool()
                .ok_or_else(|| node.error_expecting("true or false")),
        }
    }

    /// Reads a member that should hold a number typed by a person.
    pub(crate) fn kind_of(&self, key: &str) -> Typed {
        self.value.get(key).map_or(Typed::Blank, kind_of)
    }

    /// Reads a whole number in a range, from a JSON number or text.
    pub(crate) fn number(&self, low: i64, high: i64) -> Result<i64, ReadError> {
        match kind_of(self.value) {
            Typed::Number(number) if (low..=high).contains(&number) => Ok(number),
            _ => Err(self.error_expecting(&format!("a number from {low} to {high}"))),
        }
    }

    /// Creates an error at this path that states what was found and what was expected.
    pub(crate) fn error_expecting(&self, what: &str) -> ReadError {
        self.error(format!("found {}, expected {what}", show(self.value)))
    }

    /// Creates an error at this path.
    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        let error = ReadError::new(message);
        match self.parent {
            None => error,
            Some(_) => error.place(self.place()),
        }
    }
}

/// Reads a value that should hold a number but may have been typed by a person.
pub(crate) fn kind_of(value: &Value) -> Typed {
    match value {
        Value::Null => Typed::Blank,
        Value::String(text) if text.trim().is_empty() => Typed::Blank,
        Value::String(text) => text
            .trim()
            .parse()
            .map_or_else(|_| Typed::Other(text.trim().to_owned()), Typed::Number),
        Value::Number(number) => whole(number).map_or_else(|| other(value), Typed::Number),
        _ => other(value),
    }
}

fn other(value: &Value) -> Typed {
    Typed::Other(shorten(&value.to_string()))
}

fn whole(number: &serde_json::Number) -> Option<i64> {
    // `as_i64` rejects numbers such as `3.0`. Below 1e15 a float represents every whole number exactly.
    let float = || {
        number
            .as_f64()
            .filter(|f| f.fract() == 0.0 && f.abs() < 1e15)
    };
    number.as_i64().or_else(|| float().map(|f| f as i64))
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) | Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

/// Formats a value for an error message, shortened if it is long.
pub(crate) fn show(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Array(items) => format!("a list of {} items", items.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("`{}`", shorten(text)),
        simple => format!("`{simple}`"),
    }
}

/// Returns the beginning of text that may be long. A message would otherwise repeat megabytes of a damaged file.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Creates the error for invalid JSON, with its position in the text.
pub(crate) fn json_error(text: &str, error: &serde_json::Error) -> ReadError {
    let message = error.to_string();
    // serde_json appends the position to the message, but the span already marks it.
    let message = message.split(" at line ").next().unwrap_or(&message);
    let line_start: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let column = line_start + error.column().saturating_sub(1);
    // serde_json counts columns in bytes, so a column may be in the middle of a character.
    let rest = text.char_indices().map(|(at, _)| at);
    let at = rest.take_while(|&at| at <= column).last().unwrap_or(0);
    let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
    let read = ReadError::new(format!("malformed JSON: {message}")).at(at..end);
    if error.is_eof() {
        read.help("the text ends too early: copy it again, to its last `}`")
    } else {
        read
    }
}
