//! Colours of drawings, and the names that rules texts use for colours.

use cluewright_puzzle::css_colour;

/// A colour as it looks on white paper: red, green and blue from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Hue in degrees from which a bright purple is called pink. Both names are in use for such a colour.
const FIRST_PINK: f64 = 294.0;

/// HSV value, from 0 to 1, above which a purple with a hue of at least [`FIRST_PINK`] is called pink.
const DARKEST_PINK: f64 = 0.75;

/// Opacity from 0 to 1 above which a colour is visible on white paper.
const FAINTEST: f64 = 0.02;

impl Colour {
    /// Parses a colour in any CSS notation; `None` if the text is not a colour, or if the colour is too transparent to
    /// be visible.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (parts, opacity) = css_colour(text)?;
        Self::blend(parts.map(f64::from), opacity)
    }

    fn blend(parts: [f64; 3], opacity: f64) -> Option<Self> {
        let seen = |part: f64| (part * opacity + 255.0 * (1.0 - opacity)).round() as u8;
        let [red, green, blue] = parts.map(seen);
        (opacity > FAINTEST).then_some(Self(red, green, blue))
    }

    /// Returns the hue in degrees, and the saturation and the value, both from 0 to 1.
    fn hsv(self) -> (f64, f64, f64) {
        let [red, green, blue] = [self.0, self.1, self.2].map(|part| f64::from(part) / 255.0);
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        let range = most - least;
        let hue = if range == 0.0 {
            0.0
        } else if most == red {
            60.0 * ((green - blue) / range).rem_euclid(6.0)
        } else if most == green {
            60.0 * ((blue - red) / range + 2.0)
        } else {
            60.0 * ((red - green) / range + 4.0)
        };
        let saturation = if most == 0.0 { 0.0 } else { range / most };
        (hue, saturation, most)
    }

    /// Returns `true` if some name other than `white` fits both colours.
    pub(crate) fn is_a_shade_of(self, other: Self) -> bool {
        let mut names = NAMES.iter().filter(|&&name| name != "white");
        names.any(|name| self.is_called(name) && other.is_called(name))
    }

    /// Returns `true` if people may call the colour by a name. The ranges of names overlap, because some people call a
    /// violet line purple and others call it blue.
    pub(crate) fn is_called(self, name: &str) -> bool {
        let (hue, saturation, value) = self.hsv();
        let hue_in = |from: f64, to: f64| {
            if from <= to {
                (from..=to).contains(&hue)
            } else {
                hue >= from || hue <= to
            }
        };
        let coloured = saturation > 0.12 && value > 0.15;
        match name {
            "white" => saturation < 0.06 && value > 0.94,
            "black" => value < 0.25,
            "grey" => saturation < 0.16 && (0.15..0.97).contains(&value),
            "red" => coloured && hue_in(340.0, 16.0),
            "brown" => coloured && hue_in(8.0, 48.0) && value < 0.8,
            "orange" => coloured && hue_in(12.0, 46.0),
            "yellow" => coloured && hue_in(38.0, 72.0),
            "green" => coloured && hue_in(66.0, 172.0),
            "teal" => coloured && hue_in(155.0, 205.0),
            "blue" => coloured && hue_in(175.0, 262.0),
            "purple" => coloured && hue_in(245.0, 330.0),
            "pink" => coloured && hue_in(285.0, 16.0),
            "beige" => saturation > 0.05 && value > 0.6 && hue_in(12.0, 64.0),
            "mint" => coloured && hue_in(95.0, 185.0),
            _ => false,
        }
    }

    /// Returns the name that most people would use for the colour; `None` if no name fits.
    pub(crate) fn name(self) -> Option<&'static str> {
        let (hue, _, value) = self.hsv();
        let mut names = NAMES.into_iter().filter(|name| self.is_called(name));
        match names.next() {
            Some("purple") if hue >= FIRST_PINK && value > DARKEST_PINK => Some("pink"),
            name => name,
        }
    }
}

/// Returns the name that [`Colour::is_called`] accepts for a colour word of a text.
pub(crate) fn colour_name(word: &str) -> Option<&'static str> {
    Some(match word {
        "white" => "white",
        "black" => "black",
        "grey" | "gray" | "silver" => "grey",
        "red" | "crimson" | "maroon" => "red",
        "brown" => "brown",
        "beige" | "tan" | "cream" => "beige",
        "orange" | "peach" | "salmon" => "orange",
        "yellow" | "gold" | "golden" => "yellow",
        "green" | "lime" | "olive" => "green",
        "teal" | "turquoise" | "cyan" | "aqua" => "teal",
        "mint" => "mint",
        "blue" | "navy" | "indigo" => "blue",
        "purple" | "violet" | "lavender" | "lilac" => "purple",
        "pink" | "magenta" | "fuchsia" => "pink",
        _ => return None,
    })
}

/// Returns `true` for a word that only modifies the name of a colour.
pub(crate) fn is_shade(word: &str) -> bool {
    matches!(
        word,
        "light" | "dark" | "pale" | "bright" | "deep" | "coloured" | "colored"
    )
}

/// The colour names that descriptions use, in order of preference.
pub(crate) const NAMES: [&str; 12] = [
    "white", "black", "grey", "red", "orange", "yellow", "green", "blue", "teal", "purple", "pink",
    "brown",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_they_look_on_white() {
        assert_eq!(Colour::parse("#fff"), Some(Colour(255, 255, 255)));
        assert_eq!(Colour::parse("#00000080"), Some(Colour(127, 127, 127)));
        assert_eq!(Colour::parse("rgba(0, 0, 255, 1)"), Some(Colour(0, 0, 255)));
        assert_eq!(Colour::parse("#f0f0"), None);
        assert_eq!(Colour::parse("#ää"), None);
        let blue = Colour::parse("oklch(88.739% 0.07926 208.88)").expect("a colour");
        assert!(blue.is_called("blue"), "{blue:?}");
        assert_eq!(Colour::parse("oklch(1 2)"), None);
    }

    #[test]
    fn purple_and_pink_are_told_apart_and_both_words_name_what_is_between() {
        for (hex, name) in [
            ("#d23be7", "purple"),
            ("#f067f0", "pink"),
            ("#800080", "purple"),
            ("#8000ff", "purple"),
        ] {
            let colour = Colour::parse(hex).expect("a colour");
            assert_eq!(colour.name(), Some(name), "{hex}");
            assert!(colour.is_called("purple"), "{hex}");
        }
    }

    #[test]
    fn the_usual_lines_have_their_usual_names() {
        for (hex, name) in [
            ("#a3e048", "green"),
            ("#67f067ff", "green"),
            ("#d23be7", "purple"),
            ("#f067f0ff", "pink"),
            ("#cfcfcf", "grey"),
            ("#2ecbffff", "blue"),
            ("#eb7532", "orange"),
            ("#f7d038", "yellow"),
            ("#e6261f", "red"),
        ] {
            let colour = Colour::parse(hex).expect("a colour");
            assert!(colour.is_called(name), "{hex} is {name}");
        }
    }
}
