//! Tests that the compiler refuses puzzles that would take too much time or memory. The message states the amount and
//! the limit, and the refusal itself takes little memory. Clues that are nested too deeply are also refused.

use crate::{measure, one_in};
use std::fmt::Write;
use std::fs;
use tempfile::TempDir;

/// Maximum memory for compiling one puzzle, in kibibytes.
const MEMORY: u64 = 256 << 10;

/// Returns a puzzle file with the given size, rules and clues.
fn file(size: u8, rules: &str, clues: &str) -> String {
    format!("size = {size}\n[own-rules]\n{rules}\n[clues]\n{clues}\n")
}

/// Returns a file with a global rule on a 25x25 grid, and a clue that uses it.
fn global(formula: &str) -> String {
    file(25, &format!("wide = '''{formula}'''"), "wide = true")
}

/// Returns a file with a line rule on a 9x9 grid, and a clue that applies it to the first row.
fn line(formula: &str) -> String {
    let rules = format!("long = {{ shape = \"line\", relation = '''{formula}''' }}");
    file(9, &rules, "long = \"R1C1-R1C9\"")
}

/// Joins `count` generated rules or clues.
fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, number| {
        let _ = writeln!(all, "{}", one(number));
        all
    })
}

const HUGE_SCAN: &str =
    "scan(c in cells; a = 0, b = 0; a = a * 31 + c * c, b = b * 7 + a * c; a + b == 3)";

/// Returns puzzles that are refused, each with a name and the message.
fn list_refused_puzzles() -> Vec<(&'static str, String, &'static str)> {
    let parts = "more than 1000000 parts, which is the limit";
    let pairs = |number| format!("each pair (a, b) in grid: a + b != {number}");
    let diagonal = |shift: usize| {
        let cells: Vec<String> = (1..=12).map(|i| format!("R{i}C{}", i + shift)).collect();
        cells.join(", ")
    };
    vec![
        (
            "quantifiers in quantifiers",
            global(
                "each a in grid: each b in grid: each c in grid: each d in grid: a + b != c * d",
            ),
            parts,
        ),
        (
            "counts of counts",
            global("count(a in grid: some b in grid: count(c in grid: a + b == c) == 3) == 7"),
            parts,
        ),
        (
            "quantifiers over numbers alone",
            global(&format!("{}d != 5000", "each d in {1..1000}: ".repeat(12))),
            parts,
        ),
        (
            "subsets of subsets",
            global(&format!(
                "some subset s in [{}]: some subset t in [{}]: sum(s) == sum(t)",
                diagonal(0),
                diagonal(1)
            )),
            parts,
        ),
        (
            "long sums, each of them true",
            global("each house h: each house g: each house i: sum(h) + sum(g) + sum(i) > 3"),
            parts,
        ),
        (
            "many rules, each of them within the limit",
            file(
                25,
                &many(40, |n| format!("r{n} = \"{}\"", pairs(n + 7))),
                &many(40, |n| format!("r{n} = true")),
            ),
            parts,
        ),
        (
            "many rules that are always true",
            file(
                25,
                &many(99, |n| {
                    format!(
                        "r{n} = \"each pair (a, b) in grid: abs(a - b) != {}\"",
                        n + 99
                    )
                }),
                &many(99, |n| format!("r{n} = true")),
            ),
            "it would not exclude anything",
        ),
        (
            "many rules of which all but one cell is always true",
            file(
                25,
                &many(99, |n| {
                    format!(
                        "r{n} = \"(each pair (a, b) in grid: abs(a - b) != {}) and first(grid) != {}\"",
                        n + 99,
                        n % 20 + 1
                    )
                }),
                &many(99, |n| format!("r{n} = true")),
            ),
            parts,
        ),
        (
            "many alternatives",
            file(
                25,
                "",
                &format!(
                    "any-of = [{}]",
                    many(30, |n| format!("{{ relation = \"{}\" }},", pairs(n)))
                ),
            ),
            parts,
        ),
        (
            "a long rule in use very often",
            file(
                25,
                &format!(
                    "r = {{ shape = \"cell\", relation = \"{}\" }}",
                    vec!["first(cells) != 99"; 2000].join(" and ")
                ),
                &format!(
                    "r = [{}]",
                    many(20_000, |n| format!(
                        "\"R{}C{}\",",
                        n % 25 + 1,
                        n / 25 % 25 + 1
                    ))
                ),
            ),
            parts,
        ),
        (
            "a scan with a large state",
            line(HUGE_SCAN),
            "a scan has more than 20000 states, which is the limit",
        ),
        (
            "a scan with a large state, as an alternative",
            file(
                9,
                &format!("long = {{ shape = \"line\", relation = '''{HUGE_SCAN}''' }}"),
                "any-of = [{ long = \"R1C1-R1C9\" }, { odd = \"R1C1\" }]",
            ),
            "a scan has more than 20000 states, which is the limit",
        ),
        (
            "a scan with a large state, under a condition",
            file(
                9,
                &format!(
                    "long = {{ shape = \"line\", relation = '''{HUGE_SCAN}''' }}\n\
                     other = {{ shape = \"line\", relation = \"obeys('long', cells) or cells[1] == 3\" }}"
                ),
                "other = \"R1C1-R1C9\"",
            ),
            "a scan has more than 20000 states, which is the limit",
        ),
        (
            "a long scan of the largest grid",
            global("scan(c in grid; s = 0, t = 0; s = s + c, t = t + s; t mod 1000 == 1)"),
            "a scan has more than 20000 states, which is the limit",
        ),
        (
            "a large table",
            line("cells[1] * cells[2] * cells[3] * cells[4] * cells[5] * cells[6] == 1234"),
            "a table of 531441 rows; the limit is 100000",
        ),
        (
            "a pattern with many repeats",
            global("matches(grid, '([1-9]{2,20}[2-8]{2,20}){2,20}')"),
            "the automaton needs more than 16384 states",
        ),
        (
            "parentheses in parentheses",
            global(&format!("{}1 < 2{}", "(".repeat(45), ")".repeat(45))),
            "nested deeper than 40 levels",
        ),
        (
            "operators in a row",
            global(&format!("R1C1{} == 3", " * R1C2".repeat(20))),
            "more than 16 operators in a row",
        ),
        (
            "a long formula",
            global(&format!("R1C1 + {}1 == 24000", "1 + ".repeat(24_000))),
            "the limit is 50000",
        ),
        (
            "an impossible sum, under a condition",
            line("obeys(\"killer-cage\", first(2, cells), 99) or cells[1] == 3"),
            "is possible here",
        ),
        (
            "rules that use themselves",
            line("obeys(\"long\", cells)"),
            "rules use each other more than 6 levels deep",
        ),
    ]
}

