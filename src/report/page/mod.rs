//! Pages: self-contained HTML files to open, send and print.
//!
//! Texts from the puzzle are escaped, so they never become markup. The content security policy in the head forbids all
//! requests. It allows only our own scripts and style sheets, which it identifies by their hashes.

use super::diagnosis_svg::diagnosis_picture;
use super::puzzle_svg::{Beside, picture};
use super::svg::{CELL, STYLE, escape};
use cluewright_engine::search::{Answer, Verdict};
use cluewright_logic::Path;
use cluewright_logic::grade::Grade;
use cluewright_narrate::grade_text;
use cluewright_narrate::unchecked_text;
use cluewright_narrate::{capital, verdict_line};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::Book;
use cluewright_setter::diagnose::Diagnosis;
use serde_json::{Value, json};
use std::fmt::Write;

const PAGE_STYLE: &str = include_str!("style.css");
const PLAYER: &str = include_str!("player.js");

/// SHA-256 of the text between the script's tags, in Base64, as it is in the policy.
const PLAYER_HASH: &str = "FRhtOnJml8WbGkAPeXxSf1OaxmPIJ35tm+14fFNb+S0=";

/// SHA-256 hashes of the style sheets of the page and of a plot, in the same form.
const STYLE_HASHES: [&str; 2] = [
    "ebzgiVCRYHiCAOIcpFfqNcJjxPPKWHwqPA5ieyovWVA=",
    "O6mCOEK5NnmvpmZ2ldIuERJbYJYp1vrFiZQFLHHj2dE=",
];

/// The contents of a report about a puzzle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told<'a> {
    /// The verdict to show, if it is known.
    pub answer: Option<&'a Answer>,
    /// The grade to show, if it is known.
    pub grade: Option<&'a Grade>,
    /// The reason why there is no grade.
    pub no_grade: Option<&'a str>,
    /// The path, and its steps as JSON.
    pub story: Option<(&'a Path, Vec<Value>)>,
    /// The diagnosis, with its text.
    pub blame: Option<(&'a Diagnosis, &'a str)>,
}

/// Returns a page with only the puzzle: title, rules and picture.
#[cfg(feature = "cli")]
#[must_use]
pub(crate) fn puzzle_page(book: &Book, puzzle: &Puzzle, beside: &Beside<'_>) -> String {
    let mut body = heading(puzzle);
    body.push_str(&picture(book, puzzle, beside).plain());
    page(title(puzzle), &body)
}

/// Returns a page with everything about a puzzle: picture, verdict, grade, solve path and diagnosis.
#[must_use]
pub(crate) fn report_page(book: &Book, puzzle: &Puzzle, told: &Told<'_>) -> String {
    let mut body = heading(puzzle);
    let drawing = picture(book, puzzle, &Beside::default()).plain();
    let _ = write!(
        body,
        "<div class=\"columns\">\n<div id=\"board\">{drawing}</div>\n<div>\n<h2>Verdict</h2>\n"
    );
    body.push_str(&verdict(puzzle, told));
    if let Some((path, steps)) = &told.story {
        body.push_str(&story(puzzle, told, path, steps));
    }
    body.push_str("</div>\n</div>\n");
    if let Some((diagnosis, text)) = &told.blame {
        let unique = diagnosis.answer.verdict == Verdict::Unique;
        let title = if unique { "Clues" } else { "Blame" };
        let drawing = diagnosis_picture(book, puzzle, diagnosis).plain();
        let _ = write!(
            body,
            "<h2>{title}</h2>\n<div class=\"columns\"><div><pre>{}</pre></div><div>{drawing}</div></div>\n",
            escape_lines(text)
        );
    }
    page(title(puzzle), &body)
}

/// Returns a complete page with the given body.
pub(super) fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    let [sheet, plot] = STYLE_HASHES;
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'sha256-{sheet}' 'sha256-{plot}'; script-src 'sha256-{PLAYER_HASH}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n{PAGE_STYLE}</style>\n</head>\n<body>\n{body}\
         <p class=\"small\">Made by Cluewright {}.</p>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn title(puzzle: &Puzzle) -> &str {
    puzzle.about.title.as_deref().unwrap_or("Sudoku")
}

fn heading(puzzle: &Puzzle) -> String {
    let about = &puzzle.about;
    let title = escape(title(puzzle));
    let mut html = format!("<h1>{title}</h1>\n");
    if let Some(author) = &about.author {
        let _ = writeln!(html, "<p class=\"by\">by {}</p>", escape(author));
    }
    if let Some(rules) = &about.rules {
        let _ = writeln!(html, "<p class=\"rules\">{}</p>", escape_lines(rules));
    }
    html
}

/// Escapes lines for XML, with line breaks between them.
pub(super) fn escape_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escape).collect();
    lines.join("\n")
}

fn verdict(puzzle: &Puzzle, told: &Told<'_>) -> String {
    let mut text = match told.answer {
        Some(answer) => verdict_line(answer, None) + "\n",
        None => unchecked_text(&puzzle.unread, None),
    };
    if let Some(grade) = told.grade {
        text.push_str(&grade_text(grade));
    }
    if let Some(why) = told.no_grade {
        let _ = writeln!(text, "not graded: {why}");
    }
    let mut html = format!("<pre>{}</pre>\n", escape_lines(&text));
    if let Some(grade) = told.grade {
        html.push_str(&tiers(grade));
    }
    html
}

