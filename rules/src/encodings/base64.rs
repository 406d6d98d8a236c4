//! Base64 text, in which each character encodes six bits.

use super::EncodingError;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Decodes each character to a number from 0 to 63.
///
/// # Errors
/// Returns an error if a character is not one of `A-Z a-z 0-9 - _`; the error names the first such character.
pub fn decode_sextets(text: &str) -> Result<Vec<u8>, EncodingError> {
    let sextet = |(place, found): (usize, char)| {
        let number = match found {
            'A'..='Z' => found as u8 - b'A',
            'a'..='z' => found as u8 - b'a' + 26,
            '0'..='9' => found as u8 - b'0' + 52,
            '-' => 62,
            '_' => 63,
            _ => {
                return Err(EncodingError::NotBase64 {
                    found,
                    place: place + 1,
                });
            }
        };
        Ok(number)
    };
    text.chars().enumerate().map(sextet).collect()
}

/// Encodes numbers from 0 to 63 as characters. Higher bits are ignored.
#[must_use]
pub fn encode_sextets(sextets: &[u8]) -> String {
    let letter = |&sextet: &u8| char::from(ALPHABET[usize::from(sextet & 63)]);
    sextets.iter().map(letter).collect()
}

/// Concatenates the bits of numbers from 0 to 63, highest bit first, and returns them as bytes. Trailing bits that
/// do not fill a byte are dropped.
#[must_use]
pub fn sextets_to_bytes(sextets: &[u8]) -> Vec<u8> {
    let byte = |index: usize| {
        let bit = |at: usize| sextets[at / 6] >> (5 - at % 6) & 1;
        (index * 8..index * 8 + 8).fold(0, |byte, at| byte << 1 | bit(at))
    };
    (0..sextets.len() * 6 / 8).map(byte).collect()
}

/// Splits bytes into numbers from 0 to 63, highest bit first. The last one is padded with zeros.
#[must_use]
pub fn bytes_to_sextets(bytes: &[u8]) -> Vec<u8> {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let sextet = |index: usize| (index * 6..index * 6 + 6).fold(0, |six, at| six << 1 | bit(at));
    (0..(bytes.len() * 8).div_ceil(6)).map(sextet).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sextets_round_trip() {
        let all: Vec<u8> = (0..64).collect();
        assert_eq!(decode_sextets(&encode_sextets(&all)), Ok(all));
    }

    #[test]
    fn bytes_round_trip() {
        for text in ["", "1", "12", "(1|2).*", "[^12]"] {
            let encoded = encode_sextets(&bytes_to_sextets(text.as_bytes()));
            let decoded = sextets_to_bytes(&decode_sextets(&encoded).expect("our own text"));
            assert_eq!(decoded, text.as_bytes());
        }
        assert_eq!(
            encode_sextets(&bytes_to_sextets(b".*(12|21).*")),
            "LiooMTJ8MjEpLio"
        );
    }

    #[test]
    fn other_characters_are_named() {
        let error = decode_sextets("AB+C").unwrap_err();
        assert_eq!(
            error,
            EncodingError::NotBase64 {
                found: '+',
                place: 3
            }
        );
    }
}
