//! The requirement that a new puzzle needs a certain technique.

use cluewright_logic::{End, Ground, Profile, ProfileError, solve};

/// A required technique, and the profile without it. The techniques of that profile must not solve a new puzzle
/// at the same rating.
#[derive(Clone, Debug)]
pub struct Needed {
    name: String,
    others: Profile,
}

impl Needed {
    /// Looks up a technique by its name in a profile.
    ///
    /// # Errors
    /// Returns an error if there is no such technique, or the profile does not use it.
    pub fn of(profile: &Profile, name: &str) -> Result<Self, ProfileError> {
        let others = profile.clone().without(name)?;
        // `without` also accepts a technique that the profile does not use, so the entries are counted.
        match others.entries().len() < profile.entries().len() {
            true => Ok(Self {
                name: name.to_owned(),
                others,
            }),
            false => Err(ProfileError {
                message: format!("`{name}` may not be used"),
                span: None,
                help: Some("its profile, tier or rating excludes it".to_owned()),
            }),
        }
    }

    /// Returns a message if a puzzle with this rating does not need the technique: the other techniques solve
    /// it without a harder step.
    pub(super) fn spare(
        &self,
        ground: &Ground<'_>,
        rating: f64,
        go_on: impl Fn(usize) -> bool,
    ) -> Option<String> {
        let path = solve(ground, &self.others.clone().up_to(rating), go_on);
        (path.end == End::Solved).then(|| format!("it is not harder without `{}`", self.name))
    }
}
