//! Names of cells, digits, houses and clues, alone and in lists.

use super::spans::{SpanKind, is_mark, mark, strip_marks};
use cluewright_engine::model::Cite;
use cluewright_logic::{Cells, Ground, Step, named};
use cluewright_puzzle::{Cell, Clue, DigitSet, Puzzle, digit_char};
use cluewright_rules::{Book, Named};

/// Maximum number of cells to name in a list.
pub(super) const MOST_NAMED: usize = 12;

pub(super) fn name(puzzle: &Puzzle, var: u16) -> String {
    mark(SpanKind::Cell, &puzzle.cell_name(Cell(var)))
}

pub(super) fn digit_name(digit: u8) -> String {
    mark(SpanKind::Digit, digit_char(digit).encode_utf8(&mut [0; 4]))
}

/// Lists the names of some cells: `R1C1, R1C2 and R1C3`. If there are many, returns only their number.
pub(super) fn subject(puzzle: &Puzzle, vars: &[u16]) -> String {
    if vars.len() > MOST_NAMED {
        return format!("{} cells", vars.len());
    }
    let names: Vec<String> = vars.iter().map(|&var| name(puzzle, var)).collect();
    list_of(&names, " and ")
}

/// Lists cells as alternatives: `R1C1, R1C2 or R1C3`.
pub(super) fn either(puzzle: &Puzzle, cells: Cells) -> String {
    let names: Vec<String> = cells.iter().map(|cell| name(puzzle, cell)).collect();
    list_of(&names, " or ")
}

/// Lists the names of cells: `R1C1, R1C2`.
#[must_use]
pub fn cells_text(puzzle: &Puzzle, cells: Cells) -> String {
    let names: Vec<String> = cells
        .iter()
        .map(|cell| puzzle.cell_name(Cell(cell)))
        .collect();
    names.join(", ")
}

/// Returns the number of cell names in a text.
pub(super) fn cells_named(text: &str) -> usize {
    names_of_cells(text).count()
}

/// Iterates over the cell names in a text.
pub(super) fn names_of_cells(text: &str) -> impl Iterator<Item = &str> {
    // Marks are not alphanumeric, so the names are found in texts with marks too.
    let words = text.split(|c: char| !c.is_alphanumeric());
    let is_cell = |word: &&str| {
        let columns = word.strip_prefix('R').and_then(|rest| rest.split_once('C'));
        columns.is_some_and(|(row, column)| {
            let is_number =
                |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            is_number(row) && is_number(column)
        })
    };
    words.filter(is_cell)
}

/// Joins digits with commas, and with `last` before the final digit: `1, 2 and 5`.
pub(super) fn list(digits: impl Iterator<Item = u8>, last: &str) -> String {
    let digits: Vec<String> = digits.map(digit_name).collect();
    list_of(&digits, &format!(" {last} "))
}

/// Joins words with commas, and with `last` before the final word.
pub(super) fn list_of(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{}{last}{end}", first.join(", ")),
    }
}

/// Joins the digits with hyphens: `1-3`.
pub(super) fn with_dashes(set: DigitSet) -> String {
    let digits: Vec<String> = set.iter().map(digit_name).collect();
    digits.join("-")
}

/// Puts an article before a set of digits: `a 1-3`, `an 8-9`.
pub(super) fn with_article(set: &str) -> String {
    let article = if set.trim_start_matches(is_mark).starts_with('8') {
        "an"
    } else {
        "a"
    };
    format!("{article} {set}")
}

/// Names the classes that the digits consist of: `odd and even digits`.
pub(super) fn classes(puzzle: &Puzzle, class: DigitSet) -> String {
    let all = puzzle.layout.digits();
    let others = all.without(class);
    let is_odd = |digit: u8| digit % 2 == 1;
    let parity = |set: DigitSet, odd: bool| set.iter().all(|digit| is_odd(digit) == odd);
    // Four of nine digits count as a half, because the middle digit belongs to neither half.
    let is_half = 2 * class.len() + 1 >= all.len();
    let is_low = class.iter().max() < others.iter().min();
    let is_high = class.iter().min() > others.iter().max();
    if parity(class, true) && parity(others, false) || parity(class, false) && parity(others, true)
    {
        "odd and even digits".to_owned()
    } else if is_half && (is_low || is_high) {
        let low = if is_low { class } else { others };
        match (low.min(), low.max()) {
            (Some(least), Some(most)) => {
                format!(
                    "low ({} to {}) and high digits",
                    digit_name(least),
                    digit_name(most)
                )
            }
            _ => "low and high digits".to_owned(),
        }
    } else if let Some(only) = class.single() {
        format!("the digit {}", digit_name(only))
    } else {
        format!("the digits {}", list(class.iter(), "and"))
    }
}

