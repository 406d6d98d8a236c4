//! Colours of drawings and the names that rules texts have for them.

/// A colour as it is seen on white paper, in 256 steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Names that files use for colours.
const NAMED: [(&str, Colour); 19] = [
    ("black", Colour(0, 0, 0)),
    ("white", Colour(255, 255, 255)),
    ("grey", Colour(128, 128, 128)),
    ("gray", Colour(128, 128, 128)),
    ("lightgrey", Colour(211, 211, 211)),
    ("lightgray", Colour(211, 211, 211)),
    ("darkgrey", Colour(169, 169, 169)),
    ("darkgray", Colour(169, 169, 169)),
    ("red", Colour(255, 0, 0)),
    ("orange", Colour(255, 165, 0)),
    ("gold", Colour(255, 215, 0)),
    ("yellow", Colour(255, 255, 0)),
    ("lime", Colour(0, 255, 0)),
    ("green", Colour(0, 128, 0)),
    ("cyan", Colour(0, 255, 255)),
    ("blue", Colour(0, 0, 255)),
    ("purple", Colour(128, 0, 128)),
    ("pink", Colour(255, 192, 203)),
    ("brown", Colour(165, 42, 42)),
];

/// Hue from which a bright purple is called pink rather than purple, though both words are used.
const FIRST_PINK: f64 = 294.0;

/// Brightness above which such a colour is called pink.
const DARKEST_PINK: f64 = 0.75;

/// Minimum share of the full colour that is visible on white paper.
const FAINTEST: f64 = 0.02;

impl Colour {
    /// Reads a colour of a file: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a name, `rgb()`, `rgba()` or `oklch()`. `None` if it is none
    /// of these or transparent.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(hex) = text.strip_prefix('#') {
            return Self::of_hex(hex);
        }
        if let Some(parts) = text.strip_prefix("rgba(").or(text.strip_prefix("rgb(")) {
            let parts: Vec<f64> = parts
                .trim_end_matches(')')
                .split([',', ' ', '/'])
                .filter_map(|part| part.trim().parse().ok())
                .collect();
            return match parts[..] {
                [red, green, blue] => Self::blend([red, green, blue], 1.0),
                [red, green, blue, opacity] => Self::blend([red, green, blue], opacity),
                _ => None,
            };
        }
        if let Some(parts) = text.strip_prefix("oklch(") {
            return Self::of_oklch(parts);
        }
        let named = NAMED.iter().find(|(name, _)| *name == text);
        named.map(|&(_, colour)| colour)
    }

    /// Reads lightness, chroma and hue, as newer tools write colours: `88.7% 0.079 208.9`, perhaps `/ 0.5`.
    fn of_oklch(parts: &str) -> Option<Self> {
        let parts = parts.trim_end_matches(')').split([' ', '/', ',']);
        let parts = parts.filter(|part| !part.is_empty()).map(|part| {
            let share = part.strip_suffix('%').map(|part| part.parse::<f64>());
            match share {
                Some(share) => share.map(|share| share / 100.0),
                None => part.trim_end_matches("deg").parse(),
            }
        });
        let parts: Vec<f64> = parts.collect::<Result<_, _>>().ok()?;
        let (&[lightness, chroma, hue], opacity) = match parts.as_slice() {
            [first @ .., opacity] if first.len() == 3 => (first.first_chunk()?, *opacity),
            all => (all.first_chunk().filter(|_| all.len() == 3)?, 1.0),
        };
        let (across, along) = hue.to_radians().sin_cos();
        let (a, b) = (chroma * along, chroma * across);
        let cubed = |by_a: f64, by_b: f64| (lightness + by_a * a + by_b * b).powi(3);
        let long = cubed(0.396_337_777_4, 0.215_803_757_3);
        let medium = cubed(-0.105_561_345_8, -0.063_854_172_8);
        let short = cubed(-0.089_484_177_5, -1.291_485_548);
        let linear = [
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
        ];
        let encoded = |part: f64| match part <= 0.003_130_8 {
            true => 12.92 * part,
            false => 1.055 * part.powf(1.0 / 2.4) - 0.055,
        };
        Self::blend(linear.map(|part| 255.0 * encoded(part)), opacity)
    }

    fn of_hex(hex: &str) -> Option<Self> {
        if !hex.is_ascii() {
            return None;
        }
        let width = match hex.len() {
            3 | 4 => 1,
            6 | 8 => 2,
            _ => return None,
        };
        let part = |at: usize| -> Option<f64> {
            let digits = hex.get(at * width..(at + 1) * width)?;
            let value = u8::from_str_radix(digits, 16).ok()?;
            Some(f64::from(if width == 1 { value * 17 } else { value }))
        };
        let opacity = part(3).map_or(1.0, |opacity| opacity / 255.0);
        Self::blend([part(0)?, part(1)?, part(2)?], opacity)
    }

    fn blend(parts: [f64; 3], opacity: f64) -> Option<Self> {
        let seen = |part: f64| (part * opacity + 255.0 * (1.0 - opacity)).clamp(0.0, 255.0) as u8;
        let [red, green, blue] = parts.map(seen);
        (opacity > FAINTEST).then_some(Self(red, green, blue))
    }

    /// Hue in degrees, saturation and value from 0 to 1.
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

    /// Returns `true` if people may call two colours by one name, white aside.
    pub(crate) fn is_a_shade_of(self, other: Self) -> bool {
        let mut names = NAMES.iter().filter(|&&name| name != "white");
        names.any(|name| self.is_called(name) && other.is_called(name))
    }

    /// Returns `true` if people may call the colour by a name. Names overlap: a violet line is purple to some and blue to
    /// others.
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

    /// Returns the name that most people have for the colour.
    pub(crate) fn name(self) -> Option<&'static str> {
        let (hue, _, value) = self.hsv();
        let mut names = NAMES.into_iter().filter(|name| self.is_called(name));
        match names.next() {
            Some("purple") if hue >= FIRST_PINK && value > DARKEST_PINK => Some("pink"),
            name => name,
        }
    }
}

/// Returns the name that we have for a colour that a text names.
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

/// Words that only shade a colour's name.
pub(crate) fn is_shade(word: &str) -> bool {
    matches!(
        word,
        "light" | "dark" | "pale" | "bright" | "deep" | "coloured" | "colored"
    )
}

/// Every name, in the order in which a description picks one.
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
