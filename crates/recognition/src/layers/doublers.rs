//! Doublers: cells that the solver must find, one in each house, whose value is twice their digit.
//!
//! The text states where doublers can be, lists their digits, and names the clues that count values. These clues then
//! refer to a layer of values, and all other clues to the digits.

use crate::colour::colour_name;
use crate::text::{self, Kind, Mention, Sentence};
use crate::words::words;
use cluewright_puzzle::{Cell, Clue, DigitSet, Extra, OwnRule, Puzzle};
use cluewright_rules::{Book, Form, Shape};
use std::collections::HashSet;

/// Name of the puzzle's own rule about doublers.
pub(crate) const DOUBLERS: &str = "doublers";

/// Names of two layers. The first contains the digit of each doubler, counted from 1, and 0 for all other cells. The
/// second contains the value of each cell.
///
/// The first layer encodes the position and the digit of a doubler in one unknown. Proofs then need a tenth of the
/// guesses that they need with a layer that only marks the positions.
const DOUBLED: &str = "doubled";
pub(super) const VALUES: &str = "value";

/// Words that sentences about doublers may contain in addition to common words. None of them can change the rule
/// without a negation or a number.
const WORDS: &str = "doubler doubled double cell row column box region 3x3 2x3 3x2 2x2 one per exactly grid place placed every \
     contain contained different digit once set full complete form value count twice its sum total equal line cage arrow zipper between \
     renban palindrome whisper rule purpose towards toward however only so that all treated considered appear into size of for from to";

/// The forms of drawings whose clues count values, by their noun in a sentence about doublers.
const NOUNS: [(&str, Form); 3] = [
    ("line", Form::Line),
    ("cage", Form::Cage),
    ("arrow", Form::Arrow),
];

/// Returns the sentences of a rules text. If the text gives cells values other than their digits, and neither doublers
/// nor another layer defines these values, sentences about values state nothing.
pub(super) fn sentences(
    text: &str,
    book: &Book,
    digits: (u8, u8),
    give_values: impl Fn(&[Sentence]) -> bool,
) -> Vec<Sentence> {
    let mut sentences = text::sentences(text, book, digits);
    if text::redefine_values(&sentences)
        && !state(&mut sentences, digits, book)
        && !give_values(&sentences)
    {
        text::forget_values(&mut sentences);
    }
    sentences
}

/// Finds the sentences that define doublers and makes them state the rule. Returns `false`, and changes nothing, if
/// they do not define doublers completely or if it is unclear which clues count values.
fn state(sentences: &mut [Sentence], digits: (u8, u8), book: &Book) -> bool {
    let allowed: HashSet<String> = words(WORDS).into_iter().collect();
    let mut is_about = vec![false; sentences.len()];
    for index in 0..sentences.len() {
        let sentence = &sentences[index];
        let names = |word: &String| ["doubler", "doubled", "double"].contains(&word.as_str());
        // A definition may continue without any of these words, so the sentence after a sentence about doublers also
        // counts.
        let follows = index > 0 && is_about[index - 1];
        is_about[index] = sentence.kind == Kind::Rule
            && (sentence.words.iter().any(names) || follows)
            && sentence.has_only(&allowed, digits);
    }
    let marked = || sentences.iter().zip(&is_about);
    let select = |wanted: bool| -> Vec<&Sentence> {
        let chosen = marked().filter(|(_, is_about)| **is_about == wanted);
        chosen.map(|(sentence, _)| sentence).collect()
    };
    let about = select(true);
    if !states_all(&about) || find_valued_rules(&about, &select(false), book).is_none() {
        return false;
    }
    for (sentence, _) in sentences.iter_mut().zip(is_about).filter(|(_, is)| *is) {
        let vocabulary = sentence.words.iter().cloned().collect();
        sentence.mentions = vec![Mention::complete(DOUBLERS, &sentence.words, vocabulary)];
        sentence.own = None;
    }
    true
}

