//! The rule book: all rules by name. Each rule file is parsed on first use.

use super::cache::Cache;
use super::error::{ClueError, RuleError, suggestion};
use super::files::FILES;
use super::rule::{Example, Rule};
use crate::Clues;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// The built-in rules and the added ones, found by name and alias.
///
/// A clone shares its entries and caches with the original until a rule is added to either.
#[derive(Clone, Debug)]
pub struct Book {
    pages: Arc<Pages>,
}

#[derive(Debug)]
pub(super) struct Pages {
    /// The built-in rules sorted by name, followed by the added ones.
    entries: Vec<Entry>,
    /// Indices of entries by alias and import name. The map is built on first use, because building it requires parsing every file.
    aliases: OnceLock<HashMap<String, usize>>,
    cache: Cache,
}

impl Clone for Pages {
    /// The cache of clues is not copied, because it depends on the indices of rules.
    fn clone(&self) -> Self {
        Self::of(self.entries.iter().map(Entry::unread).collect())
    }
}

impl Pages {
    fn of(entries: Vec<Entry>) -> Self {
        Self {
            entries,
            aliases: OnceLock::new(),
            cache: Cache::default(),
        }
    }
}

#[derive(Debug)]
struct Entry {
    name: Cow<'static, str>,
    text: Cow<'static, str>,
    rule: OnceLock<Result<Rule, RuleError>>,
}

/// Error for a rule that the book cannot return.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// No rule has this name.
    #[error("unknown rule `{name}`")]
    Unknown {
        /// The requested name.
        name: String,
        /// A known name that is similar, if there is one.
        help: Option<String>,
    },
    /// The rule's file contains an error.
    #[error(transparent)]
    Broken(#[from] RuleError),
}

impl Default for Book {
    fn default() -> Self {
        Self::new()
    }
}

impl Book {
    /// Creates a book with the built-in rules. Other rules can be added to it.
    #[must_use]
    pub fn new() -> Self {
        let entry = |&(name, text): &(&'static str, &'static str)| Entry {
            name: name.into(),
            text: text.into(),
            rule: OnceLock::new(),
        };
        Self {
            pages: Arc::new(Pages::of(FILES.iter().map(entry).collect())),
        }
    }

    pub(super) fn cache(&self) -> &Cache {
        &self.pages.cache
    }