/// Formats a number as a word if it is at most twelve, otherwise in digits.
pub(super) fn number(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Returns a text with its first letter in upper case.
pub(super) fn capitalise(text: &str) -> String {
    // A mark may precede the first letter, so the letter need not be the first character.
    let start = text.find(|letter| !is_mark(letter)).unwrap_or_default();
    let (marks, text) = text.split_at(start);
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().collect::<String>());
    marks.to_owned() + &first.unwrap_or_default() + letters.as_str()
}

/// Returns a clue or a house as a JSON object, under the same name as in steps.
#[must_use]
pub fn cite(book: &Book, puzzle: &Puzzle, by: Cite) -> Named {
    Named {
        name: cite_name(book, puzzle, by),
        ..named(book, puzzle, by)
    }
}

/// Returns the name of a house or clue, such as `row 3` or `the 27 cage at R1C3`.
#[must_use]
pub fn cite_name(book: &Book, puzzle: &Puzzle, cite: Cite) -> String {
    match cite {
        Cite::House(number) => puzzle.layout.house(number.into()).to_string(),
        Cite::Given(_) | Cite::Clue(_) => named(book, puzzle, cite).name,
    }
}

/// Returns the name of a citation, marked as a span of a sentence.
pub(super) fn cite_span(ground: &Ground<'_>, cite: Cite) -> String {
    let kind = match cite {
        Cite::House(_) => SpanKind::House,
        Cite::Given(_) | Cite::Clue(_) => SpanKind::Clue,
    };
    mark(kind, &cite_name(ground.book, ground.puzzle, cite))
}

/// The name of a clue without its location, and the cells that identify the clue. No other clue of the rule contains any of
/// these cells, except that a clue with two cells is identified by both cells together.
pub(super) struct Brief {
    pub(super) name: String,
    cells: Vec<u16>,
    /// Number of identifying cells that a sentence must name.
    least: usize,
    /// `true` if the clue is between two cells.
    is_between: bool,
}

impl Brief {
    pub(super) fn of(ground: &Ground<'_>, cite: Cite) -> Option<Self> {
        let clue = only_clue(ground, &[cite])?;
        let label = cite_name(ground.book, ground.puzzle, cite);
        let (head, place, _) = split_label(&label)?;
        let own: Vec<u16> = clue.cells().map(|cell| cell.0).collect();
        let others = ground.puzzle.clues.iter();
        // Clues are compared by address, because two equal clues are still different clues.
        let others = others.filter(|other| other.rule == clue.rule && !std::ptr::eq(*other, clue));
        let shared: Vec<u16> = others.flat_map(Clue::cells).map(|cell| cell.0).collect();
        let (cells, least) = match own.len() {
            2 => (own, 2),
            _ => (
                own.into_iter()
                    .filter(|cell| !shared.contains(cell))
                    .collect(),
                1,
            ),
        };
        let is_between = place == "between" && cells.len() == 2 && least == 2;
        let name = mark(SpanKind::Clue, head);
        (cells.len() >= least).then_some(Self {
            name,
            cells,
            least,
            is_between,
        })
    }

    /// Returns `true` if the cells that a sentence names identify the clue.
    pub(super) fn fits(&self, named: &[u16]) -> bool {
        let mut own = self.cells.clone();
        own.retain(|cell| named.contains(cell));
        own.dedup();
        own.len() >= self.least
    }

