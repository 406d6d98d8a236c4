//! The techniques that grades and hints may use.

use super::Refusal;
use cluewright_engine::search::Verdict;
use cluewright_logic::{BUILTIN, Profile, ProfileError, TECHNIQUES};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The human techniques that may be used, with their prices.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Choice {
    /// The name of a built-in profile, or the text of a profile in TOML.
    pub profile: String,
    /// Techniques to leave out.
    pub without: Vec<String>,
    /// The highest tier of the steps to use.
    pub only: Option<String>,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            profile: "default".to_owned(),
            without: vec![],
            only: None,
        }
    }
}

impl Choice {
    /// Returns the profile with the chosen techniques.
    ///
    /// # Errors
    /// Returns an error if there is no such profile, technique or tier, or if the text of a profile is invalid.
    pub fn profile(&self) -> Result<Profile, Refusal> {
        let mut profile = match Profile::builtin(&self.profile) {
            Some(profile) => profile.clone(),
            // Every profile in TOML contains `=`. A text without it is treated as a misspelt name, so that the error
            // lists the built-in profiles.
            None if self.profile.contains('=') => Profile::parse(&self.profile)?,
            None => {
                let names: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
                let message = format!("no profile is called `{}`", self.profile);
                return Err(Refusal::new(message)
                    .help(format!("built-in profiles are {}", names.join(", "))));
            }
        };
        for name in &self.without {
            profile = profile.without(name)?;
        }
        Ok(match &self.only {
            Some(tier) => profile.only(tier)?,
            None => profile,
        })
    }

    /// Returns the profile for a puzzle with the given verdict. Unless the puzzle is unique, techniques that assume a
    /// unique solution are left out, because their steps would be invalid.
    ///
    /// # Errors
    /// Returns an error if the chosen techniques are invalid.
    pub(super) fn profile_for(&self, verdict: Verdict) -> Result<Profile, Refusal> {
        match verdict {
            Verdict::Unique => self.profile(),
            _ => self.without_uniqueness().profile(),
        }
    }

    /// Returns the choice without the techniques that assume a unique solution.
    fn without_uniqueness(&self) -> Self {
        let assuming = TECHNIQUES
            .iter()
            .filter(|technique| technique.assumes_uniqueness)
            .map(|technique| technique.name.to_owned());
        Self {
            without: self.without.iter().cloned().chain(assuming).collect(),
            ..self.clone()
        }
    }
}

impl From<ProfileError> for Refusal {
    fn from(error: ProfileError) -> Self {
        Self {
            help: error.help,
            ..Self::new(error.message)
        }
    }
}
