//! The puzzle file and the plain text formats, from outside.

use cluewright::formats::native::{Native, NativeJson};
use cluewright::formats::{Format, ReadError, ReadOptions};
use cluewright::puzzle::{Boxes, Cell, Clue, Param, Puzzle};

fn read(text: &str) -> Result<Puzzle, ReadError> {
    let mut puzzles = Native.read(text, &ReadOptions::default())?;
    assert_eq!(puzzles.len(), 1);
    Ok(puzzles.remove(0))
}

const DUNE: &str = r#"
title  = "Dune: The Mentat's Diversion"
author = "HalfBakedLunatic"
rules  = """Normal sudoku rules apply.
Digits along a thermometer increase from the bulb."""
grid = """
. . 1 | 7 . . | . 8 .
7 5 . | 9 . . | . 4 .
. . . | . . . | . . 3
------+-------+------
8 . 5 | . 9 . | 1 . .
. 4 . | . . . | . 5 .
. . 7 | . 5 . | 2 . 4
------+-------+------
5 . . | . . . | . . .
. 1 . | . . 5 | . 6 2
. 2 . | . . 3 | 5 . .
"""
marks = { R1C1 = "123", "R3C1-R3C3" = "2489" }
solution = "361742985752938641489561723835294176246317859197856234573629418918475362624183597"
[letters]
A = "1-9"
[layers]
shade = "0-1"
[clues]
anti-knight = true
taxicab = 3
thermometer = ["R1C3-R1C5", "R4C1 R4C2 R3C2 R3C3"]
killer-cage = ["27: R1C3 R1C4 R2C1-R2C3", { cells = "R1C1 R1C2", sum = 5 }, "R1C1..R2C2"]
arrow = "R3C3; R4C4 R5C5"
quadruple = "1 2 5: R2C2"
sandwich = "12: R0C4"
x-sum = "12: R4C10"
little-killer = "17: R0C4 DL"
relation = "R3C3 == R4C4 + R5C5"
equal-sums = ["R1C1 R1C2; R3C3", { cells = ["R1C1", "R2C2"] }]
sum = { cells = "R1C1 R1C2 A", sum = 4, weights = [1, -2, 3] }
odd = "shade[R1C1]"
any-of = [
  { thermometer = "R1C1-R1C4", renban = "R1C1-R1C4" },
  { all-of = [{ odd = "R5C5", even = "R5C6" }, { even = "R5C5", odd = "R5C6" }] },
]
"#;

#[test]
fn show() {
    let puzzle = read(DUNE).unwrap();
    let text = Native.write(&puzzle).unwrap();
    println!("{text}");
    println!("{}", NativeJson.write(&puzzle).unwrap());
    println!("{}", cluewright::formats::native::schema());
    assert_eq!(read(&text).unwrap(), puzzle);
    assert_eq!(read(&NativeJson.write(&puzzle).unwrap()).unwrap(), puzzle);
}