    /// Returns the clue's name for a sentence that also names `named`. If only one cell of a pair is named, the name
    /// includes the other cell: `the white dot to R1C2`. Returns `None` if the named cells do not identify the clue.
    pub(super) fn name_beside(self, puzzle: &Puzzle, named: &[u16]) -> Option<String> {
        if self.fits(named) {
            return Some(self.name);
        }
        let mut other = self.cells.iter().filter(|cell| !named.contains(cell));
        match (other.next(), other.next()) {
            (Some(&cell), None) if self.is_between => {
                Some(format!("{} to {}", self.name, name(puzzle, cell)))
            }
            _ => None,
        }
    }

    /// Returns `true` if the cells named in a text identify the clue.
    pub(super) fn fits_text(&self, puzzle: &Puzzle, text: &str) -> bool {
        let text = strip_marks(text);
        let named: Vec<&str> = names_of_cells(&text).collect();
        let own = self.cells.iter().copied();
        let is_named = |cell: &u16| named.contains(&puzzle.cell_name(Cell(*cell)).as_str());
        self.fits(&own.filter(is_named).collect::<Vec<u16>>())
    }
}

/// The words that separate a clue's kind from its location.
const PLACES: [&str; 10] = [
    "from", "at", "between", "in", "on", "left", "right", "above", "below", "of",
];

/// Splits a clue's name into its kind, a preposition, and its location: `the arrow`, `from`, `R1C6`. The kind "between line"
/// contains a preposition itself, so such names are recognised by their first word.
pub(super) fn split_label(label: &str) -> Option<(&str, &str, &str)> {
    let first = "the ".len();
    let places = PLACES.iter().filter_map(|place| {
        let at = label.get(first..)?.find(&format!(" {place} "))?;
        Some((first + at, *place))
    });
    let (at, place) = places.min()?;
    Some((&label[..at], place, &label[at + place.len() + 2..]))
}

/// Returns the name of a clue without its location, marked as a span: `the 17 cage`. Returns `None` if the name has no
/// location.
pub(super) fn head_span(ground: &Ground<'_>, cite: Cite) -> Option<String> {
    let label = cite_name(ground.book, ground.puzzle, cite);
    let (head, ..) = split_label(&label)?;
    Some(mark(SpanKind::Clue, head))
}

/// Returns the kind of a clue from its name: `whisper`, `cage`, `X`.
pub(super) fn kind_of(label: &str) -> String {
    let head = split_label(label).map_or(label, |(head, _, _)| head);
    let words = head.trim_start_matches("the ").split(' ');
    let words: Vec<&str> = words
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
        .collect();
    words.join(" ")
}

