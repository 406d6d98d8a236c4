//! Which techniques are used, in which order, at which price: data, in `rules/grading/`.

use super::{TECHNIQUES, Technique};
use serde::Deserialize;
use std::sync::OnceLock;
use thiserror::Error;

/// Techniques and prices, from cheap to dear.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// What it is called.
    pub name: String,
    tiers: Vec<Tier>,
    entries: Vec<Entry>,
    /// Once something was searched, techniques of this price and more, in tenths, are left out.
    after_search: u16,
}

/// A technique in a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its place in [`TECHNIQUES`].
    pub technique: u16,
    /// What its easiest form costs, in tenths.
    pub price: u16,
}

impl Entry {
    /// The technique.
    #[must_use]
    pub fn technique(&self) -> &'static Technique {
        &TECHNIQUES[usize::from(self.technique)]
    }
}

/// A class of steps of like difficulty.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// What it is called.
    pub name: String,
    /// Ratings below this belong to it, if they belong to none before.
    below: f64,
}

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    /// The built-in profile whose tiers and prices stand where the file gives none.
    extends: Option<toml::Spanned<String>>,
    #[serde(rename = "after-search")]
    after_search: Option<f64>,
    #[serde(default, rename = "tier")]
    tiers: Vec<Tier>,
    #[serde(default)]
    price: Vec<toml::Spanned<Price>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    technique: String,
    rating: f64,
}

/// Why a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ProfileError {
    /// What is wrong.
    pub message: String,
    /// Where in the text.
    pub span: Option<std::ops::Range<usize>>,
}

/// Profiles that come with the program, by name.
pub const BUILTIN: &[(&str, &str)] = &[
    ("default", include_str!("../../rules/grading/default.toml")),
    ("patient", include_str!("../../rules/grading/patient.toml")),
    ("sukaku", include_str!("../../rules/grading/sukaku.toml")),
    (
        "se-1.2.1",
        include_str!("../../rules/grading/se-1.2.1.toml"),
    ),
    (
        "naked-sets-only",
        include_str!("../../rules/grading/naked-sets-only.toml"),
    ),
];

impl Profile {
    const NOTHING: Self = Self {
        name: String::new(),
        tiers: vec![],
        entries: vec![],
        after_search: u16::MAX,
    };

    /// A profile that comes with the program.
    #[must_use]
    pub fn builtin(name: &str) -> Option<&'static Self> {
        static PROFILES: OnceLock<Vec<Profile>> = OnceLock::new();
        let parse = |(_, text): &(&str, &str)| Self::parse(text).expect("built-in profiles parse");
        let profiles = PROFILES.get_or_init(|| BUILTIN.iter().map(parse).collect());
        profiles.iter().find(|profile| profile.name == name)
    }

    /// Reads a profile, and the built-in one that it extends.
    ///
    /// # Errors
    /// When the text is no TOML, extends no built-in profile, has no technique, or names an unknown one or one
    /// twice.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let file: File = toml::from_str(text).map_err(|error| ProfileError {
            message: error.message().to_owned(),
            span: error.span(),
        })?;
        let base = match &file.extends {
            Some(name) => extended(name)?,
            None => Self::NOTHING,
        };
        let own = entries(&file.price)?;
        let is_own = |entry: &Entry| own.iter().any(|e| e.technique == entry.technique);
        let mut entries = base.entries;
        entries.retain(|entry| !is_own(entry));
        entries.extend(own);
        entries.sort_by_key(|entry| entry.price);
        if entries.is_empty() {
            return Err(ProfileError {
                message: "a profile without techniques: price some, or extend a profile".to_owned(),
                span: None,
            });
        }
        Ok(Self {
            name: file.name,
            tiers: match file.tiers.is_empty() {
                true => base.tiers,
                false => file.tiers,
            },
            entries,
            after_search: file.after_search.map_or(base.after_search, tenths),
        })
    }

    /// The techniques from cheap to dear.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The techniques that are still looked for when something had to be searched, from cheap to dear: the dear
    /// ones would change little in the grade, and take most of the time.
    #[must_use]
    pub fn entries_after_search(&self) -> Vec<Entry> {
        let entries = self
            .entries
            .iter()
            .filter(|entry| entry.price < self.after_search || entry.technique().is_search());
        entries.cloned().collect()
    }

    /// The tiers from easy to hard.
    #[must_use]
    pub fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// The place of the tier to which a rating in tenths belongs.
    #[must_use]
    pub fn tier(&self, rating: u16) -> Option<usize> {
        let rating = f64::from(rating) / 10.0;
        self.tiers.iter().position(|tier| rating < tier.below)
    }

    /// The profile without a technique.
    ///
    /// # Errors
    /// When there is no such technique.
    pub fn without(mut self, name: &str) -> Result<Self, ProfileError> {
        let technique = find(name).ok_or_else(|| unknown(name, None))?;
        self.entries.retain(|entry| entry.technique != technique);
        Ok(self)
    }

    /// The profile without whatever is harder than a tier.
    ///
    /// # Errors
    /// When it has no such tier.
    pub fn only(mut self, name: &str) -> Result<Self, ProfileError> {
        let Some(tier) = self.tiers.iter().find(|tier| tier.name == name) else {
            let names: Vec<&str> = self.tiers.iter().map(|tier| tier.name.as_str()).collect();
            return Err(ProfileError {
                message: format!("no tier is called `{name}`; there are {}", names.join(", ")),
                span: None,
            });
        };
        let below = tier.below;
        self.entries
            .retain(|entry| f64::from(entry.price) / 10.0 < below);
        Ok(self)
    }
}

/// The built-in profile that a file extends.
fn extended(name: &toml::Spanned<String>) -> Result<Profile, ProfileError> {
    let known = BUILTIN.iter().find(|(known, _)| known == name.get_ref());
    let Some((_, text)) = known else {
        let names: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
        return Err(ProfileError {
            message: format!(
                "no built-in profile is called `{}`; there are {}",
                name.get_ref(),
                names.join(", ")
            ),
            span: Some(name.span()),
        });
    };
    Profile::parse(text)
}

/// The techniques that a file prices, each once.
fn entries(prices: &[toml::Spanned<Price>]) -> Result<Vec<Entry>, ProfileError> {
    let mut entries: Vec<Entry> = vec![];
    for price in prices {
        let entry = entry(price)?;
        if entries.iter().any(|e| e.technique == entry.technique) {
            let name = &price.get_ref().technique;
            return Err(ProfileError {
                message: format!("`{name}` has a price already: each technique has one"),
                span: Some(price.span()),
            });
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(price: &toml::Spanned<Price>) -> Result<Entry, ProfileError> {
    let Price { technique, rating } = price.get_ref();
    let Some(technique) = find(technique) else {
        return Err(unknown(technique, Some(price.span())));
    };
    if !(0.0..=100.0).contains(rating) {
        return Err(ProfileError {
            message: format!("{rating} is no rating; expected a number from 0 to 100"),
            span: Some(price.span()),
        });
    }
    Ok(Entry {
        technique,
        price: tenths(*rating),
    })
}

fn tenths(rating: f64) -> u16 {
    (rating * 10.0).round() as u16
}

fn find(name: &str) -> Option<u16> {
    let place = TECHNIQUES.iter().position(|t| t.name == name)?;
    Some(place as u16)
}

fn unknown(name: &str, span: Option<std::ops::Range<usize>>) -> ProfileError {
    let message = format!("no technique is called `{name}`");
    ProfileError { message, span }
}
