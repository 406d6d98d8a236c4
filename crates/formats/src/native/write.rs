//! Writes a puzzle file as TOML.

use super::file::{
    BoxesEntry, ClueEntry, ClueForm, ClueTable, Drawn, Field, LayerEntry, LayerTable, Mark,
    NumberOrText, Ordered, OwnRuleEntry, PuzzleFile, UnreadEntry, Values,
};
use cluewright_puzzle::Layout;
use std::fmt::Write;

/// Maximum length of a list that is written on one line, in characters.
const WIDTH: usize = 88;

/// Writes the file as TOML. The layout determines the lines between boxes.
pub(super) fn toml(file: &PuzzleFile, layout: &Layout) -> String {
    let mut out = String::new();
    let texts = [
        ("title", &file.title),
        ("author", &file.author),
        ("rules", &file.rules),
        ("source", &file.source),
        ("message", &file.message),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            line(&mut out, key, &quote(text));
        }
    }
    if !file.warnings.is_empty() {
        let texts = file.warnings.iter().map(|text| quote(text)).collect();
        line(&mut out, "warnings", &list("warnings", texts));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let numbers = [("size", &file.size), ("digits", &file.digits)];
    for (key, value) in numbers {
        match value {
            Some(NumberOrText::Number(number)) => line(&mut out, key, &number.to_string()),
            Some(NumberOrText::Text(text)) => line(&mut out, key, &quote(text)),
            None => {}
        }
    }
    match &file.boxes {
        Some(BoxesEntry::Cells(cells)) => line(&mut out, "boxes", &cells.to_string()),
        Some(BoxesEntry::Text(text)) => line(&mut out, "boxes", &quote(text)),
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
            Some(Drawn::Text(text)) => line(&mut out, key, &quote(text)),
            Some(Drawn::Rows(rows)) => line(&mut out, key, &picture(rows, layout)),
            None => {}
        }
    }
    if !file.unread.is_empty() {
        let drawings = file.unread.iter().map(unread).collect();
        line(&mut out, "unread", &list("unread", drawings));
    }
    let parts = [
        ("elements", &file.elements),
        ("sentences", &file.sentences),
        ("recognised", &file.recognised),
    ];
    for (key, texts) in parts {
        if !texts.is_empty() {
            let texts = texts.iter().map(|text| quote(text)).collect();
            line(&mut out, key, &list(key, texts));
        }
    }
    if let Some(import) = &file.import {
        line(&mut out, "import", &quote(import));
    }
    // In TOML, a key after the head of a table belongs to that table, so the tables come last.
    tables(&mut out, file);
    out
}

