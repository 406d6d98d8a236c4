//! Layers: unknowns that each cell has in addition to its digit, such as a loop, a shading or doublers. A rules text
//! declares them and refers to them.
//!
//! Each layer has a file with the phrases that declare it and the facts that these phrases state. `references.txt` has
//! the phrases about digits and drawings that refer to any layer. A sentence is read only if it is a sequence of such
//! phrases without any other word, and if there is exactly one way to read it.

pub(crate) mod doublers;
mod place;
mod sentences;
mod wording;

use crate::phrases::fill;
use crate::text::{self, Mention, Sentence};
use cluewright_puzzle::{Clue, DigitSet, Extra, OwnRule, Param, Puzzle};
use cluewright_rules::{Book, Rule};
use place::{PRINTED, Place};
use sentences::{Grid, KEPT, Layer, Statement, find_layers};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The layers of a puzzle, with the rules about them.
#[derive(Default)]
pub(crate) struct Layers {
    /// The rules about the layers that sentences state.
    pub(crate) rules: Vec<Rule>,
    /// The names of the rules about the whole grid. The text states these rules without a drawing.
    pub(crate) stated: Vec<String>,
    /// The names of the rules whose clues count values that are not digits.
    pub(crate) valued: HashSet<String>,
}

/// Splits a rules text into sentences. Sentences about values state nothing unless the text defines all of these
/// values.
pub(crate) fn read_sentences(text: &str, book: &Book, digits: (u8, u8)) -> Vec<Sentence> {
    doublers::sentences(text, book, digits, |sentences| {
        give_values(sentences, digits)
    })
}

/// Adds to a puzzle the layer and the doublers that its sentences declare. Returns the layers with the rules that the
/// sentences state about them.
pub(crate) fn declare(puzzle: &mut Puzzle, sentences: &mut [Sentence], book: &Book) -> Layers {
    let grid = Grid::of(puzzle);
    // If there are several layers, a sentence may refer to any of them, so none is added.
    let mut layers = match &find_layers(sentences, grid)[..] {
        [(layer, statements)] => {
            let declaration = Declaration::of(layer, statements, sentences, book);
            let layers = declaration.and_then(|declared| declared.add(puzzle, sentences));
            let gives_values = statements.values().flatten().any(Statement::gives_values);
            if gives_values && layers.is_none() {
                text::forget_values(sentences);
            }
            layers.unwrap_or_default()
        }
        _ => Layers::default(),
    };
    layers.add_doublers(puzzle, sentences, book);
    layers
}

/// Adds to a puzzle only the doublers that its sentences declare, and ignores other layers.
pub(crate) fn declare_doublers(
    puzzle: &mut Puzzle,
    sentences: &mut [Sentence],
    book: &Book,
) -> Layers {
    let [low, high] = Grid::of(puzzle).digits;
    // The layer that gives these values is not added, so nothing would define them.
    if give_values(sentences, (low, high)) {
        text::forget_values(sentences);
    }
    let mut layers = Layers::default();
    layers.add_doublers(puzzle, sentences, book);
    layers
}

/// Returns `true` if sentences declare a layer that gives cells values other than their digits, and no other sentence
/// defines values.
fn give_values(sentences: &[Sentence], (low, high): (u8, u8)) -> bool {
    let grid = Grid {
        digits: [low, high],
        has_boxes: true,
    };
    match &find_layers(sentences, grid)[..] {
        [(_, statements)] => {
            let is_unread = |(number, sentence): (usize, &Sentence)| {
                !statements.contains_key(&number)
                    && text::redefine_values(std::slice::from_ref(sentence))
            };
            statements.values().flatten().any(Statement::gives_values)
                && !sentences.iter().enumerate().any(is_unread)
        }
        _ => false,
    }
}

