//! Parts of the compiler and of the search that can be left out, one at a time, to measure what each contributes. None of
//! them changes a solution.
//!
//! Without the feature `ablation` nothing can be left out, and every query is a constant.

#[cfg(feature = "ablation")]
use std::cell::Cell;

/// A part that can be left out.
#[derive(Debug, PartialEq, Eq)]
pub struct Switch {
    name: &'static str,
}

impl Switch {
    /// A part with a name.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name }
    }

    /// Returns its name in reports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns `true` unless the part is left out.
    #[must_use]
    pub fn is_on(&self) -> bool {
        left_out().is_none_or(|part| part != self)
    }
}

/// The part that is left out on this thread: always none.
#[cfg(not(feature = "ablation"))]
pub(super) const fn left_out() -> Option<&'static Switch> {
    None
}

/// The part that is left out on this thread.
#[cfg(feature = "ablation")]
pub(super) fn left_out() -> Option<&'static Switch> {
    LEFT_OUT.get()
}

#[cfg(feature = "ablation")]
thread_local! {
    static LEFT_OUT: Cell<Option<&'static Switch>> = const { Cell::new(None) };
}

/// Leaves a part out of everything that `work` does on this thread.
#[cfg(feature = "ablation")]
pub fn without<T>(part: &'static Switch, work: impl FnOnce() -> T) -> T {
    /// Ends the ablation even if the work panics: tests go on after that.
    struct Restore(Option<&'static Switch>);

    impl Drop for Restore {
        fn drop(&mut self) {
            LEFT_OUT.set(self.0);
        }
    }

    let _restore = Restore(LEFT_OUT.replace(Some(part)));
    work()
}

/// Declares parts, and the list of them.
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
