//! Decodes the bytes of files as text.

use std::io::{self, Cursor, Read};

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

/// Returns a reader of the same text in UTF-8 if a byte order mark shows that the text is UTF-16. Any other text is passed on
/// unchanged.
///
/// # Errors
/// Returns an error if the first bytes cannot be read.
pub(crate) fn into_utf8(mut reader: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut head = vec![];
    reader.by_ref().take(2).read_to_end(&mut head)?;
    let pair = match head[..] {
        [0xFF, 0xFE] => u16::from_le_bytes,
        [0xFE, 0xFF] => u16::from_be_bytes,
        _ => return Ok(Box::new(Cursor::new(head).chain(reader))),
    };
    Ok(Box::new(Utf16 {
        reader,
        pair,
        rest: vec![],
        text: Cursor::default(),
    }))
}

/// A reader that converts UTF-16 to UTF-8. Invalid units become U+FFFD, so that only their lines are refused.
struct Utf16<R> {
    reader: R,
    pair: fn([u8; 2]) -> u16,
    /// Bytes that were read but not converted, because they end within a character.
    rest: Vec<u8>,
    /// Converted text.
    text: Cursor<Vec<u8>>,
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut read = self.text.read(into)?;
        while read == 0 && !into.is_empty() {
            let has_more = self.convert_more()?;
            read = self.text.read(into)?;
            if !has_more {
                break;
            }
        }
        Ok(read)
    }
}

impl<R: Read> Utf16<R> {
    /// Converts another block. Returns `false` at the end of the text.
    fn convert_more(&mut self) -> io::Result<bool> {
        const BLOCK: usize = 1 << 14;
        let mut bytes = std::mem::take(&mut self.rest);
        let begun = bytes.len();
        bytes.resize(begun + BLOCK, 0);
        let read = self.reader.read(&mut bytes[begun..])?;
        bytes.truncate(begun + read);
        if read > 0 {
            self.rest = bytes.split_off(self.end_of_characters(&bytes));
        }
        let units = bytes.chunks_exact(2).map(|b| (self.pair)([b[0], b[1]]));
        let characters = char::decode_utf16(units);
        let text: String = characters
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.text = Cursor::new(text.into_bytes());
        Ok(read > 0)
    }

    /// Returns the number of bytes that form complete characters.
    fn end_of_characters(&self, bytes: &[u8]) -> usize {
        let even = bytes.len() & !1;
        match bytes[..even] {
            [.., a, b] if (0xD800..0xDC00).contains(&(self.pair)([a, b])) => even - 2,
            _ => even,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convert(bytes: &[u8], first: usize) -> String {
        let (one, other) = bytes.split_at(first);
        let reader = Cursor::new(one.to_vec()).chain(Cursor::new(other.to_vec()));
        let mut text = String::new();
        let mut reader = into_utf8(Box::new(reader)).unwrap();
        reader.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn utf_16_becomes_utf_8() {
        let text: String = "12.4 \u{1F600} é\n".repeat(3000);
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let little = [&b"\xFF\xFE"[..], &little].concat();
        let big = [&b"\xFE\xFF"[..], &big].concat();
        for bytes in [&little, &big] {
            // The blocks end within units and between surrogates.
            for first in [1, 7, 12, 13, 14, 15] {
                assert_eq!(convert(bytes, first), text);
            }
        }
        assert_eq!(convert(text.as_bytes(), 3), text);
    }

    #[test]
    fn half_a_character_at_the_end_is_replaced() {
        assert_eq!(convert(b"\xFF\xFE1\0\x3D\xD8", 4), "1\u{FFFD}");
    }
}
