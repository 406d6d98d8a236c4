//! From the puzzle to the text of a puzzle file.

use super::clues::{COMPOSITES, RELATION};
use super::file::{
    BoxesEntry, ClueEntry, ClueForm, ClueTable, Drawn, Field, LayerEntry, LayerTable, Mark,
    NumberOrText, Ordered, OwnRuleEntry, PuzzleFile, UnreadEntry, Values,
};
use crate::kit::cells::{place_name, step_name, write_cells};
use cluewright_puzzle::{Cell, Clue, Layout, Param, Puzzle};
use cluewright_rules::{Book, ParamKind, Rule, Shape};
use std::fmt::Write;

/// The longest list, in characters, that is written on one line.
const WIDTH: usize = 88;

/// The clues by rule, in the order of their first; what cannot be written goes to `unwritten`.
pub(super) fn clue_table(
    puzzle: &Puzzle,
    clues: &[Clue],
    unwritten: &mut Vec<String>,
) -> ClueTable {
    let mut rules: Vec<&str> = vec![];
    for clue in clues {
        if !rules.contains(&&*clue.rule) {
            rules.push(&clue.rule);
        }
    }
    let mut entries = vec![];
    for rule in rules {
        let of_rule: Vec<_> = clues.iter().filter(|clue| clue.rule == rule).collect();
        if COMPOSITES.contains(&rule) {
            let parts = of_rule.iter().map(|clue| &clue.parts);
            let tables = parts.map(|parts| clue_table(puzzle, parts, unwritten));
            let tables = ClueEntry::Composites(tables.collect());
            entries.push((rule.to_owned(), tables));
            continue;
        }
        let mut forms = vec![];
        for clue in of_rule {
            match clue_form(puzzle, clue) {
                Ok(form) => forms.push(form),
                Err(reason) => unwritten.push(reason),
            }
        }
        entries.push((rule.to_owned(), entry(forms)));
    }
    ClueTable(entries)
}

/// One clue alone, several as a list; a rule that is just on is `true`.
fn entry(mut forms: Vec<ClueForm>) -> ClueEntry {
    match &forms[..] {
        [ClueForm::Table(table)] if table.0.is_empty() => ClueEntry::Global(true),
        [_] => ClueEntry::One(forms.remove(0)),
        _ => ClueEntry::Several(forms),
    }
}

/// A clue as text where text can say it, else as a table; or why no file can hold it.
fn clue_form(puzzle: &Puzzle, clue: &Clue) -> Result<ClueForm, String> {
    let rule = &clue.rule;
    if rule == RELATION.0 {
        return match clue.params.get(RELATION.1) {
            Some(Param::Text(formula)) => Ok(ClueForm::Text(formula.clone())),
            _ => Err("a relation without its formula".to_owned()),
        };
    }
    check_writable(puzzle, clue).map_err(|reason| format!("a {rule} clue ({reason})"))?;
    // Rules that a user adds are not known here: their clues are tables.
    let rule = Book::builtin().rule(rule).ok();
    let text = rule.and_then(|rule| clue_text(puzzle, rule, clue));
    Ok(text.unwrap_or_else(|| clue_as_table(puzzle, rule, clue)))
}

/// Whether the clue has cells, all of the puzzle.
fn check_writable(puzzle: &Puzzle, clue: &Clue) -> Result<(), String> {
    if let Some((name, _)) = clue.slots.iter().find(|(_, cells)| cells.is_empty()) {
        return Err(format!("its {name} are empty"));
    }
    if clue.cells().any(|cell| cell.index() >= puzzle.cell_count()) {
        return Err("it names a cell beyond the puzzle's".to_owned());
    }
    if !clue.parts.is_empty() {
        return Err("it holds other clues".to_owned());
    }
    Ok(())
}

/// `value: cells; cells`, when no other parameter is set and the value reads back.
fn clue_text(puzzle: &Puzzle, rule: &Rule, clue: &Clue) -> Option<ClueForm> {
    let value = match clue.params.len() {
        0 => None,
        1 => {
            let spec = rule.params.first()?;
            Some((clue.params.get(&spec.name)?, spec.kind))
        }
        _ => return None,
    };
    if rule.shape == Shape::Global {
        return match value {
            Some((Param::Int(value), _)) => Some(ClueForm::Value(*value)),
            _ => None,
        };
    }
    let slots = rule.shape.slots();
    let given = clue.slots.iter().map(|(name, _)| name.as_str());
    let fits = match rule.shape {
        Shape::Pieces => given.clone().all(|name| name == slots[0]) && clue.slots.len() > 1,
        Shape::Arms => {
            given.clone().nth(1).is_some() && given.clone().skip(1).all(|n| n == slots[1])
        }
        _ => given.eq(slots.iter().copied()),
    };
    fits.then_some(())?;
    let value = match value {
        None => String::new(),
        Some((param, kind)) => format!("{}: ", value_text(param, kind)?),
    };
    let cells = clue.slots.iter();
    let cells = cells.map(|(_, cells)| slot_text(puzzle, Some(rule.shape), cells));
    let cells: Vec<_> = cells.collect();
    Some(ClueForm::Text(format!("{value}{}", cells.join("; "))))
}