/// Draws a bar for each tier with the number of its steps.
fn tiers(grade: &Grade) -> String {
    let most = grade.tiers.iter().map(|(_, count)| *count).max();
    let most = most.unwrap_or(0).max(1);
    let mut html = String::from("<div class=\"tiers\">\n");
    for (tier, count) in grade.tiers.iter().filter(|(_, count)| *count > 0) {
        // A minimum width keeps the bar of a single step visible.
        let width = (100.0 * *count as f64 / most as f64).max(1.0);
        let _ = writeln!(
            html,
            "<span>{}</span><svg class=\"bar\" aria-hidden=\"true\"><rect width=\"{width:.1}%\" height=\"100%\" rx=\"2\"/>\
             </svg><span>{count}</span>",
            escape(&capital(tier))
        );
    }
    html + "</div>\n"
}

/// Returns the list of steps, with the script that plays them.
fn story(puzzle: &Puzzle, told: &Told<'_>, path: &Path, steps: &[Value]) -> String {
    let mut html = String::from(
        "<h2>Step by step</h2>\n<div class=\"player\"><button id=\"back\" type=\"button\">Back</button>\
         <input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"Step\">\
         <button id=\"on\" type=\"button\">Next</button></div>\n\
         <p class=\"step\" id=\"step\" aria-live=\"polite\"></p>\n<div class=\"story\" id=\"story\"><ol>\n",
    );
    for step in steps {
        let text = step["text"].as_str().unwrap_or_default();
        let _ = writeln!(html, "<li>{}</li>", escape(text));
    }
    html.push_str("</ol></div>\n");
    // Within a script, HTML recognises only the end tag and comments. Both begin with `<`, so every `<` is escaped.
    let data = player_data(puzzle, told, path, steps).to_string();
    let data = data.replace('<', "\\u003c");
    let _ = writeln!(
        html,
        "<script type=\"application/json\" id=\"steps\">{data}</script>"
    );
    push_script(&mut html);
    html
}

fn push_script(html: &mut String) {
    let _ = writeln!(html, "<script>\n{PLAYER}</script>");
}

/// Returns the data for the player: the boards before each round and after the last round, and the steps with their
/// rounds.
fn player_data(puzzle: &Puzzle, told: &Told<'_>, path: &Path, steps: &[Value]) -> Value {
    let layout = &puzzle.layout;
    let cells = layout.cell_count();
    let digits = |digits: &DigitSet| digits.iter().collect::<Vec<u8>>();
    let boards = path.rounds.iter().map(|round| &round.board);
    let boards = boards.chain([&path.board]);
    let boards: Vec<Vec<Vec<u8>>> = boards
        // Variables outside the grid are left out, because the picture has no cells for them.
        .map(|board| board.candidates()[..cells].iter().map(digits).collect())
        .collect();
    let rounds = path.rounds.iter().enumerate();
    let rounds = rounds.flat_map(|(number, round)| round.steps.iter().map(move |_| number));
    let steps: Vec<Value> = steps
        .iter()
        .zip(rounds)
        .map(|(step, round)| {
            let mut step = step.clone();
            // Each step refers to its board by number, because the steps of a round share one board.
            step["board"] = round.into();
            step
        })
        .collect();
    let given: Vec<bool> = (0..cells)
        .map(|index| {
            let cell = Cell::from_index(index);
            let mut givens = puzzle.givens.iter();
            givens.any(|given| given.cell == cell && given.digits.single().is_some())
        })
        .collect();
    let end = match told.grade {
        Some(grade) if grade.solved => "Solved.",
        _ => "No further step.",
    };
    json!({
        "columns": layout.columns,
        "cell": CELL,
        "digits": digits(&layout.digits()),
        "given": given,
        "boards": boards,
        "steps": steps,
        "end": end,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::{Bar, bar_plot};
    use base64::{Engine, prelude::BASE64_STANDARD};
    use sha2::{Digest, Sha256};

    /// Returns the hashes of all scripts or style sheets in a page, in the form that browsers compare with the policy.
    fn hashes(html: &str, open: &str, close: &str) -> Vec<String> {
        let elements = html.split(open).skip(1);
        let texts = elements.filter_map(|rest| Some(rest.split_once(close)?.0));
        let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
        texts.map(hash).collect()
    }

    /// A change to a script or style sheet changes its hash. Browsers then ignore the script or style sheet until the
    /// policy has the new hash.
    #[test]
    fn the_policy_allows_our_script_and_our_style_sheets() {
        let mut script = String::new();
        push_script(&mut script);
        assert_eq!(hashes(&script, "<script>", "</script>"), [PLAYER_HASH]);
        let bar = Bar {
            label: "x".to_owned(),
            count: 1,
        };
        let page = page("", &bar_plot("a plot", "of a bar", &[bar]));
        assert_eq!(hashes(&page, "<style>", "</style>"), STYLE_HASHES);
        assert!(!page.contains("unsafe"), "{page}");
    }
}
