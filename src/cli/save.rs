//! Files that commands write beside their answer.

use super::Complaint;
use std::fs;
use std::path::Path;

/// Writes a file.
///
/// # Errors
/// When it cannot be written.
pub(super) fn save(file: &Path, text: &str) -> Result<(), Complaint> {
    fs::write(file, text)
        .map_err(|error| Complaint::new(format!("{} cannot be written: {error}", file.display())))
}
