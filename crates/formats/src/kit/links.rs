//! Text that contains several links.

use super::reading::ReadError;

/// Reads the payload of each link in the text. If there is no link, the error states what was `expected`.
pub(crate) fn read_each<T>(
    text: &str,
    expected: &str,
    read: impl Fn(&str) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let links = split(text);
    if links.is_empty() {
        let message = format!("the text is empty, expected {expected}");
        return Err(ReadError::new(message));
    }
    links.iter().map(|link| read(link)).collect()
}

/// Splits the text into its links, or into other payloads, one per line. Mail programs break long links, so a line
/// that does not start a link continues the one before it.
fn split(text: &str) -> Vec<String> {
    let mut links: Vec<String> = vec![];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match links.last_mut() {
            Some(link) if link.contains("://") && !line.contains("://") => link.push_str(line),
            _ => links.push(line.to_owned()),
        }
    }
    links
}
