//! Texts of several links.

/// The links of a text, or other payloads, one per line. Where they are whole links, lines that start
/// none go on with the one before: mail programs break long links.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut links: Vec<String> = vec![];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match links.last_mut() {
            Some(link) if link.contains("://") && !line.contains("://") => link.push_str(line),
            _ => links.push(line.to_owned()),
        }
    }
    links
}
