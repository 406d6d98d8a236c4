//! The files of `rules/` that are compiled into the program.

// `FILES` contains the name and text of each rule file, sorted by name. The build script generates
// it from the folder.
include!(concat!(env!("OUT_DIR"), "/constraints.rs"));

/// The text of a file that the build script has copied.
macro_rules! copied {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

/// Name and text of each grading profile.
pub const PROFILES: &[(&str, &str)] = &[
    ("default", copied!("default.toml")),
    ("patient", copied!("patient.toml")),
    ("sukaku", copied!("sukaku.toml")),
    ("sukaku-1.18", copied!("sukaku-1.18.toml")),
    ("se-1.2.1", copied!("se-1.2.1.toml")),
    ("naked-sets-only", copied!("naked-sets-only.toml")),
];

/// Text of the file with the phrases that describe deductions.
pub const ENGLISH: &str = copied!("en.toml");
