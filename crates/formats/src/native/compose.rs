//! Converts a puzzle to the types of the puzzle file.

use super::clue_table::clue_table;
use super::file::{
    BoxesEntry, COMPOSITES, Drawn, Field, LayerEntry, LayerTable, Mark, NumberOrText, Ordered,
    OwnRuleEntry, OwnRuleTable, PuzzleFile, RELATION, UnreadEntry, Values,
};
use crate::kit::cells::write_cells;
use crate::kit::{WriteError, pill_out_of_order};
use cluewright_puzzle::{
    Boxes, Clue, DigitSet, Extra, Given, Layout, OwnRule, Puzzle, Unread, digit_char, parse_place,
};
use cluewright_rules::{Book, Clues};
use serde::Serialize;

/// Composes the file of a puzzle.
///
/// # Errors
///
/// Fails if no file can express some part of the puzzle, or if a reader would refuse the file.
pub(super) fn compose(puzzle: &Puzzle) -> Result<PuzzleFile, WriteError> {
    let layout = &puzzle.layout;
    let mut parts = vec![];
    let file = PuzzleFile {
        title: puzzle.about.title.clone(),
        author: puzzle.about.author.clone(),
        rules: puzzle.about.rules.clone(),
        source: puzzle.about.source.clone(),
        message: puzzle.about.message.clone(),
        warnings: puzzle.warnings.clone(),
        size: size(puzzle),
        digits: digits(layout),
        boxes: boxes(layout),
        latin: (!layout.lines).then_some(false),
        grid: grid(puzzle),
        entries: entries(puzzle),
        solution: solution(puzzle, &mut parts),
        letters: letters(puzzle),
        layers: layers(puzzle),
        marks: marks(puzzle),
        drawings: drawings(puzzle),
        unread: puzzle.unread.iter().map(unread).collect(),
        elements: puzzle.elements.iter().map(json_text).collect(),
        sentences: puzzle.sentences.iter().map(json_text).collect(),
        recognised: puzzle.recognised.iter().map(json_text).collect(),
        import: puzzle.import.as_ref().map(json_text),
        own_rules: Ordered(puzzle.own_rules.iter().map(own_rule).collect()),
        clues: clue_table(puzzle, &puzzle.clues, &mut parts),
        // Only drafts have requirements, and drafts are never written.
        wanted: None,
    };
    if let Err(error) = layout.check() {
        parts.push(error.to_string());
    }
    parts.extend(nameless(puzzle));
    parts.extend(pill_out_of_order(&puzzle.clues).map(str::to_owned));
    // The check could report a part that is already listed, so it runs only if no part is listed.
    if parts.is_empty() {
        parts.extend(misfit(puzzle));
    }
    if puzzle.clues.iter().any(|clue| is_deep(clue, MOST_DEEP)) {
        parts.push(format!(
            "groups that are nested more than {MOST_DEEP} levels deep"
        ));
    }
    if parts.is_empty() {
        return Ok(file);
    }
    let format = "native";
    Err(WriteError { format, parts })
}

/// Describes the first error in the clues, because a file with an invalid clue could not be read back. `None` if there is no
/// error, or if the puzzle has clues of rules that the user added.
fn misfit(puzzle: &Puzzle) -> Option<String> {
    fn is_known(clue: &Clue, puzzle: &Puzzle) -> bool {
        let own = || puzzle.own_rules.iter().any(|own| own.name == clue.rule);
        let other = || COMPOSITES.contains(&&*clue.rule) || clue.rule == RELATION.0 || own();
        (Book::builtin().rule(&clue.rule).is_ok() || other())
            && clue.parts.iter().all(|part| is_known(part, puzzle))
    }
    let known = puzzle.clues.iter().all(|clue| is_known(clue, puzzle));
    let error = Book::builtin().check(puzzle).err().filter(|_| known)?;
    Some(error.message.to_string())
}

/// Maximum nesting depth of groups. Nested groups are tables in lists, and TOML readers accept at most 80 levels of these.
const MOST_DEEP: usize = 36;

