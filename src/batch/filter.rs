//! Conditions on the columns of rows, such as `tier = hard and minutes < 30`.

use super::columns::{COLUMNS, Column, Shape, column};
use super::row::Value;
use std::ops::Range;
use thiserror::Error;

/// A condition on the columns of a row.
#[derive(Clone, Debug)]
pub(crate) enum Filter {
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Compare(&'static Column, Relation, Operand),
}

/// A comparison of a column with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Contains,
}

/// The value that a column is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Number(f64),
    Text(String),
}

/// The reason why a condition is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(crate) struct FilterError {
    pub message: String,
    /// The byte range of the mistake.
    pub span: Range<usize>,
}

/// The symbols of relations. Longer symbols come first, because shorter symbols may be prefixes of them.
const RELATIONS: [(&str, Relation); 7] = [
    ("!=", Relation::Unequal),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::More),
    ("~", Relation::Contains),
];

impl Filter {
    /// Parses a condition: comparisons that are joined by `and`, `or`, `not` and parentheses.
    ///
    /// # Errors
    /// Returns an error if the text is not a condition, there is no such column, or the column cannot be compared in
    /// this way.
    pub(crate) fn parse(text: &str) -> Result<Self, FilterError> {
        let mut parser = Parser { text, at: 0 };
        let filter = parser.any()?;
        match parser.next() {
            None => Ok(filter),
            Some(token) => Err(parser.wrong(&token, "expected `and`, `or` or the end")),
        }
    }

    /// Returns the columns that occur in the condition.
    pub(crate) fn columns(&self) -> Vec<&'static Column> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::columns).collect(),
            Self::Not(part) => part.columns(),
            Self::Compare(column, ..) => vec![column],
        }
    }

    /// Returns `true` if a row meets the condition. `row` returns the values of its columns. A comparison with an empty
    /// value is false.
    pub(crate) fn accepts<'r>(&self, row: &dyn Fn(&'static Column) -> Value<'r>) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.accepts(row)),
            Self::Any(parts) => parts.iter().any(|part| part.accepts(row)),
            Self::Not(part) => !part.accepts(row),
            Self::Compare(column, relation, operand) => holds(&row(column), *relation, operand),
        }
    }
}

fn holds(value: &Value<'_>, relation: Relation, operand: &Operand) -> bool {
    let text = match (value, operand) {
        (Value::Count(count), &Operand::Number(number)) => {
            return compare(*count as f64, relation, number);
        }
        // Results contain rounded measures, so a measure is also rounded before the comparison.
        (&Value::Measure(measure, digits), &Operand::Number(number)) => {
            let scale = 10_f64.powi(digits as i32);
            return compare((measure * scale).round() / scale, relation, number);
        }
        // The parser has already converted the operand to lower case.
        (Value::Text(text), Operand::Text(_)) => text.to_lowercase(),
        _ => return false,
    };
    let Operand::Text(other) = operand else {
        return false;
    };
    match relation {
        Relation::Equal => text == *other,
        Relation::Unequal => text != *other,
        _ => text.contains(other),
    }
}

fn compare(value: f64, relation: Relation, other: f64) -> bool {
    match relation {
        Relation::Equal | Relation::Contains => value == other,
        Relation::Unequal => value != other,
        Relation::Less => value < other,
        Relation::AtMost => value <= other,
        Relation::More => value > other,
        Relation::AtLeast => value >= other,
    }
}

