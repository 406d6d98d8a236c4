//! Composes a rules text from a puzzle's clues, for puzzles whose setter wrote none.

use cluewright_puzzle::{Boxes, Clue, Param, Puzzle};
use cluewright_rules::{Book, Clues};
use std::collections::BTreeMap;

/// Returns the rules of a puzzle, one per line: the rules of its layout, of its variables and restrictions, and of its clues.
/// The clues in `undrawn` are listed with their cells, because no picture shows them.
pub(crate) fn compose(puzzle: &Puzzle, book: &Book, undrawn: &[&Clue]) -> String {
    let mut lines = vec![layout(puzzle)];
    for extra in &puzzle.extras {
        let values: Vec<String> = extra.values.iter().map(|value| value.to_string()).collect();
        let (name, values) = (&extra.name, values.join(", "));
        lines.push(match extra.size {
            1 => format!("{name} is one of {values}."),
            _ => format!("{name} is a layer of cells, each with one of {values}."),
        });
    }
    lines.extend(restrictions(puzzle));
    let mut groups: Vec<Group<'_>> = vec![];
    for clue in &puzzle.clues {
        // `undrawn` refers to the puzzle's own clues, so pointers are compared. Otherwise equal clues would be confused.
        let is_drawn = !undrawn.iter().any(|other| std::ptr::eq(*other, clue));
        let group = Group::of(puzzle, book, clue, is_drawn);
        match groups.iter_mut().find(|other| other.has_like(&group)) {
            Some(other) => other.clues.push(clue),
            None => groups.push(group),
        }
    }
    lines.extend(groups.iter().map(|group| {
        let others = groups.iter().filter(|other| other.rule == group.rule);
        group.sentence(puzzle, book, others.count() > 1)
    }));
    lines.join("\n")
}

fn layout(puzzle: &Puzzle) -> String {
    let layout = &puzzle.layout;
    let (low, high) = (layout.min_digit, layout.max_digit());
    let houses = match (&layout.boxes, layout.box_shape()) {
        (Boxes::Own(_), _) => Some("outlined region"),
        (_, Some(_)) => Some("box"),
        _ => None,
    };
    match houses {
        Some("box") if layout.lines && low == 1 && layout.rows == high => {
            "Normal sudoku rules apply.".to_owned()
        }
        _ => {
            let lines = layout.lines.then_some("row or column");
            let houses: Vec<&str> = lines.into_iter().chain(houses).collect();
            match &houses[..] {
                [] => format!("Place digits from {low} to {high} in the cells; they may repeat."),
                houses => format!(
                    "Place digits from {low} to {high} in the cells; they do not repeat in any {}.",
                    houses.join(" or ")
                ),
            }
        }
    }
}

/// Returns one sentence for each set of digits to which some cells are restricted.
fn restrictions(puzzle: &Puzzle) -> Vec<String> {
    // The map is sorted, so that the text of a puzzle does not change from run to run.
    let mut cells: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for given in &puzzle.givens {
        // Letters and layers are not in the picture, so even their single digits must be in the text.
        let is_shown = given.cell.index() < puzzle.layout.cell_count();
        if given.digits.single().is_none() || !is_shown {
            let digits: Vec<String> = given.digits.iter().map(|d| d.to_string()).collect();
            let names = cells.entry(digits.join(", ")).or_default();
            names.push(puzzle.cell_name(given.cell));
        }
    }
    let sentence = |(digits, names): (&String, &Vec<String>)| {
        let are = if names.len() == 1 { "is" } else { "are each" };
        format!("{} {are} one of {digits}.", names.join(", "))
    };
    cells.iter().map(sentence).collect()
}

/// Clues that share a sentence: they have the same rule, and the same values for all parameters that pictures do not
/// show.
struct Group<'c> {
    rule: &'c str,
    values: Vec<(String, String)>,
    /// The cells of the clue or, for a composite, a description of its parts; `None` if a picture shows the clue or if it
    /// names no cells.
    name: Option<String>,
    clues: Vec<&'c Clue>,
}

impl<'c> Group<'c> {
    fn of(puzzle: &Puzzle, book: &Book, clue: &'c Clue, is_drawn: bool) -> Self {
        let own = puzzle.own_rules.iter().any(|own| own.name == clue.rule);
        // A puzzle's own rule takes precedence over a rule of the book, as in the reader of puzzle files.
        let rule = book.rule(&clue.rule).ok().filter(|_| !own);
        let shown = rule.and_then(|rule| rule.draw.as_ref()?.keys.get("text")?.as_str());
        let is_shown = |name: &str| {
            is_drawn && shown.is_some_and(|text| text.contains(&format!("{{{name}}}")))
        };
        let names: Vec<&str> = match rule {
            Some(rule) => rule.params.iter().map(|spec| spec.name.as_str()).collect(),
            None => clue.params.keys().map(String::as_str).collect(),
        };
        let hidden = names.into_iter().filter(|name| !is_shown(name));
        let values = hidden.filter_map(|name| {
            let value = match rule {
                Some(_) => book.value(puzzle, clue, name),
                None => clue.params.get(name).map(in_words),
            };
            Some((name.to_owned(), value?))
        });
        let has_cells = clue.cells().next().is_some();
        let is_named = !is_drawn && (has_cells || !clue.parts.is_empty());
        Self {
            rule: &clue.rule,
            values: values.collect(),
            name: is_named.then(|| places(puzzle, book, clue)),
            clues: vec![clue],
        }
    }

    fn has_like(&self, other: &Self) -> bool {
        self.rule == other.rule && self.values == other.values && self.name == other.name
    }

