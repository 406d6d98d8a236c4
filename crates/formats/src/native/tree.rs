//! A tree of values with their positions, as a common form of TOML and JSON.

use crate::kit::ReadError;
use crate::kit::node::json_error;
use cluewright_puzzle::spelling::nearest;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Maximum length of a puzzle file, in bytes.
const LONGEST: usize = 1_000_000;

/// A parsed value and its position in the file.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) value: Value<'t>,
    /// The value's byte range in the source; `None` in JSON, because serde_json does not report the positions of values.
    pub(super) span: Option<Range<usize>>,
}

#[derive(Debug)]
pub(super) enum Value<'t> {
    Text(Cow<'t, str>),
    Int(i64),
    Bool(bool),
    List(Vec<Node<'t>>),
    Table(Table<'t>),
    /// A value of a kind that no key accepts, with a description of the kind.
    Other(&'static str),
}

/// The entries of a table, in the order of the file and without duplicates.
pub(super) type Table<'t> = Vec<(Key<'t>, Node<'t>)>;

/// A key with its position.
#[derive(Debug)]
pub(super) struct Key<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) span: Option<Range<usize>>,
}

impl<'t> Node<'t> {
    /// Parses text that starts with `{` as JSON, and any other text as TOML.
    ///
    /// # Errors
    ///
    /// Fails if the text is malformed or too long, or if a table has a key twice.
    pub(super) fn parse(text: &'t str) -> Result<Self, ReadError> {
        if text.len() > LONGEST {
            let message = format!(
                "the file has {} bytes, which is too many for a puzzle",
                text.len()
            );
            return Err(ReadError::new(message).help("puzzle files have at most a million bytes"));
        }
        // No TOML file can begin with `{`, so the first character decides.
        if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| json_error(text, &error))
        } else {
            let table = DeTable::parse(text)
                .map_err(|error| toml_error(text, error.message(), error.span()))?;
            let span = Some(0..text.len());
            let value = Value::Table(toml_table(table.into_inner()));
            Ok(Self { value, span })
        }
    }

    /// Creates an error at the position of the value.
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        point(ReadError::new(message), self.span.as_ref())
    }

    /// Creates an error that states what was found and what was expected.
    pub(super) fn error_expecting(&self, what: &str) -> ReadError {
        self.error(format!("found {}, expected {what}", self.value.kind()))
    }

    /// Returns the value as text, or an error that states what was expected.
    pub(super) fn text(&self, what: &str) -> Result<&str, ReadError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.error_expecting(what)),
        }
    }

    /// Returns the value as a table, or an error that states what was expected.
    pub(super) fn table(&self, what: &str) -> Result<&Table<'t>, ReadError> {
        match &self.value {
            Value::Table(table) => Ok(table),
            _ => Err(self.error_expecting(what)),
        }
    }

    /// Converts the span of an error within this node's text to a span in the source, if the position of the text is known.
    pub(super) fn inside(&self, source: &str, mut error: ReadError) -> ReadError {
        error.span = self.span.clone().map(|outer| {
            let Value::Text(text) = &self.value else {
                return outer;
            };
            // The error can be located only if the source contains the text literally, without escapes or converted line
            // terminators.
            let shift = source.get(outer.clone()).and_then(|raw| raw.find(&**text));
            match (shift, error.span.take()) {
                (Some(shift), Some(span)) => {
                    let start = outer.start + shift;
                    start + span.start..start + span.end
                }
                _ => outer,
            }
        });
        error
    }
}

impl Value<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Int(_) => "a number",
            Self::Bool(_) => "a truth value",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Other(kind) => kind,
        }
    }
}

impl Key<'_> {
    /// Creates an error at the position of the key.
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        point(ReadError::new(message), self.span.as_ref())
    }
}

/// Returns a function that prefixes the path of an error with `place`.
pub(super) fn at(place: &str) -> impl Fn(ReadError) -> ReadError {
    move |error| error.within(place)
}

/// Creates the error for an unknown key, with the nearest known key or, if none is near, all known keys as advice.
pub(super) fn unknown_key<'a>(
    key: &Key,
    known: impl Iterator<Item = &'a str> + Clone,
    owner: &str,
) -> ReadError {
    let error = key.error(format!("`{}` is not a key {owner}", key.name));
    match nearest(&key.name, known.clone()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!(
            "known keys are {}",
            known.collect::<Vec<_>>().join(", ")
        )),
    }
}

fn point(error: ReadError, span: Option<&Range<usize>>) -> ReadError {
    match span {
        Some(span) => error.at(span.clone()),
        None => error,
    }
}

fn toml_table<'t>(table: DeTable<'t>) -> Table<'t> {
    let entry = |(key, value): (Spanned<Cow<'t, str>>, Spanned<DeValue<'t>>)| {
        let span = Some(key.span());
        let name = key.into_inner();
        (Key { name, span }, toml_node(value))
    };
    table.into_iter().map(entry).collect()
}

fn toml_node(value: Spanned<DeValue<'_>>) -> Node<'_> {
    let span = Some(value.span());
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Int(number),
            Err(_) => Value::Other("a number of more than 64 bits"),
        },
        DeValue::Boolean(truth) => Value::Bool(truth),
        DeValue::Array(items) => Value::List(items.into_iter().map(toml_node).collect()),
        DeValue::Table(table) => Value::Table(toml_table(table)),
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node { value, span }
}

impl<'de> Deserialize<'de> for Node<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = deserializer.deserialize_any(JsonValue)?;
        Ok(Self { value, span: None })
    }
}

/// A deserialiser for any JSON value. It refuses objects with duplicate keys.
struct JsonValue;

impl<'de> Visitor<'de> for JsonValue {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    // Text with escapes cannot be borrowed from the source, so serde_json passes it to this function.
    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Value::Int(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        let other = Value::Other("a number of more than 63 bits");
        Ok(i64::try_from(number).map_or(other, Value::Int))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Value::Other("a number with a fraction"))
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Self::Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Value::Other("null"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = vec![];
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut table: Table = vec![];
        let mut seen = std::collections::BTreeSet::new();
        while let Some((name, node)) = entries.next_entry::<String, Node>()? {
            // Readers use only the first of two equal keys, so the second would be silently ignored.
            if !seen.insert(name.clone()) {
                return Err(de::Error::custom(format!("the key `{name}` appears twice")));
            }
            let (name, span) = (Cow::Owned(name), None);
            table.push((Key { name, span }, node));
        }
        Ok(Value::Table(table))
    }
}

/// Returns the error for invalid TOML, in the words of the TOML reader. The error for a duplicate key names the key and,
/// for a rule in `[clues]`, explains how to write both clues.
fn toml_error(text: &str, message: &str, span: Option<Range<usize>>) -> ReadError {
    let read = match span.clone().and_then(|span| text.get(span)) {
        Some(key) if message == "duplicate key" => {
            let read = ReadError::new(format!("the key `{key}` appears twice"));
            let start = span.as_ref().map_or(0, |span| span.start);
            let mut heads = text[..start].lines().rev().map(str::trim);
            match heads.find(|line| line.starts_with('[')) {
                Some("[clues]") => {
                    read.help(format!("write all in one list: {key} = [\"…\", \"…\"]"))
                }
                _ => read,
            }
        }
        _ => ReadError::new(message),
    };
    point(read, span.as_ref())
}
