//! Tests the reader of plain text and drawn grids, which must either find the intended puzzle or refuse the text.

use crate::one_in;
use crate::written::{Meant, SLIPS, SOUND, Writer, Written};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::{Boxes, Puzzle};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the number of random texts of each kind.
fn cases() -> usize {
    1000 / usize::from(one_in(50_u8))
}

fn fresh_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = since.expect("the clock is right").as_nanos() as u64;
    std::env::var("CLUEWRIGHT_SEED").map_or(seed, |seed| seed.parse().expect("a number"))
}

/// Returns the cells of each region, without the regions' names.
fn partition(regions: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut cells: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (cell, region) in regions.enumerate() {
        cells.entry(region).or_default().push(cell);
    }
    let mut regions: Vec<Vec<usize>> = cells.into_values().collect();
    regions.sort();
    regions
}

/// Returns the given digit of each cell; 0 for a blank.
fn find_intended_givens(puzzle: &Puzzle) -> Vec<usize> {
    let mut givens = vec![0; puzzle.layout.cell_count()];
    for given in &puzzle.givens {
        givens[given.cell.index()] = given.digits.single().map_or(99, usize::from);
    }
    givens
}

/// Returns `true` if a puzzle is the one that the author meant.
fn is_meant(puzzle: &Puzzle, meant: &Meant) -> bool {
    let layout = &puzzle.layout;
    let mut boxes: Vec<Vec<usize>> = match layout.boxes {
        Boxes::None => vec![],
        _ => layout
            .box_cells()
            .iter()
            .map(|cells| cells.iter().map(|cell| cell.index()).collect())
            .collect(),
    };
    boxes.sort();
    let givens = find_intended_givens(puzzle);
    let has_solution = |solution: &Vec<Option<u8>>| {
        let digits = solution.iter().map(|digit| digit.map_or(0, usize::from));
        digits.eq(meant.solution.iter().copied())
    };
    (usize::from(layout.rows), usize::from(layout.columns)) == (meant.side, meant.side)
        && boxes == partition(meant.regions.iter().copied())
        && givens == meant.givens
        && puzzle.solution.as_ref().is_none_or(has_solution)
}

fn are_meant(puzzles: &[Puzzle], meant: &[Meant]) -> bool {
    puzzles.len() == meant.len()
        && puzzles
            .iter()
            .zip(meant)
            .all(|(puzzle, meant)| is_meant(puzzle, meant))
}

fn each(
    kinds: usize,
    write: impl Fn(&mut Writer, usize) -> Written,
    check: impl Fn(&Written, u64),
) {
    let first = fresh_seed();
    for case in 0..cases() {
        for kind in 0..kinds {
            let seed = first.wrapping_add(case as u64);
            check(&write(&mut Writer::new(seed), kind), seed);
        }
    }
}

/// Panics with the text, the seed and the result of a failing case.
fn fail(written: &Written, seed: u64, read: &dyn std::fmt::Debug) -> ! {
    let Written {
        text, kind, ending, ..
    } = written;
    panic!("{kind} (.{ending}), CLUEWRIGHT_SEED={seed}: {read:?}\n{text}");
}

#[test]
fn every_way_to_write_a_puzzle_reads_as_it_is_meant() {
    each(SOUND, Writer::sound, |written, seed| {
        match read_any(&written.text, None, &ReadOptions::default()) {
            Ok(reading) if are_meant(&reading.puzzles, &written.meant) => {}
            read => fail(written, seed, &read),
        }
    });
}

#[test]
fn a_text_with_a_slip_is_never_another_puzzle() {
    each(SLIPS, Writer::slip, |written, seed| {
        match read_any(&written.text, None, &ReadOptions::default()) {
            Ok(reading) if !are_meant(&reading.puzzles, &written.meant) => {
                fail(written, seed, &reading)
            }
            _ => {}
        }
    });
}

