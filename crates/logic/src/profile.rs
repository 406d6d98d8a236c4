//! Profiles: the techniques in use, their order and their prices. Profiles are data files in `rules/grading/`.
//!
//! The prices of the default profile are in the techniques themselves.

use super::{TECHNIQUES, Technique};
use cluewright_puzzle::spelling::nearest;
use serde::Deserialize;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// A list of techniques with their prices, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The name of the profile.
    pub name: String,
    tiers: Vec<Tier>,
    entries: Vec<Entry>,
    /// `true` if a round uses the first technique that finds a step, even if a later technique might find a cheaper one.
    first_found: bool,
    /// After a search, techniques with at least this price (in tenths) are not tried, because they would hardly change the
    /// grade and take most of the time.
    after_search: u16,
    /// The maximum rating of steps, in tenths.
    ceiling: u16,
}

/// A technique in a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The index of the technique in [`TECHNIQUES`].
    pub technique: u16,
    /// The price of the technique's easiest form, in tenths.
    pub price: u16,
    /// The name of a group. In a profile that uses the first technique that finds a step, the techniques of a group count as
    /// one.
    pub together: Option<Arc<str>>,
}

impl Entry {
    /// Returns the technique of this entry.
    #[must_use]
    pub fn technique(&self) -> &'static Technique {
        &TECHNIQUES[usize::from(self.technique)]
    }
}

/// A class of steps of similar difficulty.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// The name of the tier.
    pub name: String,
    /// The upper limit of the tier, exclusive. A rating belongs to the first tier whose limit is above it.
    below: f64,
}

/// A profile file before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    /// The built-in profile that supplies tiers and prices if the file has none.
    extends: Option<toml::Spanned<String>>,
    /// `true` to use the default profile's price for every technique that the file does not price.
    #[serde(default, rename = "default-prices")]
    default_prices: bool,
    #[serde(rename = "after-search")]
    after_search: Option<f64>,
    #[serde(rename = "first-found")]
    first_found: Option<bool>,
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
    together: Option<String>,
}

/// The reason why a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ProfileError {
    /// A description of the mistake in the profile.
    pub message: String,
    /// The byte range of the mistake in the text.
    pub span: Option<std::ops::Range<usize>>,
    /// Advice on how to correct the profile.
    pub help: Option<String>,
}

/// Built-in profiles, by name.
pub const BUILTIN: &[(&str, &str)] = cluewright_rules::files::PROFILES;

impl Profile {
    const NOTHING: Self = Self {
        name: String::new(),
        tiers: vec![],
        entries: vec![],
        first_found: false,
        after_search: u16::MAX,
        ceiling: u16::MAX,
    };

    /// Creates the profile that contains all techniques with a default price.
    fn of_default_prices() -> Self {
        let priced = TECHNIQUES.iter().enumerate();
        let entries = priced.filter_map(|(place, technique)| {
            Some(Entry {
                technique: place as u16,
                price: tenths(technique.price?),
                together: None,
            })
        });
        Self {
            entries: entries.collect(),
            ..Self::NOTHING
        }
    }

    /// Creates a profile with only one technique. Its price is taken from the first built-in profile that includes it.
    pub(super) fn of_one(technique: u16) -> Option<Self> {
        let mut profiles = BUILTIN.iter();
        let price = profiles.find_map(|(name, _)| Self::builtin(name)?.price(technique))?;
        let entry = Entry {
            technique,
            price,
            together: None,
        };
        Some(Self {
            entries: vec![entry],
            ..Self::NOTHING
        })
    }

