//! The kinds of drawings that a sentence may be about.

use crate::colour::{colour_name, is_shade};
use crate::pointers;
use cluewright_puzzle::OwnRule;
use cluewright_rules::{Ends, Form, MarkShape, Style};

/// A kind of drawing, which determines the cells that formulas can refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    Line,
    Thermometer,
    /// Lines between two circles.
    Between,
    /// Lines that begin at a diamond.
    Index,
    /// Arrows without their circles.
    Arrow,
    /// Arrows with their circles.
    CircledArrow,
    /// Arrows within a cell.
    Pointer,
    Cage,
    Dot,
    /// Circles in cells.
    Circle,
    /// Squares in cells.
    Square,
    /// Diamonds in cells.
    Diamond,
    /// Cells of a colour.
    Shade,
    /// Numbers outside the grid.
    Outside,
    /// Numbers with arrows along diagonals.
    Diagonal,
    /// Lines along a diagonal of the grid.
    Across,
    /// The whole grid, its rows, columns and boxes.
    Grid,
}

use Drawing::{
    Across, Arrow, Between, Cage, Circle, CircledArrow, Diagonal, Diamond, Dot, Grid, Index, Line,
    Outside, Pointer, Shade, Square, Thermometer,
};

/// Kinds of drawings that a sentence can name by a noun.
const NAMED: [Drawing; 9] = [
    Line,
    Thermometer,
    Arrow,
    Cage,
    Dot,
    Circle,
    Square,
    Diamond,
    Shade,
];

/// Words for coloured cells, used if the sentence names no colour.
const SHADED: [&str; 4] = ["shaded", "highlighted", "coloured", "colored"];

/// Words for looks other than colours. They are removed if they precede the noun of a drawing.
const LOOKS: &str = "small large big long short thick thin solid hollow bold outlined straight";

/// The token that replaces the noun of a drawing and the words for its look.
pub(crate) const DRAWING: &str = "drawing";

impl Drawing {
    /// Returns the only kind of drawing that the words name. A line with circles or a diamond is one kind, and so is an
    /// arrow with a circle. Dots are distinguished by their colours, so `dot` without a colour names no kind.
    ///
    /// If no kind is named, the words may be about coloured cells, about numbers outside the grid, or about the grid.
    pub(crate) fn of(words: &[String]) -> Option<Self> {
        let has = |word: &str| words.iter().any(|other| other == word);
        let is_named = |drawing: &Self| {
            (0..words.len())
                .any(|at| drawing.is_called(&words[at]) && !is_square_of_numbers(words, at))
        };
        let named: Vec<Self> = NAMED.into_iter().filter(is_named).collect();
        let has_colour = words.iter().any(|word| colour_name(word).is_some());
        match named[..] {
            [Dot] if !has_colour && !has("capsule") => None,
            [Line] if has("nth") && has("position") => Some(Index),
            [Arrow] if names_pointers(words) => Some(Pointer),
            [Line] | [Arrow] if has("diagonal") || has("outside") => None,
            [only] => Some(only),
            [Line, Circle] => Some(Between),
            [Line, Diamond] => Some(Index),
            [Arrow, Circle] => Some(CircledArrow),
            [] if names_diagonal(words) && !has("outside") && !has("clue") => Some(Across),
            [] if has_colour && has("cell") => Some(Shade),
            [] if has_colour => None,
            [] if has("outside") && has("diagonal") => Some(Diagonal),
            [] if has("outside") || has("clue") && names_clued_line(words) => Some(Outside),
            [] if has("diagonal") && (has("clue") || has("indicated")) => Some(Diagonal),
            [] => Some(Grid),
            _ => None,
        }
    }

