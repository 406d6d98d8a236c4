//! Defines the families of generated puzzles: one for each rule, and some for combinations that setters use.

use cluewright_puzzle::{Boxes, Clue, DigitSet, Extra, Layout, Param, Puzzle};
use cluewright_rules::{Book, Rule, Shape};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::error::Error;
use tools::clues::{Random, Recipe};

/// A family of generated puzzles that have the same rules.
pub(crate) struct Family {
    /// The name of the family's rule or, after `+`, of its combination of rules.
    pub(crate) name: String,
    /// The rules, each with the recipe for its clues.
    pub(crate) rules: Vec<(&'static Rule, Recipe)>,
}

/// Combinations of rules, with the number of clues for each rule. The names of these families start with `+`.
const COMBINED: &[(&str, &[(&str, usize)])] = &[
    (
        "+chaos-construction-sandwich",
        &[("chaos-construction", 0), ("sandwich", 8)],
    ),
    (
        "+chaos-construction-x-sum",
        &[("chaos-construction", 0), ("x-sum", 8)],
    ),
    (
        "+killer-anti-knight",
        &[("killer-cage", 10), ("anti-knight", 0)],
    ),
    (
        "+little-killer-palindrome-anti-knight",
        &[("little-killer", 8), ("palindrome", 4), ("anti-knight", 0)],
    ),
    ("+nabner-pair-table", &[("nabner", 6), ("pair-table", 6)]),
    (
        "+renban-region-sum-disjoint-groups",
        &[
            ("renban", 6),
            ("region-sum-line", 5),
            ("disjoint-groups", 0),
        ],
    ),
    (
        "+skyscraper-sandwich",
        &[("skyscraper", 10), ("sandwich", 10)],
    ),
    (
        "+thermometer-arrow-killer",
        &[("thermometer", 4), ("arrow", 4), ("killer-cage", 6)],
    ),
    (
        "+whisper-white-dot-quadruple",
        &[("german-whisper", 5), ("white-dot", 10), ("quadruple", 5)],
    ),
    (
        "+x-sum-little-killer",
        &[("x-sum", 8), ("little-killer", 8)],
    ),
];

pub(crate) fn all() -> Result<Vec<Family>, Box<dyn Error>> {
    let book = Book::builtin();
    let mut families = vec![];
    for rule in book.rules() {
        let rule = rule.map_err(Clone::clone)?;
        families.push(Family {
            name: rule.name.clone(),
            rules: vec![(rule, recipe(rule))],
        });
    }
    for (name, rules) in COMBINED {
        let mut family = Family {
            name: (*name).to_owned(),
            rules: vec![],
        };
        for &(rule, clues) in *rules {
            let rule = book.rule(rule)?;
            let recipe = recipe(rule);
            let clues = if clues > 0 { clues } else { recipe.clues };
            family.rules.push((rule, Recipe { clues, ..recipe }));
        }
        families.push(family);
    }
    Ok(families)
}

/// Returns the family with this name. A name such as `+a+b` combines the rules `a` and `b` on one grid, each with half
/// its usual number of clues.
pub(crate) fn find_family(name: &str) -> Result<Family, Box<dyn Error>> {
    if let Some(family) = all()?.into_iter().find(|family| family.name == name) {
        return Ok(family);
    }
    let names = name.strip_prefix('+').ok_or("no family has that name")?;
    let mut family = Family {
        name: name.to_owned(),
        rules: vec![],
    };
    for rule in names.split('+') {
        let rule = Book::builtin().rule(rule)?;
        let recipe = recipe(rule);
        let clues = recipe.clues.div_ceil(2);
        family.rules.push((rule, Recipe { clues, ..recipe }));
    }
    Ok(family)
}

/// The seed for choosing random combinations.
const DRAWN: u64 = 1;

/// Chooses names of random pairs and triples of rules whose puzzles are plain grids with clues.
pub(crate) fn draw_names(count: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let plain = Puzzle::new(Layout::square(9));
    let mut rules = all()?;
    rules.retain(|family| matches!(&*family.rules, [(_, recipe)] if recipe.base == plain));
    let mut random = Random::seed_from_u64(DRAWN);
    let combination = |_| {
        let size = random.random_range(2..=3);
        let mut names: Vec<&str> = rules
            .sample(&mut random, size)
            .map(|family| &*family.name)
            .collect();
        names.sort_unstable();
        format!("+{}", names.join("+"))
    };
    Ok((0..count).map(combination).collect())
}

/// Returns the recipe for puzzles of one rule, like those that a setter would make.
fn recipe(rule: &Rule) -> Recipe {
    let name = rule.name.as_str();
    let (clues, cells) = match name {
        "killer-cage" => (20, (2, 5)),
        "rellik-cage" => (14, (3, 5)),
        "sum" | "lunchbox" => (10, (4, 6)),
        "equality-cage" | "pair-table-all" => (8, (4, 4)),
        "contains-at-least" | "contains-exactly" | "look-and-say" => (14, (4, 6)),
        "extra-region" => (6, (9, 9)),
        "count-distinct" => (14, (4, 6)),
        "all-equal" => (10, (3, 4)),
        "clone" | "same-values" => (5, (3, 5)),
        "equal-sums" => (8, (2, 4)),
        "nabner" => (12, (3, 4)),
        "thermometer" | "slow-thermometer" => (12, (3, 6)),
        "german-whisper" | "dutch-whisper" => (12, (4, 7)),
        "entropic-line" | "modular-line" | "parity-line" => (9, (4, 8)),
        "palindrome" | "zipper-line" => (8, (3, 5)),
        "region-sum-line" => (8, (4, 6)),
        "renban" => (14, (3, 5)),
        "sum-line" => (8, (4, 7)),
        "value-indexing" => (8, (6, 9)),
        "arrow" => (14, (3, 5)),
        "between-line" | "lockout-line" => (9, (4, 6)),
        "double-arrow" => (9, (4, 6)),
        "connected-values" => (1, (81, 81)),
        "full-rank" => (10, (3, 4)),
        "little-killer" => (24, (3, 4)),
        "hidden-skyscraper" | "numbered-room" | "skyscraper" => (28, (3, 4)),
        "sandwich" | "x-sum" => (16, (3, 4)),
        "chaos-arrow" | "chaos-count" => (60, (3, 4)),
        "box-indexer" | "column-indexer" | "row-indexer" => (16, (1, 1)),
        _ => match rule.shape {
            Shape::Cell => (30, (1, 1)),
            Shape::Pair => (40, (2, 2)),
            Shape::Square => (12, (4, 4)),
            _ => (9, (3, 5)),
        },
    };
    Recipe::new(rule, base(name), clues, cells)
}

/// Returns the grid, layers and clues that all puzzles of a rule have in common.
fn base(rule: &str) -> Puzzle {
    let layout = match rule {
        "doppelganger" => Layout {
            min_digit: 0,
            digit_count: 10,
            ..Layout::square(9)
        },
        "region-same-values" => Layout {
            digit_count: 10,
            ..Layout::square(9)
        },
        "full-rank" | "yin-yang" => Layout::square(6),
        _ => Layout::square(9),
    };
    let mut puzzle = Puzzle::new(layout);
    match rule {
        "chaos-construction" | "chaos-arrow" | "chaos-count" => {
            puzzle.layout.boxes = Boxes::None;
            let digits = puzzle.layout.digits();
            let labels = layer(&mut puzzle, "CC", digits);
            let grid: Vec<_> = puzzle.layout.cells().collect();
            let size = i64::from(puzzle.layout.rows);
            let clue = Clue::on("chaos-construction", labels).slot("copy", grid);
            puzzle.clues.push(clue.with("count", size));
        }
        "yin-yang" => {
            let shades = layer(&mut puzzle, "shade", [0, 1].into_iter().collect());
            let values = Param::Ints(vec![0, 1]);
            puzzle
                .clues
                .push(Clue::on("yin-yang", shades).with("values", values));
        }
        _ => {}
    }
    puzzle
}

/// Adds a layer to the puzzle, and returns its cells.
fn layer(puzzle: &mut Puzzle, name: &str, values: DigitSet) -> Vec<cluewright_puzzle::Cell> {
    let (grid, before) = (puzzle.layout.cell_count(), puzzle.cell_count());
    puzzle.extras.push(Extra {
        name: name.to_owned(),
        size: grid as u16,
        columns: puzzle.layout.columns,
        values,
    });
    (before..before + grid)
        .map(cluewright_puzzle::Cell::from_index)
        .collect()
}
