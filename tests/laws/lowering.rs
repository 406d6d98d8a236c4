//! Tests that lowering is exact: the statements allow the same values as the evaluation of the rules.

use crate::one_in;
use crate::rules::{grids, mirror};
use crate::tape::Tape;
use cluewright_engine::compile;
use cluewright_engine::search::{Limits, solve};
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Extra, Given, Layout, Puzzle};
use cluewright_rules::statement::{
    Accepts, Ascending, Connected, Consecutive, Count, Distinct, Element, EqualSums, Holds, Keep,
    Linear, NValue, Rank, Regions, Renumbering, RunLengths, SameMultiset, SelfCounting,
    SumBetweenExtremes, SumIn, ValueSets,
};
use cluewright_rules::{
    Book, Clues, Instance, Lowered, ParamKind, Rule, Statement, Violation, ablation, lower,
    recognitions,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Returns `true` if all statements hold for the values.
fn hold(statements: &[Statement], values: &[u8]) -> bool {
    let value = |cell: Cell| values[cell.index()];
    statements.iter().all(|statement| statement.holds(&value))
}

/// Describes the first values for which the evaluation and the statements of the puzzle's only clue disagree; `None`
/// if there are none.
fn difference(
    book: &Book,
    puzzle: &Puzzle,
    lowered: &Lowered,
    rows: impl Iterator<Item = Vec<u8>>,
) -> Option<String> {
    for values in rows {
        let holds = book.holds(puzzle, 0, &puzzle.clues[0], &values);
        let holds = holds.unwrap_or_else(|error| panic!("{error}"));
        if holds != hold(&lowered.statements, &values) {
            return Some(format!("evaluation says {holds} of {values:?}"));
        }
        // Implied statements may depend on the layout, so they are checked only if the houses hold.
        if holds && !hold(&lowered.implied, &values) && houses_hold(book, puzzle, &values) {
            return Some(format!("what is implied refuses {values:?}"));
        }
    }
    None
}

/// Returns `true` if no row, column or box repeats a digit.
fn houses_hold(book: &Book, puzzle: &Puzzle, values: &[u8]) -> bool {
    let violated = book
        .violated(puzzle, values)
        .unwrap_or_else(|error| panic!("{error}"));
    !violated
        .iter()
        .any(|violation| matches!(violation, Violation::House(_)))
}

/// Returns the accepted examples of every rule as puzzles with their values.
fn list_accepted_examples(book: &Book) -> impl Iterator<Item = (&Rule, Instance)> {
    let rules = book
        .rules()
        .map(|rule| rule.unwrap_or_else(|error| panic!("{error}")));
    rules.flat_map(|rule| {
        let examples = rule.accepts.iter();
        examples.map(move |example| {
            (
                rule,
                example.instance(rule).expect("the example can be laid out"),
            )
        })
    })
}

#[test]
fn every_rule_is_lowered_exactly() {
    let book = Book::new();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut wrong = vec![];
    for rule in book.rules() {
        let rule = rule.unwrap_or_else(|error| panic!("{error}"));
        for example in rule.accepts.iter().chain(&rule.rejects) {
            let instance = example.instance(rule).expect("the example can be laid out");
            let mut puzzle = instance.puzzle;
            let lowered = match lower(&puzzle, &book) {
                Ok(lowered) => lowered,
                Err(error) => {
                    wrong.push(error.to_string());
                    continue;
                }
            };
            let rows = (0..1_000 / one_in(8))
                .map(|round| near(&puzzle, &instance.values, round, &mut rng));
            let rows = std::iter::once(instance.values.clone()).chain(rows);
            let rows: Vec<Vec<u8>> = rows.collect();
            if let Some(found) = difference(&book, &puzzle, &lowered[0], rows.into_iter()) {
                wrong.push(format!("{}: {found}\n{:?}", rule.name, lowered[0]));
            }
            // The cached result must equal the original one.
            let again = lower(&puzzle, &book);
            assert_eq!(again.as_ref(), Ok(&lowered), "{}", rule.name);
            puzzle.clues[0]
                .slots
                .iter_mut()
                .for_each(|(_, cells)| cells.reverse());
            if let (Ok(warm), Ok(cold)) = (lower(&puzzle, &book), lower(&puzzle, &Book::new())) {
                assert_eq!(warm, cold, "{}", rule.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A clue in an alternative may have a number outside the limits of its rule. For such a number, the rule's implied
/// formulas need not hold.
#[test]
fn alternatives_are_lowered_exactly_whatever_their_numbers() {
    let book = Book::new();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut puzzle = Puzzle::new(Layout {
        boxes: Boxes::None,
        ..Layout::square(4)
    });
    let grids = grids(&puzzle.layout, &[]);
    let mut checked = 0;
    for rule in book.rules() {
        let rule = rule.unwrap_or_else(|error| panic!("{error}"));
        let numbers = rule.params.iter().filter(|p| p.kind == ParamKind::Number);
        for param in numbers.map(|param| &param.name) {
            for number in [-1, 0, 1, 9] {
                let tape: Vec<u16> = (0..32).map(|_| rng.random_range(0..=u16::MAX)).collect();
                let clue = Tape::new(&tape).clue(rule, &puzzle.layout);
                puzzle.clues = vec![Clue {
                    parts: vec![clue.with(param, number)],
                    ..Clue::new("any-of")
                }];
                let Ok(lowered) = lower(&puzzle, &book) else {
                    continue;
                };
                checked += 1;
                let some = grids.iter().skip(checked % 24).step_by(one_in(24));
                let found = difference(&book, &puzzle, &lowered[0], some.cloned());
                assert_eq!(found, None, "{} with {param} {number}", rule.name);
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Formulas that lowering does not recognise become other statements with the same meaning.
#[test]
fn what_is_not_recognised_is_lowered_exactly() {
    let book = Book::new();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut told = vec![0; recognitions().len()];
    for (rule, instance) in list_accepted_examples(&book) {
        let puzzle = instance.puzzle;
        let whole = lower(&puzzle, &book).expect("examples can be lowered");
        for (recognition, told) in recognitions().iter().zip(&mut told) {
            let Ok(lowered) = ablation::without(recognition, || lower(&puzzle, &book)) else {
                continue;
            };
            if lowered == whole {
                continue;
            }
            *told += 1;
            let rows =
                (0..400 / one_in(8)).map(|round| near(&puzzle, &instance.values, round, &mut rng));
            let rows = std::iter::once(instance.values.clone()).chain(rows);
            let rows: Vec<Vec<u8>> = rows.collect();
            let found = difference(&book, &puzzle, &lowered[0], rows.into_iter());
            let name = recognition.name();
            assert_eq!(
                found, None,
                "{} without {name}: {:?}",
                rule.name, lowered[0]
            );
        }
    }
    let many = told.iter().filter(|&&told| told > 0).count();
    assert!(many >= 8, "{told:?}");
}

/// If the digits are reversed or rotated, the renumbered statement holds for the new values exactly when the original
/// statement holds for the old ones.
#[test]
fn values_can_have_other_numbers() {
    let book = Book::new();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut told = [0, 0];
    for (rule, instance) in list_accepted_examples(&book) {
        let puzzle = instance.puzzle;
        let lowered = lower(&puzzle, &book).expect("examples can be lowered");
        let numberings = [
            mirror(&puzzle.layout),
            Renumbering::turn(puzzle.layout.digits()),
        ];
        let ends = puzzle.layout.min_digit + puzzle.layout.max_digit();
        let rows = (0..200 / one_in(8))
            .map(|round| near(&puzzle, &instance.values, round, &mut rng))
            .chain([instance.values.clone()]);
        let rows: Vec<Vec<u8>> = rows
            .filter(|values| values.iter().all(|&value| value <= ends))
            .collect();
        for statement in &lowered[0].statements {
            for (told, digits) in told.iter_mut().zip(&numberings) {
                let Some(renumbered) = statement.renumbered(digits) else {
                    continue;
                };
                *told += 1;
                let other = |digit| digits.digit(digit).expect("it is a digit of the grid");
                for values in &rows {
                    let holds = statement.holds(&|cell: Cell| values[cell.index()]);
                    let seen = renumbered.holds(&|cell: Cell| other(values[cell.index()]));
                    assert_eq!(holds, seen, "{}: {statement:?} of {values:?}", rule.name);
                }
            }
        }
    }
    assert!(told.iter().all(|&told| told >= 100), "{told:?} statements");
}

/// Returns the values of an example with random digits in some of the clue's cells: in one or two cells in even rounds,
/// in all of them in odd rounds. If the clue has no cells, all cells of the grid count.
fn near(puzzle: &Puzzle, values: &[u8], round: usize, rng: &mut impl Rng) -> Vec<u8> {
    let mut cells: Vec<Cell> = puzzle.clues[0].cells().collect();
    if cells.is_empty() {
        cells = puzzle.layout.cells().collect();
    }
    let digits: Vec<u8> = puzzle.layout.digits().iter().collect();
    let mut values = values.to_vec();
    let mut change = |cell: Cell| values[cell.index()] = digits[rng.random_range(0..digits.len())];
    match round % 2 {
        0 => cells
            .iter()
            .skip(round / 2 % cells.len())
            .take(2)
            .for_each(|&cell| change(cell)),
        _ => cells.iter().for_each(|&cell| change(cell)),
    }
    values
}

/// A generator of random formulas about the cells in a corner of a 4x4 grid.
pub(crate) struct Formulas {
    rng: ChaCha8Rng,
    /// The names that formulas may use for cells.
    cells: Vec<String>,
    /// The names that formulas may use for numbers.
    numbers: Vec<String>,
    /// The names that formulas may use for lists.
    lists: Vec<String>,
    bound: usize,
}

const CELLS: [&str; 4] = ["R1C1", "R1C2", "R2C1", "R2C2"];

impl Formulas {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            cells: CELLS.map(str::to_owned).to_vec(),
            numbers: vec![],
            lists: vec![],
            bound: 0,
        }
    }

    /// Creates a generator whose formulas may also use other rules and two cells of a layer.
    fn with_layer(seed: u64) -> Self {
        let mut formulas = Self::new(seed);
        let beside = ["shade(R1C1)", "shade(R2C2)"].map(str::to_owned);
        formulas.cells.extend(beside);
        formulas
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }

    fn one_of(&mut self, texts: &[&str]) -> String {
        texts[self.below(texts.len())].to_owned()
    }

    fn cell(&mut self) -> String {
        let place = self.below(self.cells.len());
        self.cells[place].clone()
    }

    fn list(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 3 } else { 14 }) {
            0 | 1 => "[R1C1, R1C2, R2C1]".to_owned(),
            2 => match self.lists.last() {
                Some(list) => list.clone(),
                None => format!("[{}, {}]", self.cell(), self.cell()),
            },
            3 => format!("reverse({})", self.list(depth - 1)),
            4 => format!("rest({})", self.list(depth - 1)),
            5 => format!(
                "first({}, {})",
                self.number(depth - 1),
                self.list(depth - 1)
            ),
            6 => format!("joined({}, {})", self.list(depth - 1), self.list(depth - 1)),
            7 => format!("{} except {}", self.list(depth - 1), self.cell()),
            8 => format!("inner({})", self.list(depth - 1)),
            10 => {
                let (list, from) = (self.list(depth - 1), self.number(0));
                format!("{list}[{from}..{}]", self.number(0))
            }
            11 => {
                let house = self.one_of(&["row", "column", "box", "neighbours", "around"]);
                format!("{house}({})", self.one_of(&CELLS))
            }
            12 => format!("border({})", self.list(depth - 1)),
            13 => format!("[{}, {}]", self.cell(), self.list(depth - 1)),
            _ => format!("[z in {} where row_of(z) == 1]", self.list(depth - 1)),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(4) {
                0 => self.below(5).to_string(),
                1 if !self.numbers.is_empty() => self.numbers[0].clone(),
                _ => self.cell(),
            };
        }
        let d = depth - 1;
        match self.below(19) {
            0 | 1 => {
                let operator = self.one_of(&["+", "-", "*", "/", "mod"]);
                format!("({} {operator} {})", self.number(d), self.number(d))
            }
            2 => format!("abs({} - {})", self.number(d), self.number(d)),
            3 => format!("sum({})", self.list(d)),
            4 => {
                let function = self.one_of(&["min", "max"]);
                format!("{function}({}, {})", self.list(d), self.number(d))
            }
            5 => format!("kinds({})", self.list(d)),
            6 => format!("{}[{}]", self.list(d), self.number(d)),
            7 => format!("number({})", self.list(d)),
            8 => {
                let (formula, number, other) = (self.formula(d), self.number(d), self.number(d));
                format!("(if {formula} then {number} else {other})")
            }
            9 | 10 => {
                let (binding, body) = self.bind(d, Self::formula);
                format!("count({binding}: {body})")
            }
            11 | 12 => {
                let function = self.one_of(&["sum", "min", "max"]);
                let (binding, body) = self.bind(d, Self::number);
                format!("{function}({binding}: {body})")
            }
            13 => self.one_of(&["length([R1C1, R1C2])", "row_of(R2C1)", "size"]),
            14 | 15 => {
                let function = self.one_of(&["first", "last", "middle"]);
                format!("{function}({})", self.list(d))
            }
            16 => format!("place_in({}, {})", self.one_of(&CELLS), self.list(d)),
            17 => {
                let house = self.one_of(&["row", "column", "box"]);
                format!("missing({house}({}))", self.one_of(&CELLS))
            }
            _ => self.number(0),
        }
    }

    pub(crate) fn formula(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        if depth == 0 || self.below(3) == 0 {
            let comparison = self.one_of(&["==", "!=", "<", "<=", ">", ">="]);
            return format!("{} {comparison} {}", self.number(d), self.number(d));
        }
        match self.below(18) {
            0 => format!("({} and {})", self.formula(d), self.formula(d)),
            1 => format!("({} or {})", self.formula(d), self.formula(d)),
            2 => format!("not ({})", self.formula(d)),
            3 => format!("({} implies {})", self.formula(d), self.formula(d)),
            4 => format!("({} iff {})", self.formula(d), self.formula(d)),
            5 => {
                let (not, number, other) =
                    (self.one_of(&["", "not "]), self.number(d), self.number(d));
                format!("{number} {not}in {{1, {other}, 3..4}}")
            }
            6 => format!("distinct({})", self.list(d)),
            7 => format!("consecutive({})", self.list(d)),
            8 => format!("same({}, {})", self.list(d), self.list(d)),
            9 => {
                let pattern = self.one_of(&["[12].*", "(12|3)+", "1?2?3?4?", "[^4]{2,3}"]);
                format!("matches({}, '{pattern}')", self.list(d))
            }
            10 => {
                let (binding, body) = self.bind(d, Self::number);
                let function = self.one_of(&["distinct", "equal"]);
                format!("{function}({binding}: {body})")
            }
            11 => {
                let list = self.list(d);
                let (last, start) = (self.number(0), self.number(0));
                format!(
                    "scan(x in {list}; a = 0, b = {start}; a = a + x, b = if x > b then x else b; \
                     a >= {last} + b)"
                )
            }
            12 => {
                let (list, value) = (self.list(d), self.below(4));
                format!("connected(z in {list}: z > {value})")
            }
            13 => {
                let (less, more) = (self.one_of(&["<", "<=", "=="]), self.one_of(&["<", "!="]));
                let numbers = [self.number(d), self.number(d), self.number(d)];
                format!("{} {less} {} {more} {}", numbers[0], numbers[1], numbers[2])
            }
            14 => {
                let rule = self.one_of(&["renban", "thermometer", "palindrome", "all-equal"]);
                format!("obeys('{rule}', {})", self.list(0))
            }
            15 => format!("encloses({}, {})", self.list(d), self.below(6)),
            _ => {
                let word = self.one_of(&["each", "some"]);
                let (binding, body) = self.bind(d, Self::formula);
                format!("({word} {binding}: {body})")
            }
        }
    }

    /// Generates a binding and a body that may use the bound names.
    fn bind(&mut self, depth: usize, body: fn(&mut Self, usize) -> String) -> (String, String) {
        self.bound += 1;
        let (a, b) = (format!("a{}", self.bound), format!("b{}", self.bound));
        let list = self.list(depth);
        let before = (self.cells.clone(), self.numbers.clone(), self.lists.clone());
        let binding = match self.below(16) {
            0 | 1 => {
                self.cells.push(a.clone());
                format!("{a} in {list}")
            }
            9 => {
                self.cells.push(a.clone());
                let fixed = self.one_of(&["row_of", "column_of", "box_of"]);
                format!("{a} in {list} where {fixed}({a}) == 1")
            }
            10 => {
                self.cells.extend([a.clone(), b.clone()]);
                format!("matched ({a}, {b}) in {list}, {}", self.list(0))
            }
            11 => {
                let c = format!("c{}", self.bound);
                self.cells.extend([a.clone(), b.clone(), c.clone()]);
                format!("window ({a}, {b}, {c}) in {list}")
            }
            12 => {
                self.cells.extend([a.clone(), b.clone()]);
                format!("move(1, {}) ({a}, {b}) in {list}", self.below(3))
            }
            13 => {
                self.lists.push(a.clone());
                let house = self.one_of(&["house", "row", "column", "box"]);
                format!("{house} {a}")
            }
            14 => {
                self.numbers.insert(0, a.clone());
                format!("digit {a}")
            }
            15 => {
                self.lists.push(a.clone());
                format!("square {a} in {list}")
            }
            2..=5 => {
                self.cells.extend([a.clone(), b.clone()]);
                let kind = self.one_of(&["adjacent", "pair", "mirrored", "touching"]);
                format!("{kind} ({a}, {b}) in {list}")
            }
            6 => {
                self.lists.push(a.clone());
                let kind = self.one_of(&["segment", "subset"]);
                let by = if kind == "segment" { " by box" } else { "" };
                format!("{kind} {a} in {list}{by}")
            }
            7 => {
                self.numbers.insert(0, a.clone());
                format!("position {a} in {list}")
            }
            8 => {
                self.numbers.insert(0, a.clone());
                format!("{a} in {{1, {}, 2..3}}", self.number(0))
            }
            _ => {
                self.lists.push(a.clone());
                format!("window {a} of 2 in {list}")
            }
        };
        let body = body(self, depth);
        (self.cells, self.numbers, self.lists) = before;
        (binding, body)
    }
}

/// Iterates over all combinations of values of the four cells in the corner. All other cells hold 1.
fn corner_rows() -> impl Iterator<Item = Vec<u8>> {
    (0..256usize).map(|row| {
        let mut values = vec![1; 16];
        for (place, cell) in [0, 1, 4, 5].into_iter().enumerate() {
            values[cell] = (row >> (2 * place) & 3) as u8 + 1;
        }
        values
    })
}

/// The cache distinguishes clues by the kinds of their cells. It must not confuse one layer with another.
#[test]
fn rules_are_lowered_exactly_over_grid_layers_and_letters() {
    let book = Book::new();
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut puzzle = Puzzle::new(Layout::square(4));
    let mut extra = |name: &str, size: u16, low: u8, high: u8| {
        puzzle.extras.push(Extra {
            name: name.to_owned(),
            size,
            columns: 0,
            values: DigitSet::range(low, high),
        });
    };
    extra("label", 16, 1, 6);
    extra("shade", 16, 0, 1);
    extra("A", 1, 1, 9);
    let kinds = [0..16, 16..32, 32..48, 48..49];
    let rules = ["renban", "thermometer", "between-line", "modular-line"];
    let (mut wrong, mut told) = (vec![], 0);
    for round in 0..400 / one_in(10) {
        let rule = rules[round % rules.len()];
        let mut cells: Vec<Cell> = vec![];
        while cells.len() < 4 {
            let kind = kinds[rng.random_range(0..kinds.len())].clone();
            let cell = Cell(rng.random_range(kind));
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        puzzle.clues = vec![Clue::on(rule, cells.clone())];
        let lowered = lower(&puzzle, &book).unwrap_or_else(|error| panic!("{error}"));
        let cold = lower(&puzzle, &Book::new());
        assert_eq!(cold.as_ref(), Ok(&lowered), "{rule} over {cells:?}");
        let mut row = || -> Vec<u8> {
            let all = (0..puzzle.cell_count()).map(Cell::from_index);
            let values = all.map(|cell| puzzle.domain(cell));
            values
                .map(|values| {
                    loop {
                        let value = rng.random_range(0..=9);
                        if values.contains(value) {
                            break value;
                        }
                    }
                })
                .collect()
        };
        let rows: Vec<Vec<u8>> = (0..100).map(|_| row()).collect();
        let kept = rows.iter().filter(|row| hold(&lowered[0].statements, row));
        told += usize::from((1..100).contains(&kept.count()));
        if let Some(found) = difference(&book, &puzzle, &lowered[0], rows.into_iter()) {
            wrong.push(format!("{rule} over {cells:?}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        told > 200 / one_in(10),
        "only {told} clues distinguished rows"
    );
}

#[test]
fn random_formulas_are_lowered_exactly() {
    let book = Book::new();
    let mut wrong: Vec<String> = vec![];
    let mut read = 0;
    for seed in 0..2_000 / one_in(16) {
        let mut formulas = Formulas::new(seed);
        let text = formulas.formula(1 + seed as usize % 3);
        let mut puzzle = Puzzle::new(Layout::square(4));
        puzzle
            .clues
            .push(Clue::new("relation").with("formula", text.as_str()));
        let Ok(lowered) = lower(&puzzle, &book) else {
            continue;
        };
        read += 1;
        if let Some(found) = difference(&book, &puzzle, &lowered[0], corner_rows()) {
            wrong.push(format!("{text}\n  {found}\n  {:?}", lowered[0].statements));
        }
    }
    wrong.sort_by_key(String::len);
    wrong.truncate(3);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        read > 1_900 / one_in(16),
        "only {read} formulas could be lowered"
    );
}

/// Returns a 4x4 puzzle with a relation and a layer that has two open cells.
fn make_shaded_puzzle(formula: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(Layout::square(4));
    puzzle.extras.push(Extra {
        name: "shade".to_owned(),
        size: 16,
        columns: 4,
        values: DigitSet::range(0, 1),
    });
    let open = [16, 21];
    let closed = (16..32).filter(|cell| !open.contains(cell));
    puzzle.givens.extend(closed.map(|cell| Given {
        cell: Cell(cell),
        digits: DigitSet::one(0),
    }));
    let relation = Clue::new("relation").with("formula", formula);
    puzzle.clues.push(relation);
    puzzle
}

/// Returns the values of all 288 grids, each with every shading of the two open cells.
fn list_shaded_grids(book: &Book) -> Vec<Vec<u8>> {
    let puzzle = make_shaded_puzzle("true");
    let model = compile(&puzzle, book).expect("a plain grid");
    let everything = Limits {
        solutions: u64::MAX,
        ..Limits::default()
    };
    let found = solve(&model, everything);
    assert_eq!(found.solutions.len(), 288 * 4);
    found.solutions
}

#[test]
fn the_search_counts_what_evaluation_counts() {
    let book = Book::new();
    let grids = list_shaded_grids(&book);
    let mut read = 0;
    for seed in 0..400 / one_in(16) {
        let mut formulas = Formulas::with_layer(seed);
        let formula = formulas.formula(1 + seed as usize % 3);
        let other = formulas.one_of(&["renban", "thermometer", "zipper-line", "german-whisper"]);
        let list = formulas.list(0);
        let text = match seed % 4 {
            0 => format!("({formula}) iff obeys(\"{other}\", {list})"),
            1 => format!("({formula}) or not obeys(\"{other}\", {list})"),
            _ => formula,
        };
        let puzzle = make_shaded_puzzle(&text);
        let Ok(model) = compile(&puzzle, &book) else {
            continue;
        };
        read += 1;
        let holds = |grid: &&Vec<u8>| book.holds(&puzzle, 0, &puzzle.clues[0], grid) == Ok(true);
        let everything = Limits {
            solutions: u64::MAX,
            ..Limits::default()
        };
        let (found, expected) = (solve(&model, everything).count, grids.iter().filter(holds));
        assert_eq!(found, expected.count() as u64, "{text}");
    }
    assert!(
        read > 350 / one_in(16),
        "only {read} formulas could be compiled"
    );
}

/// Describes a statement by its kind and its number of cells.
fn short(statement: &Statement) -> String {
    match statement {
        Statement::All(parts) => format!("all({})", shorts(parts)),
        Statement::Any(parts) => format!("any({})", shorts(parts)),
        Statement::Not(part) => format!("not {}", short(part)),
        Statement::Holds(Holds { parts, counts }) => {
            format!("{counts:?} hold of ({})", shorts(parts))
        }
        Statement::Keep(Keep(_, digits)) => format!("keep {digits:?}"),
        Statement::Pair(_) => "pair".to_owned(),
        Statement::Distinct(Distinct(cells)) => format!("distinct {}", cells.len()),
        Statement::Consecutive(Consecutive(cells)) => format!("consecutive {}", cells.len()),
        Statement::ValueSets(ValueSets(cells, sets)) => {
            format!("one of {} sets of {}", sets.len(), cells.len())
        }
        Statement::Ascending(Ascending { cells, strict }) => {
            format!(
                "ascending {}{}",
                cells.len(),
                if *strict { "" } else { " or equal" }
            )
        }
        Statement::Linear(Linear {
            terms,
            compare,
            total,
        }) => {
            let weights: Vec<i64> = terms.iter().map(|&(_, k)| k).collect();
            format!("linear {weights:?} {compare:?} {total}")
        }
        Statement::SumIn(SumIn { terms, totals }) => {
            format!("sum of {} in {totals:?}", terms.len())
        }
        Statement::EqualSums(EqualSums(groups)) => {
            let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
            format!("equal sums {sizes:?}")
        }
        Statement::Count(Count {
            cells,
            total,
            offset,
            counts,
        }) => match total {
            Some(_) => format!("count of {} + {offset} is a cell", cells.len()),
            None => format!("count of {} in {counts:?}", cells.len()),
        },
        Statement::NValue(NValue {
            cells,
            total,
            counts,
        }) => match total {
            Some(_) => format!("kinds of {} is a cell", cells.len()),
            None => format!("kinds of {} in {counts:?}", cells.len()),
        },
        Statement::SelfCounting(SelfCounting(cells)) => format!("self-counting {}", cells.len()),
        Statement::Element(Element { list, value, .. }) => match value {
            Ok(_) => format!("element of {} is a cell", list.len()),
            Err(digits) => format!("element of {} in {digits:?}", list.len()),
        },
        Statement::SameMultiset(SameMultiset(groups)) => {
            let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
            format!("same {sizes:?}")
        }
        Statement::Accepts(Accepts(cells, automaton)) => {
            format!(
                "accepts {} ({} states)",
                cells.len(),
                automaton.accepting.len()
            )
        }
        Statement::Connected(Connected { cells, .. }) => format!("connected {}", cells.len()),
        Statement::SumBetweenExtremes(SumBetweenExtremes(cells, sum)) => {
            format!("{sum} enclosed of {}", cells.len())
        }
        Statement::Rank(Rank { lists, smaller, .. }) => {
            format!("{smaller} below of {}", lists.len())
        }
        Statement::RunLengths(RunLengths { arms, .. }) => {
            let lengths: Vec<usize> = arms.iter().map(Vec::len).collect();
            format!("runs {lengths:?}")
        }
        Statement::Regions(Regions { labels, size, .. }) => {
            format!("regions {} of {size}", labels.len())
        }
    }
}

fn shorts(statements: &[Statement]) -> String {
    statements.iter().map(short).collect::<Vec<_>>().join(", ")
}

/// Returns the short description of the statement that a relation is lowered to. In the relation, `row` is the first
/// row of a 9x9 grid, and `line` is `row[1..5]`.
fn becomes(formula: &str) -> String {
    let row = "[R1C1, R1C2, R1C3, R1C4, R1C5, R1C6, R1C7, R1C8, R1C9]";
    let formula = formula.replace("line", "row[1..5]").replace("row", row);
    let mut puzzle = Puzzle::new(Layout::square(9));
    puzzle
        .clues
        .push(Clue::new("relation").with("formula", formula.as_str()));
    match lower(&puzzle, Book::builtin()) {
        Ok(lowered) => shorts(&lowered[0].statements),
        Err(error) => error.to_string(),
    }
}

#[test]
fn relations_get_their_names() {
    let named = [
        "distinct(line)",
        "each pair (a, b) in line: a != b",
        "distinct(line) and max(line) - min(line) == length(line) - 1",
        "each adjacent (a, b) in line: a < b",
        "each adjacent (a, b) in line: a >= b",
        "2 * sum(line) - line[1] <= 20 - line[2]",
        "2 * sum(line) == 31",
        "sum(line) mod 3 == 0",
        "abs(sum(line) - 20) >= 24",
        "sum(line) in {10, 11, 12}",
        "sum(line) not in {10, 12}",
        "equal(mirrored (a, b) in row: a + b)",
        "each mirrored (a, b) in row: a + b == middle(row)",
        "equal(mirrored (a, b) in line: a + b)",
        "same(line, reverse(line)) and same(row[1..2], row[3..4])",
        "count(c in line: c mod 2 == 0) == 2",
        "count(c in line: c > 5) == first(row) - 1",
        "count(c in line: c > 5) >= 1",
        "count(adjacent (a, b) in row: a < b) == 3",
        "kinds(line) == 3",
        "kinds(line) == last(row)",
        "each c in line: count(d in line: d == c) == c",
        "row[first(row)] == 7",
        "row[first(row)] == last(row)",
        "sum(first(first(row), row)) == 20",
        "max(line) <= 6",
        "max(line) == 6",
        "not distinct(line)",
        "not (some c in line: c == 1)",
        "first(row) == 1 or last(row) == 1",
        "first(row) == 1 or last(row) == 1 or row[5] == 1",
        "abs(row[1] - row[2]) == abs(row[2] - row[3])",
        "equal(adjacent (a, b) in row: abs(a - b))",
        "scan(x in row; seen = 0, top = 0; seen = if x > top then seen + 1 else seen, top = max(top, x); seen == 3)",
        "matches(row, '(1|2).*')",
        "count(c in line: c mod 2 == 0) == count(c in row: c > 4)",
        "connected(c in grid: c > 4)",
        "abs(row[1] * row[2] - row[3] * row[4]) == row[5] * row[6]",
    ];
    let told: Vec<String> = named
        .iter()
        .map(|f| format!("{f}\n    {}", becomes(f)))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    distinct(line)
        distinct 5
    each pair (a, b) in line: a != b
        distinct 5
    distinct(line) and max(line) - min(line) == length(line) - 1
        consecutive 5
    each adjacent (a, b) in line: a < b
        ascending 5
    each adjacent (a, b) in line: a >= b
        ascending 5 or equal
    2 * sum(line) - line[1] <= 20 - line[2]
        linear [1, 3, 2, 2, 2] AtMost 20
    2 * sum(line) == 31
        any()
    sum(line) mod 3 == 0
        sum of 5 in [6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45]
    abs(sum(line) - 20) >= 24
        linear [1, 1, 1, 1, 1] AtLeast 44
    sum(line) in {10, 11, 12}
        linear [1, 1, 1, 1, 1] AtLeast 10, linear [1, 1, 1, 1, 1] AtMost 12
    sum(line) not in {10, 12}
        sum of 5 in [5, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45]
    equal(mirrored (a, b) in row: a + b)
        equal sums [2, 2, 2, 2]
    each mirrored (a, b) in row: a + b == middle(row)
        equal sums [2, 1, 2, 2, 2]
    equal(mirrored (a, b) in line: a + b)
        linear [1, -1, -1, 1] Equal 0
    same(line, reverse(line)) and same(row[1..2], row[3..4])
        same [5, 5], same [2, 2]
    count(c in line: c mod 2 == 0) == 2
        count of 5 in {2}
    count(c in line: c > 5) == first(row) - 1
        count of 5 + 1 is a cell
    count(c in line: c > 5) >= 1
        count of 5 in {1, 2, 3, 4, 5}
    count(adjacent (a, b) in row: a < b) == 3
        {3} hold of (ascending 2, ascending 2, ascending 2, ascending 2, ascending 2, ascending 2, ascending 2, ascending 2)
    kinds(line) == 3
        kinds of 5 in {3}
    kinds(line) == last(row)
        kinds of 5 is a cell
    each c in line: count(d in line: d == c) == c
        self-counting 5
    row[first(row)] == 7
        element of 9 in {7}
    row[first(row)] == last(row)
        element of 9 is a cell
    sum(first(first(row), row)) == 20
        any(all(keep {3}, linear [1, 1] Equal 17), all(keep {4}, linear [1, 1, 1] Equal 16), all(keep {5}, linear [1, 1, 1, 1] Equal 15), all(keep {6}, linear [1, 1, 1, 1, 1] Equal 14), all(keep {7}, linear [1, 1, 1, 1, 1, 1] Equal 13), all(keep {8}, linear [1, 1, 1, 1, 1, 1, 1] Equal 12), all(keep {9}, linear [1, 1, 1, 1, 1, 1, 1, 1] Equal 11))
    max(line) <= 6
        keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}
    max(line) == 6
        keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}, keep {1, 2, 3, 4, 5, 6}, count of 5 in {1, 2, 3, 4, 5}
    not distinct(line)
        kinds of 5 in {0, 1, 2, 3, 4}
    not (some c in line: c == 1)
        keep {2, 3, 4, 5, 6, 7, 8, 9}, keep {2, 3, 4, 5, 6, 7, 8, 9}, keep {2, 3, 4, 5, 6, 7, 8, 9}, keep {2, 3, 4, 5, 6, 7, 8, 9}, keep {2, 3, 4, 5, 6, 7, 8, 9}
    first(row) == 1 or last(row) == 1
        pair
    first(row) == 1 or last(row) == 1 or row[5] == 1
        count of 3 in {1, 2, 3}
    abs(row[1] - row[2]) == abs(row[2] - row[3])
        accepts 3 (36 states)
    equal(adjacent (a, b) in row: abs(a - b))
        any(all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair), all(pair, pair, pair, pair, pair, pair, pair, pair))
    scan(x in row; seen = 0, top = 0; seen = if x > top then seen + 1 else seen, top = max(top, x); seen == 3)
        accepts 9 (22 states)
    matches(row, '(1|2).*')
        accepts 9 (2 states)
    count(c in line: c mod 2 == 0) == count(c in row: c > 4)
        accepts 9 (36 states)
    connected(c in grid: c > 4)
        connected 81
    abs(row[1] * row[2] - row[3] * row[4]) == row[5] * row[6]
        the relation `abs([R1C1, R1C2, R1C3, R1C4, R1C5, R1C6, …`: a comparison of 6 cells at once would take a table of 531441 rows; the limit is 100000
    ");
}

#[test]
fn a_number_that_does_not_exist_makes_its_comparison_false_whatever_its_weight() {
    let book = Book::new();
    let undefined = [
        "R1C1 / (R1C2 - 2)",
        "R1C1 mod (R1C2 - 2)",
        "[R1C1, R1C2][R2C1]",
        "min(R2C2, R1C1 / (R1C2 - 2))",
    ];
    for number in undefined {
        for formula in [
            format!("0 * ({number}) <= 5"),
            format!("({number}) * count(c in [R1C1] where row_of(c) == 2: c > 1) <= 5"),
            format!("({number}) - ({number}) == 0"),
            format!("R2C2 + ({number}) - ({number}) == R2C2"),
            format!("not (0 * ({number}) > 5)"),
            format!("2 * ({number}) - 3 * ({number}) + ({number}) == R2C2 - R2C2"),
        ] {
            let mut puzzle = Puzzle::new(Layout::square(4));
            let clue = Clue::new("relation").with("formula", formula.as_str());
            puzzle.clues.push(clue);
            let lowered = lower(&puzzle, &book).unwrap_or_else(|error| panic!("{error}"));
            let found = difference(&book, &puzzle, &lowered[0], corner_rows());
            assert_eq!(found, None, "{formula}");
        }
    }
}

/// A compiled model has variables for missing digits. The puzzle itself must never get any, regardless of what was
/// compiled before.
#[test]
fn missing_digits_have_variables_in_compiled_puzzles_only() {
    let mut puzzle = Puzzle::new(Layout {
        min_digit: 0,
        digit_count: 5,
        ..Layout::square(4)
    });
    puzzle.clues = vec![Clue::new("doppelganger")];
    let book = Book::builtin();
    let before = lower(&puzzle, book).expect("it is a rule of the book");
    compile(&puzzle, book).expect("it can be compiled");
    let after = lower(&puzzle, book).expect("it is a rule of the book");
    assert_eq!(before, after);
    let mut cells = 0;
    for statement in after.iter().flat_map(|lowered| &lowered.statements) {
        statement.each_cell(&mut |cell| cells = cells.max(cell.index() + 1));
    }
    assert_eq!(cells, 16);
}

/// Houses with the same cells lack the same digit. A solution must not be counted several times because an
/// auxiliary variable is undetermined.
#[test]
fn missing_digits_split_no_solution() {
    let layout = Layout {
        digit_count: 4,
        boxes: Boxes::None,
        ..Layout::square(3)
    };
    let rows = (0..3).map(|row| layout.row(row).collect::<Vec<Cell>>());
    let columns = (0..3).map(|column| layout.column(column).collect());
    for line in rows.chain(columns) {
        let mut others = layout.cells().filter(|cell| !line.contains(cell));
        let other: Vec<Cell> = others.by_ref().step_by(2).take(3).collect();
        let region = |cell: Cell| match (line.contains(&cell), other.contains(&cell)) {
            (true, _) => Some(0),
            (_, true) => Some(1),
            _ => None,
        };
        let regions = layout.cells().map(region).collect();
        let mut puzzle = Puzzle::new(Layout {
            boxes: Boxes::Own(regions),
            ..layout.clone()
        });
        let lines = ["row", "column"].map(|line| format!("distinct({line} h: missing(h))"));
        let clue = |formula: String| Clue::new("relation").with("formula", formula.as_str());
        puzzle.clues = lines.map(clue).into();
        let model = compile(&puzzle, Book::builtin()).expect("it can be compiled");
        let mut found = solve(&model, Limits::default()).solutions;
        let count = found.len();
        found.sort();
        found.dedup();
        assert_eq!((count > 0, found.len()), (true, count), "{line:?}");
    }
}

/// The doppelgänger rule also applies to boxes that the puzzle states. In this grid, only the digits missing from the boxes break it.
#[test]
fn doppelgangers_include_stated_boxes() {
    let layout = |boxes| Layout {
        min_digit: 0,
        digit_count: 5,
        boxes,
        ..Layout::square(4)
    };
    let stated = "AAABACBBCCDBCDDD".bytes().map(|letter| Some(letter - b'A'));
    let values: Vec<u8> = "0234140330212140".bytes().map(|b| b - b'0').collect();
    for (boxes, expected) in [(Boxes::None, true), (Boxes::Own(stated.collect()), false)] {
        let mut puzzle = Puzzle::new(layout(boxes));
        puzzle.clues = vec![Clue::new("doppelganger")];
        let book = Book::builtin();
        let holds = book.holds(&puzzle, 0, &puzzle.clues[0], &values);
        assert_eq!(holds, Ok(expected));
        let lowered = lower(&puzzle, book).expect("it is a rule of the book");
        let value = |cell: Cell| values[cell.index()];
        let mut statements = lowered[0].statements.iter();
        assert_eq!(statements.all(|s| s.holds(&value)), expected);
    }
}

/// A renban may have more cells than the engine can list digit sets for, and even more cells than there are digits.
#[test]
fn long_renbans_are_compiled_exactly() {
    let layout = Layout {
        boxes: Boxes::None,
        ..Layout::square(20)
    };
    let first = |puzzle: &Puzzle| {
        let model = compile(puzzle, Book::builtin()).expect("the clues fit their rules");
        let one = Limits {
            solutions: 1,
            ..Limits::default()
        };
        solve(&model, one).solutions.into_iter().next()
    };
    let on = |cells: Vec<Cell>| {
        let mut puzzle = Puzzle::new(layout.clone());
        puzzle.clues = vec![Clue::on("renban", cells)];
        puzzle
    };
    let mut puzzle = on(layout.row(0).take(17).collect());
    let givens = layout.row(0).take(16).zip(1..);
    puzzle.givens = givens
        .map(|(cell, digit)| Given {
            cell,
            digits: DigitSet::one(digit),
        })
        .collect();
    let solution = first(&puzzle).expect("17 completes the run");
    assert_eq!(solution[16], 17);
    puzzle.givens.push(Given {
        cell: layout.cell(0, 16),
        digits: DigitSet::one(18),
    });
    assert_eq!(first(&puzzle), None);
    let too_long = layout.row(0).chain(layout.row(2)).collect();
    assert_eq!(first(&on(too_long)), None);
}
