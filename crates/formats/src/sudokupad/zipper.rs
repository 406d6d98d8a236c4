//! Reads zipped JSON: SudokuPad's shorthand with unquoted keys, short key names and short values.
//!
//! SudokuPad zips by replacing pieces of the text. This reader parses a superset of JSON instead: strings in either kind of quotes,
//! keys without quotes, `t`, `f` and six hex digits as values, and nothing at all in place of an empty object in a list.

use serde_json::{Map, Number, Value};

/// Short key names, each with the full name.
const KEYS: [(&str, &str); 24] = [
    ("c", "color"),
    ("ca", "cages"),
    ("ct", "center"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("w", "width"),
    ("h", "height"),
    ("v", "value"),
    ("vd", "videos"),
    ("l", "lines"),
    ("r", "rounded"),
    ("re", "regions"),
    ("fs", "fontSize"),
    ("th", "thickness"),
    ("hl", "headLength"),
    ("wp", "wayPoints"),
    ("t", "title"),
    ("te", "text"),
    ("d", "duration"),
];

/// Maximum nesting depth of lists and objects.
const MOST_DEPTH: usize = 100;

/// Maximum number of values. It is limited because a single character can mean an empty object.
const MOST_VALUES: usize = 1 << 20;

/// Parses zipped JSON; `None` if the text is something else.
pub(super) fn unzip(text: &str) -> Option<Value> {
    // Zipping replaces double quotes with apostrophes. If the text still has double quotes, it was not changed in this way,
    // so its apostrophes are plain characters.
    let quote = if text.contains('"') { b'"' } else { b'\'' };
    let mut parser = Parser {
        text,
        at: 0,
        quote,
        values: 0,
    };
    let value = parser.value(0)?;
    parser.blanks();
    (parser.at == text.len()).then_some(value)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    quote: u8,
    values: usize,
}

impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.blanks();
        self.values += 1;
        match self.peek()? {
            // Links are untrusted: deep nesting would exhaust the stack, and a long run of commas would
            // exhaust the memory.
            _ if depth > MOST_DEPTH || self.values > MOST_VALUES => None,
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            // Zipping drops `{}`, so a missing value before a separator means an empty object.
            b',' | b']' | b'}' => Some(Value::Object(Map::new())),
            byte if byte == self.quote => self.string().map(Value::String),
            _ => scalar(self.word()),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut members = Map::new();
        self.at += 1;
        self.blanks();
        if self.take(b'}') {
            return Some(Value::Object(members));
        }
        loop {
            let key = self.key()?;
            self.blanks();
            if !self.take(b':') {
                return None;
            }
            members.insert(key, self.value(depth + 1)?);
            self.blanks();
            if self.take(b'}') {
                return Some(Value::Object(members));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn key(&mut self) -> Option<String> {
        self.blanks();
        let key = if self.peek()? == self.quote {
            self.string()?
        } else {
            self.word().to_owned()
        };
        let long = KEYS.iter().find(|(short, _)| *short == key);
        Some(long.map_or(key, |&(_, long)| long.to_owned()))
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut items = vec![];
        self.at += 1;
        loop {
            // `[]` is not a special case, because zipping also writes a list of one empty object as `[]`. Readers of lists
            // skip such an object.
            items.push(self.value(depth + 1)?);
            self.blanks();
            if self.take(b']') {
                return Some(Value::Array(items));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = self.text.get(self.at..)?;
            let plain = rest.find(['\\', char::from(self.quote)])?;
            string.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == self.quote {
                return Some(string);
            }
            string.push(self.read_escape()?);
        }
    }

    /// Parses the rest of an escape, after the backslash.
    fn read_escape(&mut self) -> Option<char> {
        let c = self.text.get(self.at..)?.chars().next()?;
        self.at += c.len_utf8();
        Some(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => self.unicode()?,
            other => other,
        })
    }

    /// Parses the four hex digits after `\u`, and a second such escape if the first one is a surrogate.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hex_unit()?;
        // JSON escapes a character above U+FFFF as two surrogates.
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first.into());
        }
        self.at += self.text.get(self.at..)?.strip_prefix("\\u").map(|_| 2)?;
        let pair = [first, self.hex_unit()?];
        char::decode_utf16(pair).next()?.ok()
    }

    fn hex_unit(&mut self) -> Option<u16> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        u16::from_str_radix(digits, 16).ok()
    }

    /// Returns the text before the next separator.
    fn word(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let end = rest.find([':', ',', ']', '}', '[', '{']);
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word.trim()
    }

    fn blanks(&mut self) {
        let bytes = self.text.as_bytes()[self.at..].iter();
        self.at += bytes.take_while(|byte| byte.is_ascii_whitespace()).count();
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }
}

/// Parses an unquoted value.
fn scalar(word: &str) -> Option<Value> {
    Some(match word {
        "t" | "true" => Value::Bool(true),
        "f" | "false" => Value::Bool(false),
        "null" => Value::Null,
        "#0" => Value::from("#000000"),
        "#F" => Value::from("#FFFFFF"),
        // Zipping drops the `#` of a colour, so six hex digits are read as a colour, even if they could also be a number.
        _ if word.len() == 6 && word.bytes().all(|b| b.is_ascii_hexdigit()) => {
            Value::from(format!("#{word}"))
        }
        _ => Value::Number(word.parse::<Number>().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn shorthand_is_read() {
        let zipped = r"{cs:50,re:[[[0,0],[0,1]]],ce:[[,{v:5},]],ca:[{ce:[[0,0]],v:'it\'s',unique:t,c1:#0,c2:ff00aa}],id:'a:b,c'}";
        assert_eq!(
            unzip(zipped),
            Some(json!({
                "cellSize": 50,
                "regions": [[[0, 0], [0, 1]]],
                "cells": [[{}, {"value": 5}, {}]],
                "cages": [{"cells": [[0, 0]], "value": "it's", "unique": true,
                           "borderColor": "#000000", "backgroundColor": "#ff00aa"}],
                "id": "a:b,c",
            }))
        );
    }

    #[test]
    fn escapes_are_read() {
        assert_eq!(
            unzip(r"{t:'a\n\u0041\ud83d\ude00\\'}"),
            Some(json!({"title": "a\nA😀\\"}))
        );
    }

    #[test]
    fn broken_text_is_refused() {
        for broken in [
            "",
            "{",
            "{a}",
            "{a:",
            "[1,2",
            "{a:'x}",
            "{a:b}",
            "{a:1}x",
            r"{t:'\ud83d'}",
        ] {
            assert_eq!(unzip(broken), None, "{broken}");
        }
        assert_eq!(unzip(&"[".repeat(100_000)), None);
    }

    proptest! {
        #[test]
        fn garbage_is_no_danger(text in "[{}\\[\\],:'\"\\\\utf#0-9a-f é]{0,60}") {
            let _ = unzip(&text);
        }
    }
}
