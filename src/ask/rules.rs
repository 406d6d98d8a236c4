//! The rule book as an answer.

use super::{Ask, Host, Read, Refusal};
use crate::Prepared;
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, BookError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::report::RuleJson;

/// Lists the rules, or explains one.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Rules {
    /// The rule, by its name or an alias; all rules if left out.
    pub name: Option<String>,
}

/// The descriptions of all requested rules.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
#[non_exhaustive]
pub struct RuleList {
    /// One entry for each rule.
    pub rules: Vec<RuleJson>,
}

impl Ask for Rules {
    type Reply = RuleList;

    fn needs_all(&self) -> bool {
        false
    }

    fn needs_search(&self) -> bool {
        false
    }

    /// # Errors
    /// Returns an error if there is no such rule, or the file of a rule is invalid.
    fn answer(&self, prepared: &Prepared, _: &Host<'_>) -> Result<RuleList, Refusal> {
        let rules = self.of(prepared.book())?;
        Ok(RuleList { rules })
    }

    fn answer_text(&self, _: &str, _: &Read, _: &Host<'_>) -> Result<(Puzzle, RuleList), Refusal> {
        let rules = self.of(Book::builtin())?;
        Ok((Puzzle::default(), RuleList { rules }))
    }
}

impl Rules {
    /// Returns the requested rules of a book. This question needs no puzzle.
    pub(crate) fn of(&self, book: &Book) -> Result<Vec<RuleJson>, Refusal> {
        match &self.name {
            Some(name) => {
                let rule = book.rule(name).map_err(|error| Refusal::unknown(&error))?;
                Ok(vec![RuleJson::of(book, rule)])
            }
            None => book
                .rules()
                .map(|rule| rule.map(|rule| RuleJson::of(book, rule)))
                .collect::<Result<_, _>>()
                .map_err(|error| Refusal::unknown(&BookError::Broken(error.clone()))),
        }
    }
}
