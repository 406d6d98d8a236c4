//! Formats the results of `cluewright diagnose`.

use super::candidates::round_figure;
use super::check::{breaks_text, other_solution};
use super::solution::differences;
use crate::Paint;
use crate::cite_name;
use crate::step_full;
use crate::{Grid, Look};
use crate::{count_of, verdict_line, with_commas};
use cluewright_engine::search::Verdict;
use cluewright_puzzle::{Puzzle, digit_char};
use cluewright_rules::{Book, Named};
use cluewright_setter::diagnose::{
    Argument, Change, Deadly, Diagnosis, Difficulty, Ending, Freedom, Minimal, Piece, Removal,
    Role, Since, Worth,
};
use std::fmt::Write;
use std::time::Duration;

const GIVEN: Paint = Paint::Bold;
const BLAMED: Paint = Paint::BoldRed;
/// Maximum number of changes, removals or cells to list. The others are only counted.
const LISTED: usize = 12;

/// Renders a diagnosis as text. Colours in grids are marks, which [`plain`](crate::plain) removes.
///
/// `argument` contains the [`argument_sentences`] of the first conflict. `name` precedes the verdict, for outputs with
/// several puzzles.
#[must_use]
pub fn diagnosis_text(
    puzzle: &Puzzle,
    diagnosis: &Diagnosis,
    argument: &[String],
    time: impl Into<Option<Duration>>,
    name: Option<&str>,
) -> String {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    let mut text = breaks_text(&diagnosis.violated, &name);
    let _ = writeln!(text, "{name}{}", verdict_line(&diagnosis.answer, time));
    match diagnosis.matches {
        Some(true) => text.push_str("it is the file's solution\n"),
        Some(false) => text.push_str(&other_solution(puzzle, &diagnosis.answer)),
        None => {}
    }
    match diagnosis.answer.verdict {
        Verdict::None => blame(puzzle, diagnosis, argument, &mut text),
        Verdict::Several => close(puzzle, diagnosis, &mut text),
        Verdict::Unique => weigh(diagnosis, &mut text),
        Verdict::Undecided => {}
    }
    if let Some(since) = &diagnosis.since {
        compare(since, &mut text);
    }
    // The verdict of an undecided puzzle already names the limit, so it is not repeated.
    if !diagnosis.finished && diagnosis.answer.verdict != Verdict::Undecided {
        text.push_str("a limit cut the diagnosis short: the results listed are correct, but there may be more\n");
        if let Some(tried) = diagnosis.tried.filter(|tried| tried.undecided > 0) {
            let _ = writeln!(
                text,
                "{} of {} possible changes are undecided",
                with_commas(tried.undecided as u64),
                with_commas(tried.changes as u64)
            );
        }
    }
    text
}

fn blame(puzzle: &Puzzle, diagnosis: &Diagnosis, argument: &[String], text: &mut String) {
    for (number, conflict) in diagnosis.conflicts.iter().enumerate() {
        // The first conflict does not differ from itself, so it is always listed in full.
        match likeness(&diagnosis.conflicts[0].clues, &conflict.clues) {
            Some(line) => {
                let _ = writeln!(text, "\n{line}");
            }
            None => contradiction(&conflict.clues, text),
        }
        if !conflict.minimal {
            text.push_str("  (a limit was reached; perhaps fewer of them are enough)\n");
        }
        if number == 0 && !conflict.clues.is_empty() {
            let _ = writeln!(text, "{}", picture(puzzle, &conflict.clues));
            write_argument(argument, text);
        }
    }
    if diagnosis.all_conflicts {
        text.push_str(match diagnosis.conflicts.len() {
            1 => "\nno other clues contradict each other\n",
            _ => "\nthere are no other contradictions\n",
        });
    }
    if !diagnosis.repairs.is_empty() {
        let single = diagnosis
            .repairs
            .iter()
            .all(|removal| removal.remove.len() == 1);
        text.push_str(match single {
            true => "\nremove one of these, and there is a solution:\n",
            false => "\nremoving a single clue is not enough for a solution; remove two:\n",
        });
        list(text, diagnosis.repairs.iter().map(removal_line));
    }
    changes(&diagnosis.changes, text);
}

fn contradiction(clues: &[Named], text: &mut String) {
    let _ = match clues {
        [] => writeln!(text, "\nthe grid itself has no solution, without any clue"),
        [only] => writeln!(text, "\n{} cannot be kept at all", only.name),
        clues => writeln!(text, "\nthese {} contradict each other:", clues.len()),
    };
    if clues.len() > 1 {
        list(text, clues.iter().map(|clue| clue.name.clone()));
    }
}