/// Returns `true` if composites are nested more than `most` levels deep.
fn is_deep(clue: &Clue, most: usize) -> bool {
    let mut parts = clue.parts.iter();
    match most.checked_sub(1) {
        None => !clue.parts.is_empty(),
        Some(less) => parts.any(|part| is_deep(part, less)),
    }
}

fn own_rule(own: &OwnRule) -> (String, OwnRuleEntry) {
    let params = own.params.iter();
    let table = OwnRuleTable {
        shape: own.shape.clone(),
        params: Ordered(
            params
                .map(|(name, p)| (name.clone(), Field::from(p)))
                .collect(),
        ),
        text: own.text.clone(),
        relation: own.relation.clone(),
        implied: own.implied.clone(),
        repeats: own.repeats.then_some(true),
        label: own.label.clone(),
        colour: own.colour.clone(),
    };
    (own.name.clone(), OwnRuleEntry::Table(table))
}

/// Returns the size to write; `None` for 9x9, the default, unless the puzzle has neither givens nor clues.
fn size(puzzle: &Puzzle) -> Option<NumberOrText> {
    // A file without any key is refused, so a blank 9x9 grid must state its size.
    let says_more = !puzzle.givens.is_empty() || !puzzle.clues.is_empty();
    match (puzzle.layout.rows, puzzle.layout.columns) {
        (9, 9) if says_more => None,
        (rows, columns) if rows == columns => Some(NumberOrText::Number(rows)),
        (rows, columns) => Some(NumberOrText::Text(format!("{rows}x{columns}"))),
    }
}

fn digits(layout: &Layout) -> Option<NumberOrText> {
    let default = Layout::square(layout.rows.max(layout.columns));
    (layout.digits() != default.digits()).then(|| {
        let (low, high) = (layout.min_digit, layout.max_digit());
        NumberOrText::Text(format!("{low}-{high}"))
    })
}

fn boxes(layout: &Layout) -> Option<BoxesEntry> {
    match &layout.boxes {
        Boxes::Default(0) => None,
        Boxes::None => Some(BoxesEntry::Text("none".to_owned())),
        Boxes::Default(cells) => Some(match layout.box_shape() {
            // Readers refuse a number of cells that fits no rectangle, so `none` is written instead.
            None => BoxesEntry::Text("none".to_owned()),
            Some(_) if *cells == layout.rows.max(layout.columns) => BoxesEntry::Cells(*cells),
            Some((height, width)) => BoxesEntry::Text(format!("{height}x{width}")),
        }),
        Boxes::Own(numbers) => {
            let most = numbers.iter().flatten().max().copied().unwrap_or(0);
            let symbol = |number: &Option<u8>| match number {
                None => ".".to_owned(),
                Some(number) => region_symbol(*number, most),
            };
            let symbols: Vec<_> = numbers.iter().map(symbol).collect();
            let rows = symbols.chunks(usize::from(layout.columns).max(1));
            Some(BoxesEntry::Rows(rows.map(|row| row.join(" ")).collect()))
        }
    }
}

/// Returns the symbol of a region: a letter if there are at most 52 regions, otherwise a number.
fn region_symbol(number: u8, most: u8) -> String {
    match number {
        _ if most >= 52 => (u16::from(number) + 1).to_string(),
        0..26 => char::from(b'A' + number).to_string(),
        _ => char::from(b'a' + number - 26).to_string(),
    }
}

/// Draws digits as rows with one symbol for each cell.
fn draw(layout: &Layout, digits: &[Option<u8>]) -> Drawn {
    // `chunks` panics if the size is 0, and an invalid layout is reported only after the file is composed.
    let rows = digits.chunks(usize::from(layout.columns).max(1));
    let symbol = |digit: &Option<u8>| digit.map_or('.', digit_char);
    Drawn::Rows(rows.map(|row| row.iter().map(symbol).collect()).collect())
}

/// Draws digits; `None` if there are none.
fn draw_any(layout: &Layout, digits: &[Option<u8>]) -> Option<Drawn> {
    let any = digits.iter().any(Option::is_some);
    any.then(|| draw(layout, digits))
}