/// Checks a puzzle. Returns its standard error, its exit code, and its peak memory in kibibytes.
fn check(path: &str) -> (String, Option<i32>, u64) {
    let limits = ["--threads", "1", "--node-limit", "1"];
    measure(&[&["check", "--quiet"][..], &limits, &[path]].concat())
}

#[test]
fn what_is_too_large_is_refused_with_the_limit() {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text, message) in list_refused_puzzles().into_iter().step_by(one_in(3)) {
        let path = folder.path().join("puzzle.toml");
        fs::write(&path, text).expect("the folder is writable");
        let (told, code, memory) = check(path.to_str().expect("the path is UTF-8"));
        assert_eq!(code, Some(2), "{name}: {told}");
        assert!(told.contains(message), "{name}: {told}");
        assert!(told.contains("puzzle.toml:"), "{name} has no line: {told}");
        assert!(memory < MEMORY, "{name}: {memory} KiB");
    }
}

/// Rules just within the limits are compiled. Compiling them also takes little memory.
#[test]
fn what_is_large_but_not_too_large_is_compiled() {
    let folder = TempDir::new().expect("a temporary folder");
    let within = [
        (
            "all pairs of the grid",
            global("each pair (a, b) in grid: a + b != 7"),
        ),
        (
            "a scan with many states",
            line("scan(c in cells; s = 0; s = (s * 10 + c) mod 1999; s == 1)"),
        ),
    ];
    for (name, text) in within {
        let path = folder.path().join("puzzle.toml");
        fs::write(&path, text).expect("the folder is writable");
        let (told, code, memory) = check(path.to_str().expect("the path is UTF-8"));
        assert_ne!(code, Some(2), "{name}: {told}");
        assert!(memory < MEMORY, "{name}: {memory} KiB");
    }
}