/// A value as it stands before the colon, if it reads back from there.
fn value_text(param: &Param, kind: ParamKind) -> Option<String> {
    match (param, kind) {
        (Param::Int(value), ParamKind::Number | ParamKind::NumberOrNumbers) => {
            Some(value.to_string())
        }
        (Param::Ints(values), ParamKind::Numbers) if !values.is_empty() => Some(spaced(values)),
        (Param::Ints(values), ParamKind::NumberOrNumbers) if values.len() > 1 => {
            Some(spaced(values))
        }
        (Param::Text(text), ParamKind::Text) => {
            (!text.is_empty() && text.trim() == text).then(|| text.clone())
        }
        _ => None,
    }
}

/// Slots and parameters by name.
/// The name of the slot that may repeat.
fn repeated(shape: Option<Shape>) -> Option<&'static str> {
    let shape = shape?;
    shape.repeated().map(|slot| shape.slots()[slot])
}

fn clue_as_table(puzzle: &Puzzle, rule: Option<&Rule>, clue: &Clue) -> ClueForm {
    let shape = rule.map(|rule| rule.shape);
    let mut fields: Vec<(String, Field)> = vec![];
    for (name, cells) in &clue.slots {
        let text = slot_text(puzzle, shape, cells);
        match fields.iter_mut().find(|(slot, _)| slot == name) {
            None if repeated(shape) == Some(name.as_str()) => {
                fields.push((name.clone(), Field::Texts(vec![text])));
            }
            None => fields.push((name.clone(), Field::Text(text))),
            Some((_, Field::Texts(texts))) => texts.push(text),
            Some((_, field)) => {
                let first = match field {
                    Field::Text(first) => std::mem::take(first),
                    _ => String::new(),
                };
                *field = Field::Texts(vec![first, text]);
            }
        }
    }
    let params = clue.params.iter();
    fields.extend(params.map(|(name, param)| (name.clone(), field(param))));
    ClueForm::Table(Ordered(fields))
}

fn spaced(values: &[i64]) -> String {
    let words: Vec<_> = values.iter().map(i64::to_string).collect();
    words.join(" ")
}

/// The cells of a slot, by where the clue stands if they are what it sees.
fn slot_text(puzzle: &Puzzle, shape: Option<Shape>, cells: &[Cell]) -> String {
    let layout = &puzzle.layout;
    let seat = match shape {
        Some(Shape::Square) if is_square(layout, cells) => Some(puzzle.cell_name(cells[0])),
        Some(Shape::Outside) => layout.seat_of_line(cells).map(place_name),
        Some(Shape::Diagonal) => layout
            .seat_of_diagonal(cells)
            .map(|(place, step)| format!("{} {}", place_name(place), step_name(step))),
        _ => None,
    };
    seat.unwrap_or_else(|| write_cells(puzzle, cells))
}

/// Whether the cells are a 2x2 in reading order.
fn is_square(layout: &Layout, cells: &[Cell]) -> bool {
    let &[corner, right, below, across] = cells else {
        return false;
    };
    if across.index() >= layout.cell_count() {
        return false;
    }
    let (row, column) = layout.place(corner);
    let at = |down: u8, along: u8| layout.cell_at(i32::from(row + down), i32::from(column + along));
    [at(0, 1), at(1, 0), at(1, 1)] == [Some(right), Some(below), Some(across)]
}

fn field(param: &Param) -> Field {
    match param {
        Param::Int(value) => Field::Number(*value),
        Param::Ints(values) => Field::Numbers(values.clone()),
        Param::Text(text) => Field::Text(text.clone()),
    }
}

