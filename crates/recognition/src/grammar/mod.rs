//! A puzzle's own rules, composed from sentences of the rules text.
//!
//! A sentence becomes a rule only if the grammar in `sentences.txt` accounts for each of its words and has exactly one
//! reading of it. Any other sentence stays open.

mod drawings;

use crate::colour::{colour_name, is_shade};
use crate::data::data;
use crate::phrases::Grammar;
use crate::words::SET;
use cluewright_puzzle::{OwnRule, Param, Puzzle};
use cluewright_rules::Rule;
use drawings::{Drawing, is_article};
use std::sync::LazyLock;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(&[data!("sentences.txt")], &[]));

/// Maximum number of words in a sentence that becomes a rule.
const LONGEST: usize = 60;

/// Maximum number of words in a remark.
const LONGEST_REMARK: usize = 20;

/// Name of the parameter whose value is the number printed in a drawing.
const PRINTED: &str = "printed";

/// Words that are left out of the names of rules, because they do not distinguish one rule from another.
const NAMELESS: &str = "a an the of is are be do must have ha has in on along within inside into each every all digit cell number \
     value that always also at contain contained to between by it and";

/// One of the puzzle's own rules, and the drawings that it applies to.
#[derive(Clone, Debug)]
pub(crate) struct Composed {
    pub(crate) rule: OwnRule,
    drawing: Drawing,
}

/// Composes the rule that a sentence states. Returns `None` unless the grammar has exactly one reading of the whole
/// sentence, or if the sentence has more than [`LONGEST`] words. The words of the heading may name the drawing.
///
/// `bodies` contains the sentence in several spellings, of which the first that can be read is used.
pub(crate) fn compose(text: &str, bodies: &[Vec<String>], heading: &[String]) -> Option<Composed> {
    bodies
        .iter()
        .find_map(|words| compose_words(text, words, heading))
}

fn compose_words(text: &str, words: &[String], heading: &[String]) -> Option<Composed> {
    if words.len() > LONGEST {
        return None;
    }
    let (drawing, shape, formula) = read_formula(words, heading)?;
    let required = || (PRINTED.to_owned(), Param::Text("required".to_owned()));
    let is_printed = formula
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word == PRINTED);
    let rule = OwnRule {
        name: name(drawing, words),
        shape: shape.to_owned(),
        params: is_printed.then(required).into_iter().collect(),
        text: format!("{}.", text.trim()),
        // The last cell of a closed line is a neighbour of its first cell, so rules about neighbours repeat the first
        // cell at the end. In other rules, each cell counts once.
        repeats: shape == "line"
            && ["adjacent", "window"]
                .iter()
                .any(|word| formula.contains(word)),
        relation: vec![formula],
        ..OwnRule::default()
    };
    Some(Composed { rule, drawing })
}

/// Returns the drawing that a sentence is about, the shape of its clues, and the formula of the rule.
fn read_formula(words: &[String], heading: &[String]) -> Option<(Drawing, &'static str, String)> {
    let all: Vec<String> = heading.iter().chain(words).cloned().collect();
    let drawing = match Drawing::of(words) {
        // A sentence that names no drawing is taken to be about the grid, so the heading has to be consulted first.
        Some(Drawing::Grid) | None if !heading.is_empty() => Drawing::of(&all)?,
        drawing => drawing?,
    };
    let tokens = drawing.tokens(words, heading);
    let statements = drawing.statements().iter();
    let mut readings = statements.flat_map(|&(phrase, shape)| {
        let formulas = GRAMMAR.read(phrase, &tokens).into_iter();
        formulas.map(move |formula| (shape, formula))
    });
    let (shape, formula) = readings.next()?;
    readings
        .next()
        .is_none()
        .then_some((drawing, shape, formula))
}

/// Returns `true` if a sentence only explains a word in other sentences, or asks the solver to find a number.
pub(crate) fn is_remark(words: &[String]) -> bool {
    let tokens = words.iter().map(String::as_str);
    let tokens: Vec<&str> = tokens.filter(|word| !is_article(word)).collect();
    tokens.len() <= LONGEST_REMARK && !GRAMMAR.read("remark", &tokens).is_empty()
}

/// Returns the name of the rule that a sentence states, made from the words that distinguish the rule.
fn name(drawing: Drawing, words: &[String]) -> String {
    let is_nameless = |word: &str| {
        NAMELESS.split_whitespace().any(|other| other == word)
            || word == drawing.noun()
            || colour_name(word).is_some()
            || is_shade(word)
    };
    let words = words
        .iter()
        .map(|word| word.strip_prefix(SET).unwrap_or(word))
        .filter(|word| !is_nameless(word));
    let parts: Vec<&str> = std::iter::once(drawing.noun()).chain(words).collect();
    // The name of a rule consists of words joined by hyphens, so it cannot contain `1:3` or `knight's`.
    parts.join("-").replace([':', '\'', '+'], "-")
}

impl Composed {
    /// Returns a rule about lines as a composed rule.
    pub(crate) fn of_lines(rule: OwnRule) -> Self {
        Self {
            rule,
            drawing: Drawing::Line,
        }
    }

    /// Returns `true` if `the arrow` in the sentence can be a drawing of an earlier sentence. An arrow in a cell is that of
    /// the cell.
    pub(crate) fn may_refer_back(&self) -> bool {
        self.drawing != Drawing::Pointer
    }

