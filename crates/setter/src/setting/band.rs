//! A range of accepted ratings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A range of ratings that includes both ends. Its text form is `3.0..4.0`. A single rating means that rating plus or
/// minus 0.1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The lowest accepted rating.
    pub low: f64,
    /// The highest accepted rating.
    pub high: f64,
}

/// Error for a text that is not a range of ratings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BandError(String);

/// The maximum distance from a single requested rating.
const NEAR: f64 = 0.1;

impl Band {
    /// The range that contains every rating.
    pub(super) const ANY: Self = Self {
        low: 0.0,
        high: 100.0,
    };

    /// Returns `true` if a rating is in the range. Ratings are rounded to tenths before they are compared, because 3.4 has
    /// no exact binary form.
    #[must_use]
    pub fn contains(&self, rating: f64) -> bool {
        let tenths = |rating: f64| (rating * 10.0).round();
        (tenths(self.low)..=tenths(self.high)).contains(&tenths(rating))
    }

    /// Returns `true` if no rating is in the range.
    #[must_use]
    // The range contains its upper end unless the lower end is above it.
    pub fn is_empty(&self) -> bool {
        !self.contains(self.high)
    }
}

impl FromStr for Band {
    type Err = BandError;

    fn from_str(text: &str) -> Result<Self, BandError> {
        let number = |text: &str| -> Result<f64, BandError> {
            let number = text.trim().parse().ok().filter(|n: &f64| n.is_finite());
            let wrong = || BandError("expected ratings such as 3.0..4.0, or 3.4".to_owned());
            number.ok_or_else(wrong)
        };
        let band = match text.split_once("..") {
            Some((low, high)) => Self {
                low: number(low)?,
                high: number(high)?,
            },
            None => Self {
                low: number(text)? - NEAR,
                high: number(text)? + NEAR,
            },
        };
        match band.is_empty() {
            true => Err(BandError(format!("no rating lies in {text}"))),
            false => Ok(band),
        }
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}..{:.1}", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        let band: Band = "3.0..4.0".parse().expect("a range");
        assert!(band.contains(3.0) && band.contains(4.0) && !band.contains(4.1));
        let near: Band = "3.4".parse().expect("a rating");
        assert!(near.contains(3.3) && near.contains(3.5) && !near.contains(3.2));
        for wrong in ["", "hard", "4..3", "1..", "nan"] {
            assert!(wrong.parse::<Band>().is_err(), "{wrong}");
        }
    }
}