    /// Returns the noun with which the names of rules about these drawings begin.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Line => "line",
            Thermometer => "thermometer",
            Between => "between-line",
            Index => "index-line",
            Arrow => "arrow",
            CircledArrow => "circled-arrow",
            Pointer => "pointer",
            Cage => "cage",
            Dot => "dot",
            Circle => "circle",
            Square => "square",
            Diamond => "diamond",
            Shade => "shaded-cells",
            Outside => "outside",
            Diagonal => "outside-diagonal",
            Across => "drawn-diagonal",
            Grid => "grid",
        }
    }

    /// Returns the grammar's phrases for sentences about these drawings, each with the shape of its clues.
    pub(crate) fn statements(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Line => &[("line", "line"), ("drawings", "pieces")],
            Thermometer => &[
                ("line", "line"),
                ("thermometer", "line"),
                ("drawings", "pieces"),
            ],
            Between => &[("between", "line")],
            Index => &[("index", "line")],
            Arrow => &[("arrow", "line")],
            CircledArrow => &[("circled-arrow", "arrow")],
            Pointer => &[("pointer", "arms")],
            Cage => &[("set", "group"), ("drawings", "pieces")],
            Dot => &[("dot", "pair")],
            Circle | Square | Diamond | Shade => &[("marks", "group"), ("mark", "cell")],
            Outside => &[("outside", "outside")],
            Diagonal => &[("outside", "diagonal")],
            Across => &[("line", "line"), ("mirror", "line")],
            Grid => &[("grid", "global")],
        }
    }

    /// Returns `true` if a word names drawings of this kind.
    fn is_called(self, word: &str) -> bool {
        match self {
            Between | Index => Line.is_called(word),
            CircledArrow | Pointer => Arrow.is_called(word),
            Thermometer => ["thermometer", "thermo"].contains(&word),
            Circle => ["circle", "circled"].contains(&word),
            Shade => SHADED.contains(&word),
            Across => ["diagonal", "mirror"].contains(&word),
            Dot => ["dot", "capsule"].contains(&word),
            Outside | Diagonal | Grid => false,
            _ => word == self.noun(),
        }
    }

    /// Returns the words of a sentence without articles, and with one token for the drawing and its look. Words of the
    /// heading are also removed before the noun: `Hook lines: Digits on a hook line …`.
    pub(crate) fn tokens<'w>(self, words: &'w [String], heading: &[String]) -> Vec<&'w str> {
        let mut tokens: Vec<&str> = vec![];
        for word in words {
            let word = word.as_str();
            let is_cell = self == Shade && ["cell", "digit", "square"].contains(&word);
            if is_cell && tokens.last().is_some_and(|last| is_look(last)) || self.is_called(word) {
                let is_name = |word: &str| {
                    is_look(word)
                        || heading.iter().any(|name| name == word)
                        || self == Across && word == "marked"
                };
                while tokens.last().is_some_and(|last| is_name(last)) {
                    tokens.pop();
                }
                tokens.push(DRAWING);
            } else if is_cell && tokens.last() == Some(&DRAWING) {
                // `Shaded cell` is one drawing, so its noun adds no token.
            } else if !is_article(word) {
                tokens.push(word);
            }
        }
        tokens
    }

    /// Returns the styles in which one of the puzzle's own rules about these drawings is drawn.
    pub(crate) fn styles(self, own: &OwnRule) -> Vec<Style> {
        let text = own.params.first();
        let text = text.map_or(String::new(), |(name, _)| format!("{{{name}}}"));
        let style = |form: Form, shape: &[MarkShape]| Style {
            form,
            shape: shape.to_vec(),
            colours: vec![],
            ends: self.ends(),
            text: text.clone(),
            weight: 0,
        };
        match self {
            Line | Thermometer | Between | Index => vec![style(Form::Line, &[])],
            // A sentence that does not mention circles may be about arrows with or without them.
            Arrow => [Ends::Bulb, Ends::None]
                .map(|ends| Style {
                    ends,
                    ..style(Form::Arrow, &[])
                })
                .to_vec(),
            CircledArrow => vec![style(Form::Arrow, &[])],
            Pointer => vec![Style {
                text: pointers::SIGN.to_string(),
                ..style(Form::Cell, &[MarkShape::Bare])
            }],
            // A number in a cage may belong to another rule, such as its sum.
            Cage if own.params.is_empty() => vec![
                style(Form::Cage, &[]),
                Style {
                    text: "{}".to_owned(),
                    ..style(Form::Cage, &[])
                },
            ],
            Cage => vec![style(Form::Cage, &[])],
            Dot => vec![style(Form::Edge, &[])],
            Circle => vec![style(Form::Cell, &[MarkShape::Circle])],
            Square => vec![style(Form::Cell, &[MarkShape::Square])],
            Diamond => vec![style(Form::Cell, &[MarkShape::Diamond])],
            // A square that does not fill its cell is read as a mark, although texts also call such a cell shaded.
            Shade => vec![
                style(Form::Shade, &[]),
                style(Form::Cell, &[MarkShape::Square]),
            ],
            Outside => vec![style(Form::Outside, &[])],
            Diagonal => vec![style(Form::Diagonal, &[])],
            Across => vec![style(Form::Across, &[])],
            Grid => vec![],
        }
    }

    fn ends(self) -> Ends {
        match self {
            Thermometer | CircledArrow => Ends::Bulb,
            Between => Ends::Circles,
            Index => Ends::Diamond,
            _ => Ends::None,
        }
    }
}

/// Returns `true` for an article, which patterns omit.
pub(crate) fn is_article(word: &str) -> bool {
    ["a", "an", "the"].contains(&word)
}

/// Returns `true` for a `square` that is a number or an area of the grid: `perfect square`, `2x2 square`.
fn is_square_of_numbers(words: &[String], at: usize) -> bool {
    let is_at = |at: Option<usize>, list: &[&str]| {
        let word = at.and_then(|at| words.get(at));
        word.is_some_and(|word| list.contains(&word.as_str()))
    };
    words[at] == "square"
        && (is_at(at.checked_sub(1), &["perfect", "2x2", "magic"])
            || is_at(Some(at + 1), &["number", "root"]))
}

/// Returns `true` if words name arrows in cells and the cells at which they point: `a digit in a cell with an arrow`.
fn names_pointers(words: &[String]) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !is_article(word)).collect();
    let has = |phrase: &[&str]| words.windows(phrase.len()).any(|part| part == phrase);
    let is_along = has(&["along", "arrow"]) || has(&["on", "arrow"]);
    let is_in_cell = has(&["cell", "with", "arrow"]) || has(&["arrow", "in", "cell"]);
    !is_along && (is_in_cell || has(&["direction"]) || has(&["arrow", "point"]))
}

/// Returns `true` if words refer to the row or column of a clue: `in that row or column`.
fn names_clued_line(words: &[String]) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    words.windows(2).any(|pair| {
        is(
            &pair[0],
            &["that", "its", "their", "corresponding", "respective"],
        ) && is(&pair[1], &["row", "column"])
    })
}

/// Returns `true` if words name a diagonal that is drawn: a diagonal of a colour, a marked one, or one that is a mirror.
fn names_diagonal(words: &[String]) -> bool {
    let is_drawn = |word: &String| word == "marked" || colour_name(word).is_some();
    let mut pairs = words.windows(2);
    words.iter().any(|word| word == "mirror")
        || pairs.any(|pair| is_drawn(&pair[0]) && pair[1] == "diagonal")
}

/// Returns `true` for a word that describes the look of a drawing.
fn is_look(word: &str) -> bool {
    colour_name(word).is_some() || is_shade(word) || LOOKS.split(' ').any(|look| look == word)
}