    /// Returns the shared book of built-in rules, whose caches live as long as the program.
    #[must_use]
    pub fn builtin() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(Self::new)
    }

    /// Adds a rule, given the text of its file. Error messages refer to the file as `file`.
    ///
    /// # Errors Returns an error if the file contains a mistake, or if the rule's name or one of its aliases is taken.
    pub fn add(&mut self, file: &str, text: &str) -> Result<&Rule, RuleError> {
        let rule = Rule::from_toml(file, text)?;
        for name in std::iter::once(&rule.name).chain(&rule.aliases) {
            // The names in `COMPOSITES` are never looked up in the book, so a rule with one of these names could not be used.
            if COMPOSITES.contains(&name.as_str()) || self.index(&normalise(name)).is_some() {
                return Err(RuleError {
                    rule: rule.name.clone(),
                    place: "name".to_owned(),
                    message: format!("the book already has a rule called `{name}`"),
                    formula: None,
                    help: Some("give it another name".to_owned()),
                });
            }
        }
        // The rule is added to a copy, so that the book stays unchanged if a check fails.
        let mut longer = self.clone();
        let pages = Arc::make_mut(&mut longer.pages);
        // The map lacks the aliases of the new rule, so it must be built again.
        pages.aliases = OnceLock::new();
        pages.entries.push(Entry {
            name: rule.name.clone().into(),
            text: text.to_owned().into(),
            rule: OnceLock::from(Ok(rule)),
        });
        // The checks below look the rule up by its name, so the copy must already contain it.
        let added = longer.pages.entries.len() - 1;
        let rule = longer.pages.entries[added].get().map_err(Clone::clone)?;
        let wrong = longer
            .find_unknown_name(rule, text)
            .or_else(|| longer.find_false_example(rule));
        if let Some(error) = wrong {
            return Err(error);
        }
        *self = longer;
        self.pages.entries[added].get().map_err(Clone::clone)
    }

    /// Returns the name of each added rule and the text of its file, in the order in which they were added.
    pub fn added(&self) -> impl Iterator<Item = (&str, &str)> {
        let added = self.pages.entries.iter().skip(FILES.len());
        added.map(|entry| (&*entry.name, &*entry.text))
    }

    /// Returns an error for the first reference to an unknown rule in a rule's file.
    fn find_unknown_name(&self, rule: &Rule, text: &str) -> Option<RuleError> {
        let typical = rule.typical.marks.iter().chain(&rule.typical.mistaken_for);
        let typical = typical.map(|name| ("typical", name));
        let weaker = rule.weaker.iter().filter_map(|weaker| weaker.rule.as_ref());
        let names = typical.chain(weaker.map(|name| ("weaker", name)));
        let unknown = |(place, name): (&str, &String)| {
            let error = self.rule(name).err()?;
            // A parsed rule keeps no positions of these names, so the text of its file is searched.
            let span = text.find(&format!("\"{name}\""));
            Some(RuleError {
                rule: rule.name.clone(),
                place: place.to_owned(),
                message: error.to_string(),
                formula: span.map(|start| {
                    let span = start..start + name.len() + 2;
                    Box::new((text.to_owned(), span))
                }),
                help: error.help().map(str::to_owned),
            })
        };
        names.into_iter().find_map(unknown)
    }

    /// Returns an error for the first example whose result differs from the one that the rule's file states.
    /// Added rules are checked too, because the rule language promises that examples are tests.
    fn find_false_example(&self, rule: &Rule) -> Option<RuleError> {
        let accepts = rule.accepts.iter().map(|example| (example, true));
        let rejects = rule.rejects.iter().map(|example| (example, false));
        // Each list is numbered on its own, because the error names a place such as `rejects[0]`.
        let numbered = accepts.enumerate().chain(rejects.enumerate());
        let wrong = |(number, (example, holds)): (usize, (&Example, bool))| {
            let place = if holds { "accepts" } else { "rejects" };
            let message = match self.example_holds(rule, example) {
                Ok(found) if found == holds => return None,
                Ok(true) => "the rule accepts an example that it should reject".to_owned(),
                Ok(false) => "the rule rejects an example that it should accept".to_owned(),
                Err(message) => message,
            };
            Some(RuleError {
                rule: rule.name.clone(),
                place: format!("{place}[{number}]"),
                message,
                formula: None,
                help: Some("correct the relation or the example".to_owned()),
            })
        };
        numbered.into_iter().find_map(wrong)
    }

    fn example_holds(&self, rule: &Rule, example: &Example) -> Result<bool, String> {
        let instance = example.instance(rule)?;
        let (puzzle, values) = (&instance.puzzle, &instance.values);
        let held = self.holds(puzzle, 0, &puzzle.clues[0], values);
        held.map_err(|error| error.message)
    }

    /// Returns the rule with this name or alias. Case is ignored, and spaces count as hyphens.
    ///
    /// # Errors
    /// Returns an error if no rule has this name, or its file contains an error.
    pub fn rule(&self, name: &str) -> Result<&Rule, BookError> {
        self.find_numbered(name).map(|(rule, _)| rule)
    }

    /// Returns a rule and its index in the book.
    pub(super) fn find_numbered(&self, name: &str) -> Result<(&Rule, usize), BookError> {
        let index = self.index(name).or_else(|| self.index(&normalise(name)));
        let Some(index) = index else {
            return Err(self.unknown(name));
        };
        let rule = self.pages.entries[index].get();
        rule.map(|rule| (rule, index))
            .map_err(|e| BookError::Broken(e.clone()))
    }

    /// Returns all rules: the built-in ones sorted by name, then the added ones.
    pub fn rules(&self) -> impl Iterator<Item = Result<&Rule, &RuleError>> {
        self.pages.entries.iter().map(Entry::get)
    }

    /// Returns the index of the rule whose name or alias is exactly this text.
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        // Only the built-in rules are sorted by name, so the added ones are searched one by one.
        let builtin = &self.pages.entries[..FILES.len()];
        let found = builtin
            .binary_search_by(|entry| entry.name.as_ref().cmp(name))
            .ok();
        let added = || {
            self.pages.entries[FILES.len()..]
                .iter()
                .position(|e| e.name == name)
        };
        let added = || added().map(|place| place + FILES.len());
        found
            .or_else(added)
            .or_else(|| self.aliases().get(name).copied())
    }

    fn aliases(&self) -> &HashMap<String, usize> {
        self.pages.aliases.get_or_init(|| {
            let mut aliases = HashMap::new();
            for (place, rule) in self.rules().enumerate() {
                // A broken file has no aliases here. The error is reported when the rule is looked up by its name.
                let names = rule.map_or(&[][..], |rule| &rule.aliases);
                for alias in names {
                    aliases.entry(normalise(alias)).or_insert(place);
                }
            }
            aliases
        })
    }

    fn unknown(&self, name: &str) -> BookError {
        let names = self.pages.entries.iter().map(|e| e.name.as_ref());
        let mut aliases: Vec<&str> = self.aliases().keys().map(String::as_str).collect();
        // The order of a hash map is random, so without sorting, the suggestion could vary between equally similar names.
        aliases.sort_unstable();
        let known = names.chain(aliases).chain(COMPOSITES.iter().copied());
        let help = match COMPOSITES.contains(&&*normalise(name)) {
            true => Some("this is not a rule in the rule book; see docs/PUZZLE-FILE.md".to_owned()),
            false => suggestion(&normalise(name), known),
        };
        BookError::Unknown {
            name: name.to_owned(),
            help,
        }
    }
}