/// Returns the number of given cells that differ from the intended ones; `None` if anything else differs.
fn count_changed_cells(puzzles: &[Puzzle], meant: &[Meant]) -> Option<usize> {
    let changes = |(puzzle, meant): (&Puzzle, &Meant)| {
        let givens = find_intended_givens(puzzle);
        let changed = givens.iter().zip(&meant.givens).filter(|(a, b)| a != b);
        let count = changed.count();
        let same = Meant {
            givens,
            ..meant.clone()
        };
        let unsolved = Puzzle {
            solution: None,
            ..puzzle.clone()
        };
        is_meant(&unsolved, &same).then_some(count)
    };
    // If a line break was inserted, the solution becomes a separate puzzle and the others are unchanged.
    let is_split_off = |puzzle: &&Puzzle| {
        let givens = find_intended_givens(puzzle);
        puzzles.len() == meant.len() + 1 && meant.iter().any(|meant| meant.solution == givens)
    };
    let puzzles: Vec<&Puzzle> = puzzles
        .iter()
        .filter(|puzzle| !is_split_off(puzzle))
        .collect();
    (puzzles.len() == meant.len()).then_some(())?;
    puzzles.into_iter().zip(meant).map(changes).sum()
}

/// A missing, additional or wrong character may change one cell, which no reader can detect. It must never shift the
/// other cells, or change the size or the regions.
#[test]
fn a_damaged_character_changes_no_more_than_its_cell() {
    each(SOUND, Writer::damage, |written, seed| {
        match read_any(&written.text, None, &ReadOptions::default()) {
            Ok(reading) if count_changed_cells(&reading.puzzles, &written.meant) > Some(1) => {
                fail(written, seed, &reading)
            }
            Ok(reading) if count_changed_cells(&reading.puzzles, &written.meant).is_none() => {
                fail(written, seed, &reading)
            }
            _ => {}
        }
    });
}

fn refusal(text: &str) -> String {
    match read_any(text, None, &ReadOptions::default()) {
        Ok(reading) => panic!("{:?}\n{text}", reading.puzzles),
        Err(error) => format!("{} ({})", error.message, error.help.unwrap_or_default()),
    }
}

/// Asserts that a text is refused for this reason.
fn refuses(text: &str, reason: &str) {
    let refusal = refusal(text);
    assert!(refusal.contains(reason), "{refusal}\n{text}");
}

const GIVENS: &str = "1.3.341..1.34.21";
const SOLUTION: &str = "1234341221434321";

#[test]
fn a_second_grid_is_the_solution_or_an_error() {
    let neither = "neither the solution of the first nor its regions";
    let (blank, large) = (".".repeat(16), ".".repeat(36));
    refuses(
        &format!("{GIVENS} 2143432112343412"),
        "not the solution of the previous grid: R1C1 differs",
    );
    refuses(&format!("{GIVENS} {blank}"), neither);
    refuses(&format!("{GIVENS} {SOLUTION} {SOLUTION}"), neither);
    refuses(&format!("{GIVENS} {large}"), neither);
    refuses(&format!("1000000000000001 {large}"), "look like a grid");
    refuses(
        &format!("1111222233334444 {GIVENS}"),
        "a second grid after a map of regions",
    );
    refuses(
        &format!("1111222233334444\n{GIVENS}"),
        "there are no givens before this map of regions",
    );
}

#[test]
fn damage_by_a_spreadsheet_is_named() {
    let short = &SOLUTION[1..];
    for text in [
        format!("{short},{SOLUTION}"),
        format!("2.34E+14,{SOLUTION}"),
        format!("puzzle,solution\n{short},{SOLUTION}"),
        short.to_owned(),
    ] {
        refuses(&text, "drops its leading zeros");
    }
}

