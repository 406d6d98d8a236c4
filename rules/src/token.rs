//! The lexer of the rule language.

use super::error::LanguageError;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A whole number of up to nine digits.
    Number(i64),
    /// A name or a keyword.
    Word(&'a str),
    /// Quoted text.
    Text(&'a str),
    /// An operator or punctuation mark, such as `==`.
    Sign(&'static str),
    /// The end of the formula.
    End,
}

/// The operators and punctuation marks. Longer ones come before their prefixes, because the first
/// match is used.
const SIGNS: &[&str] = &[
    "==", "!=", "<=", ">=", "..", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", "{", "}", ",",
    ":", ";", "=",
];

/// Splits a formula into tokens, each with its byte range. The last token is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Range<usize>)>, LanguageError> {
    let mut found = vec![];
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, length) = token(first, rest, at)?;
        found.push((token, at..at + length));
        at += length;
    }
    found.push((Token::End, text.len()..text.len()));
    Ok(found)
}

/// Returns the token at the start of `rest`, and its length in bytes.
fn token(first: char, rest: &str, at: usize) -> Result<(Token<'_>, usize), LanguageError> {
    if first.is_ascii_digit() {
        let length = run(rest, |c| c.is_ascii_digit());
        let number = (length <= 9).then(|| rest[..length].parse().ok()).flatten();
        let too_long =
            || LanguageError::new("the number has more than nine digits", at..at + length);
        return Ok((Token::Number(number.ok_or_else(too_long)?), length));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
        return Ok((Token::Word(&rest[..length]), length));
    }
    if matches!(first, '"' | '\'') {
        let inside = &rest[1..];
        let length = inside.find(first).ok_or_else(|| {
            LanguageError::new("the closing quote is missing", at..at + rest.len())
        })?;
        return Ok((Token::Text(&inside[..length]), length + 2));
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
    let unknown = || {
        LanguageError::new(
            format!("unexpected character `{first}`"),
            at..at + first.len_utf8(),
        )
    };
    sign.map(|sign| (Token::Sign(sign), sign.len()))
        .ok_or_else(unknown)
}

fn run(text: &str, inside: impl Fn(char) -> bool) -> usize {
    text.find(|c| !inside(c)).unwrap_or(text.len())
}

impl std::fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "`{number}`"),
            Self::Word(word) => write!(f, "`{word}`"),
            Self::Text(text) => write!(f, "the text \"{text}\""),
            Self::Sign(sign) => write!(f, "`{sign}`"),
            Self::End => write!(f, "the end"),
        }
    }
}