/// Returns `true` if the sentences state where doublers are, which digits they have, and that their values are doubled.
fn states_all(sentences: &[&Sentence]) -> bool {
    let has = |sentence: &Sentence, list: &[&str]| {
        let mut words = sentence.words.iter();
        words.any(|word| list.contains(&word.as_str()))
    };
    let has_all =
        |sentence: &Sentence, lists: &[&[&str]]| lists.iter().all(|list| has(sentence, list));
    let ranges = ["1-9", "1-8", "1-7", "1-6"];
    let holds_each = |sentence: &Sentence| {
        let of_digits = has(sentence, &["digit"]) || has(sentence, &ranges);
        has(sentence, &["set"]) && of_digits
            || has_all(sentence, &[&["different"], &["digit"]])
            || has_all(sentence, &[&["once"], &["each"], &["digit"]])
            || has(sentence, &["once"]) && has(sentence, &ranges)
    };
    let some = |test: &dyn Fn(&Sentence) -> bool| sentences.iter().any(|sentence| test(sentence));
    some(&|sentence| has(sentence, &["doubler"]))
        && some(&|sentence| {
            has_all(
                sentence,
                &[&["one"], &["row"], &["column"], &["box", "region"]],
            )
        })
        && some(&holds_each)
        && some(&|sentence| {
            has_all(
                sentence,
                &[&["double", "twice"], &["value", "digit", "count"]],
            )
        })
}

/// Returns the rules whose clues count values. Returns `None` if the text does not name any, or if it names a rule that
/// cannot be applied to values.
pub(super) fn find_valued_rules(
    about: &[&Sentence],
    others: &[&Sentence],
    book: &Book,
) -> Option<HashSet<String>> {
    let has = |sentence: &Sentence, word: &str| sentence.words.iter().any(|w| w == word);
    let nouns = NOUNS
        .iter()
        .filter(|(noun, _)| about.iter().any(|sentence| has(sentence, noun)));
    let forms: Vec<Form> = nouns.map(|&(_, form)| form).collect();
    let kinds = find_line_kinds(about)?;
    let mut found: HashSet<String> = HashSet::new();
    for rule in book.rules().filter_map(Result::ok) {
        let is_of_kind = |form: Form| {
            let mut names = rule.name.split('-');
            form != Form::Line || kinds.is_empty() || names.any(|name| kinds.contains(name))
        };
        let mut styles = rule.recognition.drawn.iter();
        if styles.any(|style| forms.contains(&style.form) && is_of_kind(style.form)) {
            found.insert(rule.name.clone());
        }
    }
    for sentence in others {
        let counts_values = has(sentence, "value") && sentence.kind == Kind::Rule;
        for mention in sentence.mentions.iter().filter(|_| counts_values) {
            let is_global = book
                .rule(&mention.rule)
                .is_ok_and(|rule| rule.shape == Shape::Global);
            // A global rule has no cells that could be moved to the layer of values, except for the rules of the two
            // diagonals. A rule against repeated values in a cage is not the rule against repeated digits.
            let is_diagonal = DIAGONALS.contains(&mention.rule.as_str());
            if is_global && mention.is_whole && !is_diagonal
                || mention.rule == KILLER_CAGE && has(sentence, "repeat")
            {
                return None;
            }
            found.insert(mention.rule.clone());
        }
    }
    (!found.is_empty()).then_some(found)
}

const KILLER_CAGE: &str = "killer-cage";

/// The rules against repeats on a diagonal of the grid.
const DIAGONALS: [&str; 2] = ["diagonal-down", "diagonal-up"];

/// Words for kinds of lines, which are part of the names of their rules.
const LINE_KINDS: [&str; 5] = ["zipper", "between", "renban", "palindrome", "whisper"];

/// Returns the kinds of lines that sentences about doublers name; empty if they are about all lines. Returns `None` if
/// they name lines of a colour, because the rule of these lines is then unknown.
fn find_line_kinds<'s>(about: &[&'s Sentence]) -> Option<HashSet<&'s str>> {
    let pairs = about.iter().flat_map(|sentence| sentence.words.windows(2));
    let pairs = pairs.filter(|pair| pair[1] == "line");
    let before: Vec<&str> = pairs.map(|pair| pair[0].as_str()).collect();
    if before.iter().any(|word| colour_name(word).is_some()) {
        return None;
    }
    let is_kind = |word: &&str| LINE_KINDS.contains(word);
    let (kinds, others): (Vec<&str>, Vec<&str>) =
        before.into_iter().partition(|word| is_kind(word));
    // A sentence about all lines includes those of every kind.
    Some(kinds.into_iter().filter(|_| others.is_empty()).collect())
}