/// A word, a relation, a parenthesis or a quoted text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token<'t> {
    text: &'t str,
    span: Range<usize>,
    is_quoted: bool,
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        !self.is_quoted && self.text.eq_ignore_ascii_case(word)
    }

    /// Returns `true` if the token can be part of a value without quotes.
    fn is_word(&self) -> bool {
        let is_relation = RELATIONS.iter().any(|(name, _)| *name == self.text);
        let special = ["and", "or", "not", "(", ")"];
        self.is_quoted || !is_relation && !special.iter().any(|word| self.is(word))
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    /// Returns the next token without consuming it.
    fn peek(&self) -> Option<Token<'t>> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c: char| !c.is_whitespace())?;
        let rest = &self.text[start..];
        if let Some(quoted) = rest.strip_prefix('"') {
            let length = quoted.find('"').unwrap_or(quoted.len());
            // The closing quotation mark may be missing, and the span must not extend beyond the text.
            let end = (start + length + 2).min(self.text.len());
            return Some(Token {
                text: &quoted[..length],
                span: start..end,
                is_quoted: true,
            });
        }
        let special = RELATIONS.iter().map(|(name, _)| *name).chain(["(", ")"]);
        let special = special.into_iter().find(|name| rest.starts_with(name));
        let is_end = |c: char| c.is_whitespace() || "()<>=!~\"".contains(c);
        let length = match special {
            Some(special) => special.len(),
            // A lone `!` also ends a word. It must still become a token of one character, or the parser would never
            // advance.
            None => rest.find(is_end).unwrap_or(rest.len()).max(1),
        };
        Some(Token {
            text: &rest[..length],
            span: start..start + length,
            is_quoted: false,
        })
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek()?;
        self.at = token.span.end;
        Some(token)
    }

    fn takes(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(word));
        if found {
            self.next();
        }
        found
    }

    fn wrong(&self, token: &Token<'_>, expected: &str) -> FilterError {
        FilterError {
            message: format!("found `{}`; {expected}", token.text),
            span: token.span.clone(),
        }
    }

    fn wrong_end(&self, expected: &str) -> FilterError {
        let end = self.text.len();
        FilterError {
            message: format!("the condition ends here; {expected}"),
            span: end.saturating_sub(1)..end,
        }
    }

    fn any(&mut self) -> Result<Filter, FilterError> {
        let mut parts = vec![self.all()?];
        while self.takes("or") {
            parts.push(self.all()?);
        }
        Ok(Filter::Any(parts))
    }

    fn all(&mut self) -> Result<Filter, FilterError> {
        let mut parts = vec![self.one()?];
        while self.takes("and") {
            parts.push(self.one()?);
        }
        Ok(Filter::All(parts))
    }

    fn one(&mut self) -> Result<Filter, FilterError> {
        if self.takes("not") {
            return Ok(Filter::Not(Box::new(self.one()?)));
        }
        if !self.takes("(") {
            return self.comparison();
        }
        let filter = self.any()?;
        match self.next() {
            Some(token) if token.is(")") => Ok(filter),
            Some(token) => Err(self.wrong(&token, "expected `)`")),
            None => Err(self.wrong_end("expected `)`")),
        }
    }

    fn comparison(&mut self) -> Result<Filter, FilterError> {
        let name = self.next();
        let name = name.ok_or_else(|| self.wrong_end("expected a column"))?;
        let known = column(&name.text.to_ascii_lowercase()).filter(|column| !is_place(column));
        let column = known.ok_or_else(|| {
            let names = COLUMNS.iter().filter(|column| !is_place(column));
            let names: Vec<&str> = names.map(|column| column.name).collect();
            self.wrong(&name, &format!("columns are {}", names.join(", ")))
        })?;
        let sign = self.next();
        let sign = sign.ok_or_else(|| self.wrong_end("expected = != < <= > >= or ~"))?;
        let relation = RELATIONS.iter().find(|(name, _)| sign.is(name));
        let &(_, relation) =
            relation.ok_or_else(|| self.wrong(&sign, "expected = != < <= > >= or ~"))?;
        let operand = self.operand(column)?;
        let is_ordered = matches!(
            relation,
            Relation::Less | Relation::AtMost | Relation::More | Relation::AtLeast
        );
        match operand {
            Operand::Text(_) if is_ordered => {
                let expected = format!("the column {} contains words: use =, != or ~", column.name);
                Err(self.wrong(&sign, &expected))
            }
            operand => Ok(Filter::Compare(column, relation, operand)),
        }
    }

    /// Parses a number, or the words up to the next relation, `and`, `or` or parenthesis.
    fn operand(&mut self, column: &Column) -> Result<Operand, FilterError> {
        let is_number = !matches!(column.shape, Shape::Text | Shape::Word);
        let expected = if is_number {
            "expected a number"
        } else {
            "expected a word"
        };
        let first = self.next();
        let first = first.ok_or_else(|| self.wrong_end(expected))?;
        if is_number {
            let number: Option<f64> = first.text.parse().ok();
            // Rust also parses `inf` and `nan` as numbers, but no column has such a value.
            let number = number.filter(|number| number.is_finite());
            return number
                .map(Operand::Number)
                .ok_or_else(|| self.wrong(&first, expected));
        }
        if !first.is_word() {
            return Err(self.wrong(&first, expected));
        }
        let mut words = vec![first.text.to_lowercase()];
        while !first.is_quoted
            && let Some(token) = self
                .peek()
                .filter(|token| token.is_word() && !token.is_quoted)
        {
            words.push(token.text.to_lowercase());
            self.next();
        }
        Ok(Operand::Text(words.join(" ")))
    }
}

/// Returns `true` if a column describes the position of a puzzle, not the puzzle itself. Conditions are applied to
/// puzzles in memory, whose rows have no position.
fn is_place(column: &Column) -> bool {
    ["id", "source", "line"].contains(&column.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Options, Row, run_texts};
    use std::sync::atomic::AtomicBool;

    /// Returns `true` if a condition accepts the row of an easy puzzle.
    fn accepts(condition: &str) -> bool {
        let filter = Filter::parse(condition).expect("the condition is well formed");
        let mut options = Options::default();
        options.columns = filter.columns();
        let make = |mut rows: &mut dyn Iterator<Item = Row<'_>>| {
            Iterator::all(&mut rows, |row| {
                filter.accepts(&|column| (column.value)(&row))
            })
        };
        let mut accepted = true;
        let text = "12.4341.2143.321";
        let mut take = |made| accepted &= made;
        run_texts(
            &[Ok(text)],
            &options,
            &make,
            &mut take,
            &AtomicBool::new(false),
            &mut || {},
        )
        .expect("there are threads");
        accepted
    }

    #[test]
    fn conditions_join_comparisons() {
        for good in [
            "verdict = unique",
            "tier = easy and rating < 3",
            "rating>=1 and not (rating > 3 or tier = \"very hard\")",
            "hardest != nothing OR minutes > 1000",
            "title != nothing or solved = yes",
        ] {
            assert!(accepts(good), "{good}");
        }
        for bad in [
            "tier = very hard",
            "rating > 3",
            "title = a",
            "not solved = yes",
        ] {
            assert!(!accepts(bad), "{bad}");
        }
    }

    #[test]
    fn errors_point_at_their_place() {
        let wrong = |text: &str| {
            let error = Filter::parse(text).expect_err("the condition is wrong");
            text.get(error.span)
                .expect("a span lies in the text")
                .to_owned()
        };
        assert_eq!(wrong("teir = hard"), "teir");
        assert_eq!(wrong("tier > hard"), ">");
        assert_eq!(wrong("minutes < soon"), "soon");
        assert_eq!(wrong("minutes < 3 hours"), "hours");
        assert_eq!(wrong("(minutes < 3"), "3");
        assert_eq!(wrong("minutes"), "s");
        assert_eq!(wrong("line = 3"), "line");
        assert_eq!(wrong("minutes < 3 or é"), "é");
        assert!(Filter::parse("").is_err());
    }
}
