//! Lists the techniques, as text and as JSON.

use crate::rating;
use cluewright_logic::{BUILTIN, Kind, Profile, TECHNIQUES};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// A technique, as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TechniqueJson {
    /// The name that profiles and answers use.
    name: &'static str,
    /// A description in one sentence.
    help: &'static str,
    /// The origin of the technique's steps: a deduction or a search.
    kind: Kind,
    /// The tier of the technique's easiest form.
    tier: &'static str,
    /// The price of the technique's easiest form in each profile that uses it.
    prices: Vec<Price>,
}

/// The rating of a technique's easiest form in one profile.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Price {
    /// The name of the profile.
    profile: &'static str,
    /// The rating of the easiest form, on the profile's scale.
    rating: f64,
    // Techniques are sorted by this integer, because `f64` has no total order.
    #[serde(skip)]
    tenths: u16,
}

impl TechniqueJson {
    /// Returns all techniques, from easy to hard.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let techniques = TECHNIQUES.iter().enumerate();
        let mut all: Vec<Self> = techniques
            .map(|(place, technique)| {
                let prices = prices(place as u16);
                let tier = prices.first().map_or("", |first| {
                    let profile = Profile::builtin(first.profile);
                    let tier = profile.and_then(|p| Some(&p.tiers()[p.tier(first.tenths)?]));
                    tier.map_or("", |tier| tier.name.as_str())
                });
                Self {
                    name: technique.name,
                    help: technique.help,
                    kind: technique.kind(),
                    tier,
                    prices,
                }
            })
            .collect();
        all.sort_by_key(|technique| technique.prices.first().map(|price| price.tenths));
        all
    }
}

fn prices(technique: u16) -> Vec<Price> {
    let price = |&(name, _): &(&'static str, &str)| {
        let tenths = Profile::builtin(name)?.price(technique)?;
        Some(Price {
            profile: name,
            rating: f64::from(tenths) / 10.0,
            tenths,
        })
    };
    BUILTIN.iter().filter_map(price).collect()
}

/// Formats techniques as a table, grouped by tier.
#[must_use]
pub fn technique_list(techniques: &[TechniqueJson]) -> String {
    let widest = techniques
        .iter()
        .map(|technique| technique.name.len())
        .max();
    let width = widest.unwrap_or(0);
    let heads = BUILTIN.iter().map(|(name, _)| format!("  {name}"));
    let mut text = format!("{:width$}{}\n", "", heads.collect::<String>());
    let mut tier = "";
    for technique in techniques {
        if technique.tier != tier {
            tier = technique.tier;
            let _ = writeln!(text, "\n{tier}");
        }
        let _ = write!(text, "{:width$}", technique.name);
        for (profile, _) in BUILTIN {
            let mut prices = technique.prices.iter();
            let price = prices.find(|price| price.profile == *profile);
            let price = price.map_or("-".to_owned(), |price| rating(price.tenths));
            let _ = write!(text, "  {price:>0$}", profile.len());
        }
        let _ = writeln!(text, "  {}", technique.help);
    }
    text
}