/// Adds doublers to a puzzle if its sentences state them. Returns the rules whose clues count values; empty if the
/// sentences state no doublers, or if these cannot be added.
pub(crate) fn add(puzzle: &mut Puzzle, sentences: &[Sentence], book: &Book) -> HashSet<String> {
    let is_about = |sentence: &&Sentence| sentence.mentions.iter().any(|m| m.rule == DOUBLERS);
    let (about, others): (Vec<&Sentence>, Vec<&Sentence>) = sentences.iter().partition(is_about);
    let digits = puzzle.layout.digits();
    let (Some(low), Some(high)) = (digits.min(), digits.max()) else {
        return HashSet::new();
    };
    let Some(rules) = find_valued_rules(&about, &others, book).filter(|_| !about.is_empty()) else {
        return HashSet::new();
    };
    // A puzzle that is read again already has the layers.
    if puzzle.own_rules.iter().any(|own| own.name == DOUBLERS) {
        return rules;
    }
    // Clues that the file names are about digits and are not changed.
    let is_named = puzzle.clues.iter().any(|clue| rules.contains(&clue.rule));
    if is_named || !puzzle.extras.is_empty() || 2 * u32::from(high) > HIGHEST {
        return HashSet::new();
    }
    let layer = |name: &str, values: DigitSet| Extra {
        name: name.to_owned(),
        size: puzzle.layout.cell_count() as u16,
        columns: puzzle.layout.columns,
        values,
    };
    let layers = [
        // The digits are counted from 1, because 0 marks all other cells, and may also be a digit.
        layer(DOUBLED, DigitSet::range(0, high - low + 1)),
        layer(VALUES, DigitSet::range(low, 2 * high)),
    ];
    puzzle.extras.extend(layers);
    puzzle.own_rules.push(OwnRule {
        name: DOUBLERS.to_owned(),
        shape: "global".to_owned(),
        text: "Each row, column and box has one doubler, and each digit is doubled once. A doubler's value is twice its digit."
            .to_owned(),
        relation: vec![
            "each house h: count(c in doubled(h): c != 0) == 1".to_owned(),
            "each digit d: count(c in doubled: c == d + 1 - low) == 1".to_owned(),
            "each c in grid: doubled(c) == 0 and value(c) == c or doubled(c) == c + 1 - low and value(c) == 2 * c".to_owned(),
        ],
        ..OwnRule::default()
    });
    rules
}

/// Maximum value of a cell in a layer.
pub(super) const HIGHEST: u32 = 60;

