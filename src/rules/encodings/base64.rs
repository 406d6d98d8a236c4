//! Six bits to a character.

use super::EncodingError;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The number from 0 to 63 of each character.
///
/// # Errors
/// At the first character that is none of `A-Z a-z 0-9 - _`.
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

/// The characters of numbers from 0 to 63 (higher bits are left out).
#[must_use]
pub fn encode_sextets(sextets: &[u8]) -> String {
    let letter = |&sextet: &u8| char::from(ALPHABET[usize::from(sextet & 63)]);
    sextets.iter().map(letter).collect()
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