impl Layers {
    /// Returns `true` if a rule is about one of the layers.
    pub(crate) fn has_rule(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule.name == name)
    }

    /// Returns `true` if a sentence states a rule about a layer. Such a sentence needs the drawings of its own rule.
    pub(crate) fn are_stated_by(&self, sentence: &Sentence) -> bool {
        let mut mentions = sentence.mentions.iter();
        mentions.any(|mention| self.has_rule(&mention.rule))
    }

    /// Returns `true` if the text declares a layer other than doublers.
    pub(crate) fn are_referred_to(&self) -> bool {
        self.stated.iter().any(|name| name != doublers::DOUBLERS)
    }

    /// Adds doublers to a puzzle if its sentences state them.
    fn add_doublers(&mut self, puzzle: &mut Puzzle, sentences: &[Sentence], book: &Book) {
        let valued = doublers::add(puzzle, sentences, book);
        let own = puzzle.own_rules.iter();
        let mut own = own.filter(|own| own.name == doublers::DOUBLERS);
        self.rules
            .extend(own.next().and_then(|own| Rule::own(own, puzzle).ok()));
        if !valued.is_empty() {
            self.stated.push(doublers::DOUBLERS.to_owned());
            self.valued.extend(valued);
        }
    }
}

/// A layer, with everything that the sentences of a text state about it.
struct Declaration<'l> {
    layer: &'l Layer,
    /// The rule for each kind of drawing that sentences refer to. The key is `None` for sentences about the layer
    /// alone.
    stated: BTreeMap<Option<Place>, Rules>,
    /// The cells whose digits are counted, as formulas with the cell as `#`.
    kept: BTreeSet<String>,
    /// The rules whose clues count values; empty if all values are digits.
    valued: HashSet<String>,
}

/// The formulas of a rule, and the indices of the sentences that state them.
#[derive(Default)]
struct Rules {
    relation: Vec<String>,
    sentences: BTreeSet<usize>,
}

impl<'l> Declaration<'l> {
    fn of(
        layer: &'l Layer,
        statements: &BTreeMap<usize, Vec<Statement>>,
        sentences: &[Sentence],
        book: &Book,
    ) -> Option<Self> {
        let mut stated: BTreeMap<Option<Place>, Rules> = BTreeMap::new();
        stated.entry(None).or_default().relation = layer.relation_of_facts(statements);
        let mut kept = BTreeSet::new();
        for (&index, statements) in statements {
            // A sentence about drawings is accounted for only if the drawings are read.
            let places: BTreeSet<&Place> =
                statements.iter().filter_map(|s| s.place.as_ref()).collect();
            for statement in statements {
                let rules = stated.entry(statement.place.clone()).or_default();
                rules.relation.extend(statement.relation.iter().cloned());
                kept.extend(statement.kept.clone());
            }
            let asides = sentences[index + 1..].iter().take_while(|s| s.is_aside);
            // A sentence refers to at most one kind of drawing, because `read_sentence` rejects sentences about several
            // kinds.
            let place = places.first().map(|&place| place.clone());
            let rules = stated.entry(place).or_default();
            rules.sentences.extend(index..=index + asides.count());
        }
        let (about, others): (Vec<_>, Vec<_>) = (0..sentences.len()).partition(|index| {
            let statements = statements.get(index);
            statements.is_some_and(|all| all.iter().any(Statement::gives_values))
        });
        let at = |list: Vec<usize>| -> Vec<&Sentence> {
            let list = list.into_iter();
            list.map(|index| &sentences[index]).collect()
        };
        let (about, others) = (at(about), at(others));
        let valued = match about.is_empty() {
            true => HashSet::new(),
            false => {
                let relation = &mut stated.entry(None).or_default().relation;
                relation.extend(layer.usual_values(statements));
                doublers::find_valued_rules(&about, &others, book)?
            }
        };
        Some(Self {
            layer,
            stated,
            kept,
            valued,
        })
    }

