//! Icons of rules: a typical clue on a tiny grid.

use super::svg::Canvas;
use cluewright_puzzle::{Boxes, Cell, Clue, Layout, Puzzle};
use cluewright_rules::{Book, Rule, Shape};

/// Returns the number of rows and columns of the smallest grid that fits a clue of this shape.
const fn side(shape: Shape) -> u8 {
    match shape {
        Shape::Group | Shape::Pair | Shape::Cell | Shape::Square => 2,
        _ => 3,
    }
}

/// Returns the icon as an SVG document without a style sheet. If the rule has no drawing, the icon shows its initials.
#[must_use]
pub(crate) fn rule_icon(book: &Book, rule: &Rule) -> String {
    let layout = Layout {
        digit_count: 9,
        boxes: Boxes::None,
        ..Layout::square(side(rule.shape))
    };
    let mut puzzle = Puzzle::new(layout);
    puzzle.clues.push(sample(rule));
    let mut canvas = Canvas::new(book, &puzzle);
    canvas.clue(0, false);
    if canvas.is_empty() {
        canvas.emblem(&initials(&rule.title));
    }
    canvas.finish_bare().plain()
}

/// Creates a typical clue of a rule. Required parameters have their values from the first example of the rule.
fn sample(rule: &Rule) -> Clue {
    let mut clue = Clue::new(&rule.name);
    clue.slots = slots(rule.shape)
        .iter()
        .map(|(name, cells)| {
            let cells = cells.iter();
            let cells = cells.map(|(row, column)| Cell(row * u16::from(side(rule.shape)) + column));
            ((*name).to_owned(), cells.collect())
        })
        .collect();
    for param in rule.params.iter().filter(|param| param.usual().is_none()) {
        let mut examples = rule.accepts.iter();
        if let Some(value) = examples.find_map(|example| example.params.get(&param.name)) {
            clue.params.insert(param.name.clone(), value.clone());
        }
    }
    clue
}

/// A row and a column, counted from 0.
type Place = (u16, u16);

/// Returns the cells of a typical clue of this shape, by slot.
fn slots(shape: Shape) -> &'static [(&'static str, &'static [Place])] {
    match shape {
        Shape::Line => &[("cells", &[(2, 0), (1, 1), (0, 1), (0, 2)])],
        Shape::Group => &[("cells", &[(0, 0), (0, 1), (1, 0)])],
        Shape::Pair => &[("cells", &[(1, 0), (1, 1)])],
        Shape::Cell => &[("cells", &[(0, 1)])],
        Shape::Square => &[("cells", &[(0, 0), (0, 1), (1, 0), (1, 1)])],
        Shape::Outside => &[("cells", &[(1, 0), (1, 1), (1, 2)])],
        Shape::Diagonal => &[("cells", &[(0, 1), (1, 2)])],
        Shape::Arrow => &[("bulb", &[(2, 0)]), ("shaft", &[(1, 1), (0, 2)])],
        Shape::Pieces => &[("cells", &[(0, 0), (0, 1)]), ("cells", &[(2, 1), (2, 2)])],
        Shape::Copy => &[("cells", &[(0, 0), (0, 1)]), ("copy", &[(2, 1), (2, 2)])],
        Shape::Control => &[("control", &[(1, 1)]), ("cells", &[(0, 0), (0, 1), (0, 2)])],
        Shape::Arms => &[
            ("control", &[(1, 1)]),
            ("cells", &[(0, 1)]),
            ("cells", &[(1, 2)]),
        ],
        Shape::Global => &[],
    }
}

/// Returns the initials of a title: `AK` for "Anti-knight".
fn initials(title: &str) -> String {
    let words = title
        .split([' ', '-'])
        .filter_map(|word| word.chars().next());
    words.take(3).flat_map(char::to_uppercase).collect()
}