pub(super) fn plural_of(kind: &str) -> String {
    let several = match kind {
        // A global rule occurs only once in a puzzle, so its plural is never needed.
        _ if kind.ends_with("rule") || kind.ends_with("diagonal") => "",
        _ if kind.ends_with('s') || kind.ends_with("ing") => "",
        _ if kind.ends_with("box") || kind.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{kind}{several}")
}

/// Returns the joint name of clues whose names differ only in location: `the arrows from R1C6 and R6C5`. Returns `None` for
/// other clues.
pub(super) fn alike(labels: &[String]) -> Option<String> {
    let [first, _, ..] = labels else { return None };
    let (head, place, tail) = split_label(first)?;
    if place == "between" {
        let pairs = labels.iter().map(|label| {
            let (own, at, tail) = split_label(label)?;
            let is_pair = cells_named(tail) == 2 && tail.split(' ').count() == 3;
            (own == head && at == place && is_pair).then(|| tail.replace(" and ", "-"))
        });
        let pairs = list_of(&pairs.collect::<Option<Vec<_>>>()?, " and ");
        return Some(format!("{} {pairs}", plural_of(head)));
    }
    if place == "from" {
        let ways = labels.iter().map(|label| {
            let (own, at, tail) = split_label(label)?;
            (own == head && at == place).then(|| tail.to_owned())
        });
        let mut ways = ways.collect::<Option<Vec<_>>>()?;
        // Clues that begin in the same cell have the same name, so their cell is listed only once.
        ways.dedup();
        let ways = list_of(&ways, " and ");
        return Some(format!("{} from {ways}", plural_of(head)));
    }
    // The location is a cell, a row or a column. The names of rows and columns differ only in the number: `left`, `of row`,
    // `3`.
    let (line, _) = tail.rsplit_once(' ').unwrap_or(("", tail));
    if !(line.is_empty() || line.ends_with("row") || line.ends_with("column")) {
        return None;
    }
    let tails = labels.iter().map(|label| {
        let (own, at, tail) = split_label(label)?;
        let tail = tail.strip_prefix(line)?.trim_start();
        (own == head && at == place && !tail.contains(' ')).then(|| tail.to_owned())
    });
    let mut tails = tails.collect::<Option<Vec<_>>>()?;
    tails.dedup();
    let tails = list_of(&tails, " and ");
    let lines = match line.is_empty() {
        true => String::new(),
        false => format!("{line}s "),
    };
    Some(format!("{} {place} {lines}{tails}", plural_of(head)))
}

/// Names the kinds of some clues and the number of clues of each kind: `the cage and the two white dots`.
pub(super) fn kinds(ground: &Ground<'_>, clues: &[Cite]) -> String {
    let mut kinds: Vec<(String, usize)> = vec![];
    for &clue in clues {
        let kind = kind_of(&cite_name(ground.book, ground.puzzle, clue));
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let kinds = kinds.iter().map(|(kind, count)| match count {
        1 => mark(SpanKind::Clue, &format!("the {kind}")),
        _ => mark(
            SpanKind::Clue,
            &format!("the {} {}", number(*count), plural_of(kind)),
        ),
    });
    list_of(&kinds.collect::<Vec<_>>(), " and ")
}

/// Maximum number of clues and houses to name individually. If there are more, those of the same kind are combined.
pub(super) const MOST_CITED: usize = 4;

/// Names clues and then houses. If there are many, combines those of the same kind: `the whispers from R1C5 and R2C6, box 2
/// and rows 1 and 3`.
#[must_use]
pub fn cites_text(ground: &Ground<'_>, cites: &[Cite]) -> String {
    strip_marks(&cite_spans(ground, cites))
}

/// Returns the names of citations, each marked as a span.
pub(super) fn cite_spans(ground: &Ground<'_>, cites: &[Cite]) -> String {
    // The same citations may be listed in different orders, but they must get the same name.
    let mut cites = cites.to_vec();
    cites.sort_unstable();
    let (houses, clues): (Vec<Cite>, Vec<Cite>) = cites
        .iter()
        .partition(|cite| matches!(cite, Cite::House(_)));
    let name = |cite: &Cite| cite_name(ground.book, ground.puzzle, *cite);
    let mut told = vec![];
    let mut kinds: Vec<(String, Vec<String>)> = vec![];
    for label in clues.iter().map(name) {
        let kind = kind_of(&label);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, labels)) => labels.push(label),
            None => kinds.push((kind, vec![label])),
        }
    }
    for (kind, labels) in &kinds {
        match (labels.len() > MOST_CITED, alike(labels)) {
            (true, _) => {
                let many = format!("{} {}", number(labels.len()), plural_of(kind));
                told.push(mark(SpanKind::Clue, &many));
            }
            (false, Some(alike)) => told.push(mark(SpanKind::Clue, &alike)),
            (false, None) => told.extend(labels.iter().map(|label| mark(SpanKind::Clue, label))),
        }
    }
    let mut lines: Vec<(String, Vec<String>)> = vec![];
    for house in houses.iter().map(name) {
        let (kind, number) = house.split_once(' ').unwrap_or((&house, ""));
        match lines.iter_mut().find(|(known, _)| known == kind) {
            Some((_, numbers)) => numbers.push(number.to_owned()),
            None => lines.push((kind.to_owned(), vec![number.to_owned()])),
        }
    }
    for (kind, numbers) in &mut lines {
        // The numbers are compared as integers, because as texts, `10` would come before `2`.
        numbers.sort_by_key(|number| number.parse::<usize>().unwrap_or_default());
        let named = match &numbers[..] {
            [one] => format!("{kind} {one}").trim_end().to_owned(),
            _ if numbers.len() > MOST_CITED => {
                format!("{} {}", number(numbers.len()), plural_of(kind))
            }
            _ => format!("{} {}", plural_of(kind), list_of(numbers, " and ")),
        };
        told.push(mark(SpanKind::House, &named));
    }
    match told.is_empty() {
        true => "the cell itself".to_owned(),
        false => list_of(&told, " and "),
    }
}

