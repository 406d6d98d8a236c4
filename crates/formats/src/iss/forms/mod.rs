//! The ISS constraint types by family, with the code that reads and writes their arguments.
//!
//! A type is one entry in the list of its family's file. Types that become clues have a [`Form`], which reads and writes
//! their arguments; other types declare the grid or group constraints. A rule that has no ISS type but can be expressed by
//! other types is an entry in [`Family::restated`].
//!
//! [`Form`]: super::kit::Form

mod arrows;
mod automata;
mod boxes;
pub(super) mod chaos;
pub(super) mod doppelganger;
pub(super) mod givens;
pub(super) mod groups;
mod lines;
pub(super) mod lists;
pub(super) mod marks;
mod outside;
mod quads;
pub(super) mod ranks;
pub(super) mod regions;
mod sets;
pub(super) mod shape;
mod sums;
mod tables;
pub(super) mod variables;
mod whole;

use super::kit::{Family, Inside, Restated, Restatement, Type, Writer};
use cluewright_puzzle::{Clue, spelling};
use std::collections::HashMap;
use std::sync::LazyLock;

/// All families. If several types state the same rule, its clues are written with the first of these types.
static FAMILIES: &[Family] = &[
    shape::FAMILY,
    variables::FAMILY,
    regions::FAMILY,
    givens::FAMILY,
    groups::FAMILY,
    whole::FAMILY,
    boxes::FAMILY,
    marks::FAMILY,
    doppelganger::FAMILY,
    chaos::FAMILY,
    lists::FAMILY,
    lines::FAMILY,
    arrows::FAMILY,
    sums::FAMILY,
    sets::FAMILY,
    quads::FAMILY,
    tables::FAMILY,
    automata::FAMILY,
    outside::FAMILY,
    ranks::FAMILY,
];

fn types() -> impl DoubleEndedIterator<Item = &'static Type> {
    FAMILIES.iter().flat_map(|family| family.types)
}

pub(super) fn find(name: &str) -> Option<&'static Type> {
    static BY_NAME: LazyLock<HashMap<&str, &Type>> =
        LazyLock::new(|| types().map(|t| (t.name, t)).collect());
    BY_NAME.get(name).copied()
}

/// Returns the type that is used to write clues of a rule.
pub(super) fn of_rule(rule: &str) -> Option<&'static Type> {
    static BY_RULE: LazyLock<HashMap<&str, &Type>> = LazyLock::new(|| {
        // The types are inserted in reverse order, so that the first of several types with the same rule remains.
        let ruled = types().rev().filter(|t| !t.rule.is_empty());
        ruled.map(|t| (t.rule, t)).collect()
    });
    BY_RULE.get(rule).copied()
}

/// Writes a clue as constraints of other types, if its rule has an entry in [`Family::restated`].
pub(super) fn restate(clue: &Clue, writer: &Writer, inside: Inside) -> Restatement {
    static BY_RULE: LazyLock<HashMap<&str, &Restated>> = LazyLock::new(|| {
        let restated = FAMILIES.iter().flat_map(|family| family.restated);
        restated.map(|restated| (restated.0, restated)).collect()
    });
    match BY_RULE.get(&*clue.rule) {
        Some(Restated(_, write)) => write(clue, writer, inside),
        None => Ok(None),
    }
}

/// Returns the name of the known type that is nearest to a misspelt name, if one is close enough.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let same = |kind: &&Type| kind.name.eq_ignore_ascii_case(name);
    // One letter is too short for a suggestion: `X` and `V` would resemble every short word.
    let names = types().map(|kind| kind.name).filter(|n| n.len() > 1);
    match types().find(same) {
        Some(kind) => Some(kind.name),
        None => spelling::nearest(name, names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iss::kit::Kind;
    use cluewright_rules::Book;

    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/iss/forms");
        for entry in std::fs::read_dir(folder).expect("the folder of the forms") {
            let path = entry.expect("readable").path();
            let family = path.file_stem().expect("a name").to_string_lossy();
            let listed = include_str!("mod.rs").contains(&format!("    {family}::FAMILY,"));
            assert!(
                listed || family == "mod",
                "{family} is not among the families"
            );
        }
    }

    #[test]
    fn names_are_unique() {
        for kind in types() {
            assert!(std::ptr::eq(find(kind.name).expect("listed"), kind));
        }
        let restated = FAMILIES.iter().flat_map(|family| family.restated);
        let mut rules: Vec<&str> = restated.map(|r| r.0).collect();
        let count = rules.len();
        rules.sort_unstable();
        rules.dedup();
        assert_eq!(rules.len(), count, "{rules:?}");
    }

    #[test]
    fn near_names_are_found() {
        assert_eq!(nearest("Thermos"), Some("Thermo"));
        assert_eq!(nearest("antiknight"), Some("AntiKnight"));
        assert_eq!(nearest("Palindrom"), Some("Palindrome"));
        assert_eq!(nearest("Xyzzy"), None);
    }

    /// Returns the rules that a type's name denotes under `import.iss` in a rule file.
    fn rules_of(import: &str) -> Vec<&'static str> {
        match import {
            "Diagonal~1" => vec!["diagonal-up"],
            "Diagonal~-1" => vec!["diagonal-down"],
            "Windoku" => vec!["windoku"],
            "DisjointSets" => vec!["disjoint-groups"],
            "Indexing~C" => vec!["column-indexer"],
            "Indexing~R" => vec!["row-indexer"],
            "StrictKropki" => vec!["white-dot-negative", "black-dot-negative"],
            "SameValues" => vec!["same-values", "all-equal"],
            // ISS has one type for whispers of any difference. A Dutch whisper is written as this type, and is read back as
            // a clue of the general rule.
            "Whisper" => vec!["german-whisper", "dutch-whisper"],
            name => find(name).map(|kind| kind.rule).into_iter().collect(),
        }
    }

    #[test]
    fn the_rule_files_agree() {
        for rule in Book::builtin().rules() {
            let rule = rule.expect("a good rule file");
            for import in rule.import.get("iss").into_iter().flatten() {
                let rules = rules_of(import);
                assert!(
                    rules.contains(&rule.name.as_str()),
                    "{}: {import}",
                    rule.name
                );
            }
        }
    }

    #[test]
    fn rules_of_the_table_name_their_type() {
        for kind in types().filter(|kind| matches!(kind.kind, Kind::Clue(_))) {
            let Ok(rule) = Book::builtin().rule(kind.rule) else {
                continue;
            };
            let imports = rule.import.get("iss").cloned().unwrap_or_default();
            assert!(
                imports.iter().any(|i| i == kind.name),
                "{}: {imports:?}",
                kind.name
            );
        }
    }
}
