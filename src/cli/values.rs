//! Values of options that a shell offers as completions.
//!
//! Spaces are replaced by hyphens, because bash would insert them without quotes. Commands accept hyphens too.

use crate::batch;
use clap_complete::engine::CompletionCandidate;
use cluewright_logic::{BUILTIN, Profile, TECHNIQUES};
use cluewright_rules::Book;
use cluewright_setter::setting::Symmetry;

/// Lists the rules of the book.
pub(super) fn list_rules() -> Vec<CompletionCandidate> {
    let rules = Book::builtin().rules().flatten();
    rules
        .map(|rule| describe(&rule.name, &rule.plain_text()))
        .collect()
}

/// Lists the rules of the book, and `given`.
pub(super) fn list_rules_and_given() -> Vec<CompletionCandidate> {
    let given = describe("given", "A digit in a cell.");
    list_rules().into_iter().chain([given]).collect()
}

/// Lists the human techniques.
pub(super) fn list_techniques() -> Vec<CompletionCandidate> {
    let techniques = TECHNIQUES.iter();
    techniques
        .map(|technique| describe(technique.name, technique.help))
        .collect()
}

/// Lists the tiers of the default profile.
pub(super) fn list_tiers() -> Vec<CompletionCandidate> {
    let default = Profile::builtin("default").into_iter();
    let tiers = default.flat_map(|profile| profile.tiers());
    tiers
        .map(|tier| CompletionCandidate::new(tier.name.replace(' ', "-")))
        .collect()
}

/// Lists the built-in profiles.
pub(super) fn list_profiles() -> Vec<CompletionCandidate> {
    let names = BUILTIN.iter().map(|(name, _)| *name);
    names.map(CompletionCandidate::new).collect()
}

/// Lists the symmetries of givens.
pub(super) fn list_symmetries() -> Vec<CompletionCandidate> {
    let names = Symmetry::EVERY.map(Symmetry::name);
    names.into_iter().map(CompletionCandidate::new).collect()
}

/// Lists the columns of `batch`.
pub(super) fn list_columns() -> Vec<CompletionCandidate> {
    let columns = batch::COLUMNS.iter();
    columns
        .map(|column| describe(column.name, column.about))
        .collect()
}

fn describe(name: &str, help: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help(Some(help.to_owned().into()))
}