/// Names many clues of the same kind by their locations, and omits the digits in their names:
/// `the sandwiches in rows 2 and 6 and in column 3`. Fewer than three clues, and clues of different kinds, are named as by
/// [`cite_spans`].
pub(super) fn cite_by_place(ground: &Ground<'_>, clues: &[Cite]) -> String {
    let mut clues = clues.to_vec();
    clues.sort_unstable();
    let names = clues.iter();
    let names = names.map(|&cite| cite_name(ground.book, ground.puzzle, cite));
    let placed = by_place(&names.collect::<Vec<_>>()).map(|all| mark(SpanKind::Clue, &all));
    placed.unwrap_or_else(|| cite_spans(ground, &clues))
}

/// Names clues of the same kind together, by their locations. Returns `None` if there are fewer than three clues, if their
/// kinds differ, or if a location is not a single cell, row or column.
fn by_place(labels: &[String]) -> Option<String> {
    // Without a third clue this is `None`, so that one or two clues are named in full.
    let kind = kind_of(labels.get(2)?);
    let mut lines: Vec<(String, Vec<String>)> = vec![];
    for label in labels {
        let (_, place, tail) = split_label(label)?;
        let (line, number) = tail.rsplit_once(' ').unwrap_or(("", tail));
        let is_plain = place != "between"
            && (line.is_empty() || line.ends_with("row") || line.ends_with("column"));
        if kind_of(label) != kind || !is_plain {
            return None;
        }
        let line = match line.is_empty() {
            true => place.to_owned(),
            false => format!("{place} {line}"),
        };
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, numbers)) => numbers.push(number.to_owned()),
            None => lines.push((line, vec![number.to_owned()])),
        }
    }
    let told = lines.iter().map(|(line, numbers)| {
        let is_line = line.ends_with("row") || line.ends_with("column");
        let several = if is_line && numbers.len() > 1 {
            "s"
        } else {
            ""
        };
        format!("{line}{several} {}", list_of(numbers, " and "))
    });
    let told = list_of(&told.collect::<Vec<_>>(), " and ");
    Some(format!("the {} {told}", plural_of(&kind)))
}

/// Adds the preposition to the name of a house: `in row 1`, `on the falling diagonal`.
pub(super) fn locate(place: &str) -> String {
    let name = place.trim_matches(is_mark);
    let is_line = name.starts_with("the ") && name.ends_with("diagonal");
    format!("{} {place}", if is_line { "on" } else { "in" })
}

/// Splits the citations of a step into clues and houses.
pub(super) fn clues_and_houses(step: &Step) -> (Vec<Cite>, Vec<Cite>) {
    (step.reason.cites.iter()).partition(|cite| !matches!(cite, Cite::House(_)))
}

pub(super) fn first_clue<'a>(ground: &Ground<'a>, clues: &[Cite]) -> Option<&'a Clue> {
    only_clue(ground, clues.get(..1)?)
}

/// Returns the clue if it is the only citation; otherwise `None`.
pub(super) fn only_clue<'a>(ground: &Ground<'a>, clues: &[Cite]) -> Option<&'a Clue> {
    match clues {
        [Cite::Clue(index)] => Some(&ground.puzzle.clues[usize::from(*index)]),
        _ => None,
    }
}

/// Returns `true` if a clue defines several houses, as the windows do.
pub(super) fn has_several_houses(ground: &Ground<'_>, cite: Cite) -> bool {
    let own = ground.houses.iter().filter(|house| house.cite == cite);
    own.count() > 1
}

/// Names houses. Of a clue with several houses, only one is meant: `one of the windows`.
pub(super) fn house_spans(ground: &Ground<'_>, cites: &[Cite]) -> String {
    let (several, single): (Vec<Cite>, Vec<Cite>) = cites
        .iter()
        .partition(|&&cite| has_several_houses(ground, cite));
    let single = (!single.is_empty()).then(|| cite_spans(ground, &single));
    let several = several.iter().map(|&cite| match is_plural(ground, cite) {
        true => format!("one of {}", cite_spans(ground, &[cite])),
        false => format!("a house of {}", cite_spans(ground, &[cite])),
    });
    list_of(
        &single.into_iter().chain(several).collect::<Vec<_>>(),
        " and ",
    )
}

