//! Explains why packed JSON cannot be read.

use super::lz;
use super::reading::ReadError;
use serde::de::IgnoredAny;

/// Returns the error for a cleaned payload that does not unpack to JSON.
pub(crate) fn damage_error(payload: &str) -> ReadError {
    let (read, text) = lz::unpack_start(payload);
    let length = payload.len();
    let (good, fault) = match serde_json::from_str::<IgnoredAny>(&text) {
        Err(error) if error.is_eof() => (text.as_str(), "breaks off"),
        Err(error) if error.line() == 1 => {
            // The column is an offset in the whole text only on the first line. It counts bytes, so
            // it may be inside a character, where slicing would panic.
            let good = text.get(..error.column().saturating_sub(1));
            (good.unwrap_or_default(), "is no longer JSON")
        }
        _ => (text.as_str(), "is invalid"),
    };
    let message = if good.starts_with('{') {
        let tail: Vec<char> = good.chars().rev().take(30).collect();
        let tail: String = tail.into_iter().rev().collect();
        format!(
            "the packed puzzle is damaged: it {fault} after `{tail}`, at character {read} of {length}"
        )
    } else {
        "the packed puzzle is damaged: it does not unpack to JSON".to_owned()
    };
    ReadError::new(message).help("copy the whole link again, from its first character to its last")
}

/// Returns `true` if the text unpacks to the start of a JSON object but is damaged after that.
pub(crate) fn is_damaged_payload(text: &str) -> bool {
    let payload = lz::clean(text);
    // Other words, such as file names, may also consist only of these characters, so the unpacked
    // content decides.
    lz::is_payload(&payload) && lz::unpack_start(&payload).1.starts_with("{\"")
}
