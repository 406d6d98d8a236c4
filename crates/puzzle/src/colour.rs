//! Colours of drawings.

use color::{Srgb, parse_color};

/// Parses a colour in any CSS notation into red, green and blue, from 0 to 255, and its opacity from 0 to 1. `None` if the
/// text is not a colour.
///
/// Hexadecimal digits without a `#` are accepted, because files of setting tools contain them.
#[must_use]
pub fn css_colour(text: &str) -> Option<([u8; 3], f64)> {
    let text = text.trim();
    // The crate knows only the American spelling of names such as `lightgrey`.
    let colour = parse_color(&text.to_lowercase().replace("grey", "gray"))
        .or_else(|_| parse_color(&format!("#{text}")))
        .ok()?
        .to_alpha_color::<Srgb>();
    let [.., opacity] = colour.components;
    let bytes = colour.to_rgba8();
    Some(([bytes.r, bytes.g, bytes.b], opacity.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_all_notations() {
        for (text, expected) in [
            ("#f00", Some(([255, 0, 0], 1.0))),
            (" 5B944A", Some(([91, 148, 74], 1.0))),
            ("LightGrey", Some(([211, 211, 211], 1.0))),
            ("rgb(10, 20, 300)", Some(([10, 20, 255], 1.0))),
            ("rgb(255 0 0 / 50%)", Some(([255, 0, 0], 0.5))),
            ("hsla(120deg 50% 50% / 0.25)", Some(([64, 191, 64], 0.25))),
            ("oklch(0.7 0.1 120)", Some(([150, 168, 94], 1.0))),
            ("transparent", Some(([0, 0, 0], 0.0))),
            ("none", None),
            ("#12", None),
            ("", None),
        ] {
            assert_eq!(css_colour(text), expected, "{text}");
        }
    }
}
