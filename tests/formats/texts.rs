//! Plain text and drawn grids: the reader finds the puzzle that is meant, or refuses the text.

use crate::one_in;
use crate::written::{Meant, SLIPS, SOUND, Writer, Written};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::{Boxes, Puzzle};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// Texts of each kind.
fn cases() -> usize {
    1000 / usize::from(one_in(50_u8))
}

fn fresh_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = since.expect("the clock is right").as_nanos() as u64;
    std::env::var("CLUEWRIGHT_SEED").map_or(seed, |seed| seed.parse().expect("a number"))
}

/// The cells of each region, whatever the regions are called.
fn partition(regions: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut cells: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (cell, region) in regions.enumerate() {
        cells.entry(region).or_default().push(cell);
    }
    let mut regions: Vec<Vec<usize>> = cells.into_values().collect();
    regions.sort();
    regions
}

/// The given digits of each cell, 0 for a blank.
fn meant_givens(puzzle: &Puzzle) -> Vec<usize> {
    let mut givens = vec![0; puzzle.layout.cell_count()];
    for given in &puzzle.givens {
        givens[given.cell.index()] = given.digits.single().map_or(99, usize::from);
    }
    givens
}

/// Returns `true` if a puzzle is the one that is meant.
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
    let givens = meant_givens(puzzle);
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

/// Fails with the text and how to repeat the case.
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

/// The number of given cells that differ from those that are meant; `None` if anything else differs.
fn changed_cells(puzzles: &[Puzzle], meant: &[Meant]) -> Option<usize> {
    let changes = |(puzzle, meant): (&Puzzle, &Meant)| {
        let givens = meant_givens(puzzle);
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
    let pairs = puzzles.iter().zip(meant);
    (puzzles.len() == meant.len()).then_some(())?;
    pairs.map(changes).sum()
}

/// A character too few, too many or wrong may change a cell, which no reader can know. It never shifts the other cells, or
/// changes the size or the regions.
#[test]
fn a_damaged_character_changes_no_more_than_its_cell() {
    each(SOUND, Writer::damaged, |written, seed| {
        match read_any(&written.text, None, &ReadOptions::default()) {
            Ok(reading) if changed_cells(&reading.puzzles, &written.meant) > Some(1) => {
                fail(written, seed, &reading)
            }
            Ok(reading) if changed_cells(&reading.puzzles, &written.meant).is_none() => {
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

/// Asserts that a text is refused for a reason.
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
        "not the solution of the grid before: R1C1 differs",
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
        "a map of regions without givens before it",
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
        "a row of blanks or a line between two rows",
    );
    refuses(
        "grid = '''\n|1 2|3 4|\n|   |   |\n|. .|. .|\n|. .|. .|\n'''\n",
        "a row without symbols between its bars",
    );
}

#[test]
fn a_map_with_a_mistake_is_no_grid_of_givens() {
    let reason = "not a map of 4 connected regions";
    refuses("1112222233334444", reason);
    refuses("1112\n2222\n3333\n4444\n", reason);
    refuses(&format!("{GIVENS} 1112222233334444"), reason);
}
