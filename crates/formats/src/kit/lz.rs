//! lz-string payloads: the compressed text inside f-puzzles and SudokuPad links.
//!
//! Packing uses the crate `lz-str`. Unpacking is done here, because links are untrusted: a few hundred kilobytes can unpack to
//! gigabytes. The size of the output is bounded, and characters outside the alphabet are refused instead of skipped.

use std::borrow::Cow;

/// Maximum length of an unpacked text, in UTF-16 units. A short link could otherwise unpack to gigabytes. The largest real puzzles have
/// about 100,000.
const MOST_UNITS: usize = 1 << 24;

/// Maximum number of tries to restore collapsed slashes. SudokuPad has the same limit.
const MOST_TRIES: usize = 3000;
/// Maximum number of slashes that may have been collapsed. SudokuPad has the same limit.
const MOST_SLASHES: usize = 16;
/// Maximum number of characters that all tries together may read. Otherwise a long damaged link would be
/// unpacked thousands of times.
const MOST_WORK: usize = 1 << 25;

/// Packs text in the same way as lz-string's *compressToBase64*.
#[must_use]
pub fn pack(text: &str) -> String {
    let mut packed = lz_str::compress_to_base64(text);
    // If the length is 1 modulo 4, the crate pads with four `=`, but lz-string with three.
    packed.truncate(packed.trim_end_matches('=').len());
    let padded = packed.len().next_multiple_of(4);
    packed.extend(std::iter::repeat_n('=', padded - packed.len()));
    packed
}

/// Unpacks the output of *compressToBase64* or *compressToEncodedURIComponent*. The `=` padding may be wrong or missing. `None` if the
/// text is not such a stream, ends too early, or would unpack to more than 16 million characters.
#[must_use]
pub(crate) fn unpack(packed: &str) -> Option<String> {
    let packed = packed.trim_end_matches('=');
    let mut units = vec![];
    unpack_units(&mut Bits::of(packed), &mut units)?;
    String::from_utf16(&units).ok()
}

/// Unpacks a damaged payload as far as possible. Returns the number of characters that could be unpacked, and the unpacked text.
#[must_use]
pub(crate) fn unpack_start(packed: &str) -> (usize, String) {
    let packed = packed.trim_end_matches('=');
    let mut bits = Bits::of(packed);
    let mut units = vec![];
    let whole = unpack_units(&mut bits, &mut units);
    let read = packed.len() - whole.map_or(bits.sextets.len(), |()| 0);
    // The text may break off between two surrogates, so it is not necessarily valid UTF-16.
    (read, String::from_utf16_lossy(&units))
}

/// Unpacks and reads a payload that was part of a link. Links often have `//` collapsed to `/`. If the text does not unpack
/// to something that `read` accepts, subsets of its first slashes are doubled, smallest subsets first, until it does.
pub(crate) fn unpack_repaired<T>(packed: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let attempt = |text: &str| unpack(text).and_then(|unpacked| read(&unpacked));
    attempt(packed).or_else(|| {
        let tries = MOST_TRIES.min(MOST_WORK / packed.len().max(1));
        slash_repairs(packed)
            .take(tries)
            .find_map(|repaired| attempt(&repaired))
    })
}

/// Cleans a payload that was part of a link. Removes surrounding white space, percent encoding and padding, and turns
/// blanks back into `+`.
#[must_use]
pub(crate) fn clean(payload: &str) -> String {
    let decoded = percent_decoded(payload.trim());
    decoded.replace(' ', "+").trim_end_matches('=').to_owned()
}

/// Decodes percent encoding, if the text contains any. Text that does not decode to UTF-8 is returned unchanged, so that the
/// caller can report the damage.
#[must_use]
pub(crate) fn percent_decoded(text: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(text)
        .decode_utf8()
        .unwrap_or(Cow::Borrowed(text))
}

/// Returns `true` if every character may occur in a cleaned payload.
#[must_use]
pub(crate) fn is_payload(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| SEXTETS[usize::from(byte)] < 64)
}