#[test]
fn borders_that_are_not_those_of_the_boxes_are_named() {
    let others = "not the borders of the boxes, 2x2";
    refuses("1234\n34|12\n2143\n43|21\n", others);
    refuses("grid = '''\n1234\n34|12\n2143\n43|21\n'''\n", others);
    refuses(
        "{\"grid\": [\"12|34\", \"-----\", \"34|12\", \"..|..\", \"..|..\"]}",
        others,
    );
    refuses(
        "boxes = \"none\"\ngrid = '''\n12|34\n34|12\n..|..\n..|..\n'''\n",
        "not the borders of a grid without boxes",
    );
    refuses(
        "grid = '''\n1234\n----\n3412\n2143\n'''\n",
        "a row of blanks or as a line between two rows",
    );
    refuses(
        "grid = '''\n|1 2|3 4|\n|   |   |\n|. .|. .|\n|. .|. .|\n'''\n",
        "the row has no symbols between its bars",
    );
}

#[test]
fn a_map_with_a_mistake_is_no_grid_of_givens() {
    let reason = "not a map of 4 connected regions";
    refuses("1112222233334444", reason);
    refuses("1112\n2222\n3333\n4444\n", reason);
    refuses(&format!("{GIVENS} 1112222233334444"), reason);
}

/// Reads all puzzles in a text.
fn puzzles(text: &str) -> Vec<Puzzle> {
    let read = read_any(text, None, &ReadOptions::default());
    read.unwrap_or_else(|error| panic!("{error}\n{text}"))
        .puzzles
}

fn sides(text: &str) -> Vec<u8> {
    let sides = puzzles(text).into_iter().map(|puzzle| puzzle.layout.rows);
    sides.collect()
}

#[test]
fn the_mistake_in_a_finished_grid_is_named() {
    let warnings = |text: &str| puzzles(text).swap_remove(0).warnings;
    assert!(warnings(SOLUTION).is_empty());
    let told = warnings("1244341221434321");
    assert_eq!(
        told,
        ["the finished grid has two 4s in row 1, two 4s in column 3, two 4s in box 2"]
    );
    assert_eq!(warnings("1244\n3412\n2143\n4321\n"), told);
    assert_eq!(warnings("[[1,2,4,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]"), told);
}

#[test]
fn columns_of_a_list_tell_ids_from_grids() {
    let nine = format!("12{}", ".".repeat(79));
    let list = format!("1000000000000001,{nine}\nthe_second_puzzle,{nine}\n");
    assert_eq!(sides(&list), [9, 9]);
    // The solution on the second line is wrong. The first line proves that the column contains solutions.
    let list = format!("{GIVENS},{SOLUTION}\n{GIVENS},2143432112343412\n");
    let read = puzzles(&list);
    assert_eq!(sides(&list), [4, 4]);
    assert_eq!(
        read[1].solution.as_ref().map(|digits| digits[0]),
        Some(Some(2))
    );
    refuses(
        "id,puzzle,solution\n7.12344321,1234432134122143\n",
        "the row has 2 cells, but the table has 3 columns",
    );
}

#[test]
fn zero_beside_dots_asks_which_is_the_blank() {
    let mut rows = vec![format!("0{}F", ".".repeat(14)); 16];
    rows[3] = format!("1{}A", ".".repeat(14));
    refuses(&rows.join("\n"), "--zero-is-digit");
}

#[test]
fn words_of_programs_are_accounted_for() {
    let rows = "12..\n..12\n21..\n..21\n";
    let read = puzzles(&format!("{rows}\nSimple Sudoku, version 4.2\n"));
    assert_eq!(read[0].warnings, ["ignored: `Simple Sudoku, version 4.2`"]);
    let titles = format!("Grid 01\n{rows}Grid 02\n{rows}");
    let titles = puzzles(&titles)
        .into_iter()
        .map(|puzzle| puzzle.about.title);
    let titles: Vec<Option<String>> = titles.collect();
    assert_eq!(
        titles,
        ["Grid 01", "Grid 02"].map(|title| Some(title.to_owned()))
    );
    assert_eq!(sides("   1234\nA  12..\nB  ..12\nC  21..\nD  ..21\n"), [4]);
    assert_eq!(
        sides("|a|b|c|d|\n|---|---|---|---|\n|1|2| | |\n| | |1|2|\n|2|1| | |\n| | |2|1|\n"),
        [4]
    );
}

