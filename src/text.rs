//! Decodes the bytes of files as text.

/// Decodes bytes as text. Accepts UTF-8, UTF-16 (which Windows shells write), and UTF-8 with comments in Latin-1 (which
/// old programs write).
///
/// # Errors
/// Returns an error if the bytes have none of these encodings.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<String, String> {
    let units = |bytes: &[u8], pair: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|b| pair([b[0], b[1]]));
        char::decode_utf16(units).collect::<Result<String, _>>()
    };
    let marked = |pair| {
        let text = units(&bytes[2..], pair);
        text.map_err(|_| "this begins like UTF-16 text but is not valid UTF-16".to_owned())
    };
    match &bytes[..] {
        [0xFF, 0xFE, ..] => return marked(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => return marked(u16::from_be_bytes),
        _ => {}
    }
    // UTF-16 is tried before UTF-8, because ASCII characters in UTF-16 are also valid UTF-8, with NUL bytes. Puzzles
    // consist of ASCII characters, so in UTF-16 every second byte is 0.
    let is_zero =
        // The length is checked because `all` returns `true` for an empty iterator, as for the second bytes of a one-byte
        // file.
        |odd: usize| bytes.len() > 1 && bytes.iter().skip(odd).step_by(2).all(|&byte| byte == 0);
    let text = match (is_zero(1), is_zero(0)) {
        (true, false) => units(&bytes, u16::from_le_bytes).ok(),
        (false, true) => units(&bytes, u16::from_be_bytes).ok(),
        _ => None,
    };
    match text {
        Some(text) => Ok(text),
        None => String::from_utf8(bytes)
            .or_else(|error| with_old_comments(error.as_bytes()).ok_or_else(|| not_text(&error))),
    }
}

/// Decodes UTF-8 text whose comments may be in Latin-1.
fn with_old_comments(bytes: &[u8]) -> Option<String> {
    let line = |line: &[u8]| match str::from_utf8(line) {
        Ok(line) => Some(line.to_owned()),
        // Latin-1 has the first 256 characters of Unicode in the same order, so each byte is the number of its
        // character.
        Err(_) if line.starts_with(b"#") => Some(line.iter().copied().map(char::from).collect()),
        Err(_) => None,
    };
    bytes
        .split_inclusive(|&byte| byte == b'\n')
        .map(line)
        .collect()
}

fn not_text(error: &std::string::FromUtf8Error) -> String {
    let good = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    let line = bytes[..good].iter().filter(|&&b| b == b'\n').count() + 1;
    format!(
        "line {line} is not UTF-8 text: found byte 0x{:02X} at offset {good}",
        bytes[good]
    )
}