/// Returns copies of the text in which a subset of the slashes is doubled, smallest subsets first.
fn slash_repairs(packed: &str) -> impl Iterator<Item = String> + '_ {
    let slashes: Vec<usize> = packed
        .match_indices('/')
        .map(|(at, _)| at)
        .take(MOST_SLASHES)
        .collect();
    // Only the first slashes are considered, because each further one doubles the number of subsets.
    let masks = 1u32..1 << slashes.len();
    let by_size = (1..=slashes.len() as u32)
        .flat_map(move |size| masks.clone().filter(move |m| m.count_ones() == size));
    by_size.map(move |mask| {
        let chosen = (0..slashes.len()).filter(|i| mask >> i & 1 == 1);
        let mut text = packed.to_owned();
        // The last slash is doubled first, so that the positions of the others stay valid.
        for i in chosen.rev() {
            text.insert(slashes[i], '/');
        }
        text
    })
}

/// For each byte, the value of the alphabet character with its six bits reversed; 64 for bytes outside the alphabet. One table serves
/// both alphabets, which differ only in the character for 63: `/` in base64, `-` in links.
const SEXTETS: [u8; 256] = {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut table = [64; 256];
    let mut value = 0;
    while value < 64 {
        // Reversing all eight bits leaves the six bits of the value at the top, so they are shifted down.
        table[alphabet[value] as usize] = (value as u8).reverse_bits() >> 2;
        value += 1;
    }
    table[b'-' as usize] = table[b'/' as usize];
    table
};

/// A reader of a payload's bits. In the stream, sextets have the most significant bit first, but numbers have the least significant bit
/// first. Once the sextets are reversed, a number can be read with a shift and a mask.
struct Bits<'a> {
    sextets: std::slice::Iter<'a, u8>,
    // A number has up to 32 bits, and up to five bits of a sextet can be left over, so 32 bits would be too few.
    buffer: u64,
    filled: u32,
}

impl<'a> Bits<'a> {
    fn of(packed: &'a str) -> Self {
        Self {
            sextets: packed.as_bytes().iter(),
            buffer: 0,
            filled: 0,
        }
    }

    /// Reads a number of `width` bits, at most 32.
    fn take(&mut self, width: u32) -> Option<u32> {
        while self.filled < width {
            let sextet = SEXTETS[usize::from(*self.sextets.next()?)];
            if sextet == 64 {
                return None;
            }
            self.buffer |= u64::from(sextet) << self.filled;
            self.filled += 6;
        }
        let number = self.buffer & ((1 << width) - 1);
        self.buffer >>= width;
        self.filled -= width;
        Some(number as u32)
    }
}

/// A dictionary word, stored as a range of the output: every word is a copy of earlier output, extended by one unit.
#[derive(Clone, Copy)]
struct Word {
    start: usize,
    length: usize,
}

/// The first code of a dictionary word. The three codes below it mean a new 8-bit unit, a new 16-bit unit, and the end.
const FIRST_WORD: u32 = 3;
const END: u32 = 2;

/// Unpacks into `output`; `None` if the stream is invalid or too long. In that case `output` holds everything before the error.
fn unpack_units(bits: &mut Bits<'_>, output: &mut Vec<u16>) -> Option<()> {
    let mut words: Vec<Word> = vec![];
    let mut last: Option<Word> = None;
    // The first code has two bits, because without any words only the three special codes are possible.
    let mut width = 2;
    let mut grow_in = 1u64;
    loop {
        let code = bits.take(width)?;
        let start = output.len();
        if code == END {
            return Some(());
        } else if code < END {
            output.push(bits.take(8 << code)? as u16);
            words.push(Word { start, length: 1 });
            count_down(&mut grow_in, &mut width);
        } else {
            let number = (code - FIRST_WORD) as usize;
            let word = match words.get(number) {
                Some(&word) => word,
                // This is the code of the word that this step adds: the last word, extended by its own first unit. Packers may use such
                // a word before it is complete.
                None if number == words.len() => last.map(Word::and_next)?,
                None => return None,
            };
            word.append_to(output);
        }
        if output.len() > MOST_UNITS {
            return None;
        }
        if let Some(last) = last {
            words.push(last.and_next());
            count_down(&mut grow_in, &mut width);
        }
        last = Some(Word {
            start,
            length: output.len() - start,
        });
    }
}

impl Word {
    /// Returns the word extended by the unit that follows it in the output.
    fn and_next(self) -> Self {
        Self {
            length: self.length + 1,
            ..self
        }
    }