/// The file as TOML; the layout says where boxes are drawn.
pub(super) fn toml(file: &PuzzleFile, layout: &Layout) -> String {
    let mut out = String::new();
    let texts = [
        ("title", &file.title),
        ("author", &file.author),
        ("rules", &file.rules),
        ("source", &file.source),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            line(&mut out, key, &quoted(text));
        }
    }
    if !file.warnings.is_empty() {
        let texts = file.warnings.iter().map(|text| quoted(text)).collect();
        line(&mut out, "warnings", &list("warnings", texts));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let numbers = [("size", &file.size), ("digits", &file.digits)];
    for (key, value) in numbers {
        match value {
            Some(NumberOrText::Number(number)) => line(&mut out, key, &number.to_string()),
            Some(NumberOrText::Text(text)) => line(&mut out, key, &quoted(text)),
            None => {}
        }
    }
    match &file.boxes {
        Some(BoxesEntry::Cells(cells)) => line(&mut out, "boxes", &cells.to_string()),
        Some(BoxesEntry::Text(text)) => line(&mut out, "boxes", &quoted(text)),
        Some(BoxesEntry::Rows(rows)) => {
            line(
                &mut out,
                "boxes",
                &format!("\"\"\"\n{}\n\"\"\"", rows.join("\n")),
            );
        }
        None => {}
    }
    if let Some(latin) = file.latin {
        line(&mut out, "latin", &latin.to_string());
    }
    let pictures = [
        ("grid", &file.grid),
        ("entries", &file.entries),
        ("solution", &file.solution),
    ];
    for (key, drawn) in pictures {
        match drawn {
            Some(Drawn::Text(text)) => line(&mut out, key, &quoted(text)),
            Some(Drawn::Rows(rows)) => line(&mut out, key, &picture(rows, layout)),
            None => {}
        }
    }
    if !file.unread.is_empty() {
        let drawings = file.unread.iter().map(unread).collect();
        line(&mut out, "unread", &list("unread", drawings));
    }
    tables(&mut out, file);
    out
}

fn unread(drawing: &UnreadEntry) -> String {
    let (kind, cells) = (quoted(&drawing.kind), quoted(&drawing.cells));
    let text = drawing.text.as_ref();
    let text = text.map(|text| format!(", text = {}", quoted(text)));
    let text = text.unwrap_or_default();
    format!("{{ kind = {kind}, cells = {cells}{text} }}")
}

fn tables(out: &mut String, file: &PuzzleFile) {
    section(out, "letters", &file.letters.0, |_, entry| values(entry));
    section(out, "layers", &file.layers.0, |_, entry| match entry {
        LayerEntry::Grid(entry) => values(entry),
        LayerEntry::Cells(LayerTable {
            values: entry,
            cells,
            columns,
        }) => {
            let columns = columns.map(|columns| format!(", columns = {columns}"));
            let (entry, columns) = (values(entry), columns.unwrap_or_default());
            format!("{{ values = {entry}, cells = {cells}{columns} }}")
        }
    });
    section(out, "marks", &file.marks.0, |_, entry| match entry {
        Mark::Number(number) => number.to_string(),
        Mark::Text(text) => quoted(text),
        Mark::Numbers(numbers) => format!("{numbers:?}"),
        Mark::Several(texts) => inline(texts.iter().map(|text| quoted(text))),
    });
    section(out, "drawings", &file.drawings.0, |_, count| {
        count.to_string()
    });
    for (name, entry) in &file.own_rules.0 {
        own_rule(out, name, entry);
    }
    section(out, "clues", &file.clues.0, |rule, entry| match entry {
        ClueEntry::Several(forms) => list(rule, forms.iter().map(clue).collect()),
        ClueEntry::Composites(tables) => list(rule, tables.iter().map(inline_table).collect()),
        _ => clues(entry),
    });
}

/// A rule of the puzzle, as a table of its own.
fn own_rule(out: &mut String, name: &str, entry: &OwnRuleEntry) {
    let OwnRuleEntry::Table(rule) = entry else {
        return;
    };
    let formulas = |formulas: &[String]| inline(formulas.iter().map(|text| quoted(text)));
    let mut lines = vec![("shape", quoted(&rule.shape))];
    if !rule.params.0.is_empty() {
        let param = |(name, value): &(String, Field)| {
            let value = match value {
                Field::Number(number) => number.to_string(),
                Field::Numbers(numbers) => format!("{numbers:?}"),
                Field::Text(text) => quoted(text),
                Field::Texts(texts) => inline(texts.iter().map(|text| quoted(text))),
            };
            format!("{} = {value}", bare_or_quoted(name))
        };
        let params: Vec<String> = rule.params.0.iter().map(param).collect();
        lines.push(("params", format!("{{ {} }}", params.join(", "))));
    }
    lines.push(("text", quoted(&rule.text)));
    lines.push(("relation", formulas(&rule.relation)));
    if !rule.implied.is_empty() {
        lines.push(("implied", formulas(&rule.implied)));
    }
    if let Some(repeats) = rule.repeats {
        lines.push(("repeats", repeats.to_string()));
    }
    lines.extend(rule.label.iter().map(|label| ("label", quoted(label))));
    let lines: Vec<(String, String)> = lines
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    let title = format!("own-rules.{}", bare_or_quoted(name));
    section(out, &title, &lines, |_, value| value.clone());
}