#[test]
fn texts_that_mean_two_things_are_refused() {
    refuses(&"....\n".repeat(3), "4 symbols do not form a square grid");
    refuses("12 34\n3412\n2143\n43 21\n.\n", "row");
    refuses("12|34\n34 12\n21 43\n43|21\n", "not the borders");
    let six = "12 34 56\n45 61 23\n21 43 65\n54 16 32\n63 25 41\n36 52 14\n";
    refuses(six, "not the borders of the boxes, 2x3");
}

#[test]
fn borders_and_gaps_show_boxes() {
    let tall = "12 34 56\n45 61 23\n36 52 14\n\n21 43 65\n54 16 32\n63 25 41\n";
    assert_eq!(puzzles(tall)[0].layout.block_shape(), Some((3, 2)));
    let jigsaw = "+-------+-------+\n| 1   . | .   . |\n|   .---'       |\n| . | .   .---. |\n";
    refuses(jigsaw, "the frame contains only one row, of 4 cells");
}

#[test]
fn games_and_ids_of_other_programs_are_read() {
    let games = "<opensudoku><game data=\"1234341221434321\"/><game note=\"\" data='12..341221434321'/></opensudoku>";
    assert_eq!(sides(games), [4, 4]);
    let read = puzzles("2x2:1_2b3_4b2_1b4_3b");
    assert_eq!(
        find_intended_givens(&read[0])[..8],
        [1, 2, 0, 0, 3, 4, 0, 0]
    );
    let tall = puzzles("3x2:1zi");
    assert_eq!(tall[0].layout.block_shape(), Some((3, 2)));
    assert_eq!(puzzles("2x2xdt:1o")[0].clues.len(), 2);
    refuses("3x3k:1b,2", "kind `k` are not supported");
    refuses("2x2:1_2b", "the id has 4 cells, expected 16");
    let placed = format!("1+2{}:413", ".".repeat(79));
    let read = &puzzles(&placed)[0];
    assert_eq!((read.entries.len(), read.givens.len()), (1, 2));
    assert_eq!(
        sides(&format!("https://example.org/?s=12{}", ".".repeat(79))),
        [9]
    );
    refuses(
        &format!(
            "https://example.org/?s=12{}&t=12{}",
            ".".repeat(79),
            ".".repeat(79)
        ),
        "unknown site",
    );
}

#[test]
fn structures_hold_grids_solutions_and_regions() {
    let rows = "[[1,2,0,0],[3,4,0,0],[2,1,0,0],[4,3,0,0]]";
    assert_eq!(
        find_intended_givens(&puzzles(rows)[0])[..5],
        [1, 2, 0, 0, 3]
    );
    let object = format!(r#"{{"board": {rows}, "answer": "{SOLUTION}", "level": 3}}"#);
    let read = &puzzles(&object)[0];
    assert!(read.solution.is_some());
    assert_eq!(read.warnings, ["ignored: `level`"]);
    let regions = r#"["1112","1322","3342","3444"]"#;
    let jigsaw = puzzles(&format!(r#"{{"puzzle": {rows}, "regions": {regions}}}"#));
    assert!(matches!(jigsaw[0].layout.boxes, Boxes::Own(_)));
    refuses(
        &format!(r#"{{"puzzle": {rows}, "cages": [[1, 2]]}}"#),
        "`cages` next to the grid cannot be interpreted",
    );
    refuses(
        &format!(r#"{{"puzzle": {rows}, "other": {rows}}}"#),
        "a second grid",
    );
    assert_eq!(sides("start = [|1,2,_,_|3,4,_,_|2,1,_,_|4,3,_,_|];"), [4]);
    assert_eq!(
        sides("problem(1, [[1,2,_,_],[3,4,_,_],[2,1,_,_],[4,3,_,_]])."),
        [4]
    );
}
