//! Marks between two adjacent cells, and the rules about pairs without a mark.

use crate::iss::kit::{
    Family, Form, Inside, Item, Reading, Restated, Restatement, Token, Type, Unwritable, Writer,
    Writing, any_clue, at_top, int, numbers,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue, Puzzle};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("WhiteDot", "white-dot", &Pairs),
        Type::clue("BlackDot", "black-dot", &Pairs),
        Type::clue("X", "x", &Pairs),
        Type::clue("V", "v", &Pairs),
        Type::clue("GreaterThan", "inequality", &Pairs),
        Type::clue("StrictXV", "xv-negative", &super::whole::Whole).top(),
        Type::clue("StrictKropki", "", &StrictKropki).top(),
    ],
    restated: &[
        Restated("white-dot", white_dot),
        Restated("black-dot", black_dot),
        Restated("white-dot-negative", white_dot_negative),
        Restated("black-dot-negative", black_dot_negative),
        Restated("xv-negative", xv_negative),
        // ISS has no types for these rules, so each comparison with a neighbour is written as a separate constraint.
        Restated("minimum", |clue, writer, _| {
            Ok(Some(extremes(clue, writer)))
        }),
        Restated("maximum", |clue, writer, _| {
            Ok(Some(extremes(clue, writer)))
        }),
    ],
};

const DOTS: [&str; 2] = ["white-dot", "black-dot"];
const LETTERS: [&str; 2] = ["x", "v"];

/// The arguments of a mark: cells. Each pair of adjacent cells in the list becomes a clue.
struct Pairs;

impl Form for Pairs {
    fn usage(&self) -> &'static str {
        "~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let listed = item.args().cells(2)?;
        let pairs = item.cells.touching(&listed);
        if pairs.is_empty() {
            let message = format!("no two cells of this `.{}` touch", item.name());
            return Err(item.error(message));
        }
        Ok(pairs.into_iter().map(|(a, b)| item.on([a, b])).collect())
    }

    fn params(&self) -> &[&'static str] {
        // Unusual values are restated as tables, so `write` receives only the defaults and can omit them.
        &["difference", "ratio"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        match clue.writer.cells.touching(clue.cells()).is_empty() {
            true => Err(clue.cannot("cells that do not touch")),
            false => clue.token(clue.names()),
        }
    }
}

/// Returns the value of a dot that `.WhiteDot` and `.BlackDot`, which mean the difference 1 and the ratio 2, cannot express.
fn unusual_value(clue: &Clue) -> Option<i64> {
    let (param, usual) = match &*clue.rule {
        "white-dot" => ("difference", 1),
        "black-dot" => ("ratio", 2),
        _ => return None,
    };
    int(clue, param).filter(|&value| value != usual)
}

fn white_dot(clue: &Clue, writer: &Writer, _: Inside) -> Restatement {
    Ok(unusual_value(clue).map(|difference| {
        let lists = [clue.cells_of("cells")];
        writer.table("Pair", &lists, |a, b| {
            i64::from(a.abs_diff(b)) == difference
        })
    }))
}

fn black_dot(clue: &Clue, writer: &Writer, _: Inside) -> Restatement {
    Ok(unusual_value(clue).map(|ratio| {
        let lists = [clue.cells_of("cells")];
        writer.table("Pair", &lists, |a, b| has_ratio(a, b, ratio))
    }))
}

fn has_ratio(a: u8, b: u8, ratio: i64) -> bool {
    let (a, b) = (i64::from(a), i64::from(b));
    a * ratio == b || b * ratio == a
}

/// The type `StrictKropki`, which takes no arguments and combines the two negative kropki rules.
struct StrictKropki;

impl Form for StrictKropki {
    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        item.args().end()?;
        let rules = ["white-dot-negative", "black-dot-negative"];
        Ok(rules.map(Clue::new).into())
    }
}

/// Refuses marks in an alternative if the puzzle has a rule about unmarked pairs, because the alternative would decide which
/// pairs are unmarked. `marks` contains the mark rules that occur in alternatives, each with the position of one mark.
pub(in crate::iss) fn check(
    puzzle: &Puzzle,
    marks: &BTreeMap<&'static str, Range<usize>>,
) -> Result<(), ReadError> {
    // `StrictKropki` adds both negative rules for dots, so testing for one of them is enough.
    for (negative, rules) in [("white-dot-negative", DOTS), ("xv-negative", LETTERS)] {
        let mark = rules.iter().find_map(|rule| marks.get(rule));
        let strict = puzzle.clues.iter().any(|clue| clue.rule == negative);
        if let Some(span) = mark.filter(|_| strict) {
            let message = "a mark inside `.Or` cannot be combined with a rule about unmarked pairs";
            return Err(ReadError::new(message)
                .at(span.clone())
                .help("remove `.StrictKropki` or `.StrictXV`, or the mark"));
        }
    }
    Ok(())
}

/// Records that an alternative contains marks of a rule.
pub(in crate::iss) fn note(
    marks: &mut BTreeMap<&'static str, Range<usize>>,
    rule: &'static str,
    item: &Item,
) {
    if DOTS.contains(&rule) || LETTERS.contains(&rule) {
        marks.entry(rule).or_insert_with(|| item.span());
    }
}