    /// Returns the words that asides about the drawing may contain in addition to those of the sentence.
    pub(crate) fn words_of_asides(&self) -> &'static str {
        match self.drawing {
            Drawing::Index => "starting start counting from at diamond with position 1",
            _ => "",
        }
    }

    /// Returns the rule in the form that the recogniser uses, with the styles of its drawings; `None` if the rule is
    /// invalid.
    pub(crate) fn read(&self, puzzle: &Puzzle) -> Option<Rule> {
        let mut rule = Rule::own(&self.rule, puzzle).ok()?;
        rule.recognition.drawn = self.drawing.styles(&self.rule);
        Some(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{join_sets, words};
    use cluewright_puzzle::{Cell, Clue};
    use cluewright_rules::{Book, Clues};

    #[test]
    fn the_grammar_is_complete() {
        GRAMMAR.check(&[]);
    }

    /// Returns the formulas of the rule that a sentence states, joined by `; `.
    fn compose_formulas(text: &str) -> Option<String> {
        let composed = compose(text, &[words(text), words(&join_sets(text))], &[])?;
        let puzzle = Puzzle::new(cluewright_puzzle::Layout::square(9));
        assert!(composed.read(&puzzle).is_some(), "{text}: {composed:?}");
        Some(composed.rule.relation.join("; "))
    }

    #[test]
    fn complete_statements_become_formulas() {
        for (text, formula) in [
            (
                "Along orange lines, the total sum of digits must be divisible by 3",
                "sum(cells) mod 3 == 0",
            ),
            (
                "Adjacent digits along the arrow have a difference of at least four",
                "each adjacent (a, b) in cells: abs(a - b) >= 4",
            ),
            (
                "Adjacent digits on a grey line must NOT differ by 5 or more",
                "each adjacent (a, b) in cells: not (abs(a - b) >= 5)",
            ),
            (
                "The endpoints of a grey line sum to 5",
                "(first(cells) + last(cells)) == 5",
            ),
            (
                "Two digits separated by a red dot must sum to an odd value",
                "(cells[1] + cells[2]) mod 2 == 1",
            ),
            ("All cages sum to 7 or 13", "sum(cells) in {7, 13}"),
            (
                "Digits in a cage sum to a multiple of the small clue in the top left corner of the cage",
                "sum(cells) mod printed == 0",
            ),
            (
                "Digits in a cage sum to less than the number in its corner",
                "sum(cells) < printed",
            ),
            (
                "The clue in the top left indicates the sum of the smallest and the largest digit that are contained in the cage",
                "(max(cells) + min(cells)) == printed",
            ),
            (
                "In cages, clues show the difference between the largest and the smallest digit",
                "(max(cells) - min(cells)) == printed",
            ),
            (
                "Along a line, each set of 3 adjacent digits sums to a multiple of 5",
                "each window w of 3 in cells: sum(w) mod 5 == 0",
            ),
            (
                "Each adjacent set of three digits along a beige line contains one digit from {1, 2}, one digit from {3, 4, 5} and \
                 one digit from {6, 7, 8, 9}",
                "each window w of 3 in cells: count(x in w: x in {1, 2}) == 1 and count(x in w: x in {3, 4, 5}) == 1 and \
                 count(x in w: x in {6, 7, 8, 9}) == 1",
            ),
            ("No red line sums to 10", "not (sum(cells) == 10)"),
            (
                "Digits connected by a red dot are in a 1:3 ratio",
                "(3 * cells[1] == 1 * cells[2] or 1 * cells[1] == 3 * cells[2])",
            ),
            (
                "The sum of digits along a thermometer must be a multiple of the length of that thermometer",
                "sum(cells) mod length(cells) == 0",
            ),
            (
                "Adjacent digits in each row of the puzzle have a difference of at least four",
                "each row h: each adjacent (a, b) in h: abs(a - b) >= 4",
            ),
            (
                "Orthogonally adjacent digits in the grid cannot sum to a multiple of 5",
                "each touching (a, b) in grid: not ((a + b) mod 5 == 0)",
            ),
            (
                "Digits inside pink cells must not repeat",
                "distinct(cells)",
            ),
            (
                "All blue circles contain different digits",
                "distinct(cells)",
            ),
            (
                "In this puzzle, all circles must contain different digits",
                "distinct(cells)",
            ),
            (
                "A digit in a black circle indicates how many of the surrounding cells contain an odd digit",
                "each c in cells: count(d in around(c): d mod 2 == 1) == c",
            ),
            (
                "No two pink lines have the same digit sum",
                "distinct(piece p in pieces: sum(p))",
            ),
            (
                "All cage totals are unique",
                "distinct(piece p in pieces: sum(p))",
            ),
            (
                "The largest digit on each line must be at one of the line's ends",
                "max(cells) == max([first(cells), last(cells)])",
            ),
            (
                "The clue in the corner of a cage indicates the product of the smallest and the largest digit",
                "max(cells) * min(cells) == printed",
            ),
            (
                "Adjacent digits on a line differ by 3 or are both even",
                "each adjacent (a, b) in cells: (abs(a - b) == 3 or (a mod 2 == 0 and b mod 2 == 0))",
            ),
            (
                "Every 2x2 area contains at least one even digit",
                "each square s in grid: count(x in s: x mod 2 == 0) >= 1",
            ),
            (
                "No two diagonally adjacent cells contain consecutive digits",
                "each move(1, 1) (a, b) in grid: not (abs(a - b) == 1)",
            ),
            (
                "The digits in the two circles of a line sum to 10",
                "(first(cells) + last(cells)) == 10",
            ),
            (
                "A yellow dot means that the two digits multiply to 12",
                "cells[1] * cells[2] == 12",
            ),
            (
                "A clue outside the grid is the product of the first two digits seen from that side",
                "cells[1] * cells[2] == printed",
            ),
            (
                "The middle digit of each line equals the sum of the two end digits",
                "middle(cells) == (first(cells) + last(cells))",
            ),
            (
                "Each line has a total that is a square number",
                "sum(cells) in {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100}",
            ),
            (
                "The largest digit in each cage is the sum of the other digits in the cage",
                "2 * max(cells) == sum(cells)",
            ),
            (
                "Each cage contains at least one even and one odd digit",
                "(some x in cells: x mod 2 == 0) and (some x in cells: x mod 2 == 1)",
            ),
            (
                "The number in the top left of a cage gives the product of its digits",
                "scan(x in cells; p = 1; p = p * x; p == printed)",
            ),
            (
                "Green cells contain digits less than 5",
                "each c in cells: c < 5",
            ),
            (
                "Digits in circles count how many orthogonally adjacent cells contain a larger digit",
                "each c in cells: count(d in neighbours(c): d > c) == c",
            ),
            (
                "Cage totals are unique and non-consecutive",
                "distinct(piece p in pieces: sum(p)) and (each pair (p, q) in pieces: abs(sum(p) - sum(q)) != 1)",
            ),
            (
                "Digits in a cage may not appear in any cell orthogonally adjacent to that cage",
                "each c in cells: each x in neighbours(c) except cells: count(y in cells: x == y) == 0",
            ),
            (
                "Any digit appearing on a line must appear on that line at least twice",
                "each c in cells: count(x in cells: x == c) >= 2",
            ),
            (
                "Any group of 3 consecutive cells on a line must contain one low (1,2,3), one middle (4,5,6) and one high (7,8,9)",
                "each window w of 3 in cells: count(x in w: x in {1, 2, 3}) == 1 and count(x in w: x in {4, 5, 6}) == 1 and \
                 count(x in w: x in {7, 8, 9}) == 1",
            ),
            (
                "Within boxes even digits cannot touch orthogonally",
                "each touching (a, b) in grid where box_of(a) == box_of(b): not (a mod 2 == 0 and b mod 2 == 0)",
            ),
            (
                "The sum of two orthogonal neighbours is at most 13",
                "each touching (a, b) in grid: (a + b) <= 13",
            ),
            (
                "Cells separated by a knight's or king's move in chess cannot contain the same digit",
                "(each move(1, 2) (a, b) in grid: a != b) and (each c in grid: each d in around(c): c != d)",
            ),
            (
                "Digits in a cage sum to the number of cells in it",
                "sum(cells) == length(cells)",
            ),
            (
                "The digit x in a circle indicates exactly how many of the up to 8 neighboring cells contain a digit that differs by at \
                 least 5 from x",
                "each c in cells: count(d in around(c): abs(d - c) >= 5) == c",
            ),
            (
                "The digit in a circle counts the orthogonally adjacent cells that are smaller than itself",
                "each c in cells: count(d in neighbours(c): d < c) == c",
            ),
            (
                "The digit in a circle is equal to the number of surrounding cells, including itself, with the same parity",
                "each c in cells: count(d in joined([c], around(c)): d mod 2 == c mod 2) == c",
            ),
            (
                "The digit in a circle shows how many of the orthogonally or diagonally adjacent digits are greater than 5",
                "each c in cells: count(d in around(c): d > 5) == c",
            ),
            (
                "A digit in a circle indicates the number of odd digits a king's move away from the circle within that 3x3 box",
                "each c in cells: count(d in [k in around(c) where box_of(k) == box_of(c)]: d mod 2 == 1) == c",
            ),
            (
                "A digit in a diamond means there are that many diamonds containing that digit in the grid",
                "each c in cells: count(x in cells: x == c) == c",
            ),
            (
                "A digit in a yellow cell must be greater than all of the orthogonally adjacent cells",
                "each c in cells: each d in neighbours(c): d < c",
            ),
            (
                "Each pair of digits connected by a line segment must either differ by at least 5, or sum to at most 5",
                "each adjacent (a, b) in cells: (abs(a - b) >= 5 or (a + b) <= 5)",
            ),
            (
                "On the orange line, neighbouring digits must differ by at least 4 and digits do not repeat",
                "(each adjacent (a, b) in cells: abs(a - b) >= 4) and \
                 (each pair (a, b) in cells where place_in(a, cells) < place_in(b, cells): a != b)",
            ),
            (
                "The product of the digits on each line is 80",
                "scan(x in cells; p = 1; p = p * x; p == 80)",
            ),
            (
                "The digit on one end of the line is the sum of the other digits on the same line",
                "some x in [first(cells), last(cells)]: 2 * x == sum(cells)",
            ),
            (
                "The digit in the Nth cell along a teal line indicates the position along the line where the digit N appears",
                "each position i in cells: cells[cells[i]] == i",
            ),
            (
                "Digits on a line must be lower than or equal to the circled digits on its ends",
                "each x in inner(cells): x <= first(cells) and x <= last(cells)",
            ),
            (
                "The number in a circle is the product of the numbers along that circle's arrow",
                "scan(x in joined(bulb, shaft); i = 0, t = 0, p = 1; i = i + 1, t = if i < length(bulb) then 10 * t + x else t, \
                 p = if i < length(bulb) then p else p * x; p == t)",
            ),
            (
                "Any cage can only contain either all odd digits or all even digits",
                "equal(x in cells: x mod 2)",
            ),
            (
                "Each digit inside a cage is greater than its orthogonally adjacent neighbours outside the cage",
                "each c in cells: each x in neighbours(c) except cells: c > x",
            ),
            (
                "A golden dot between two cells indicates that their sum is divisible by 4",
                "(cells[1] + cells[2]) mod 4 == 0",
            ),
            (
                "Clues outside the grid give the sum of all cells that contain a digit equal to the distance of that cell from that \
                 clue in the row or column",
                "sum(position i in cells: if cells[i] == i then i else 0) == printed",
            ),
            (
                "Numbers outside the grid indicate the number of different digits in the corresponding diagonal direction",
                "kinds(cells) == printed",
            ),
            (
                "The perimeter cells of the grid sum to 172",
                "sum(border(grid)) == 172",
            ),
            ("The value of R8C7 is less than that of R8C8", "R8C7 < R8C8"),
            (
                "The central digit of the puzzle is even",
                "middle(grid) mod 2 == 0",
            ),
            (
                "Every 3 must be orthogonally adjacent to at least one multiple of 3",
                "each c in grid: c == 3 implies some d in neighbours(c): d mod 3 == 0",
            ),
            (
                "Digits inside a cage form a set of consecutive digits in any order",
                "consecutive(cells)",
            ),
            (
                "Any sequence of five cells along a line must contain a run of five consecutive digits in any order",
                "each window w of 5 in cells: (length(w) == 5 and consecutive(w))",
            ),
            (
                "Digits on a line form a set of consecutive digits in order",
                "((each adjacent (a, b) in cells: b == a + 1) or (each adjacent (a, b) in cells: b == a - 1))",
            ),
            (
                "For every triple of adjacent digits on a line, one of the digits has to be the sum of the other two",
                "each window w of 3 in cells: some x in w: 2 * x == sum(w)",
            ),
            (
                "Every run of three digits on a line contains a digit from {1, 6}, a digit from {2, 7}, and the digit 5",
                "each window w of 3 in cells: count(x in w: x in {1, 6}) == 1 and count(x in w: x in {2, 7}) == 1 and \
                 count(x in w: x == 5) == 1",
            ),
            (
                "Cells a knight's move apart cannot contain consecutive digits",
                "each move(1, 2) (a, b) in grid: not (abs(a - b) == 1)",
            ),
            (
                "Digits that are a king's move apart must not sum to 10",
                "each a in grid: each b in around(a): not ((a + b) == 10)",
            ),
            (
                "No two cells separated by a knight's move may have a 1:2 ratio",
                "each move(1, 2) (a, b) in grid: not ((2 * a == 1 * b or 1 * a == 2 * b))",
            ),
            (
                "Cells separated by a camel's move cannot contain the same digit",
                "each move(1, 3) (a, b) in grid: a != b",
            ),
            (
                "Digits on a red line must alternate between low (1,2,3,4) and high (6,7,8,9)",
                "((each position i in cells: (i mod 2 == 1 and cells[i] in {1, 2, 3, 4}) or (i mod 2 == 0 and cells[i] in {6, 7, 8, 9})) or \
                 (each position i in cells: (i mod 2 == 1 and cells[i] in {6, 7, 8, 9}) or (i mod 2 == 0 and cells[i] in {1, 2, 3, 4})))",
            ),
            (
                "Digits strictly increase from one end of a grey line to the other",
                "(each adjacent (a, b) in cells: a < b) or (each adjacent (a, b) in cells: a > b)",
            ),
            (
                "Digits increase in one direction along an arrow",
                "(each adjacent (a, b) in cells: a < b) or (each adjacent (a, b) in cells: a > b)",
            ),
            (
                "A clue outside the grid is the first even digit seen from that side",
                "scan(x in cells; seen = 0, found = 0; seen = if x mod 2 == 0 then 1 else seen, \
                 found = if seen == 0 and x mod 2 == 0 then x else found; seen == 1 and found == printed)",
            ),
            (
                "Numbers outside the grid show the position of the digit 9 in their row or column",
                "each position i in cells: cells[i] == 9 implies i == printed",
            ),
            (
                "Clues outside the grid indicate the sum of the first run of ascending digits from that side",
                "scan(x in cells; start = 1, last = 0, rises = 1, total = 0; start = 0, last = x, \
                 rises = if start == 1 or x > last then rises else 0, \
                 total = if rises == 1 and (start == 1 or x > last) then total + x else total; total == printed)",
            ),
            (
                "Each digit in a cage is orthogonally adjacent to at least one consecutive digit within its own cage",
                "each c in cells: some d in [k in neighbours(c) where place_in(k, cells) > 0]: abs(d - c) == 1",
            ),
            (
                "Odd/even parity is reflected across the negative diagonal",
                "each c in grid: each d in grid where row_of(d) == column_of(c) and column_of(d) == row_of(c): c mod 2 == d mod 2",
            ),
            (
                "Neighbouring digits on a line have a difference of at least 5 or a sum of at most 5",
                "each adjacent (a, b) in cells: (abs(a - b) >= 5 or (a + b) <= 5)",
            ),
            (
                "Pairs of adjacent numbers on a line must sum to a prime number",
                "each adjacent (a, b) in cells: (a + b) in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113}",
            ),
            (
                "Adjacent pairs of digits along a pink line do not repeat and must sum to 13 or 14",
                "each adjacent (a, b) in cells: (a != b and (a + b) in {13, 14})",
            ),
            (
                "Along a line, there is no repeated digit, and neighbours have a difference of at least 3",
                "(each adjacent (a, b) in cells: abs(a - b) >= 3) and (each pair (a, b) in cells where place_in(a, cells) < place_in(b, cells): a != b)",
            ),
            (
                "Digits on the same line have the same parity",
                "equal(x in cells: x mod 2)",
            ),
            (
                "Digits along grey lines must appear exactly three times along the line",
                "each c in cells: count(x in cells: x == c) == 3",
            ),
            (
                "Digits in cages sum to a number that ends in 4",
                "sum(cells) mod 10 == 4",
            ),
            (
                "The sum of the digits on a line between two circles is equal to the product of both digits in the circles",
                "sum(inner(cells)) == first(cells) * last(cells)",
            ),
            (
                "The number in a circle is the product of the numbers along that circle's arrow",
                "scan(x in joined(bulb, shaft); i = 0, t = 0, p = 1; i = i + 1, t = if i < length(bulb) then 10 * t + x else t, p = if i < length(bulb) then p else p * x; p == t)",
            ),
            (
                "The central cell must be greater than its orthogonally adjacent neighbours",
                "each d in neighbours(middle(grid)): d < middle(grid)",
            ),
            (
                "1 and 8 cannot be orthogonally adjacent, neither can 2 and 7, nor 3 and 6",
                "each touching (a, b) in grid: not ((a == 1 and b == 8 or a == 8 and b == 1) or (a == 2 and b == 7 or a == 7 and b == 2) or (a == 3 and b == 6 or a == 6 and b == 3))",
            ),
            (
                "Prime digits cannot be orthogonal neighbours",
                "each touching (a, b) in grid: not (a in {2, 3, 5, 7} and b in {2, 3, 5, 7})",
            ),
            (
                "Digits in two cells which are diagonal neighbours must be at least 3 apart",
                "each move(1, 1) (a, b) in grid: abs(a - b) >= 3",
            ),
        ] {
            assert_eq!(compose_formulas(text).as_deref(), Some(formula), "{text}");
        }
    }

    /// A rule about a grid of digits, written without formulas.
    type Referee = fn(&[Vec<i64>]) -> bool;

    /// Returns `true` if the rule of a sentence holds in a square grid whose digits are given row by row. `lists` are the
    /// cells of its clue.
    fn holds_in_grid(text: &str, lists: &[Vec<(usize, usize)>], grid: &[Vec<i64>]) -> bool {
        let composed = compose(text, &[words(text), words(&join_sets(text))], &[]).unwrap();
        let size = grid.len();
        let mut puzzle = Puzzle::new(cluewright_puzzle::Layout::square(size as u8));
        let cells = |list: &Vec<(usize, usize)>| {
            let cells = list
                .iter()
                .map(|(row, column)| Cell((row * size + column) as u16));
            cells.collect::<Vec<Cell>>()
        };
        let name = &composed.rule.name;
        let clue = match composed.rule.shape.as_str() {
            "global" => Clue::new(name),
            "pieces" => lists.iter().fold(Clue::new(name), |clue, list| {
                clue.slot("cells", cells(list))
            }),
            _ => Clue::on(name, lists.iter().flat_map(cells).collect::<Vec<Cell>>()),
        };
        puzzle.own_rules.push(composed.rule);
        let digits: Vec<u8> = grid.iter().flatten().map(|&digit| digit as u8).collect();
        Book::builtin().holds(&puzzle, 0, &clue, &digits).unwrap()
    }

    /// Compares the rule of a sentence with a referee in random grids of digits up to `high`.
    fn compare_with(
        text: &str,
        size: usize,
        high: i64,
        lists: &[Vec<(usize, usize)>],
        referee: Referee,
    ) {
        let mut state = 20_260_701_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            1 + (state >> 33) as i64 % high
        };
        let mut right = 0;
        for _ in 0..400 {
            let grid: Vec<Vec<i64>> = (0..size)
                .map(|_| (0..size).map(|_| next()).collect())
                .collect();
            let expected = referee(&grid);
            assert_eq!(
                holds_in_grid(text, lists, &grid),
                expected,
                "{text}: {grid:?}"
            );
            right += usize::from(expected);
        }
        assert!((1..400).contains(&right), "{text}: {right} of 400");
    }

    fn sum_of(grid: &[Vec<i64>], cells: &[(usize, usize)]) -> i64 {
        cells.iter().map(|&(row, column)| grid[row][column]).sum()
    }

    #[test]
    fn rules_about_two_drawings_mean_their_sentences() {
        const A: [(usize, usize); 2] = [(0, 0), (0, 1)];
        const B: [(usize, usize); 2] = [(1, 1), (1, 2)];
        const C: [(usize, usize); 2] = [(3, 2), (3, 3)];
        // A and B touch; C touches none of them.
        let lists = [A.to_vec(), B.to_vec(), C.to_vec()];
        compare_with(
            "The difference between the sums of the digits in any two orthogonally adjacent cages is at most 1",
            4,
            4,
            &lists,
            |grid| (sum_of(grid, &A) - sum_of(grid, &B)).abs() <= 1,
        );
        compare_with(
            "If cages are adjacent to each other, i.e. share an edge, they have to contain at least one common digit",
            4,
            4,
            &lists,
            |grid| {
                A.iter()
                    .any(|a| B.iter().any(|b| grid[a.0][a.1] == grid[b.0][b.1]))
            },
        );
        compare_with(
            "Each cage shares a side with exactly one other cage with the same sum",
            4,
            2,
            &lists[..2],
            |grid| sum_of(grid, &A) == sum_of(grid, &B),
        );
        compare_with(
            "No digit may be used more than once among all the cages of the same sum",
            4,
            4,
            &lists,
            |grid| {
                let all = [A, B, C];
                (0..3).all(|p| {
                    (0..p).all(|q| {
                        let mut digits: Vec<i64> = all[p]
                            .iter()
                            .chain(&all[q])
                            .map(|&(r, c)| grid[r][c])
                            .collect();
                        digits.sort_unstable();
                        digits.dedup();
                        sum_of(grid, &all[p]) != sum_of(grid, &all[q]) || digits.len() == 4
                    })
                })
            },
        );
        compare_with(
            "Cages within the same box must have the same total",
            4,
            2,
            &[
                vec![(0, 0), (1, 0)],
                vec![(0, 1), (1, 1)],
                C.to_vec(),
                vec![(1, 2), (1, 3)],
            ],
            |grid| grid[0][0] + grid[1][0] == grid[0][1] + grid[1][1],
        );
        compare_with(
            "Digits along each line must multiply to the same total, which must be determined by the solver",
            9,
            9,
            &[vec![(0, 0)], vec![(5, 5), (5, 6)]],
            |grid| grid[0][0] == grid[5][5] * grid[5][6],
        );
    }

    #[test]
    fn rules_about_cells_mean_their_sentences() {
        let is_prime = |number: i64| number > 1 && (2..number).all(|n| number % n != 0);
        assert!(is_prime(97));
        compare_with(
            "Each cage contains a prime number read from left to right",
            9,
            9,
            &[vec![(4, 3), (4, 4), (4, 2)]],
            |grid| {
                let number = 100 * grid[4][2] + 10 * grid[4][3] + grid[4][4];
                (2..number).all(|n| number % n != 0)
            },
        );
        compare_with(
            "The digits in each cage form a square number when read from left to right or top to bottom",
            9,
            9,
            &[vec![(1, 5), (2, 5)]],
            |grid| [16, 25, 36, 49, 64, 81].contains(&(10 * grid[1][5] + grid[2][5])),
        );
        compare_with(
            "The digit 3 has to appear in each cage total",
            9,
            9,
            &[vec![(0, 0), (1, 0), (2, 0)]],
            |grid| {
                (grid[0][0] + grid[1][0] + grid[2][0])
                    .to_string()
                    .contains('3')
            },
        );
        compare_with(
            "The difference between two adjacent digits on a line indicates exactly how many pairs of adjacent digits along that line \
             have that exact difference",
            4,
            3,
            &[vec![(0, 0), (0, 1), (0, 2), (0, 3)]],
            |grid| {
                let steps: Vec<i64> = grid[0]
                    .windows(2)
                    .map(|pair| (pair[0] - pair[1]).abs())
                    .collect();
                let count = |step: &i64| steps.iter().filter(|other| *other == step).count() as i64;
                steps.iter().all(|step| count(step) == *step)
            },
        );
        compare_with(
            "If a line is only 2 cells long, both of its digits have different entropy",
            9,
            9,
            &[vec![(0, 0), (0, 1)]],
            |grid| (grid[0][0] - 1) / 3 != (grid[0][1] - 1) / 3,
        );
        compare_with(
            "In each line of four cells the sum of the first two digits equals the sum of the last two digits",
            4,
            2,
            &[vec![(0, 0), (0, 1), (0, 2), (0, 3)]],
            |grid| grid[0][0] + grid[0][1] == grid[0][2] + grid[0][3],
        );
        compare_with(
            "The digit in a green cell and the digit in the rotationally opposite cell sum to 5",
            4,
            4,
            &[vec![(0, 1)]],
            |grid| grid[0][1] + grid[3][2] == 5,
        );
        let mirror = "Odd/even parity is reflected across the red diagonal";
        compare_with(mirror, 3, 3, &[vec![(0, 0), (1, 1), (2, 2)]], |grid| {
            (0..3).all(|r| (0..3).all(|c| (grid[r][c] - grid[c][r]) % 2 == 0))
        });
        compare_with(mirror, 3, 3, &[vec![(2, 0), (1, 1), (0, 2)]], |grid| {
            (0..3).all(|r| (0..3).all(|c| (grid[r][c] - grid[2 - c][2 - r]) % 2 == 0))
        });
    }

    #[test]
    fn rules_about_the_grid_mean_their_sentences() {
        compare_with(
            "In each positive diagonal, neighbouring digits differ by only 1 or 2",
            4,
            3,
            &[],
            |grid| {
                (1..4).all(|r| {
                    (0..3).all(|c| [1, 2].contains(&(grid[r][c] - grid[r - 1][c + 1]).abs()))
                })
            },
        );
        compare_with(
            "Along each row, a digit X in column Y means that digit Y in the row appears in column X",
            2,
            2,
            &[],
            |grid| {
                grid.iter()
                    .all(|row| (0..2).all(|c| row[row[c] as usize - 1] == c as i64 + 1))
            },
        );
        compare_with(
            "Even digits act like chess bishops and cannot see the same digit diagonally",
            3,
            3,
            &[],
            |grid| {
                let mut pairs =
                    (0..9).flat_map(|one: usize| (0..one).map(move |other| (one, other)));
                !pairs.any(|(one, other)| {
                    let (a, b) = ((one / 3, one % 3), (other / 3, other % 3));
                    a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
                        && grid[a.0][a.1] == 2
                        && grid[b.0][b.1] == 2
                })
            },
        );
        compare_with(
            "Pairs of adjacent digits (orthogonal and diagonal) do not sum to 6",
            3,
            3,
            &[],
            |grid| {
                let mut pairs =
                    (0..9).flat_map(|one: usize| (0..one).map(move |other| (one, other)));
                !pairs.any(|(one, other)| {
                    let (a, b) = ((one / 3, one % 3), (other / 3, other % 3));
                    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) == 1
                        && grid[a.0][a.1] + grid[b.0][b.1] == 6
                })
            },
        );
        let boxes = "For every digit X in a cell in box Y, there is a digit Y in the same position in box X";
        let mut grid = [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]].map(Vec::from);
        assert!(holds_in_grid(boxes, &[], &grid));
        grid[0][0] = 2;
        assert!(!holds_in_grid(boxes, &[], &grid));
        grid[0][2] = 1;
        assert!(holds_in_grid(boxes, &[], &grid));
    }

    #[test]
    fn listed_sentences_become_formulas() {
        let lines = include_str!("readings.txt").lines();
        let lines: Vec<&str> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        for [text, formula] in lines.as_chunks().0 {
            assert_eq!(
                compose_formulas(text).as_deref(),
                Some(formula.trim()),
                "{text}"
            );
        }
    }

    /// Returns `true` if the rule of a sentence holds for the given digits in the first row.
    fn is_satisfied(text: &str, digits: &[u8], printed: Option<i64>) -> bool {
        let composed = compose(text, &[words(text)], &[]).unwrap();
        let layout = cluewright_puzzle::Layout {
            min_digit: 0,
            ..cluewright_puzzle::Layout::square(9)
        };
        let mut puzzle = Puzzle::new(layout);
        let cells: Vec<Cell> = puzzle.layout.cells().take(digits.len()).collect();
        let mut clue = Clue::on(&composed.rule.name, cells);
        clue.params
            .extend(printed.map(|number| (PRINTED.to_owned(), Param::Int(number))));
        let shape = "line".to_owned();
        puzzle.own_rules.push(OwnRule {
            shape,
            ..composed.rule
        });
        let mut values = vec![0; 81];
        values[..digits.len()].copy_from_slice(digits);
        Book::builtin().holds(&puzzle, 0, &clue, &values).unwrap()
    }

    #[test]
    fn formulas_mean_their_sentences() {
        let first = "A clue outside the grid is the first even digit seen from that side";
        for (printed, is_right) in [(0, true), (3, false), (8, false)] {
            assert_eq!(is_satisfied(first, &[3, 0, 8, 2], Some(printed)), is_right);
        }
        assert!(!is_satisfied(first, &[3, 1, 5], Some(0)));
        let run = "Clues outside the grid indicate the sum of the first run of ascending digits from that side";
        for (digits, sum) in [
            (&[2, 5, 4, 6, 7][..], 7),
            (&[7, 5, 6], 7),
            (&[0, 3, 4, 8], 15),
            (&[1, 0, 9], 1),
        ] {
            for printed in 0..20 {
                assert_eq!(is_satisfied(run, digits, Some(printed)), printed == sum);
            }
        }
        let place =
            "Numbers outside the grid show the position of the digit 9 in their row or column";
        assert!(is_satisfied(place, &[3, 4, 9, 1], Some(3)));
        assert!(!is_satisfied(place, &[3, 4, 9, 1], Some(2)));
        let alternate =
            "Digits on a red line must alternate between low (1,2,3,4) and high (6,7,8,9)";
        assert!(is_satisfied(alternate, &[1, 8, 2], None));
        assert!(is_satisfied(alternate, &[9, 1, 7, 2], None));
        assert!(!is_satisfied(alternate, &[9, 1, 2, 7], None));
        assert!(!is_satisfied(alternate, &[1, 5], None));
        let direction = "Digits increase in one direction along an arrow";
        assert!(is_satisfied(direction, &[1, 4, 8], None));
        assert!(is_satisfied(direction, &[8, 4, 1], None));
        assert!(!is_satisfied(direction, &[8, 4, 4], None));
        assert!(!is_satisfied(direction, &[1, 4, 2], None));
        let mate = "Each digit in a cage is orthogonally adjacent to at least one consecutive digit within its own cage";
        assert!(is_satisfied(mate, &[2, 3, 7, 6], None));
        assert!(!is_satisfied(mate, &[2, 3, 5], None));
    }

    #[test]
    fn formulas_count_as_their_sentences_do() {
        let longest = "Clues outside the grid indicate the length of the longest increasing run in that row or column";
        let before =
            "Clues outside the grid give the sum of the digits before the 9 in that row or column";
        let until = "Numbers outside show the sum of the digits up to and including the 9";
        let between = "Numbers outside the grid show the number of digits between the 1 and the 9 in that row or column";
        let median = "The number in the corner of a cage is the median of the digits in the cage";
        for (text, digits, number) in [
            (longest, &[3, 1, 2, 5, 4, 6][..], Some(3)),
            (longest, &[9, 8, 7], Some(1)),
            (longest, &[0, 1, 4], Some(3)),
            (before, &[3, 4, 9, 1], Some(7)),
            (before, &[9, 1], Some(0)),
            (before, &[1, 2], None),
            (until, &[3, 4, 9, 1], Some(16)),
            (between, &[2, 9, 3, 4, 1], Some(2)),
            (between, &[9, 1], Some(0)),
            (median, &[2, 7, 3], Some(3)),
            (median, &[2, 2, 7], Some(2)),
            (median, &[2, 3], None),
        ] {
            for printed in 0..20 {
                let is_right = is_satisfied(text, digits, Some(printed));
                assert_eq!(is_right, number == Some(printed), "{text}: {digits:?}");
            }
        }
    }

    #[test]
    fn formulas_about_lines_mean_their_sentences() {
        let coprime = "Adjacent digits on a line must share no common factor greater than 1";
        let zigzag = "Digits along a line alternately increase and decrease";
        let mirrored = "Digits the same distance from the ends of a line sum to 10";
        let sums = "Pairs of adjacent digits on a line cannot have the same sum";
        let equal = "All sets of three consecutive digits along a line have the same sum";
        let steps = "Digits along each line form an arithmetic sequence";
        let multiples =
            "For any two adjacent digits on a line, one must be a multiple of the other";
        for (text, digits, is_right) in [
            (coprime, &[4, 9, 8, 1, 6, 5][..], true),
            (coprime, &[6, 9], false),
            (coprime, &[1, 2, 4], false),
            (zigzag, &[3, 5, 1, 2], true),
            (zigzag, &[1, 2, 3], false),
            (zigzag, &[2, 2, 1], false),
            (mirrored, &[3, 5, 7], true),
            (mirrored, &[3, 4, 6, 7], true),
            (mirrored, &[3, 4, 7, 7], false),
            (sums, &[1, 2, 3], true),
            (sums, &[1, 4, 1], false),
            (equal, &[1, 2, 3, 1, 2], true),
            (equal, &[1, 2, 3, 2], false),
            (steps, &[7, 5, 3], true),
            (steps, &[7, 5, 4], false),
            (multiples, &[2, 6, 3, 9], true),
            (multiples, &[2, 6, 4], false),
        ] {
            assert_eq!(
                is_satisfied(text, digits, None),
                is_right,
                "{text}: {digits:?}"
            );
        }
    }

    #[test]
    fn other_statements_stay_open() {
        for text in [
            "Not all lines sum to 10",
            "Not every pair of adjacent digits on a line differs by 3",
            "Adjacent digits on a line may differ by 5",
            "At least one pair of adjacent digits on a line differs by 5",
            "One line sums to 10",
            "The digits on the red line and the blue line sum to 30",
            "Even digits on a line sum to 10",
            "The total number of lines is 5",
            "Each pair of digits connected by a line sums to 10",
            "Digits on a line sum to the same number",
            "Adjacent cages differ by 3",
            "Digits separated by a dot sum to 6",
            "Lines contain consecutive digits that sum to 20",
            "Digits on a line or in a cage sum to 20",
            "Every line of 3 cells sums to 10",
            // Only another sentence could name the drawing or the house.
            "Adjacent digits differ by at least 4",
            "Adjacent digits along the path in a row differ by at least 4",
            "Digits in adjacent rows differ by at least 4",
            "The sum of digits along a thermometer is a multiple of the length of the line",
            "Digits connected by a red dot are in a 1:3 or 1:4 ratio",
            "Pink cells may repeat",
            "Cages may have different sums",
            "Cages do not have different sums",
            "No two adjacent cages have the same sum",
            "Cage totals are unique and consecutive",
            "Pink and blue cells have different digits",
            "Pink cells in the same row must not repeat",
            "A circle contains a different digit than its neighbours",
            "The clue in the corner of a cage indicates the sum of its even digits",
            "The clue in the corner of a cage indicates the product of the smallest and the largest digits that differ",
            "Digits in a cage sum to a multiple of a clue that is not given",
            "The digit in the corner of a cage is the largest digit",
            // "The square" is a drawing, so a formula cannot refer to the number in it.
            "Digits in cages sum to the number in the square",
            // "Other" excludes a cage that another sentence mentions.
            "No other cage can sum to 6",
            "A digit in a circle indicates the number of adjacent cells that are even",
            "A digit in a circle indicates the number of surrounding cells that are not even",
            "A digit in a circle indicates the number of surrounding cells that are on the loop",
            "A digit in a circle indicates the sum of the number of even surrounding cells",
            "A digit in a circle indicates the number of times it appears in surrounding cells",
            "A digit in a circle indicates the number of 9 surrounding cells that are even",
            "A digit in a circle indicates the number of cells seen in its row that are even",
            "A digit in a circle indicates the number of even digits that it sees",
            "A digit in a circle must be greater than one of the orthogonally adjacent cells",
            "Circles contain at least one even digit",
            // Each cage may need at least one even digit, or only even digits.
            "Each cage contains even digits",
            "Each cage contains an even digit",
            "A cage contains two digits",
            "Digits in a cage may not be even and odd",
            "Digits in a cage may not all be even",
            "Digits in a cage are not all different",
            "Digits in a cage sum to 10 unless the cage is blue",
            "Digits in a cage sum to either its size or 10",
            "Each digit in a cage is greater than its neighbours",
            // A set may be any three cells of a line.
            "Along a line, each set of 3 digits sums to a multiple of 5",
            "Every three digits on a line sum to 10",
            "Adjacent digits on a line differ by 3 or one is even",
            "Adjacent digits on a line differ by at least 4 except at the ends",
            "Neighbouring digits on a line alternate",
            "Digits on a line sum to 10 in each box",
            "The digit on one end of the line is the sum of two other digits",
            "The digit at position N along the line indicates the position of another digit",
            "The largest digit is in the middle of the line or at its end",
            "The number in a circle is the product of two numbers along its arrow",
            "Digits on a line are higher than the circle at one end",
            "A golden dot between two cells indicates that one of them is divisible by 4",
            "A dot between two cells indicates that their sum is divisible by 4",
            "Numbers outside the grid indicate the number of digits seen in the row or column",
            "Numbers outside the grid indicate the sum of the digits between the 1 and the 9 in that row or column",
            "The perimeter cells of the box sum to 40",
            "R8C7 is less than its neighbour",
            "The central digit of each box is even",
            "Every 3 must be adjacent to at least one multiple of 3",
            "Some 3 must be orthogonally adjacent to at least one multiple of 3",
            "Digits in a cage may not appear in a cell adjacent to that cage",
            "Any digit appearing on a line must appear at least twice in the grid",
            "Any group of 3 consecutive cells on a line must contain one low, one middle and one high digit",
            "Within two of the boxes even digits cannot touch orthogonally",
            "Even digits cannot touch",
            "The sum of two neighbours is at most 13",
            "The central cell must be greater than one of its orthogonally adjacent neighbours",
            "1 and 8 cannot be orthogonally adjacent, but 2 and 7 can",
            "Prime digits cannot all be orthogonal neighbours",
            "Digits along a line must appear exactly twice in the grid",
            "Pairs of adjacent numbers on a line may sum to a prime number",
            "There is no repeated digit on one line, and neighbours have a difference of at least 3",
            "Digits in cages sum to a number that begins with 4",
            "Digits on the same line or in the same cage have the same parity",
            "Cells separated by a knight's or king's move in chess may contain the same digit",
            "Cells a knight's move or a king's move apart must be different unless both are even",
            "A circled digit counts some of its eight neighbours",
            "A circled digit counts the larger digits that it sees",
            "A circle contains a digit that is larger than one in its row",
            "Green cells contain a digit less than 5 or more than their neighbours",
            "Each 2x2 area contains an even digit in its corner",
            "Every 2x2 area contains digits that sum to a multiple of the digit in its corner",
            "No two diagonally adjacent cells in the same box contain consecutive digits",
            "The digits in two of the circles of a line sum to 10",
            "A yellow dot means that the two digits multiply to the same number",
            "The middle digit of each line equals the sum of two other digits",
            "The largest digit in each cage is the sum of two other digits in the cage",
            "Each cage contains at least one even or one odd digit",
            "One digit in each cage is the sum of some others",
            "No cage contains a digit of its neighbours",
            "Lines may contain each digit once",
            // The digits may increase by one from cell to cell, or only two of them may be consecutive.
            "Each cage contains consecutive digits",
            "Every line contains a run of consecutive digits in order of size",
            "For every triple of adjacent digits on a line, one of the digits is the sum of two",
            "Every run of three digits on a line contains a digit from {1, 6}, a digit from {2, 7}, and another digit",
            "Neighbouring digits on a line have a difference of at least 5 or a product of at most",
            "Cells a knight's move apart may contain consecutive digits",
            "Cells a knight's move apart cannot contain consecutive digits unless they share a box",
            // The sentence may mean that both digits are even, or that one of them is.
            "Even digits cannot be a knight's move apart",
            "Cells two knight's moves apart cannot contain consecutive digits",
            "Digits on a line alternate between low and high",
            "Digits on a line alternate between colours",
            "Digits increase along a line",
            "Digits increase in one direction along a line except at its ends",
            "A clue outside the grid is the first digit seen",
            "A clue outside the grid is an even digit seen from that side",
            "Numbers outside the grid show the position of a digit in their row",
            "Clues outside the grid indicate the sum of a run of ascending digits",
            "Each digit in a cage is orthogonally adjacent to a consecutive digit",
            "Each digit in a cage is orthogonally adjacent to at least one consecutive digit in another cage",
            "Parity is reflected across a diagonal",
            "A 5 may not appear on a line",
            "A line contains at most its length",
            "Adjacent digits on a line may share a common factor greater than 1",
            "Some adjacent digits on a line must be coprime",
            // Any two digits share the factor 1.
            "Adjacent digits on a line must share a common factor",
            "One of two adjacent digits on a line must be a multiple of 3",
            "The digit in the middle of each line is the average of two other digits",
            "The middle cell of each line contains the largest digit in its box",
            "A line may contain more than two odd digits",
            "Sets of three digits along a line have the same sum",
            "No three digits along a line may have the same parity",
            "Digits along a line alternately increase",
            "Two of the lines contain the same set of digits",
            "Digits the same distance from the bulb of a line sum to 10",
            "Consecutive digits must be adjacent on a line",
            "The number in the corner of a cage is the remainder when its digits are divided by the largest",
            "Digits in a cage sum to a value whose remainder is given in the corner of the cage",
            "The number in the corner of a cage may appear in the cage",
            "Digits in a cage are the median of the number in its corner",
            // Any two digits may be meant, or only neighbours.
            "No cage may contain two consecutive digits",
            "Digits in cages must not be consecutive",
            "Adjacent digits within a cage must differ by at least 3",
            "Orthogonally adjacent digits within a cage may differ by 3",
            "One of the two digits connected by a blue dot is a multiple of 3",
            "A red dot separates two digits whose sum is unknown",
            "A digit in a circle is the sum of two other digits",
            "A digit in a circle is the average of the digits",
            "A digit in a circle may be consecutive with an orthogonally adjacent digit",
            "A digit in a circle is greater than three of its neighbours",
            "A digit in a grey cell is equal to the number of the row of another cell",
            "No digit may repeat within a 2x2 area of the same box",
            "Every digit must be orthogonally adjacent to a consecutive digit",
            "No digit may be adjacent to itself",
            "Clues outside the grid give the sum of the digits before the largest digit",
            "A digit outside the grid may appear in the first three cells in that direction",
            "A digit outside the grid must not appear in the first three cells in that direction",
            "Numbers outside the grid give the distance between two digits",
            "Clues outside the grid indicate the length of an increasing run",
            "Digits along an arrow may sum to the digit in its circle",
            "Digits along a thermometer increase by at most 2",
            "The digits in R1C1 and R9C9 sum to the digit in R5C5",
            "In each row, adjacent digits may differ by 2",
            "Each line must contain at least one digit from the sets 1, 2, 3, 4, 5, 6",
            "Orthogonally adjacent cages may have different sums",
            "Some orthogonally adjacent cages have the same sum",
            "Each cage shares a side with another cage",
            "One cage shares a side with exactly one other cage with the same sum",
            "Cages in the same row must have the same total",
            "Cages in the same box may have the same sum",
            "No digit may repeat in cages of the same size",
            "Digits along two lines multiply to the same total",
            "Digits in each cage multiply to the total",
            "Each cage contains a prime number",
            "Each cage forms a prime number when read backwards",
            "In one line of four cells the sum of the first two digits equals the sum of the last two digits",
            "Some lines shorter than five cells contain a run of consecutive digits in any order",
            "The digit 3 may appear in each cage total",
            "The digit 3 appears in one cage total",
            "The difference between two adjacent digits on a line indicates how many pairs of adjacent digits have a smaller difference",
            "The difference between two adjacent digits on a line indicates how many pairs of adjacent digits on another line have that difference",
            "Any threesome within a box must not sum to 15",
            "Some horizontal or vertical threesome within a 3x3 box sums to 15",
            "In each diagonal, neighbouring digits differ by 1",
            "On the positive diagonal, adjacent digits differ by 1",
            "Some of the 3x3 boxes are magic squares",
            "Three of the 3x3 boxes are semi-magic squares",
            "In one box, digits a king's move apart cannot sum to 10",
            "Within each box, digits a king's move apart may sum to 10",
            "Cells that share a corner never contain consecutive digits",
            "Cells that share a border may contain consecutive digits",
            "Some even digits cannot repeat a king's move away from themselves",
            "Even digits can repeat a king's move away from themselves",
            "Digits in a box must not see a digit of the same parity a knight's move away",
            "For each highlighted cell, if the grid is rotated by 90 degrees, the contents of the new and old cell have to sum up to 10",
            "Digits are reflected across the red diagonal",
            "Parity is not reflected across the red diagonal",
            "A line may contain no digit that is a multiple of the length of another line",
            "Along each row, a digit X in column Y means that digit X in the row appears in column Y",
            "Lines contain the digits 1 to 4",
        ] {
            assert_eq!(compose_formulas(text), None, "{text}");
        }
    }
}
