//! The rule files that are compiled into the program, sorted by name.

/// Each rule's name and its file's text.
pub(super) static FILES: &[(&str, &str)] = &[
    (
        "german-whisper",
        include_str!("../../rules/constraints/german-whisper.toml"),
    ),
    (
        "killer-cage",
        include_str!("../../rules/constraints/killer-cage.toml"),
    ),
    (
        "thermometer",
        include_str!("../../rules/constraints/thermometer.toml"),
    ),
    (
        "white-dot",
        include_str!("../../rules/constraints/white-dot.toml"),
    ),
];