fn unread(drawing: &UnreadEntry) -> String {
    let (kind, cells) = (quote(&drawing.kind), quote(&drawing.cells));
    let text = drawing.text.as_ref();
    let text = text.map(|text| format!(", text = {}", quote(text)));
    let text = text.unwrap_or_default();
    let rules = drawing.rules.as_ref();
    let rules = rules.map(|rules| format!(", rules = {}", quote(rules)));
    let rules = rules.unwrap_or_default();
    let count = drawing.count.map(|count| format!(", count = {count}"));
    let count = count.unwrap_or_default();
    format!("{{ kind = {kind}, cells = {cells}{text}{rules}{count} }}")
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
        Mark::Text(text) => quote(text),
        Mark::Numbers(numbers) => format!("{numbers:?}"),
        Mark::Several(texts) => inline(texts.iter().map(|text| quote(text))),
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

/// Writes one of the puzzle's own rules as a separate table.
fn own_rule(out: &mut String, name: &str, entry: &OwnRuleEntry) {
    // The other forms are only read: `compose` always creates tables.
    let OwnRuleEntry::Table(rule) = entry else {
        return;
    };
    let formulas = |formulas: &[String]| inline(formulas.iter().map(|text| quote(text)));
    let mut lines = vec![("shape", quote(&rule.shape))];
    if !rule.params.0.is_empty() {
        let param = |(name, value): &(String, Field)| {
            let value = match value {
                Field::Number(number) => number.to_string(),
                Field::Numbers(numbers) => format!("{numbers:?}"),
                Field::Text(text) => quote(text),
                Field::Texts(texts) => inline(texts.iter().map(|text| quote(text))),
            };
            format!("{} = {value}", bare_or_quoted(name))
        };
        let params: Vec<String> = rule.params.0.iter().map(param).collect();
        lines.push(("params", format!("{{ {} }}", params.join(", "))));
    }
    lines.push(("text", quote(&rule.text)));
    lines.push(("relation", formulas(&rule.relation)));
    if !rule.implied.is_empty() {
        lines.push(("implied", formulas(&rule.implied)));
    }
    if let Some(repeats) = rule.repeats {
        lines.push(("repeats", repeats.to_string()));
    }
    lines.extend(rule.label.iter().map(|label| ("label", quote(label))));
    lines.extend(rule.colour.iter().map(|colour| ("colour", quote(colour))));
    let lines: Vec<(String, String)> = lines
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    let title = format!("own-rules.{}", bare_or_quoted(name));
    section(out, &title, &lines, |_, value| value.clone());
}

/// Writes a table with one line for each entry; writes nothing if there are no entries.
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
    // Writing to a `String` cannot fail.
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

fn quote(text: &str) -> String {
    // The crate chooses the quotes and escapes, so that text with quotes or line breaks can be read back.
    ::toml::Value::from(text).to_string()
}

/// Writes a drawing with lines between the boxes.
fn picture(rows: &[String], layout: &Layout) -> String {
    // Without rectangular boxes, the whole grid counts as one box, so that no lines are drawn.
    let (height, width) = layout.box_shape().unwrap_or((layout.rows, layout.columns));
    let (height, width) = (usize::from(height), usize::from(width));
    let spaced = |row: &String| {
        let symbols: Vec<String> = row.chars().map(String::from).collect();
        let boxes: Vec<_> = symbols.chunks(width).map(|cells| cells.join(" ")).collect();
        boxes.join(" | ")
    };
    let across = usize::from(layout.columns) / width;
    // Inner boxes have a space on both sides, but the first and the last box have only one, so they get one dash fewer.
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
        Values::Text(text) => quote(text),
        Values::List(numbers) => format!("{numbers:?}"),
    }
}

/// Writes the clues of one rule on one line.
fn clues(entry: &ClueEntry) -> String {
    match entry {
        ClueEntry::Global(on) => on.to_string(),
        ClueEntry::One(form) => clue(form),
        ClueEntry::Several(forms) => inline(forms.iter().map(clue)),
        ClueEntry::Composites(tables) => inline(tables.iter().map(inline_table)),
    }
}

fn inline_table(table: &ClueTable) -> String {
    write_braces(table.0.iter().map(|(rule, entry)| (rule, clues(entry))))
}

fn clue(form: &ClueForm) -> String {
    match form {
        ClueForm::Value(value) => value.to_string(),
        ClueForm::Text(text) => quote(text),
        ClueForm::Table(Ordered(fields)) => {
            write_braces(fields.iter().map(|(name, field)| (name, field_text(field))))
        }
    }
}

fn field_text(field: &Field) -> String {
    match field {
        Field::Number(number) => number.to_string(),
        Field::Text(text) => quote(text),
        Field::Numbers(numbers) => format!("{numbers:?}"),
        Field::Texts(texts) => inline(texts.iter().map(|text| quote(text))),
    }
}

fn write_braces<'a>(entries: impl Iterator<Item = (&'a String, String)>) -> String {
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

/// Writes a list on one line, or with one line for each item if it is too long.
fn list(key: &str, items: Vec<String>) -> String {
    let short = inline(items.iter().cloned());
    if items.len() < 2 || key.len() + 3 + short.len() <= WIDTH {
        return short;
    }
    format!("[\n  {},\n]", items.join(",\n  "))
}
