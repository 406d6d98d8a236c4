//! The files of `rules/` that are compiled into the program.

// `FILES` contains the name and text of each rule file, sorted by name. The build script generates
// it from the folder.
include!(concat!(env!("OUT_DIR"), "/constraints.rs"));

/// Name and text of each grading profile.
pub const PROFILES: &[(&str, &str)] = &[
    ("default", include_str!("../grading/default.toml")),
    ("patient", include_str!("../grading/patient.toml")),
    ("sukaku", include_str!("../grading/sukaku.toml")),
    ("sukaku-1.18", include_str!("../grading/sukaku-1.18.toml")),
    ("se-1.2.1", include_str!("../grading/se-1.2.1.toml")),
    (
        "naked-sets-only",
        include_str!("../grading/naked-sets-only.toml"),
    ),
];

/// Text of the file with the phrases that describe deductions.
pub const ENGLISH: &str = include_str!("../wording/en.toml");