/// Returns `true` if the name of a citation is a plural.
pub(super) fn is_plural(ground: &Ground<'_>, cite: Cite) -> bool {
    kind_of(&cite_name(ground.book, ground.puzzle, cite)).ends_with('s')
}

/// Returns the cells of a house. Of a clue with several houses, these are the cells of the first one.
pub(super) fn house_cells(ground: &Ground<'_>, cite: Cite) -> Option<Cells> {
    let house = ground.houses.iter().find(|house| house.cite == cite);
    house.map(|house| house.cells)
}

/// Returns the houses that contain all of the given cells.
pub(super) fn around(ground: &Ground<'_>, cells: Cells) -> Vec<Cite> {
    let houses = ground.houses.iter();
    let around = houses.filter(|house| !cells.is_empty() && house.cells & cells == cells);
    around.map(|house| house.cite).collect()
}

/// Returns the variables of cells, in reading order.
pub(super) fn vars(cells: Cells) -> Vec<u16> {
    cells.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::Layout;

    #[test]
    fn classes_have_the_names_that_people_give_them() {
        let nine = Puzzle::new(Layout::square(9));
        let tell = |digits: &[u8]| {
            let set = digits
                .iter()
                .fold(DigitSet::EMPTY, |all, &d| all | DigitSet::one(d));
            strip_marks(&classes(&nine, set))
        };
        assert_eq!(tell(&[2, 4, 6, 8]), "odd and even digits");
        assert_eq!(tell(&[6, 7, 8, 9]), "low (1 to 5) and high digits");
        assert_eq!(tell(&[1, 2, 3, 4]), "low (1 to 4) and high digits");
        assert_eq!(tell(&[1, 4, 7]), "the digits 1, 4 and 7");
        assert_eq!(tell(&[5]), "the digit 5");
        assert_eq!(tell(&[4, 5, 6]), "the digits 4, 5 and 6");
    }

    #[test]
    fn clues_of_a_kind_are_named_together() {
        let labels =
            |all: &[&str]| -> Vec<String> { all.iter().map(|&one| one.to_owned()).collect() };
        let arrows = labels(&["the arrow from R1C6", "the arrow from R6C5"]);
        assert_eq!(
            alike(&arrows).as_deref(),
            Some("the arrows from R1C6 and R6C5")
        );
        let cages = labels(&["the 17 cage at R1C6", "the 9 cage at R6C5"]);
        assert_eq!(alike(&cages), None);
        let dots = labels(&[
            "the white dot between R1C1 and R1C2",
            "the white dot between R1C3 and R1C2",
        ]);
        assert_eq!(
            alike(&dots).as_deref(),
            Some("the white dots R1C1-R1C2 and R1C3-R1C2")
        );
        let towers = labels(&[
            "the 2 skyscraper left of row 3",
            "the 2 skyscraper left of row 5",
        ]);
        assert_eq!(
            alike(&towers).as_deref(),
            Some("the 2 skyscrapers left of rows 3 and 5")
        );
        let sandwiches = labels(&[
            "the 13 sandwich in row 2",
            "the 0 sandwich in row 6",
            "the 7 sandwich in column 1",
        ]);
        assert_eq!(
            by_place(&sandwiches).as_deref(),
            Some("the sandwiches in rows 2 and 6 and in column 1")
        );
        assert_eq!(by_place(&sandwiches[1..]), None);
        let sides = labels(&[
            "the 2 skyscraper left of row 3",
            "the 2 skyscraper above column 5",
        ]);
        assert_eq!(alike(&sides), None);
        assert_eq!(kind_of("the 17 cage at R1C6"), "cage");
        assert_eq!(
            kind_of("the between line from R1C1 to R2C2"),
            "between line"
        );
        assert_eq!(kind_of("the quadruple 3, 4, 5 at R3C3"), "quadruple");
        assert_eq!(plural_of(&kind_of("the X between R1C1 and R1C2")), "Xs");
    }
}