    /// Adds the layer and its rules to a puzzle, and makes the sentences state these rules. Returns `None` if a rule is
    /// invalid, or if the layer cannot be added; see `add_extras`.
    fn add(self, puzzle: &mut Puzzle, sentences: &mut [Sentence]) -> Option<Layers> {
        let name = &self.layer.name;
        let mut own = puzzle.own_rules.iter();
        // A puzzle that is read again already has the layers.
        let is_known = own.any(|own| own.name == *name) && puzzle.extra(name).is_some();
        let extras = puzzle.extras.len();
        // There is only one layer of counted digits, so the digits of two sets of cells cannot be counted.
        if self.kept.len() > 1 || !is_known && !self.add_extras(puzzle) {
            return None;
        }
        let owned = self.stated.iter().map(|(place, rules)| {
            let own = self.own_rule(place.as_ref(), rules, sentences);
            let rule = Rule::own(&own, puzzle).ok()?;
            Some((place.as_ref(), rules, own, rule))
        });
        let Some(owned) = owned.collect::<Option<Vec<_>>>() else {
            // Without its rules the layer would be unconstrained, so it is removed again.
            puzzle.extras.truncate(extras);
            return None;
        };
        let mut layers = Layers::default();
        for (place, rules, own, mut rule) in owned {
            rule.recognition.drawn = place.map(Place::styles).unwrap_or_default();
            layers.rules.push(rule);
            for &index in &rules.sentences {
                state(&mut sentences[index], &own.name, place);
            }
            if !is_known {
                puzzle.own_rules.push(own);
            }
        }
        layers.stated.push(name.clone());
        layers.valued.extend(self.valued);
        Some(layers)
    }

    /// Adds the unknowns of the layer. Returns `false` if the puzzle has other layers, if clues that the file names
    /// would have to count values, or if the digits do not fit the layer.
    fn add_extras(&self, puzzle: &mut Puzzle) -> bool {
        let digits = puzzle.layout.digits();
        let (Some(low), Some(high)) = (digits.min(), digits.max()) else {
            return false;
        };
        let is_high = 2 * u32::from(high) > doublers::HIGHEST;
        // Clues that the file names are about digits and are not changed.
        let is_named = |clue: &Clue| self.valued.contains(&clue.rule);
        if puzzle.clues.iter().any(is_named) {
            return false;
        }
        // In the layer of counted digits, 0 marks a cell that is not counted, so 0 cannot also be a digit.
        if !puzzle.extras.is_empty() || low == 0 && !self.kept.is_empty() || is_high {
            return false;
        }
        let layer = |name: &str, values: DigitSet| Extra {
            name: name.to_owned(),
            size: puzzle.layout.cell_count() as u16,
            columns: puzzle.layout.columns,
            values,
        };
        let [first, last] = self.layer.values;
        let mut extras = vec![layer(&self.layer.name, DigitSet::range(first, last))];
        if !self.valued.is_empty() {
            // A text may also lower values, for example to one less than the digit, so the range starts at 0.
            extras.push(layer(doublers::VALUES, DigitSet::range(0, 2 * high)));
        }
        extras.extend(
            self.kept
                .iter()
                .map(|_| layer(KEPT, DigitSet::range(0, high))),
        );
        puzzle.extras.extend(extras);
        true
    }

    fn own_rule(&self, place: Option<&Place>, rules: &Rules, sentences: &[Sentence]) -> OwnRule {
        let layer = &self.layer;
        let texts = rules.sentences.iter().map(|&at| &sentences[at]);
        let texts = texts.map(|sentence| match sentence.is_aside {
            true => format!("({})", sentence.text),
            false => format!("{}.", sentence.text),
        });
        let name = [Some(layer.name.clone())].into_iter().chain(
            place
                .iter()
                .flat_map(|place| [place.colour.clone(), Some(place.kind.clone())]),
        );
        let name: Vec<String> = name.flatten().collect();
        let mut relation = rules.relation.clone();
        let mut implied = vec![];
        if place.is_none() {
            relation.extend(self.kept.iter().flat_map(|state| relation_of_kept(state)));
            implied = layer.find_implied(&relation);
        }
        let required = || (PRINTED.to_owned(), Param::Text("required".to_owned()));
        OwnRule {
            params: place
                .filter(|place| place.has_number())
                .map(|_| required())
                .into_iter()
                .collect(),
            name: name.join("-"),
            shape: place.map_or("global", Place::shape).to_owned(),
            text: texts.collect::<Vec<_>>().join(" "),
            relation,
            implied,
            repeats: place.is_some_and(|place| place.shape() == "line"),
            ..OwnRule::default()
        }
    }
}