/// Returns each restricted cell once, with all its restrictions, in the order of the puzzle's givens.
fn restrictions(puzzle: &Puzzle) -> Vec<(Given, Vec<DigitSet>)> {
    let mut all: Vec<(Given, Vec<DigitSet>)> = vec![];
    let mut places = vec![None; puzzle.cell_count()];
    for &given in &puzzle.givens {
        match places.get(given.cell.index()).copied().flatten() {
            Some(place) => {
                let (_, sets): &mut (_, Vec<_>) = &mut all[place];
                sets.push(given.digits);
            }
            None => {
                if let Some(place) = places.get_mut(given.cell.index()) {
                    *place = Some(all.len());
                    all.push((given, vec![given.digits]));
                }
            }
        }
    }
    all
}

/// Returns the digit that the drawn grid can show for a cell. The cell must have exactly one restriction, which
/// allows only this digit.
fn find_drawn_digit(puzzle: &Puzzle, given: &Given, sets: &[DigitSet]) -> Option<u8> {
    let in_grid = given.cell.index() < puzzle.layout.cell_count();
    let digit = given.digits.single().filter(|_| in_grid && sets.len() == 1);
    digit.filter(|&digit| puzzle.layout.digits().contains(digit))
}

fn grid(puzzle: &Puzzle) -> Option<Drawn> {
    let mut digits = vec![None; puzzle.layout.cell_count()];
    for (given, sets) in restrictions(puzzle) {
        if let Some(digit) = find_drawn_digit(puzzle, &given, &sets) {
            digits[given.cell.index()] = Some(digit);
        }
    }
    draw_any(&puzzle.layout, &digits)
}

fn entries(puzzle: &Puzzle) -> Option<Drawn> {
    let mut digits = vec![None; puzzle.layout.cell_count()];
    for &(cell, digit) in &puzzle.entries {
        if let Some(place) = digits.get_mut(cell.index()) {
            *place = Some(digit);
        }
    }
    draw_any(&puzzle.layout, &digits)
}

fn solution(puzzle: &Puzzle, parts: &mut Vec<String>) -> Option<Drawn> {
    let solution = puzzle.solution.as_ref()?;
    let cells = puzzle.layout.cell_count();
    if solution.len() != cells {
        parts.push(format!(
            "a solution of {} digits for {cells} cells",
            solution.len()
        ));
        return None;
    }
    match draw(&puzzle.layout, solution) {
        // Grids of up to 100 cells are written as one line of digits.
        Drawn::Rows(rows) if cells <= 100 => Some(Drawn::Text(rows.concat())),
        drawn => Some(drawn),
    }
}

/// Returns `true` if an auxiliary variable is a letter, not a layer.
fn is_letter(extra: &Extra) -> bool {
    extra.size == 1 && extra.columns == 0
}

fn letters(puzzle: &Puzzle) -> Ordered<Values> {
    let letters = puzzle.extras.iter().filter(|extra| is_letter(extra));
    Ordered(
        letters
            .map(|extra| (extra.name.clone(), values(extra.values)))
            .collect(),
    )
}

fn layers(puzzle: &Puzzle) -> Ordered<LayerEntry> {
    let layout = &puzzle.layout;
    let entry = |extra: &Extra| {
        let values = values(extra.values);
        let whole = usize::from(extra.size) == layout.cell_count();
        let layer = if whole && extra.columns == layout.columns {
            LayerEntry::Grid(values)
        } else {
            LayerEntry::Cells(LayerTable {
                values,
                cells: extra.size,
                columns: (extra.columns > 0).then_some(extra.columns),
            })
        };
        (extra.name.clone(), layer)
    };
    let layers = puzzle.extras.iter().filter(|extra| !is_letter(extra));
    Ordered(layers.map(entry).collect())
}

fn values(set: DigitSet) -> Values {
    match (set.min(), set.max()) {
        (Some(low), Some(high)) if set == DigitSet::range(low, high) => {
            Values::Text(format!("{low}-{high}"))
        }
        _ => Values::List(set.iter().collect()),
    }
}