    /// Returns the sentence that states the clues. `has_others` is `true` if the rule also has clues with different
    /// values.
    fn sentence(&self, puzzle: &Puzzle, book: &Book, has_others: bool) -> String {
        let (title, mut text) = wording(puzzle, book, self.rule);
        let mut unsaid = vec![];
        for (name, value) in &self.values {
            let slot = format!("{{{name}}}");
            match text.contains(&slot) {
                true => text = text.replace(&slot, value),
                false if self.is_usual(book, name) => {}
                false => unsaid.push(format!("{} {value}", name.replace('_', " "))),
            }
        }
        // The hidden values are filled in by now, so each slot that remains is shown by the picture.
        let names = param_names(puzzle, book, self.rule);
        let (mut said, mut rest) = (String::new(), text.as_str());
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let slot = after.split_once('}');
            if let Some((name, after)) = slot.filter(|(name, _)| names.contains(name)) {
                said += &self.describe_value(puzzle, book, name, said.is_empty());
                rest = after;
            } else {
                // Other braces are sets in the setter's own text.
                said.push('{');
                rest = after;
            }
        }
        let text = said + rest;
        let mut sentence = title;
        if let Some(name) = &self.name {
            sentence = format!("{sentence}, {name}");
        } else if has_others {
            let clues = self.clues.iter();
            let names: Vec<String> = clues.map(|clue| places(puzzle, book, clue)).collect();
            sentence = format!("{sentence}, {}", names.join("; "));
        }
        if !unsaid.is_empty() {
            sentence = format!("{sentence}, {}", unsaid.join(", "));
        }
        match text.is_empty() {
            true => format!("{sentence}."),
            false => format!("{sentence}: {text}"),
        }
    }

    /// Describes a parameter that the picture shows. Its value may differ between clues, so the text mentions "the given sum".
    /// Pictures leave out default values, so the text states them.
    fn describe_value(&self, puzzle: &Puzzle, book: &Book, name: &str, starts: bool) -> String {
        let rule = book.rule(self.rule).ok();
        let spec = rule.and_then(|rule| rule.params.iter().find(|spec| spec.name == name));
        let usual = spec.and_then(|spec| spec.usual()).as_ref().map(in_words);
        let is_usual = |clue: &&&Clue| book.value(puzzle, clue, name) == usual;
        let unmarked = self.clues.iter().filter(is_usual).count();
        let the = if starts { "The" } else { "the" };
        let given = format!("{the} given {}", name.replace('_', " "));
        match usual {
            Some(usual) if unmarked == self.clues.len() => usual,
            Some(usual) if unmarked > 0 => format!("{given} ({usual} if none is given)"),
            _ => given,
        }
    }

    /// Returns `true` if the clues leave the parameter at its default.
    fn is_usual(&self, book: &Book, name: &str) -> bool {
        // All clues of a group have the same value for the parameter, so the first clue is enough.
        book.rule(self.rule).is_ok() && !self.clues[0].params.contains_key(name)
    }
}

/// Returns the names of a rule's parameters.
fn param_names<'a>(puzzle: &'a Puzzle, book: &'a Book, name: &str) -> Vec<&'a str> {
    match puzzle.own_rules.iter().find(|own| own.name == name) {
        Some(own) => own.params.iter().map(|(name, _)| name.as_str()).collect(),
        None => {
            let params = book.rule(name).into_iter().flat_map(|rule| &rule.params);
            params.map(|spec| spec.name.as_str()).collect()
        }
    }
}

/// Returns the title and the text of a rule.
fn wording(puzzle: &Puzzle, book: &Book, name: &str) -> (String, String) {
    let own = puzzle.own_rules.iter().find(|own| own.name == name);
    let title = |name: &str| {
        let name = name.replace('-', " ");
        let mut letters = name.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    };
    match (own, book.rule(name)) {
        (Some(own), _) if own.text.is_empty() => (title(name), own.relation.join("; ") + "."),
        (Some(own), _) => (title(name), own.text.clone()),
        (None, Ok(rule)) => (rule.title.clone(), rule.text.clone()),
        (None, Err(_)) => (title(name), String::new()),
    }
}

/// Names the cells of a clue; for a composite clue, describes its parts.
pub(crate) fn places(puzzle: &Puzzle, book: &Book, clue: &Clue) -> String {
    if !clue.parts.is_empty() {
        return book.describe(puzzle, clue);
    }
    let whole = |cells: &[cluewright_puzzle::Cell]| {
        let is_whole = |(first, size): (usize, usize)| {
            cells.len() == size && (first..first + size).eq(cells.iter().map(|cell| cell.index()))
        };
        let grid = puzzle.layout.cell_count();
        let extra = puzzle.extras.iter().find(|extra| {
            let first = puzzle.extra(&extra.name).map(|(first, _)| first.index());
            extra.size > 1 && first.is_some_and(|first| is_whole((first, extra.size.into())))
        });
        match extra {
            Some(extra) => Some(extra.name.clone()),
            None => is_whole((0, grid)).then(|| "the grid".to_owned()),
        }
    };
    let list = |(_, cells): &(String, Vec<cluewright_puzzle::Cell>)| {
        whole(cells).unwrap_or_else(|| {
            let names: Vec<String> = cells.iter().map(|&cell| puzzle.cell_name(cell)).collect();
            names.join(" ")
        })
    };
    let lists: Vec<String> = clue.slots.iter().map(list).collect();
    lists.join("; ")
}

fn in_words(param: &Param) -> String {
    match param {
        Param::Int(number) => number.to_string(),
        Param::Ints(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(", ")
        }
        Param::Text(text) => text.clone(),
    }
}