/// A table with a line for each entry; nothing where there is none.
fn section<T>(
    out: &mut String,
    name: &str,
    entries: &[(String, T)],
    value: impl Fn(&str, &T) -> String,
) {
    if entries.is_empty() {
        return;
    }
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
    let _ = writeln!(out, "[{name}]");
    for (key, entry) in entries {
        line(out, key, &value(key, entry));
    }
}

fn line(out: &mut String, key: &str, value: &str) {
    let _ = writeln!(out, "{} = {value}", bare_or_quoted(key));
}

fn bare_or_quoted(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        ::toml::Value::from(key).to_string()
    }
}

fn quoted(text: &str) -> String {
    ::toml::Value::from(text).to_string()
}

/// A drawing with lines between the boxes.
fn picture(rows: &[String], layout: &Layout) -> String {
    let (height, width) = layout.box_shape().unwrap_or((layout.rows, layout.columns));
    let (height, width) = (usize::from(height), usize::from(width));
    let spaced = |row: &String| {
        let symbols: Vec<String> = row.chars().map(String::from).collect();
        let boxes: Vec<_> = symbols.chunks(width).map(|cells| cells.join(" ")).collect();
        boxes.join(" | ")
    };
    let across = usize::from(layout.columns) / width;
    let dashes: Vec<_> = (0..across)
        .map(|n| "-".repeat(2 * width + usize::from(n > 0 && n + 1 < across)))
        .collect();
    let mut lines = vec![];
    for (index, row) in rows.iter().enumerate() {
        if index > 0 && index % height == 0 {
            lines.push(dashes.join("+"));
        }
        lines.push(spaced(row));
    }
    format!("\"\"\"\n{}\n\"\"\"", lines.join("\n"))
}

fn values(values: &Values) -> String {
    match values {
        Values::Number(number) => number.to_string(),
        Values::Text(text) => quoted(text),
        Values::List(numbers) => format!("{numbers:?}"),
    }
}

/// The clues of one rule on one line.
fn clues(entry: &ClueEntry) -> String {
    match entry {
        ClueEntry::Global(on) => on.to_string(),
        ClueEntry::One(form) => clue(form),
        ClueEntry::Several(forms) => inline(forms.iter().map(clue)),
        ClueEntry::Composites(tables) => inline(tables.iter().map(inline_table)),
    }
}

fn inline_table(table: &ClueTable) -> String {
    braced(table.0.iter().map(|(rule, entry)| (rule, clues(entry))))
}

fn clue(form: &ClueForm) -> String {
    match form {
        ClueForm::Value(value) => value.to_string(),
        ClueForm::Text(text) => quoted(text),
        ClueForm::Table(Ordered(fields)) => {
            braced(fields.iter().map(|(name, field)| (name, field_text(field))))
        }
    }
}

fn field_text(field: &Field) -> String {
    match field {
        Field::Number(number) => number.to_string(),
        Field::Text(text) => quoted(text),
        Field::Numbers(numbers) => format!("{numbers:?}"),
        Field::Texts(texts) => inline(texts.iter().map(|text| quoted(text))),
    }
}

fn braced<'a>(entries: impl Iterator<Item = (&'a String, String)>) -> String {
    let entries = entries.map(|(key, value)| format!("{} = {value}", bare_or_quoted(key)));
    let entries: Vec<_> = entries.collect();
    if entries.is_empty() {
        return "{}".to_owned();
    }
    format!("{{ {} }}", entries.join(", "))
}

fn inline(items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.collect();
    format!("[{}]", items.join(", "))
}

/// A list on one line, or with a line for each item where one is too short for all.
fn list(key: &str, items: Vec<String>) -> String {
    let short = inline(items.iter().cloned());
    if items.len() < 2 || key.len() + 3 + short.len() <= WIDTH {
        return short;
    }
    format!("[\n  {},\n]", items.join(",\n  "))
}