/// Makes a sentence state a rule about a layer and nothing else.
fn state(sentence: &mut Sentence, rule: &str, place: Option<&Place>) {
    // The grammar has accounted for every word, so all of them belong to the rule.
    let words = sentence.words.clone();
    sentence.own = None;
    sentence.mentions = vec![Mention {
        is_plain: true,
        colours: place.and_then(Place::colour_name).into_iter().collect(),
        ..Mention::complete(rule, &words, words.iter().cloned().collect())
    }];
    sentence.is_light = true;
}

/// Returns the formulas of the layer [`KEPT`]: its value is the digit of each counted cell, and 0 for all other cells.
fn relation_of_kept(state: &str) -> Vec<String> {
    let mut on = String::new();
    fill(&mut on, state, &["c".to_owned()]);
    vec![format!(
        "each c in grid: {on} and {KEPT}(c) == c or not {on} and {KEPT}(c) == 0"
    )]
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::{Boxes, Layout};

    const LOOP: &str = "Draw a one-cell-wide loop of orthogonally connected cells. The loop may not touch itself, not even diagonally.";
    const YIN_YANG: &str = "Shade some cells such that all shaded cells are orthogonally connected and all unshaded cells are orthogonally \
         connected. No 2x2 area may be fully shaded or fully unshaded.";

    /// Returns the formulas of the rules that a text states about its layers, by rule, and the sentences that stay
    /// open.
    fn read(text: &str) -> (BTreeMap<String, Vec<String>>, Vec<String>) {
        let book = Book::builtin();
        let mut puzzle = Puzzle::new(Layout::square(9));
        let mut sentences = read_sentences(text, book, (1, 9));
        let layers = declare(&mut puzzle, &mut sentences, book);
        let own = puzzle.own_rules.iter();
        let rules = own.map(|own| (own.name.clone(), own.relation.clone()));
        let is_open = |sentence: &&Sentence| {
            !sentence.mentions.iter().any(|m| layers.has_rule(&m.rule))
                && sentence.kind == crate::text::Kind::Rule
        };
        let open = sentences.iter().filter(is_open);
        (
            rules.collect(),
            open.map(|sentence| sentence.text.clone()).collect(),
        )
    }

    #[test]
    fn texts_declare_loops_and_shadings() {
        for text in [
            LOOP,
            "Make a 1-cell-wide loop of orthogonally connected cells, which does not branch or touch itself - not even diagonally.",
            "Draw a single, closed loop that moves orthogonally through the centers of cells, and does not branch, overlap, or touch itself \
             (not even diagonally).",
            "Draw a 1-cell wide loop in the grid, passing through the centers of some orthogonally adjacent cells. The loop does not touch \
             itself, not even diagonally.",
        ] {
            let (rules, open) = read(text);
            assert_eq!(open, [""; 0], "{text}");
            assert_eq!(rules["loop"].len(), 3, "{text}");
        }
        for text in [
            YIN_YANG,
            "Yin Yang: Shade some cells such that all shaded cells form one orthogonally connected area, as do all unshaded cells, and no \
             2x2 area is entirely shaded or unshaded.",
            "Shade some cells such that the shaded cells and the unshaded cells each form a single orthogonally-connected region. No 2x2 \
             area can be completely shaded or unshaded (Yin-Yang rules).",
        ] {
            let (rules, open) = read(text);
            assert_eq!(open, [""; 0], "{text}");
            assert_eq!(rules["shade"].len(), 4, "{text}");
        }
    }

    #[test]
    fn other_loops_and_shadings_stay_open() {
        for text in [
            // The loop may be two cells wide, move diagonally or touch itself, or there may be several loops.
            "Draw a loop that may not touch itself, not even diagonally.",
            "Draw a one-cell-wide loop of orthogonally connected cells.",
            "Draw a one-cell-wide loop of orthogonally connected cells. The loop may not touch itself.",
            "Draw two one-cell-wide loops of orthogonally connected cells. The loops may not touch themselves, not even diagonally.",
            "Draw one-cell-wide loops of orthogonally connected cells. Loops may not touch themselves, not even diagonally.",
            "Draw a one-cell-wide loop of orthogonally connected cells. Draw a single loop. The loop may not touch itself, not even diagonally.",
            "Draw a one-cell-wide loop of cells. The loop may move orthogonally or diagonally. The loop may not touch itself, not even diagonally.",
            "Draw a one-cell-wide loop of orthogonally connected cells. The loop may touch itself, even diagonally.",
            "Shade some cells such that all shaded cells are connected and all unshaded cells are connected.",
            "Shade some cells. No 2x2 area may be fully shaded.",
            "Shade some cells such that not all shaded cells are orthogonally connected.",
        ] {
            let (rules, open) = read(text);
            assert!(rules.is_empty(), "{text}: {rules:?}");
            assert!(!open.is_empty(), "{text}");
        }
    }

    /// Returns the formulas of a rule that a sentence states about the layer that another text declares; none if the
    /// sentence stays open.
    fn relation(declared: &str, rule: &str, text: &str) -> Vec<String> {
        let before = read(declared).0;
        let (mut rules, open) = read(&format!("{declared} {text}"));
        if !open.is_empty() {
            assert_eq!(rules, before, "{text}");
            return vec![];
        }
        let mut relation = rules.remove(rule).unwrap_or_default();
        relation.retain(|line| !before.get(rule).is_some_and(|lines| lines.contains(line)));
        relation
    }

    #[test]
    fn sentences_refer_to_a_layer() {
        let cases = [
            (
                LOOP,
                "loop",
                "Adjacent digits along the loop must differ by at least 5.",
                "each touching (a, b) in grid: loop(a) == 1 and loop(b) == 1 implies abs(a - b) >= 5",
            ),
            (
                LOOP,
                "loop",
                "The loop acts as a German Whispers line (i.e., adjacent digits on the loop must have a difference of at least 5).",
                "each touching (a, b) in grid: loop(a) == 1 and loop(b) == 1 implies abs(a - b) >= (size + 1) / 2",
            ),
            (
                LOOP,
                "loop",
                "Digits along the loop must alternate between even and odd digits.",
                "each touching (a, b) in grid: loop(a) == 1 and loop(b) == 1 implies (a + b) mod 2 == 1",
            ),
            (
                LOOP,
                "loop-cage",
                "The loop must enter every cell of every cage.",
                "each c in cells: loop(c) == 1",
            ),
            (
                LOOP,
                "loop-cage",
                "The loop may not enter any cage.",
                "each c in cells: loop(c) == 0",
            ),
            (
                LOOP,
                "loop-grey-circle",
                "Grey circles are on the loop.",
                "each c in cells: loop(c) == 1",
            ),
            (
                LOOP,
                "loop-circle",
                "Circled cells cannot be on the loop, and the digit in a circle indicates how many of the up to 8 \
              surrounding cells are on the loop.",
                "each c in cells: count(d in around(c): loop(d) == 1) == c; each c in cells: loop(c) == 0",
            ),
            (
                YIN_YANG,
                "shade-circle",
                "A digit in a circle counts the shaded cells in its 3x3 box.",
                "each c in cells: count(d in box(c): shade(d) == 1) == c",
            ),
            (
                YIN_YANG,
                "shade-cage",
                "Even digits in a cage are always shaded, odd digits are always unshaded.",
                "each c in cells: shade(c) == 1 iff c mod 2 == 0",
            ),
            (
                YIN_YANG,
                "shade-black-dot",
                "A black dot always separates a shaded and an unshaded cell.",
                "each adjacent (a, b) in cells: shade(a) == 1 iff not shade(b) == 1",
            ),
            (
                YIN_YANG,
                "shade",
                "If two orthogonally connected cells are both unshaded, then the digits in those cells must have a difference of \
              at least 5.",
                "each touching (a, b) in grid: shade(a) == 0 and shade(b) == 0 implies abs(a - b) >= 5",
            ),
            (
                YIN_YANG,
                "shade",
                "Digits in orthogonally adjacent unshaded cells must alternate in parity.",
                "each touching (a, b) in grid: shade(a) == 0 and shade(b) == 0 implies (a + b) mod 2 == 1",
            ),
            (
                YIN_YANG,
                "shade",
                "A digit in a shaded cell shows how many times that digit appears in shaded cells.",
                "each digit d: count(c in kept: c == d) in {0, d}; each c in grid: shade(c) == 1 and kept(c) == c or not shade(c) == 1 and kept(c) == 0",
            ),
        ];
        for (declared, rule, text, expected) in cases {
            assert_eq!(
                relation(declared, rule, text).join("; "),
                expected,
                "{text}"
            );
        }
    }

    const SNAKE: &str = "Draw a one-cell-wide snake of orthogonally connected cells. The snake may not touch itself, not even diagonally.";

    #[test]
    fn texts_declare_snakes_with_given_ends() {
        for text in [
            SNAKE,
            "Draw a snake connecting the two green spots. The snake must be one cell wide, may only move orthogonally, and may not touch \
             itself (not even diagonally.)",
            "Draw a snake in the grid which must start and end at grey circles. The snake is a one-cell-wide path of orthogonally connected \
             cells which may touch itself diagonally but not orthogonally.",
            "Draw a one-cell wide snake that moves orthogonally through the center of cells. The snake is not allowed to branch, intersect \
             with itself or touch itself, even diagonally. The head and tail of the snake are given by circles.",
        ] {
            let (rules, open) = read(text);
            assert_eq!(open, [""; 0], "{text}");
            assert!(rules["snake"].len() >= 3, "{text}");
        }
        let ends = "The snake starts and ends at the grey circles.";
        assert_eq!(
            relation(SNAKE, "snake-grey-circle", ends),
            ["each c in cells: snake(c) == 1 and count(d in neighbours(c): snake(d) == 1) == 1"]
        );
        for text in [
            "Draw a one-cell-wide snake of orthogonally connected cells.",
            "Draw a one-cell-wide snake of orthogonally connected cells. The snake may not touch itself.",
            "Draw a snake. The snake may move orthogonally or diagonally. The snake may not touch itself, not even diagonally.",
            "Draw two one-cell-wide snakes of orthogonally connected cells. The snakes may not touch themselves, not even diagonally.",
            "Draw a one-cell-wide snake of orthogonally connected cells. The snake may touch itself, even orthogonally.",
            "Draw a snake connecting three green spots. The snake may only move orthogonally, and may not touch itself, not even diagonally.",
        ] {
            let (rules, open) = read(text);
            assert!(rules.is_empty(), "{text}: {rules:?}");
            assert!(!open.is_empty(), "{text}");
        }
        for text in [
            "The snake starts at the grey circle.",
            "The snake does not end at the grey circles.",
            "The snake starts or ends at the grey circles.",
            "The snake starts and ends at one of the grey circles.",
            "The snake passes through the grey circles in order.",
        ] {
            assert_eq!(
                relation(SNAKE, "snake-grey-circle", text),
                [""; 0],
                "{text}"
            );
            assert!(!read(&format!("{SNAKE} {text}")).1.is_empty(), "{text}");
        }
    }

    #[test]
    fn arrows_in_cells_count_cells_of_a_layer() {
        let apart = "each piece p in pieces: count(d in p: shade(d) == 1) == control[1]";
        let combined = "count(d in cells: shade(d) == 1) == control[1]";
        for (text, expected) in [
            (
                "A digit in a cell with an arrow counts the total number of shaded cells seen in the direction of the arrow (not counting the \
                 cell itself).",
                apart,
            ),
            (
                "An arrow cell shows how many shaded cells are in the indicated direction.",
                apart,
            ),
            (
                "The digit in a cell containing an arrow indicates the number of shaded cells in the direction the arrow points. If a cell \
                 contains several arrows, each arrow is counted separately.",
                apart,
            ),
            (
                "The digit in a cell with one or more arrows is equal to the total number of shaded cells that appear in the indicated \
                 directions combined (not including the arrow cell itself).",
                combined,
            ),
            (
                "The digit in a cell with an arrow equals the sum of the shaded cells in the direction of the arrow.",
                "each piece p in pieces: sum(d in p: if shade(d) == 1 then d else 0) == control[1]",
            ),
        ] {
            assert_eq!(
                relation(YIN_YANG, "shade-pointer", text),
                [expected],
                "{text}"
            );
        }
        for text in [
            "A digit in a cell with one or more arrows counts the shaded cells in the indicated directions.",
            "A digit in a cell with an arrow counts the shaded cells seen in the direction of the arrow before the first unshaded cell.",
            "A digit in a cell with an arrow counts at least the shaded cells in the direction of the arrow.",
            "A digit in a cell with an arrow counts the consecutive shaded cells in the direction of the arrow.",
            "A digit in a cell with an arrow counts the shaded cells in the direction of the arrow in its box.",
            "A digit in a cell without an arrow counts the shaded cells in the direction of the arrow.",
            "An arrow points to a shaded cell.",
        ] {
            assert_eq!(relation(YIN_YANG, "shade-pointer", text), [""; 0], "{text}");
            assert!(!read(&format!("{YIN_YANG} {text}")).1.is_empty(), "{text}");
        }
    }

    #[test]
    fn numbers_in_cages_are_sums_of_cells_of_a_layer() {
        let expected = "sum(c in cells: if shade(c) == 1 then c else 0) == printed";
        for text in [
            "Shaded digits within a cage sum to the value given in the top left of the cage.",
            "The number in the top left corner of a cage is the sum of the shaded digits in that cage.",
            "In cages, the small clue in the top left corner of the cage gives the sum of all cells in that cage that are shaded.",
            "A cage shows the sum of its shaded cells.",
            "Cage totals give the sum of their shaded digits.",
        ] {
            assert_eq!(
                relation(YIN_YANG, "shade-total", text),
                [expected],
                "{text}"
            );
        }
        for text in [
            "Shaded digits within a cage sum to at most the value given in the top left of the cage.",
            "Some cages show the sum of their shaded cells.",
            "A cage shows the sum of its shaded cells or the sum of its unshaded cells.",
            "A cage shows the sum of the shaded cells around it.",
            "Shaded digits within a cage do not sum to the value given in the top left of the cage.",
        ] {
            assert_eq!(relation(YIN_YANG, "shade-total", text), [""; 0], "{text}");
            assert!(!read(&format!("{YIN_YANG} {text}")).1.is_empty(), "{text}");
        }
    }

    #[test]
    fn texts_declare_regions_to_be_found() {
        let text = "Divide the grid into 9 additional regions, each consisting of 9 orthogonally connected cells. Each extra region contains the \
                    digits 1-9 without repeats. A digit in a circle indicates how many of the up to nine surrounding cells (including itself) are \
                    in the same region as that circle.";
        let (rules, open) = read(text);
        assert_eq!(open, [""; 0]);
        assert_eq!(rules["region"], ["regions(region, grid, 9)"]);
        assert_eq!(
            rules["region-circle"],
            ["each c in cells: count(d in joined([c], around(c)): region(d) == region(c)) == c"]
        );
        let overlap = "Divide the grid into 9 additional regions of 9 orthogonally connected cells. Each extra region contains the digits 1-9 \
                       without repeats.";
        for text in [
            "A digit in a circle indicates how many cells (including itself) overlap between its 3x3 box and its additional region.",
            "A digit in a circle indicates how many cells in its box are in the same region as the circle, including itself.",
        ] {
            assert_eq!(
                relation(overlap, "region-circle", text),
                ["each c in cells: count(d in box(c): region(d) == region(c)) == c"],
                "{text}"
            );
        }
        for text in [
            "A digit in a circle indicates how many other cells in its box are in the same region as the circle.",
            "A digit in a circle indicates how many regions overlap its 3x3 box.",
        ] {
            assert_eq!(relation(overlap, "region-circle", text), [""; 0], "{text}");
        }
        for text in [
            // The grid also has boxes.
            "Divide the grid into 9 regions of 9 orthogonally connected cells. Place the digits 1-9 once in each row, column and region.",
            "Divide the grid into 9 additional regions of 9 orthogonally connected cells.",
            "Divide the grid into 8 additional regions of 9 orthogonally connected cells. Each extra region contains the digits 1-9 without repeats.",
        ] {
            assert!(read(text).0.is_empty(), "{text}");
        }
    }

    #[test]
    fn regions_of_unknown_size_stay_open() {
        let declares = |text: &str| {
            let book = Book::builtin();
            let mut puzzle = Puzzle::new(Layout::square(9));
            puzzle.layout.boxes = Boxes::Own(vec![None; 81]);
            let mut sentences = read_sentences(text, book, (1, 9));
            declare(&mut puzzle, &mut sentences, book).has_rule("region")
        };
        let unsized_regions = "Divide the grid into regions of orthogonally connected cells.";
        let sized =
            "Divide the grid into nine regions each containing 9 orthogonally connected cells.";
        let filled = "Place the digits 1-9 once each in every row, column and region.";
        let different = "Fill the grid with the digits 1-9 such that no digit repeats in any row, column or region.";
        for (divided, digits, is_declared) in [
            (unsized_regions, filled, true),
            (unsized_regions, different, false),
            (sized, filled, true),
            (sized, different, true),
        ] {
            assert_eq!(
                declares(&format!("{divided} {digits}")),
                is_declared,
                "{divided} {digits}"
            );
        }
    }

    #[test]
    fn a_layer_gives_cells_values() {
        let text = "The value of a shaded cell is one greater than its digit, the value of an unshaded cell is one less than its digit. Values on \
                    a purple line form a set of consecutive values in any order.";
        let book = Book::builtin();
        let mut puzzle = Puzzle::new(Layout::square(9));
        let mut sentences = read_sentences(&format!("{YIN_YANG} {text}"), book, (1, 9));
        let layers = declare(&mut puzzle, &mut sentences, book);
        assert_eq!(Vec::from_iter(&layers.valued), ["renban"]);
        let shade = &puzzle.own_rules[0].relation;
        for line in [
            "each c in grid: shade(c) == 1 implies value(c) == c + 1",
            "each c in grid: shade(c) == 0 implies value(c) == c - 1",
        ] {
            assert!(shade.contains(&line.to_owned()), "{shade:?}");
        }
        // No clue counts values.
        let text = "The value of a shaded cell is one greater than its digit.";
        assert!(read(&format!("{YIN_YANG} {text}")).0.is_empty());
    }

    #[test]
    fn values_that_are_not_all_understood_state_nothing() {
        let text = "The value of a shaded cell is one greater than its digit. Values on a purple line form a set of consecutive values in any order.";
        let unread = "The value of an unshaded cell is zero minus its digit.";
        let counted = |text: &str| {
            let book = Book::builtin();
            let mut puzzle = Puzzle::new(Layout::square(9));
            let mut sentences = read_sentences(&format!("{YIN_YANG} {text}"), book, (1, 9));
            declare(&mut puzzle, &mut sentences, book);
            let mut mentions = sentences.iter().flat_map(|sentence| &sentence.mentions);
            mentions.any(|mention| mention.rule == "renban")
        };
        assert!(counted(text));
        assert!(!counted(&format!("{text} {unread}")));
    }

    #[test]
    fn other_sentences_about_a_layer_stay_open() {
        for text in [
            "Not all circles are on the loop.",
            "Some circles are on the loop.",
            "Exactly one circle is on the loop.",
            "Circles may be on the loop.",
            "The loop visits only circles.",
            "Circles are on the loop or shaded.",
            "The loop must enter every cage.",
            "The loop visits every box exactly once.",
            "The loop contains even digits.",
            "The loop does not pass through all circles.",
            "A digit in a circle indicates how many cells are on the loop.",
            "A digit in a circle indicates how many surrounding cells in its box are on the loop.",
            "A digit in a circle indicates how many of the adjacent cells are on the loop.",
            "Adjacent digits along the loop may differ by at least 5.",
            "Adjacent digits along the loop must differ by at least 5 unless one is a 5.",
            "Adjacent digits must differ by at least 5.",
            "Grey circles are on the loop and white circles are not on the loop.",
            "Box borders divide the loop into segments with the same sum.",
            "A digit on the loop indicates how many times that digit appears off the loop.",
            "Marks: Circles are on the loop unless they are black.",
        ] {
            assert_eq!(relation(LOOP, "loop-circle", text), [""; 0], "{text}");
            let (_, open) = read(&format!("{LOOP} {text}"));
            assert!(!open.is_empty(), "{text}");
        }
    }
}