    /// Returns a built-in profile, which is parsed on first use.
    #[must_use]
    pub fn builtin(name: &str) -> Option<&'static Self> {
        static PARSED: [OnceLock<Profile>; BUILTIN.len()] =
            [const { OnceLock::new() }; BUILTIN.len()];
        let place = BUILTIN.iter().position(|(known, _)| *known == name)?;
        let parse = || Self::parse(BUILTIN[place].1).expect("built-in profiles parse");
        Some(PARSED[place].get_or_init(parse))
    }

    /// Parses a profile, including the built-in profile that it extends.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not TOML, extends an unknown profile, has no techniques, names an unknown technique,
    /// or names a technique twice.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let file: File = toml::from_str(text).map_err(|error| ProfileError {
            message: error.message().to_owned(),
            span: error.span(),
            help: None,
        })?;
        let base = match &file.extends {
            Some(name) if file.default_prices => {
                return Err(ProfileError {
                    message: "a profile that extends another cannot have `default-prices`"
                        .to_owned(),
                    span: Some(name.span()),
                    help: Some("leave out one of the two".to_owned()),
                });
            }
            Some(name) => find_extended_profile(name)?,
            None if file.default_prices => Self::of_default_prices(),
            None => Self::NOTHING,
        };
        let own = entries(&file.price)?;
        let is_own = |entry: &Entry| own.iter().any(|e| e.technique == entry.technique);
        let is_list = base.entries.is_empty();
        let first_found = file.first_found.unwrap_or(base.first_found);
        let (replaced, mut entries): (Vec<Entry>, Vec<Entry>) =
            base.entries.into_iter().partition(is_own);
        for mut entry in own.iter().cloned() {
            let before = replaced.iter().find(|e| e.technique == entry.technique);
            entry.together = entry.together.or_else(|| before?.together.clone());
            // A file without a base keeps its order, because that order may decide which technique is tried first.
            match is_list {
                true => entries.push(entry),
                false => insert(&mut entries, entry),
            }
        }
        if !first_found {
            // A profile that uses the first technique found keeps its order, because the order decides which step it finds.
            entries.sort_by_key(|entry| entry.price);
        }
        if entries.is_empty() {
            return Err(ProfileError {
                message: "a profile without techniques".to_owned(),
                span: None,
                help: Some("price some, or extend a profile".to_owned()),
            });
        }
        Ok(Self {
            name: file.name,
            tiers: match file.tiers.is_empty() {
                true => base.tiers,
                false => file.tiers,
            },
            entries,
            first_found,
            after_search: file.after_search.map_or(base.after_search, tenths),
            ceiling: base.ceiling,
        })
    }

    /// Returns the techniques in the order in which they are tried: by price, or as listed in the profile. Sudoku Explainer
    /// uses the first technique that finds a step, even if a later one would be cheaper. With its order, all ratings below
    /// 5.0 in the public puzzle bank are reproduced.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the techniques that are still tried after a search, in order. Expensive techniques are left out, because they
    /// would hardly change the grade and take most of the time.
    #[must_use]
    pub fn entries_after_search(&self) -> Vec<Entry> {
        let entries = self
            .entries
            .iter()
            // Searches are kept, because otherwise a path that needs a second search would get stuck.
            .filter(|entry| entry.price < self.after_search || entry.technique().is_search());
        entries.cloned().collect()
    }

    /// Returns `true` if `entry` is skipped because `found_by`, an earlier technique, has found a step.
    pub(super) fn passes_over(&self, entry: &Entry, found_by: &Entry) -> bool {
        let together = entry.together.is_some() && entry.together == found_by.together;
        self.first_found && !together
    }

    /// Returns the maximum rating of steps, in tenths.
    #[must_use]
    pub fn ceiling(&self) -> u16 {
        self.ceiling
    }

    /// Returns the price of a technique's easiest form, in tenths. Returns `None` if the profile does not use the technique.
    #[must_use]
    pub fn price(&self, technique: u16) -> Option<u16> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| entry.technique == technique);
        entry.map(|entry| entry.price)
    }

    /// Returns the tiers from easy to hard.
    #[must_use]
    pub fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// Returns the index of the tier that contains a rating, given in tenths.
    #[must_use]
    pub fn tier(&self, rating: u16) -> Option<usize> {
        let rating = f64::from(rating) / 10.0;
        self.tiers.iter().position(|tier| rating < tier.below)
    }

    /// Removes the named technique from the profile.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such technique.
    pub fn without(mut self, name: &str) -> Result<Self, ProfileError> {
        let technique = find(name, None)?;
        self.entries.retain(|entry| entry.technique != technique);
        Ok(self)
    }

    /// Limits the profile to a tier and all easier tiers. Harder forms of the remaining techniques are excluded too.
    ///
    /// # Errors
    ///
    /// Returns an error if the profile has no such tier.
    pub fn only(mut self, name: &str) -> Result<Self, ProfileError> {
        let wanted = spell_tier(name);
        let Some(place) = self
            .tiers
            .iter()
            .position(|tier| spell_tier(&tier.name) == wanted)
        else {
            let names = || self.tiers.iter().map(|tier| tier.name.as_str());
            let list = names().collect::<Vec<_>>().join(", ");
            let near = nearest(&wanted, names()).map(|near| format!("did you mean `{near}`? "));
            return Err(ProfileError {
                message: format!("no tier is called `{name}`"),
                span: None,
                help: Some(format!("{}tiers are {list}", near.unwrap_or_default())),
            });
        };
        let is_within = |rating: u16| self.tier(rating).is_some_and(|tier| tier <= place);
        // The limit of a tier is exclusive, so the ceiling is the highest rating below it.
        let ratings = (0..=tenths(self.tiers[place].below)).rev();
        self.ceiling = ratings.into_iter().find(|&r| is_within(r)).unwrap_or(0);
        self.entries.retain(|entry| entry.price <= self.ceiling);
        Ok(self)
    }

    /// Limits the profile to steps with at most this rating.
    #[must_use]
    pub fn up_to(mut self, rating: f64) -> Self {
        self.ceiling = self.ceiling.min(tenths(rating));
        self.entries.retain(|entry| entry.price <= self.ceiling);
        self
    }
}