fn white_dot_negative(clue: &Clue, writer: &Writer, inside: Inside) -> Restatement {
    if has_both_kropki_negatives(writer.puzzle) {
        check_alternatives(writer, DOTS)?;
        return at_top(Token::new("StrictKropki", ""), clue, inside);
    }
    let is_dot = |clue: &Clue| DOTS.contains(&&*clue.rule);
    if clue.params.is_empty() && !any_clue(&writer.puzzle.clues, &is_dot) {
        return at_top(Token::new("AntiConsecutive", ""), clue, inside);
    }
    let differences = numbers(clue, "differences", &[1]);
    restate_unmarked(writer, DOTS, |a, b| {
        !differences.contains(&a.abs_diff(b).into())
    })
}

fn black_dot_negative(clue: &Clue, writer: &Writer, _: Inside) -> Restatement {
    let ratios = numbers(clue, "ratios", &[2]);
    restate_unmarked(writer, DOTS, |a, b| {
        !ratios.iter().any(|&ratio| has_ratio(a, b, ratio))
    })
}

fn xv_negative(clue: &Clue, writer: &Writer, _: Inside) -> Restatement {
    if !clue.params.contains_key("sums") {
        return check_alternatives(writer, LETTERS).map(|()| None);
    }
    let sums = numbers(clue, "sums", &[5, 10]);
    restate_unmarked(writer, LETTERS, |a, b| {
        !sums.contains(&(i64::from(a) + i64::from(b)))
    })
}

/// Returns `true` if a puzzle has both negative kropki rules exactly as `.StrictKropki` implies them: each once, without
/// parameters.
pub(in crate::iss) fn has_both_kropki_negatives(puzzle: &Puzzle) -> bool {
    let is_plain = |rule: &str| {
        let mut clues = puzzle.clues.iter().filter(|clue| clue.rule == rule);
        matches!((clues.next(), clues.next()), (Some(only), None) if only.params.is_empty())
    };
    // A dot with an unusual value is written as a table, and `.StrictKropki` would not exempt its pair.
    is_plain("white-dot-negative")
        && is_plain("black-dot-negative")
        && !any_clue(&puzzle.clues, &|clue| unusual_value(clue).is_some())
}

/// Refuses marks in an alternative, as ISS does together with `.StrictKropki` and `.StrictXV`.
fn check_alternatives(writer: &Writer, marks: [&str; 2]) -> Result<(), Unwritable> {
    fn has_mark(clues: &[Clue], marks: [&str; 2], chosen: bool) -> bool {
        clues.iter().any(|clue| {
            let chosen = chosen || clue.rule == "any-of";
            chosen && marks.contains(&&*clue.rule) || has_mark(&clue.parts, marks, chosen)
        })
    }
    match has_mark(&writer.puzzle.clues, marks, false) {
        true => Err(MARKED_ALTERNATIVES.to_owned()),
        false => Ok(()),
    }
}

const MARKED_ALTERNATIVES: &str = "marks inside `any-of` together with a rule about unmarked pairs";

/// Writes a pair table for each adjacent pair that has no mark of these rules.
fn restate_unmarked(
    writer: &Writer,
    marks: [&str; 2],
    allows: impl FnMut(u8, u8) -> bool,
) -> Restatement {
    let is_mark = |clue: &Clue| marks.contains(&&*clue.rule);
    let (own, grouped): (Vec<&Clue>, Vec<&Clue>) =
        writer.puzzle.clues.iter().partition(|c| c.parts.is_empty());
    // Marks in an alternative would decide which pairs are unmarked, so such a rule cannot be written.
    if grouped.iter().any(|clue| any_clue(&clue.parts, &is_mark)) {
        return Err(MARKED_ALTERNATIVES.to_owned());
    }
    let marked: HashSet<[Cell; 2]> = own
        .iter()
        .filter(|clue| is_mark(clue))
        .filter_map(|clue| <[Cell; 2]>::try_from(clue.cells_of("cells")).ok())
        .flat_map(|[a, b]| [[a, b], [b, a]])
        .collect();
    let pairs: Vec<[Cell; 2]> = neighbours(writer)
        .into_iter()
        .map(|(a, b)| [a, b])
        .filter(|pair| !marked.contains(pair))
        .collect();
    let lists: Vec<&[Cell]> = pairs.iter().map(|p| &p[..]).collect();
    Ok(Some(writer.table("Pair", &lists, allows)))
}

fn neighbours(writer: &Writer) -> Vec<(Cell, Cell)> {
    let grid: Vec<Cell> = writer.puzzle.layout.cells().collect();
    writer.cells.touching(&grid)
}

/// Writes `GreaterThan` constraints between each marked cell and its unmarked neighbours: the marked cell is the
/// smaller one for `minimum`, the larger one for `maximum`.
fn extremes(clue: &Clue, writer: &Writer) -> Vec<Token> {
    let marked = clue.cells_of("cells");
    let mut tokens = vec![];
    for (a, b) in neighbours(writer) {
        let (extreme, other) = match (marked.contains(&a), marked.contains(&b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => continue,
        };
        let pair = match clue.rule == "maximum" {
            true => [extreme, other],
            false => [other, extreme],
        };
        tokens.push(Token::new("GreaterThan", writer.names(&pair)));
    }
    tokens
}