    /// Appends a copy of the word to the output. The copy may overlap the word: the word's last unit may be the first one that is
    /// appended.
    fn append_to(self, output: &mut Vec<u16>) {
        let written = self.length.min(output.len() - self.start);
        output.extend_from_within(self.start..self.start + written);
        if written < self.length {
            output.push(output[self.start]);
        }
    }
}

/// Counts down to the next increase in width. When the count reaches 0, widens the codes by one bit.
fn count_down(grow_in: &mut u64, width: &mut u32) {
    *grow_in -= 1;
    if *grow_in == 0 {
        *grow_in = 1 << *width;
        *width += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VECTORS: [(&str, &str); 5] = [
        ("", "Q==="),
        ("a", "IZA="),
        ("ab", "IYIyA==="),
        ("abc", "IYIwxkA="),
        ("{}", "N4XyA==="),
    ];

    #[test]
    fn known_vectors_pack_and_unpack() {
        for (text, packed) in VECTORS {
            assert_eq!(pack(text), packed);
            assert_eq!(unpack(packed).as_deref(), Some(text));
            assert_eq!(
                unpack(packed.trim_end_matches('=')).as_deref(),
                Some(text),
                "without padding"
            );
        }
    }

    #[test]
    fn a_text_that_repeats_itself_unpacks() {
        let text = "ab".repeat(500) + &"a".repeat(1000) + "ひ😀ひ😀";
        assert_eq!(unpack(&pack(&text)), Some(text));
    }

    #[test]
    fn collapsed_slashes_are_restored() {
        let text = (0..1000)
            .map(|n| format!("{{\"n\":{n},\"text\":\"\u{fffd}\u{7fff}\"}}"))
            .find(|text| pack(text).contains("//"))
            .expect("two slashes where these characters are written, in one of six alignments");
        let collapsed = pack(&text).replace("//", "/");
        assert_eq!(
            unpack_repaired(&collapsed, |unpacked| (unpacked == text).then_some(())),
            Some(())
        );
    }

    /// Packs `a`, followed by codes that each repeat the previous word and extend it by a letter.
    fn growing(codes: u32) -> String {
        let mut bits = vec![];
        let mut put = |number: u32, width| bits.extend((0..width).map(|i| number >> i & 1));
        let (mut width, mut grow_in) = (3, 4);
        put(0, 2);
        put(u32::from(b'a'), 8);
        for code in FIRST_WORD + 1..FIRST_WORD + 1 + codes {
            put(code, width);
            count_down(&mut grow_in, &mut width);
        }
        put(END, width);
        bits.resize(bits.len().next_multiple_of(6) + 6, 0);
        let sextets = bits.chunks(6);
        sextets
            .map(|sextet| sextet.iter().fold(0, |value, bit| value << 1 | bit))
            .map(|value| {
                let found = SEXTETS
                    .iter()
                    .position(|&s| s == (value as u8).reverse_bits() >> 2);
                char::from(found.expect("a sextet") as u8)
            })
            .collect()
    }

    #[test]
    fn a_bomb_is_refused() {
        let units = |codes: usize| (codes + 1) * (codes + 2) / 2;
        assert_eq!(unpack(&growing(100)), Some("a".repeat(units(100))));
        let codes = 6000;
        assert!(units(codes) > MOST_UNITS);
        let bomb = growing(codes as u32);
        assert!(bomb.len() < 20_000);
        assert_eq!(unpack(&bomb), None);
    }

    #[test]
    fn other_characters_are_refused() {
        assert_eq!(unpack("N4*XyA"), None);
        assert!(!is_payload("N4*XyA") && is_payload("N4XyA"));
    }

    proptest! {
        #[test]
        fn what_is_packed_unpacks(text in "\\PC{0,300}") {
            prop_assert_eq!(unpack(&pack(&text)), Some(text));
        }

        #[test]
        fn garbage_is_no_danger(text in "[A-Za-z0-9+/=]{0,400}") {
            let _ = unpack(&text);
        }

        #[test]
        fn the_alphabet_of_links_is_read_too(text in "\\PC{0,100}") {
            prop_assert_eq!(unpack(&lz_str::compress_to_encoded_uri_component(&text)), Some(text));
        }
    }
}
