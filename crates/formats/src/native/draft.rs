//! Reads drafts: files with open values, and their table `[wanted]`.

use super::clues::Placed;
use super::tree::{Node, Value, at, unknown_key};
use crate::kit::ReadError;
use crate::kit::cells::read_cells;
use cluewright_puzzle::{Cell, Draft, OpenClue, OpenKind, Puzzle, Symmetry, SymmetryError, Wanted};

/// The keys of the table `[wanted]`.
const KEYS: &[&str] = &[
    "unique",
    "givens",
    "symmetry",
    "rating",
    "effort",
    "tiers",
    "techniques",
    "without",
    "break-in",
];

/// Builds the draft of a puzzle, and separates its open clues from its other clues. `choose` contains the number of clues to
/// choose from each group.
pub(super) fn draft<'n, 't>(
    puzzle: Puzzle,
    placed: Vec<Placed<'n, 't>>,
    choose: Vec<usize>,
    wanted: Option<&Node>,
) -> Result<(Draft, Vec<Placed<'n, 't>>), ReadError> {
    let mut draft = Draft {
        wanted: match wanted {
            Some(node) => read_wanted(node, &puzzle).map_err(at("wanted"))?,
            None => Wanted::default(),
        },
        puzzle,
        open: vec![],
        choose,
    };
    let mut settled = vec![];
    for clue in placed {
        match clue.is_open() {
            false => settled.push(clue),
            true => draft.open.push(OpenClue {
                kinds: clue
                    .kinds
                    .into_iter()
                    .map(|kind| OpenKind {
                        clue: kind.clue,
                        values: kind.open,
                    })
                    .collect(),
                optional: clue.optional,
                group: clue.group,
            }),
        }
    }
    for (group, &count) in draft.choose.iter().enumerate() {
        let members = draft
            .open
            .iter()
            .filter(|open| open.group == Some(group))
            .count();
        if count > members || count == 0 {
            let message = format!("cannot choose {count} of {members} clues");
            return Err(ReadError::new(message).within("clues"));
        }
    }
    draft.puzzle.clues = settled.iter().map(|placed| placed.clue().clone()).collect();
    Ok((draft, settled))
}

fn read_wanted(node: &Node, puzzle: &Puzzle) -> Result<Wanted, ReadError> {
    let mut wanted = Wanted::default();
    let mut symmetry = None;
    for (key, node) in node.table("a table of requirements")? {
        let name = &*key.name;
        match name {
            "unique" => match node.value {
                Value::Bool(true) => Ok(()),
                _ => Err(node
                    .error("filled puzzles are always unique")
                    .help("leave out `unique`")),
            },
            "givens" => texts(node).and_then(|texts| {
                for text in texts {
                    let cells = read_cells(puzzle, text);
                    let cells = cells.map_err(|error| node.error(error.message))?;
                    for cell in cells {
                        let twice = wanted.givens.contains(&cell)
                            || puzzle.givens.iter().any(|given| given.cell == cell);
                        if twice {
                            let name = puzzle.cell_name(cell);
                            return Err(node.error(format!("{name} is given twice")));
                        }
                        wanted.givens.push(cell);
                    }
                }
                Ok(())
            }),
            "symmetry" => node.text("a symmetry").map(|text| {
                symmetry = Some((text, node));
            }),
            "rating" => range(node).map(|range| wanted.rating = Some(range)),
            "effort" => range(node).map(|range| wanted.effort = Some(range)),
            "tiers" => texts(node).map(|list| wanted.tiers = to_strings(&list)),
            "techniques" => texts(node).map(|list| wanted.with = to_strings(&list)),
            "without" => texts(node).map(|list| wanted.without = to_strings(&list)),
            "break-in" => node
                .text("a technique")
                .map(|name| wanted.break_in = Some(name.to_owned())),
            _ => Err(unknown_key(key, KEYS.iter().copied(), "of `[wanted]`")),
        }
        .map_err(at(name))?;
    }
    // The symmetry applies to all givens, so all other keys are read first.
    if let Some((text, node)) = symmetry {
        let arranged = arrange(puzzle, &mut wanted, text);
        arranged.map_err(|message| at("symmetry")(node.error(message)))?;
    }
    Ok(wanted)
}

/// Adds the givens that the symmetry requires to the wanted ones: the images of all existing and wanted givens.
fn arrange(puzzle: &Puzzle, wanted: &mut Wanted, symmetry: &str) -> Result<(), String> {
    let symmetry: Symmetry = symmetry.parse().map_err(in_words)?;
    let maps = symmetry.maps(&puzzle.layout).map_err(in_words)?;
    let settled: Vec<Cell> = puzzle.givens.iter().map(|given| given.cell).collect();
    let all: Vec<Cell> = settled.iter().chain(&wanted.givens).copied().collect();
    if all.is_empty() {
        return Err("the symmetry needs givens to arrange, but there are none".to_owned());
    }
    // The maps form a group, so this also adds the images of images.
    for map in maps {
        for image in all.iter().map(|cell| map[cell.index()]) {
            if !settled.contains(&image) && !wanted.givens.contains(&image) {
                wanted.givens.push(image);
            }
        }
    }
    Ok(())
}

fn in_words(error: SymmetryError) -> String {
    error.to_string()
}

fn to_strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// Reads a string, or a list of strings.
fn texts<'n>(node: &'n Node) -> Result<Vec<&'n str>, ReadError> {
    match &node.value {
        Value::List(items) => items
            .iter()
            .map(|item| item.text("text in quotes"))
            .collect(),
        _ => Ok(vec![node.text("text in quotes, or a list")?]),
    }
}

/// Reads a range such as `"3.0..4.0"`.
fn range(node: &Node) -> Result<(f64, f64), ReadError> {
    let text = node.text("a range such as \"3.0..4.0\"")?;
    // `parse` also accepts `inf` and `nan`. They are not ratings, so they are filtered out.
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    let ends = text
        .split_once("..")
        .and_then(|(low, high)| Some((number(low)?, number(high)?)));
    match ends {
        Some((low, high)) if low <= high => Ok((low, high)),
        Some(_) => Err(node.error(format!(
            "`{text}` contains no number: write the lower end first"
        ))),
        None => Err(node
            .error(format!("`{text}` is not a range"))
            .help("ranges are written \"3.0..4.0\"")),
    }
}
