//! Lists of what compiling can do without: nothing of it changes a solution, and each entry is switched
//! off in turn to see what it is worth.

/// An enum of such entries, each with a name for people and what it does, and the set type of those that
/// are left out.
#[macro_export]
macro_rules! switches {
    (
        $(#[$on_one:meta])* $one:ident,
        $(#[$on_set:meta])* $set:ident,
        $(#[doc = $about:literal] $entry:ident = $name:literal,)*
    ) => {
        $(#[$on_one])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $one {
            $(#[doc = $about] $entry,)*
        }

        impl $one {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$entry),*];

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$entry => $name,)*
                }
            }

            /// What it does, in one line.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$entry => $about.trim_ascii(),)*
                }
            }
        }

        $(#[$on_set])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $set(u32);

        impl $set {
            /// Whether this one is left out.
            #[must_use]
            pub const fn has(self, one: $one) -> bool {
                self.0 >> one as u32 & 1 == 1
            }

            /// A bit for each that is left out.
            #[must_use]
            pub const fn bits(self) -> u32 {
                self.0
            }
        }

        impl FromIterator<$one> for $set {
            fn from_iter<I: IntoIterator<Item = $one>>(left_out: I) -> Self {
                let bits = left_out.into_iter().map(|one| 1 << one as u32);
                Self(bits.fold(0, |all, bit| all | bit))
            }
        }
    };
}
