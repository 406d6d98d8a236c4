//! Unpacks base64 and raw DEFLATE data (RFC 1951). Links are untrusted, and a few kilobytes can unpack to gigabytes, so the
//! size of the output is limited.

/// Maximum size of an unpacked text, in bytes. Real puzzles have about 50,000.
const MOST: usize = 1 << 22;

/// Decodes base64 without white space; `None` if the text has other characters. The padding is optional.
pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.chunks(4) {
        let bits = chunk
            .iter()
            .try_fold(0, |bits, &c| Some(bits << 6 | sextet(c)?))?;
        let bits: u32 = bits << (6 * (4 - chunk.len()));
        bytes.extend(bits.to_be_bytes()[1..].iter().take(chunk.len() - 1));
    }
    Some(bytes)
}

fn sextet(c: u8) -> Option<u32> {
    Some(u32::from(match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}

/// Unpacks raw DEFLATE data.
///
/// # Errors
///
/// Fails if the data are invalid, end too early, or exceed 4 megabytes. The error is the number of bytes that were read up
/// to that point.
pub(super) fn inflate(packed: &[u8]) -> Result<Vec<u8>, usize> {
    let mut bits = Bits {
        bytes: packed,
        at: 0,
        buffer: 0,
        filled: 0,
    };
    let mut output = vec![];
    match unpack(&mut bits, &mut output) {
        Some(()) => Ok(output),
        None => Err(bits.at),
    }
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    // A number has up to 16 bits, and up to 7 bits of a byte can be left over, so 32 bits suffice.
    buffer: u32,
    filled: u32,
}

impl Bits<'_> {
    /// Reads a number of up to 16 bits, least significant bit first.
    fn take(&mut self, width: u32) -> Option<usize> {
        while self.filled < width {
            self.buffer |= u32::from(*self.bytes.get(self.at)?) << self.filled;
            self.at += 1;
            self.filled += 8;
        }
        let number = self.buffer & ((1 << width) - 1);
        self.buffer >>= width;
        self.filled -= width;
        Some(number as usize)
    }

    /// Reads the bytes of an uncompressed block.
    fn take_stored_block(&mut self) -> Option<&[u8]> {
        // A stored block begins at a byte boundary. `take` reads no byte early, so only padding is dropped.
        (self.buffer, self.filled) = (0, 0);
        let header = self.bytes.get(self.at..self.at + 4)?;
        let length = u16::from_le_bytes([header[0], header[1]]);
        let inverse = u16::from_le_bytes([header[2], header[3]]);
        (length == !inverse).then_some(())?;
        let start = self.at + 4;
        let bytes = self.bytes.get(start..start + usize::from(length))?;
        self.at = start + usize::from(length);
        Some(bytes)
    }
}

fn unpack(bits: &mut Bits<'_>, output: &mut Vec<u8>) -> Option<()> {
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => output.extend_from_slice(bits.take_stored_block()?),
            1 => {
                let mut lengths = [8; 288];
                lengths[144..256].fill(9);
                lengths[256..280].fill(7);
                block(bits, output, &Codes::new(&lengths)?, &Codes::new(&[5; 30])?)?;
            }
            2 => {
                let (symbols, distances) = codes(bits)?;
                block(bits, output, &symbols, &distances)?;
            }
            _ => return None,
        }
        if output.len() > MOST {
            return None;
        }
        if is_last {
            return Some(());
        }
    }
}

/// The order in which a block lists the lengths of the code-length codes.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// Reads the two codes that a block with dynamic codes defines.
fn codes(bits: &mut Bits<'_>) -> Option<(Codes, Codes)> {
    let symbols = bits.take(5)? + 257;
    let distances = bits.take(5)? + 1;
    let count = bits.take(4)? + 4;
    let mut lengths = [0; 19];
    for &place in &ORDER[..count] {
        lengths[place] = bits.take(3)? as u8;
    }
    let code = Codes::new(&lengths)?;
    let mut lengths: Vec<u8> = vec![];
    // A repetition may continue from the lengths of one code into those of the other, so the lengths of both codes are
    // read as one list.
    while lengths.len() < symbols + distances {
        let (length, times) = match code.symbol(bits)? {
            16 => (*lengths.last()?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            18 => (0, 11 + bits.take(7)?),
            length => (length as u8, 1),
        };
        lengths.extend(std::iter::repeat_n(length, times));
    }
    (lengths.len() == symbols + distances).then_some(())?;
    let (symbols, distances) = lengths.split_at(symbols);
    Some((Codes::new(symbols)?, Codes::new(distances)?))
}

const END: usize = 256;
const LENGTHS: [usize; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
];
const LENGTH_BITS: [u32; 29] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCES: [usize; 30] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
];

