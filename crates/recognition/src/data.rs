//! The data files of this crate: vocabulary and wordings.

/// The text of a data file without its comments.
macro_rules! data {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

pub(crate) use data;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a data file of this crate.
///
/// The file becomes a JSON value before it is typed: reading types directly from TOML takes much more code, which would
/// make the page's engine larger.
///
/// # Panics
/// Panics if the file is invalid; tests read all files.
pub(crate) fn read_data<T: DeserializeOwned>(text: &str) -> T {
    let value: Value = toml::from_str(text).expect("the file is valid TOML");
    serde_json::from_value(value).expect("the file has the expected keys")
}