/// Returns the restrictions that the grid does not show. Consecutive cells with the same digits share a line.
fn marks(puzzle: &Puzzle) -> Ordered<Mark> {
    let mut groups: Vec<(Vec<_>, Vec<DigitSet>)> = vec![];
    for (given, sets) in restrictions(puzzle) {
        if find_drawn_digit(puzzle, &given, &sets).is_some() {
            continue;
        }
        match groups.last_mut() {
            Some((cells, last)) if *last == sets => cells.push(given.cell),
            _ => groups.push((vec![given.cell], sets)),
        }
    }
    let entry = |(cells, sets): (Vec<_>, Vec<DigitSet>)| (write_cells(puzzle, &cells), mark(&sets));
    Ordered(groups.into_iter().map(entry).collect())
}

fn mark(sets: &[DigitSet]) -> Mark {
    let text = |set: &DigitSet| -> String {
        if set.max().is_some_and(|high| high > 35) {
            let words: Vec<_> = set.iter().map(|digit| digit.to_string()).collect();
            // Values above 35 have no symbol. The comma at the end makes readers expect numbers, even if there is
            // only one.
            return format!("{},", words.join(","));
        }
        set.iter().map(digit_char).collect()
    };
    match sets {
        // Readers refuse empty text, so an empty set is written as a list. If one set is empty, the other sets have no
        // effect.
        _ if sets.iter().any(|set| set.is_empty()) => Mark::Numbers(vec![]),
        [set] if set.max().is_some_and(|high| high > 35) => Mark::Numbers(set.iter().collect()),
        [set] => Mark::Text(text(set)),
        _ => Mark::Several(sets.iter().map(text).collect()),
    }
}

fn drawings(puzzle: &Puzzle) -> Ordered<usize> {
    // A table cannot have a key twice, so drawings of the same kind are counted together.
    let mut all: Vec<(String, usize)> = vec![];
    for drawing in &puzzle.drawings {
        match all.iter_mut().find(|(kind, _)| *kind == drawing.kind) {
            Some((_, count)) => *count += drawing.count,
            None => all.push((drawing.kind.clone(), drawing.count)),
        }
    }
    Ordered(all)
}

fn json_text(part: &impl Serialize) -> String {
    serde_json::to_string(part).expect("parts of a picture have text keys")
}

fn unread(unread: &Unread) -> UnreadEntry {
    UnreadEntry {
        kind: unread.kind.clone(),
        cells: unread.cells.join(" "),
        text: unread.text.clone(),
        rules: (!unread.rules.is_empty()).then(|| unread.rules.join(" ")),
        count: (unread.count != 1).then_some(unread.count),
    }
}

/// Describes the parts that have no valid name in a file: auxiliary variables with an invalid name, and givens or typed
/// digits outside the puzzle's cells or digits.
fn nameless(puzzle: &Puzzle) -> Vec<String> {
    let mut parts = vec![];
    for (index, extra) in puzzle.extras.iter().enumerate() {
        let taken = puzzle.extras[..index]
            .iter()
            .any(|other| other.name == extra.name);
        // The reader's `check_name` refuses every other name, so such a file could not be read back.
        let plain = extra.name.starts_with(|c: char| c.is_ascii_alphabetic())
            && extra
                .name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
            && parse_place(&extra.name).is_none();
        if taken || !plain {
            parts.push(format!("a letter or layer named `{}`", extra.name));
        }
    }
    let last = puzzle.cell_count();
    let foreign = |given: &Given| {
        let outside = given.digits.bits() & !puzzle.domain(given.cell).bits();
        given.cell.index() >= last || outside != 0
    };
    if puzzle.givens.iter().any(foreign) {
        parts.push("a given outside the puzzle's cells or digits".to_owned());
    }
    let outside = |(cell, digit): &(cluewright_puzzle::Cell, u8)| {
        cell.index() >= puzzle.layout.cell_count() || !puzzle.layout.digits().contains(*digit)
    };
    if puzzle.entries.iter().any(outside) {
        parts.push("a typed digit outside the grid's cells or digits".to_owned());
    }
    parts
}