/// Maximum size of a set of clues that is always listed in full.
const FEW: usize = 5;
/// Maximum number of clues in either of two similar sets that are missing from the other set. A set that is similar to the
/// first one is described in one line, because a list of all sets in full would be too long to read (for example, if each
/// contains fifteen thermometers).
const UNLIKE: usize = 3;

/// Describes a large set of clues by its differences from the first set. Returns `None` if the set has at most [`FEW`]
/// clues, or if one of the sets has none, or more than [`UNLIKE`], of the clues that the other lacks.
fn likeness(first: &[Named], other: &[Named]) -> Option<String> {
    let beyond = |these: &[Named], those: &[Named]| -> Vec<String> {
        let beyond = these.iter().filter(|clue| !those.contains(clue));
        beyond.map(|clue| clue.name.clone()).collect()
    };
    let (more, less) = (beyond(other, first), beyond(first, other));
    let alike = 1..=UNLIKE;
    let short = alike.contains(&more.len()) && alike.contains(&less.len());
    (other.len() > FEW && short).then(|| {
        let (more, less) = (more.join(" and "), less.join(" and "));
        format!("the same holds with {more} instead of {less}")
    })
}

/// Maximum number of steps to show. A longer argument would be too long to read, so only its last `LAST` steps are shown.
const ARGUED: usize = 25;
const LAST: usize = 12;

fn write_argument(sentences: &[String], text: &mut String) {
    let Some((ending, steps)) = sentences.split_last() else {
        return;
    };
    let earlier = match steps.len() {
        0..=ARGUED => 0,
        more => more - LAST,
    };
    if steps.is_empty() {
        let _ = writeln!(text, "This shows at once: {ending}");
        return;
    }
    match earlier {
        0 => text.push_str("Step by step:\n"),
        _ => {
            let count = steps.len();
            let _ = writeln!(text, "It takes {count} steps to see; the last {LAST} are:");
        }
    }
    for step in &steps[earlier..] {
        let _ = writeln!(text, "  {step}");
    }
    let _ = writeln!(text, "  Then {ending}");
}

/// Returns one sentence for each step of an argument, and a final one for the contradiction.
#[must_use]
pub fn argument_sentences(book: &Book, argument: &Argument) -> Vec<String> {
    let puzzle = &argument.puzzle;
    let mut sentences = argument.sentences(book, step_full);
    sentences.push(match argument.ending {
        Ending::Cell(cell) => format!("{} has no digit left.", puzzle.cell_name(cell)),
        Ending::Place(digit, cite) => {
            let house = cite_name(book, puzzle, cite);
            format!("{} has no place left in {house}.", digit_char(digit))
        }
    });
    sentences
}

fn removal_line(removal: &Removal) -> String {
    let left = match (removal.complete, removal.solutions) {
        (true, 1) => "leaves exactly one solution".to_owned(),
        (true, count) => format!("leaves {} solutions", with_commas(count)),
        (false, count) => format!("leaves at least {}", solution_count(count)),
    };
    format!("{}: {left}", removal.in_words())
}

fn changes(changes: &[Change], text: &mut String) {
    if changes.is_empty() {
        return;
    }
    text.push_str("\none of these changes leaves exactly one solution:\n");
    list(text, changes.iter().map(change_line));
}

fn change_line(change: &Change) -> String {
    match change.keeps_solution {
        true => change.in_words() + " (this keeps the file's solution)",
        false => change.in_words(),
    }
}

fn close(puzzle: &Puzzle, diagnosis: &Diagnosis, text: &mut String) {
    let Some(freedom) = &diagnosis.freedom else {
        return;
    };
    let answer = &diagnosis.answer;
    let count = match answer.complete {
        true => format!("there are {}", solution_count(answer.count)),
        false => format!("there are more than {}", solution_count(answer.count)),
    };
    let about = freedom
        .estimate
        .as_ref()
        .map(word_estimate)
        .unwrap_or_default();
    let _ = writeln!(text, "{count}{about}");
    open_cells(puzzle, freedom, text);
    givens(freedom, text);
    for deadly in &freedom.deadly {
        swap(puzzle, deadly, text);
    }
    changes(&diagnosis.changes, text);
}

fn word_estimate(estimate: &cluewright_engine::search::Estimate) -> String {
    match estimate.interval {
        Some([low, high]) => format!(
            ", about {} (with 95% confidence {} to {})",
            round_figure(estimate.mean),
            round_figure(low),
            round_figure(high)
        ),
        None => String::new(),
    }
}