/// Kinds of clues that have no rule file: a disjunction, a conjunction, and a relation that the puzzle itself states.
pub(super) const COMPOSITES: &[&str] = &["any-of", "all-of", "relation"];

impl Entry {
    /// Returns a copy of the entry without its parsed rule.
    fn unread(&self) -> Self {
        Self {
            name: self.name.clone(),
            text: self.text.clone(),
            rule: OnceLock::new(),
        }
    }

    fn get(&self) -> Result<&Rule, &RuleError> {
        let read = || Rule::from_toml(&self.name, &self.text);
        self.rule.get_or_init(read).as_ref()
    }
}

/// Returns the names of rules whose clues look like those of the rule `name`: the rules that its file lists, and the added rules that
/// list it.
#[must_use]
pub fn find_lookalikes<'b>(book: &'b Book, name: &'b str) -> Vec<&'b str> {
    let own = book.rule(name).map(|rule| &rule.typical.mistaken_for[..]);
    let mut names: Vec<&str> = own.unwrap_or_default().iter().map(String::as_str).collect();
    let added = book.pages.entries[FILES.len()..].iter();
    for rule in added.filter_map(|entry| entry.get().ok()) {
        let is_like = rule.typical.mistaken_for.iter().any(|other| other == name);
        if is_like && rule.name != name && !names.contains(&rule.name.as_str()) {
            names.push(&rule.name);
        }
    }
    names
}

impl BookError {
    /// Returns a suggestion for correcting the mistake, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Unknown { help, .. } => help.as_deref(),
            Self::Broken(error) => error.help.as_deref(),
        }
    }

    pub(super) fn at_clue(self, clue: usize) -> ClueError {
        ClueError {
            clue,
            message: self.to_string(),
            help: self.help().map(str::to_owned),
        }
    }
}

fn normalise(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}