fn block(
    bits: &mut Bits<'_>,
    output: &mut Vec<u8>,
    symbols: &Codes,
    distances: &Codes,
) -> Option<()> {
    // The size is also limited here, because a single block can hold any amount of data.
    while output.len() <= MOST {
        let symbol = symbols.symbol(bits)?;
        if symbol < END {
            output.push(symbol as u8);
            continue;
        }
        let Some(index) = symbol.checked_sub(END + 1) else {
            return Some(());
        };
        // The fixed code also has the symbols 286 and 287, which have no length.
        let length = LENGTHS.get(index)? + bits.take(LENGTH_BITS[index])?;
        let index = distances.symbol(bits)?;
        let extra = (index as u32 / 2).saturating_sub(1);
        let distance = DISTANCES.get(index)? + bits.take(extra)?;
        let start = output.len().checked_sub(distance)?;
        // The copy may overlap its own output, so it is made byte by byte.
        for at in start..start + length {
            output.push(output[at]);
        }
    }
    None
}

/// A canonical Huffman code with code lengths of up to 15 bits.
struct Codes {
    /// The number of codes of each length.
    counts: [usize; 16],
    /// The symbols, in the order of their codes.
    symbols: Vec<usize>,
}

impl Codes {
    /// Builds a code from the length of each symbol's code; `None` if the lengths are not those of a prefix code.
    fn new(lengths: &[u8]) -> Option<Self> {
        let mut counts = [0; 16];
        for &length in lengths {
            counts[usize::from(length)] += 1;
        }
        counts[0] = 0;
        let room = |room: usize, &count: &usize| (2 * room).checked_sub(count);
        // Unused codes are allowed: a block with a single distance leaves half of its code unused.
        counts[1..].iter().try_fold(1, room)?;
        let mut symbols: Vec<usize> = (0..lengths.len()).filter(|&s| lengths[s] > 0).collect();
        // The sort is stable, because symbols of one length must stay in ascending order.
        symbols.sort_by_key(|&symbol| lengths[symbol]);
        Some(Self { counts, symbols })
    }

    fn symbol(&self, bits: &mut Bits<'_>) -> Option<usize> {
        let (mut code, mut first, mut index) = (0, 0, 0);
        for &count in &self.counts[1..] {
            code |= bits.take(1)?;
            if code < first + count {
                return self.symbols.get(index + code - first).copied();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unpack(base64: &str) -> Option<String> {
        let bytes = inflate(&from_base64(base64)?).ok()?;
        String::from_utf8(bytes).ok()
    }

    #[test]
    fn blocks_of_each_kind_unpack() {
        assert_eq!(unpack("AQIA/f9oaQ==").as_deref(), Some("hi"));
        assert_eq!(unpack("y8jMUciAYAA=").as_deref(), Some("hil hil hil"));
        assert_eq!(unpack("AwA").as_deref(), Some(""));
    }

    #[test]
    fn damaged_data_are_refused_where_they_go_wrong() {
        assert_eq!(inflate(&[]), Err(0));
        assert_eq!(inflate(&[0x07]), Err(1));
        assert_eq!(inflate(&[0x01, 2, 0, 0, 0]), Err(1));
        assert_eq!(inflate(&from_base64("y8jMUciA").unwrap()), Err(6));
        assert_eq!(from_base64("y8*M"), None);
    }

    #[test]
    fn a_bomb_is_refused() {
        let stored = |length: u16| {
            let inverse = (!length).to_le_bytes();
            let mut block = vec![0];
            block.extend(length.to_le_bytes().into_iter().chain(inverse));
            block.resize(block.len() + usize::from(length), b'a');
            block
        };
        let blocks = MOST / usize::from(u16::MAX) + 1;
        assert!(inflate(&stored(u16::MAX).repeat(blocks)).is_err());
    }

    proptest! {
        #[test]
        fn garbage_is_no_danger(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = inflate(&bytes);
        }
    }
}