fn open_cells(puzzle: &Puzzle, freedom: &Freedom, text: &mut String) {
    let heading = match freedom.open.len() {
        0 if freedom.open_complete => "only letters or layers are".to_owned(),
        cells => count_of(cells, "cell is", "cells are"),
    };
    let _ = writeln!(text, "\n{heading} open:");
    let open = |index: usize| {
        let name = puzzle
            .layout
            .name(cluewright_puzzle::Cell::from_index(index));
        freedom.open.iter().find(|cell| cell.cell == name)
    };
    let looks = (0..puzzle.layout.cell_count()).map(|index| match open(index) {
        Some(cell) => Look {
            paint: BLAMED,
            ..Look::plain(
                cell.digits
                    .iter()
                    .copied()
                    .map(digit_char)
                    .collect::<String>(),
            )
        },
        None => Look::plain(
            freedom
                .settled
                .get(index)
                .copied()
                .flatten()
                .map_or(String::new(), |d| digit_char(d).to_string()),
        ),
    });
    let _ = writeln!(text, "{}", Grid::new(&puzzle.layout, looks.collect()));
    if !freedom.open_complete {
        text.push_str("(a limit was reached; there may be more open digits)\n");
    }
}

fn givens(freedom: &Freedom, text: &mut String) {
    let name = |given: &cluewright_setter::diagnose::NewGiven| {
        format!("{} in {}", digit_char(given.digit), given.cell)
    };
    if !freedom.single_givens.is_empty() {
        let names: Vec<String> = freedom
            .single_givens
            .iter()
            .take(LISTED)
            .map(name)
            .collect();
        let more = freedom.single_givens.len().saturating_sub(LISTED);
        let more = if more > 0 {
            format!(" or {}", count_of(more, "other", "others"))
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "\none more given makes it unique: {}{more}",
            names.join(", ")
        );
    } else if !freedom.additions.is_empty() {
        let names: Vec<String> = freedom.additions.iter().map(name).collect();
        let fewest = match freedom.smallest {
            true => "no smaller set is enough",
            false => "found greedily; a smaller set may be enough",
        };
        let _ = writeln!(
            text,
            "\nthese {} givens together make it unique ({fewest}): {}",
            names.len(),
            names.join(", ")
        );
    }
}

fn swap(puzzle: &Puzzle, deadly: &Deadly, text: &mut String) {
    let [one, other] = &deadly.solutions;
    let grids = differences(puzzle, [one, other], [None, None]);
    let cells = count_of(deadly.cells.len(), "cell", "cells");
    let _ = writeln!(text, "\n{cells} can be filled in two ways:\n{grids}");
}

fn weigh(diagnosis: &Diagnosis, text: &mut String) {
    let total = diagnosis.clues.len();
    let redundant = &diagnosis.redundant;
    let _ = match redundant.len() {
        0 if total == 0 => writeln!(text, "it has no clues to remove"),
        0 => writeln!(
            text,
            "\nnone of its {} can be removed",
            count_of(total, "clue", "clues")
        ),
        1 => writeln!(text, "\n1 of its {total} clues can be removed:"),
        count => writeln!(
            text,
            "\n{count} of its {total} clues can be removed, each on its own:"
        ),
    };
    let spare = diagnosis.clues.iter();
    let spare: Vec<&Role> = spare
        .filter(|role| role.worth == Worth::Redundant)
        .collect();
    list(text, spare.iter().map(|role| spare_line(role)));
    if let Some(difficulty) = &diagnosis.difficulty {
        let _ = writeln!(text, "with all of them: {}", difficulty_text(difficulty));
    }
    let needed: Vec<&Role> = diagnosis
        .clues
        .iter()
        .filter(|role| role.worth == Worth::Essential)
        .collect();
    if !needed.is_empty() {
        text.push_str("\nwithout one of the others there are more solutions:\n");
        list(text, needed.iter().map(|role| role_line(role)));
    }
    let unsure = diagnosis
        .clues
        .iter()
        .filter(|role| role.worth == Worth::Undecided);
    for role in unsure {
        let _ = writeln!(
            text,
            "  {}: undecided, because a limit was reached",
            role.clue.name
        );
    }
    let spare = |role: &&Role| role.parts.iter().any(|part| part.worth == Worth::Redundant);
    let spared: Vec<&Role> = diagnosis.clues.iter().filter(spare).collect();
    if !spared.is_empty() {
        text.push_str("\nparts of clues that can be removed, each on its own:\n");
        list(text, spared.iter().map(|role| parts_line(role)));
    }
    if let Some(minimal) = &diagnosis.minimal {
        write_reduced(minimal, text);
    }
}