fn find_extended_profile(name: &toml::Spanned<String>) -> Result<Profile, ProfileError> {
    let known = BUILTIN.iter().find(|(known, _)| known == name.get_ref());
    let Some((_, text)) = known else {
        let names: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
        return Err(ProfileError {
            message: format!("no built-in profile is called `{}`", name.get_ref()),
            span: Some(name.span()),
            help: Some(format!("built-in profiles are {}", names.join(", "))),
        });
    };
    Profile::parse(text)
}

/// Returns the techniques that a file prices. Fails if a technique is unknown or is priced twice, or if a price is out of
/// range.
fn entries(prices: &[toml::Spanned<Price>]) -> Result<Vec<Entry>, ProfileError> {
    let mut entries: Vec<Entry> = vec![];
    for price in prices {
        let entry = entry(price)?;
        if entries.iter().any(|e| e.technique == entry.technique) {
            let name = &price.get_ref().technique;
            return Err(ProfileError {
                message: format!("`{name}` already has a price: each technique has only one"),
                span: Some(price.span()),
                help: None,
            });
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(price: &toml::Spanned<Price>) -> Result<Entry, ProfileError> {
    let Price {
        technique,
        rating,
        together,
    } = price.get_ref();
    let technique = find(technique, Some(price.span()))?;
    if !(0.0..=100.0).contains(rating) {
        return Err(ProfileError {
            message: format!("{rating} is not a rating; expected a number from 0 to 100"),
            span: Some(price.span()),
            help: None,
        });
    }
    Ok(Entry {
        technique,
        price: tenths(*rating),
        together: together.as_deref().map(Arc::from),
    })
}

/// Inserts a technique before the first one that costs more. Techniques with equal prices keep their order, because the
/// first one is preferred.
fn insert(entries: &mut Vec<Entry>, entry: Entry) {
    let dearer = entries.iter().position(|other| other.price > entry.price);
    entries.insert(dearer.unwrap_or(entries.len()), entry);
}

fn tenths(rating: f64) -> u16 {
    (rating * 10.0).round() as u16
}

/// Normalises the name of a tier for comparison: converts it to lower case, and replaces hyphens with spaces.
fn spell_tier(name: &str) -> String {
    name.to_lowercase().replace('-', " ")
}

/// Finds a technique by name. `span` is the position of the name in a file.
fn find(name: &str, span: Option<std::ops::Range<usize>>) -> Result<u16, ProfileError> {
    Technique::index_of(name).map_err(|near| {
        let near = near.map(|near| format!("did you mean `{near}`? "));
        let list = "`cluewright techniques` lists all techniques";
        ProfileError {
            message: format!("no technique is called `{name}`"),
            span,
            help: Some(format!("{}{list}", near.unwrap_or_default())),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_profiles_are_found_by_their_own_names() {
        for (name, _) in BUILTIN {
            let profile = Profile::builtin(name).expect("the profile is built in");
            assert_eq!(profile.name, *name);
        }
        assert_eq!(Profile::builtin("no such profile"), None);
    }
}
