//! `cluewright rules [NAME]`

use super::{Complaint, Exit, Out, Outcome, own_book, values, write_json};
use crate::ask::RuleJson;
use clap::Args;
use clap_complete::ArgValueCandidates;
use cluewright_rules::{Book, BookError, Rule};
use std::io::Write;
use std::path::PathBuf;

/// List the supported rules, or explain one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright rules                 all rules, by family
  cluewright rules thermometer     one rule: its exact meaning, its parameters, examples
  cluewright rules 'killer cage'")]
pub(super) struct Rules {
    /// The name or an alias of the rule to explain
    #[arg(add = ArgValueCandidates::new(values::list_rules))]
    name: Option<String>,

    /// Add the rules of a rule file, or of all *.toml files in a folder
    #[arg(long, value_name = "PATH")]
    rules: Option<PathBuf>,

    /// Print JSON for programs: one object per rule, each on its own line
    #[arg(long, conflicts_with = "markdown")]
    json: bool,

    /// Write the whole rule book as a Markdown document
    #[arg(long, hide = true, conflicts_with = "name")]
    markdown: bool,
}

impl Rules {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let own = self.rules.as_deref().map(own_book::read).transpose()?;
        let book = own.as_ref().unwrap_or_else(|| Book::builtin());
        let rules = match &self.name {
            Some(name) => vec![book.rule(name).map_err(|error| unknown(&error))?],
            None => all(book)?,
        };
        if self.json {
            for rule in rules {
                write_json(out, &RuleJson::of(book, rule))?;
            }
        } else if self.markdown {
            write!(out.data(), "{}", cluewright_narrate::rule_book(&rules))?;
        } else if self.name.is_some() {
            // A name selects exactly one rule, so the index is valid.
            write!(out, "{}", cluewright_narrate::rule_page(rules[0]))?;
        } else {
            write!(out, "{}", cluewright_narrate::rule_list(&rules))?;
        }
        Ok(Exit::Good)
    }
}

fn all(book: &Book) -> Result<Vec<&Rule>, Complaint> {
    let rules: Result<Vec<&Rule>, _> = book.rules().collect();
    rules.map_err(|error| unknown(&BookError::Broken(error.clone())))
}

fn unknown(error: &BookError) -> Complaint {
    let list = "`cluewright rules` lists all rules";
    let help = match error.help() {
        Some(help) => format!("{help} {list}"),
        None => list.to_owned(),
    };
    Complaint::new(error.to_string()).help(help)
}