/// Moves a clue that counts values to the layer of values. A killer cage becomes two clues: a cage without a sum,
/// because its digits still differ, and a sum of the values. A diagonal becomes a set of different values.
pub(crate) fn on_values(clue: &Clue, puzzle: &Puzzle) -> Vec<Clue> {
    let Some((first, _)) = puzzle.extra(VALUES) else {
        return vec![clue.clone()];
    };
    let shift = |cell: &Cell| Cell::from_index(first.index() + cell.index());
    let moved = |clue: &Clue| {
        let mut moved = clue.clone();
        for (_, cells) in &mut moved.slots {
            *cells = cells.iter().map(shift).collect();
        }
        moved
    };
    match (clue.rule.as_str(), clue.params.get("sum")) {
        // Without a sum, the cage only forbids repeated digits, so its clue does not count values.
        (KILLER_CAGE, None) => vec![clue.clone()],
        (KILLER_CAGE, Some(sum)) => {
            let mut plain = clue.clone();
            plain.params.remove("sum");
            let cells: Vec<_> = clue.cells().collect();
            let sum = Clue::on("sum", cells).with("sum", sum.clone());
            vec![plain, moved(&sum)]
        }
        (rule, _) if DIAGONALS.contains(&rule) => {
            let is_down = rule == DIAGONALS[0];
            let columns = puzzle.layout.columns;
            let is_on = |cell: &Cell| {
                let (row, column) = puzzle.layout.place(*cell);
                row == if is_down {
                    column
                } else {
                    columns - 1 - column
                }
            };
            let cells: Vec<Cell> = puzzle.layout.cells().filter(is_on).collect();
            // A cage without a sum states that its values differ.
            vec![moved(&Clue::on(KILLER_CAGE, cells))]
        }
        _ => vec![moved(clue)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: &str = "There is exactly one doubler in each row, column and box.";
    const DIGITS: &str = "The doublers form a set of the digits 1-9.";
    const WORTH: &str = "A doubler counts as twice its value";

    /// Returns the names of the rules whose clues count values, sorted; none if the text does not state doublers.
    fn list_rules(text: &str) -> Vec<String> {
        let book = Book::builtin();
        let mut puzzle = Puzzle::new(cluewright_puzzle::Layout::square(9));
        let rules = add(&mut puzzle, &sentences(text, book, (1, 9), |_| false), book);
        assert_eq!(rules.is_empty(), puzzle.own_rules.is_empty(), "{text}");
        let mut rules: Vec<String> = rules.into_iter().collect();
        rules.sort_unstable();
        rules
    }

    #[test]
    fn a_text_states_doublers_and_which_clues_count_values() {
        let arrows = format!("{PLACES} {DIGITS} {WORTH} for the purpose of arrows.");
        let rules = list_rules(&arrows);
        assert!(rules.contains(&"arrow".to_owned()), "{rules:?}");
        assert!(!rules.contains(&"renban".to_owned()), "{rules:?}");
        let values =
            "Renban: Values on a purple line form a set of consecutive values in any order.";
        let rules = list_rules(&format!("{PLACES} {DIGITS} {WORTH}. {values}"));
        assert_eq!(rules, ["renban"]);
        // Only lines of the named kind count values.
        let kind = "Nine cells in the grid are 'doublers', one in each row, column and 3x3 box. For the purposes of the between lines, \
                    digits on doublers count as double their value. Each digit from 1 to 9 appears on a doubler exactly once.";
        assert_eq!(list_rules(kind), ["between-line"]);
        let coloured = kind.replace("between lines", "green lines");
        assert_eq!(list_rules(&coloured), [""; 0]);
        let diagonals = "Place doubler-cells into the grid so that there is exactly one doubler-cell in each row, column and box. Each \
                         doubler-cell must contain a different digit and the value of a doubler-cell is twice the value of the contained \
                         digit. On both marked diagonals there are no repeated values.";
        assert!(list_rules(diagonals).contains(&"diagonal-down".to_owned()));
    }

    #[test]
    fn values_on_a_diagonal_differ() {
        let mut puzzle = Puzzle::new(cluewright_puzzle::Layout::square(9));
        let text = format!("{PLACES} {DIGITS} {WORTH}. Values do not repeat on the diagonals.");
        let sentences = sentences(&text, Book::builtin(), (1, 9), |_| false);
        add(&mut puzzle, &sentences, Book::builtin());
        let clues = on_values(&Clue::new("diagonal-up"), &puzzle);
        // The values follow the digits and the doubled digits.
        let cells: Vec<_> = (0..9).map(|row| Cell(162 + 9 * row + 8 - row)).collect();
        assert_eq!(clues, [Clue::on(KILLER_CAGE, cells)]);
        use cluewright_rules::Clues;
        assert_eq!(Book::builtin().misfit_of(&puzzle, &clues[0]), None);
    }

    #[test]
    fn other_modifiers_state_no_doublers() {
        let arrows = "for the purpose of arrows.";
        for text in [
            // No clue counts values.
            format!("{PLACES} {DIGITS} {WORTH}."),
            // The digits, the positions or the values of the doublers are not stated.
            format!("{PLACES} {WORTH} {arrows}"),
            format!("{DIGITS} {WORTH} {arrows}"),
            format!("{PLACES} {DIGITS} A doubler does not count as twice its value {arrows}"),
            format!("{PLACES} {DIGITS} A doubler may count as twice its value {arrows}"),
            format!(
                "There are 2 doublers, one in each row, column and box. {DIGITS} {WORTH} {arrows}"
            ),
            format!("{PLACES} {DIGITS} {WORTH} {arrows} Doublers never touch."),
            // The rule of knight's moves is about digits, not about values.
            format!(
                "{PLACES} {DIGITS} {WORTH} {arrows} Values a knight's move apart do not repeat."
            ),
        ] {
            let sentences = sentences(&text, Book::builtin(), (1, 9), |_| false);
            let is_open = |sentence: &Sentence| {
                sentence.kind == Kind::Rule && !sentence.mentions.iter().any(|m| m.is_whole)
            };
            let is_stated = !list_rules(&text).is_empty();
            assert!(!is_stated || sentences.iter().any(is_open), "{text}");
        }
    }

    #[test]
    fn digits_of_a_cage_differ_and_values_are_added() {
        let mut puzzle = Puzzle::new(cluewright_puzzle::Layout::square(9));
        let text = format!("{PLACES} {DIGITS} {WORTH} towards the cage totals.");
        let rules = add(
            &mut puzzle,
            &sentences(&text, Book::builtin(), (1, 9), |_| false),
            Book::builtin(),
        );
        assert!(rules.contains(KILLER_CAGE));
        let cells: Vec<_> = (0..3).map(Cell).collect();
        let cage =
            Clue::on(KILLER_CAGE, cells.clone()).with("sum", cluewright_puzzle::Param::Int(30));
        let clues = on_values(&cage, &puzzle);
        let values: Vec<_> = (162..165).map(Cell).collect();
        let sum = Clue::on("sum", values).with("sum", cluewright_puzzle::Param::Int(30));
        assert_eq!(clues, [Clue::on(KILLER_CAGE, cells), sum]);
        use cluewright_rules::Clues;
        for clue in &clues {
            assert_eq!(Book::builtin().misfit_of(&puzzle, clue), None);
        }
    }
}
