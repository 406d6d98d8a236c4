//! Ablation switches, which turn off parts of the compiler and the search, one at a time, to measure their benefit. None of
//! these parts changes the solutions of a puzzle.
//!
//! Without the feature `ablation`, nothing can be turned off, and every query is a constant.

#[cfg(feature = "ablation")]
use std::cell::Cell;

/// A part of the compiler or the search that can be turned off.
#[derive(Debug, PartialEq, Eq)]
pub struct Switch {
    name: &'static str,
}

impl Switch {
    /// Creates a switch with a name.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name }
    }

    /// Returns the name by which reports refer to the part.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns `true` unless the part is turned off.
    #[must_use]
    pub fn is_on(&self) -> bool {
        find_omitted().is_none_or(|part| part != self)
    }
}

/// Always returns `None`, because nothing can be turned off.
#[cfg(not(feature = "ablation"))]
pub(super) const fn find_omitted() -> Option<&'static Switch> {
    None
}

/// Returns the part that is turned off on this thread; `None` if all are on.
#[cfg(feature = "ablation")]
pub(super) fn find_omitted() -> Option<&'static Switch> {
    LEFT_OUT.get()
}

#[cfg(feature = "ablation")]
thread_local! {
    static LEFT_OUT: Cell<Option<&'static Switch>> = const { Cell::new(None) };
}

/// Runs `work` on this thread with one part turned off.
#[cfg(feature = "ablation")]
pub fn without<T>(part: &'static Switch, work: impl FnOnce() -> T) -> T {
    /// Guard that turns the part back on when dropped, even if `work` panics, because later tests run on the same thread.
    struct Restore(Option<&'static Switch>);

    impl Drop for Restore {
        fn drop(&mut self) {
            LEFT_OUT.set(self.0);
        }
    }

    let _restore = Restore(LEFT_OUT.replace(Some(part)));
    work()
}

/// Declares switches and a list of all of them.
#[macro_export]
macro_rules! switches {
    ($($(#[doc = $doc:literal])* $entry:ident = $name:literal,)*) => {
        $(
            $(#[doc = $doc])*
            pub(crate) static $entry: $crate::ablation::Switch = $crate::ablation::Switch::new($name);
        )*

        #[cfg(feature = "ablation")]
        pub(crate) static ALL: &[&$crate::ablation::Switch] = &[$(&$entry),*];
    };
}