fn spare_line(role: &Role) -> String {
    match &role.difficulty {
        Some(difficulty) => format!(
            "{}: {} without it",
            role.clue.name,
            difficulty_text(difficulty)
        ),
        None => role.clue.name.clone(),
    }
}

fn difficulty_text(difficulty: &Difficulty) -> String {
    let Difficulty {
        rating,
        tier,
        effort,
    } = difficulty;
    format!("{rating:.1} {tier}, effort {effort:.0}")
}

fn role_line(role: &Role) -> String {
    let count = match (role.complete, role.solutions) {
        // Removing a clue allows more solutions, so only a rule about missing marks can forbid all of them.
        (true, 0) => "none, because its mark would be missing".to_owned(),
        (true, count) => solution_count(count),
        (false, count) => format!("at least {}", solution_count(count)),
    };
    let opens = match role.opens.len() {
        0 => String::new(),
        1..=6 => format!(", open {}", role.opens.join(" ")),
        more => format!(", {more} cells open"),
    };
    format!("{}: {count}{opens}", role.clue.name)
}

fn parts_line(role: &Role) -> String {
    let spare = |part: &&Piece| part.worth == Worth::Redundant;
    let parts: Vec<&str> = role
        .parts
        .iter()
        .filter(spare)
        .map(|part| part.name.as_str())
        .collect();
    format!("{}: {}", role.clue.name, parts.join(", "))
}

fn write_reduced(minimal: &Minimal, text: &mut String) {
    let proven = match minimal.proven {
        true => "nothing else can be removed",
        false => "a limit was reached; perhaps more can be removed",
    };
    let count = count_of(minimal.removed.len(), "clue was", "clues were");
    let _ = writeln!(text, "\n{count} removed; {proven}:");
    list(text, minimal.removed.iter().map(|clue| clue.name.clone()));
}

fn compare(since: &Since, text: &mut String) {
    let verdict = match since.verdict {
        Verdict::Unique => "was unique",
        Verdict::None => "had no solution",
        Verdict::Several => "had several solutions",
        Verdict::Undecided => "was undecided within the limits",
    };
    let _ = writeln!(text, "\nthe earlier version {verdict}; since then");
    if since.layout_changed {
        text.push_str("  the grid itself has changed\n");
    }
    let tell = |sign: &str, clues: &[Named], text: &mut String| {
        for clue in clues {
            let _ = writeln!(text, "  {sign} {}", clue.name);
        }
    };
    tell("+", &since.added, text);
    tell("-", &since.removed, text);
    if since.added.is_empty() && since.removed.is_empty() && !since.layout_changed {
        text.push_str("  nothing has changed\n");
    }
    if !since.to_blame.is_empty() {
        text.push_str("undoing one of these alone makes it unique:\n");
        list(text, since.to_blame.iter().map(|clue| clue.name.clone()));
    }
}

/// Draws the grid with its givens, and marks the cells of the clues.
fn picture(puzzle: &Puzzle, clues: &[Named]) -> Grid {
    let looks = puzzle.layout.cells().map(|cell| {
        let name = puzzle.layout.name(cell);
        let marked = clues.iter().any(|clue| clue.cells.contains(&name));
        let given = puzzle.givens.iter().find(|given| given.cell == cell);
        let digits = given.map(|given| given.digits.iter().map(digit_char).collect());
        Look {
            text: digits.unwrap_or_else(|| ".".to_owned()),
            marked,
            paint: if marked { BLAMED } else { GIVEN },
        }
    });
    Grid::new(&puzzle.layout, looks.collect())
}

fn solution_count(count: u64) -> String {
    match count {
        1 => "1 solution".to_owned(),
        _ => format!("{} solutions", with_commas(count)),
    }
}

/// Writes up to [`LISTED`] indented lines, then the number of the remaining lines.
fn list(text: &mut String, lines: impl ExactSizeIterator<Item = String>) {
    let more = lines.len().saturating_sub(LISTED);
    // A line that counts the remaining items is as long as one more item, so a single remaining item is listed.
    let shown = if more == 1 { LISTED + 1 } else { LISTED };
    for line in lines.take(shown) {
        let _ = writeln!(text, "  {line}");
    }
    if more > 1 {
        let _ = writeln!(text, "  and {more} more (--json lists all)");
    }
}
