//! Writes puzzles as MiniZinc models.

use super::dimacs::plain;
use super::encoding::name;
use super::formula::Source;
use cluewright_puzzle::{Cell, DigitSet, Puzzle, has_own_rule};
use cluewright_rules::statement::{
    Accepts, Automaton, Compare, Connected, Count, Element, Pair, Rank, Regions, RunLengths,
};
use cluewright_rules::{Book, ClueError, Statement, lower};
use std::fmt::Write;
use thiserror::Error;

/// The reason why a puzzle cannot be written as a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// A clue does not fit its rule.
    #[error(transparent)]
    Clue(#[from] ClueError),
    /// A clue contains a statement that a model cannot express.
    #[error(
        "MiniZinc models cannot express {0}: connected areas are not supported in a statement that may be false (inside `any-of` or a condition)"
    )]
    Negated(String),
}

/// Definitions of the predicates in the models, one predicate for each kind of statement.
const PREDICATES: &str = include_str!("predicates.mzn");

/// Writes a puzzle as a MiniZinc model with the same solutions. Before the constraint of each clue, there is a comment with
/// the rule's text.
///
/// # Errors
/// Returns an error if a clue does not fit its rule, or if connectedness is only one of the alternatives or conditions of a
/// clue.
pub fn write_model(puzzle: &Puzzle, book: &Book) -> Result<String, ModelError> {
    let lowered = lower(puzzle, book)?;
    let writer = Writer { puzzle };
    let mut text = writer.variables();
    text += "\n% The givens\n";
    for given in &puzzle.givens {
        let (cell, digits) = (writer.cell(given.cell), set(given.digits));
        text += &format!("constraint {cell} in {digits};\n");
    }
    text += "\n% The rows, columns and boxes\n";
    for house in puzzle.layout.houses() {
        text += &format!("constraint different({});\n", writer.cells(&house));
    }
    for clue in lowered {
        let name = name(puzzle, book, Source::Clue(clue.clue));
        text += &format!("\n% {}\n", plain(&name));
        let rule = puzzle
            .clues
            .get(clue.clue)
            .filter(|clue| !has_own_rule(puzzle, &clue.rule))
            .map(|clue| book.rule(&clue.rule));
        if let Some(Ok(rule)) = rule {
            text += &format!("% {}: {}\n", rule.name, plain(&rule.text));
        }
        // The implied statements are left out, because the model has the same solutions without them.
        for statement in &clue.statements {
            let expression = writer.top(statement);
            let expression = expression.ok_or_else(|| ModelError::Negated(name.clone()))?;
            text += &format!("constraint {expression};\n");
        }
    }
    text += "\nsolve satisfy;\n\n";
    text += &writer.output();
    text += "\n% The predicates\n\n";
    text += PREDICATES;
    Ok(text)
}

struct Writer<'p> {
    puzzle: &'p Puzzle,
}

impl Writer<'_> {
    fn variables(&self) -> String {
        let layout = &self.puzzle.layout;
        let (rows, columns) = (layout.rows, layout.columns);
        let digits = set(layout.digits());
        let mut text = format!("array[1..{rows}, 1..{columns}] of var {digits}: grid;\n");
        for extra in &self.puzzle.extras {
            let (size, values) = (extra.size, set(extra.values));
            text += &format!(
                "array[1..{size}] of var {values}: {};\n",
                array(&extra.name)
            );
        }
        text
    }

    fn output(&self) -> String {
        let columns = self.puzzle.layout.columns;
        let mut text = format!(
            "output [show(grid[r, c]) ++ if c = {columns} then \"\\n\" else \" \" endif\n    \
             | r in index_set_1of2(grid), c in index_set_2of2(grid)];\n"
        );
        for extra in &self.puzzle.extras {
            let array = array(&extra.name);
            text += &format!("output [join(\" \", [show(x) | x in {array}]) ++ \"\\n\"];\n");
        }
        text
    }

    fn cell(&self, cell: Cell) -> String {
        let layout = &self.puzzle.layout;
        let columns = usize::from(layout.columns);
        let mut place = cell.index();
        let grid = usize::from(layout.rows) * columns;
        if place < grid {
            return format!("grid[{}, {}]", place / columns + 1, place % columns + 1);
        }
        place -= grid;
        for extra in &self.puzzle.extras {
            let size = usize::from(extra.size);
            if place < size {
                return format!("{}[{}]", array(&extra.name), place + 1);
            }
            place -= size;
        }
        unreachable!("every cell belongs to the grid, a letter or a layer")
    }

    fn cells<'c>(&self, cells: impl IntoIterator<Item = &'c Cell>) -> String {
        list(cells.into_iter().map(|&cell| self.cell(cell)))
    }

    fn weigh(&self, terms: &[(Cell, i64)]) -> String {
        let terms = terms.iter().map(|&(cell, weight)| match weight {
            1 => self.cell(cell),
            -1 => format!("-{}", self.cell(cell)),
            _ => format!("{weight} * {}", self.cell(cell)),
        });
        format!("sum({})", list(terms))
    }

    /// Writes a statement at the top level of a constraint. Connected areas can be required only there.
    fn top(&self, statement: &Statement) -> Option<String> {
        match statement {
            Statement::All(parts) => self.join(parts, r" /\ ", "true", Self::top),
            Statement::Connected(connected) => Some(self.area(connected)),
            Statement::Regions(regions) => Some(self.regions(regions)),
            _ => self.expression(statement),
        }
    }

    /// Writes a statement that may be part of another statement. Returns `None` if the statement requires connected areas
    /// or regions.
    fn expression(&self, statement: &Statement) -> Option<String> {
        let cells = |cells: &[Cell]| self.cells(cells);
        Some(match statement {
            Statement::All(parts) => self.join(parts, r" /\ ", "true", Self::expression)?,
            Statement::Any(parts) => self.join(parts, r" \/ ", "false", Self::expression)?,
            Statement::Not(part) => format!("not ({})", self.expression(part)?),
            Statement::Holds(holds) => {
                let parts: Option<Vec<String>> = holds
                    .parts
                    .iter()
                    .map(|part| self.expression(part))
                    .collect();
                format!("count_in({}, {})", list(parts?), set(holds.counts))
            }
            Statement::Keep(keep) => format!("{} in {}", self.cell(keep.0), set(keep.1)),
            Statement::Pair(pair) => self.pair(pair),
            Statement::Distinct(distinct) => format!("different({})", cells(&distinct.0)),
            Statement::Consecutive(line) => format!("consecutive({})", cells(&line.0)),
            Statement::ValueSets(sets) => {
                let allowed = list(sets.1.iter().map(|&one| set(one)));
                format!("value_sets({}, {allowed})", cells(&sets.0))
            }
            Statement::Ascending(line) => {
                let predicate = if line.strict {
                    "increasing_strictly"
                } else {
                    "never_decreasing"
                };
                format!("{predicate}({})", cells(&line.cells))
            }
            Statement::Linear(linear) => {
                let compare = match linear.compare {
                    Compare::Equal => "=",
                    Compare::NotEqual => "!=",
                    Compare::AtMost => "<=",
                    Compare::AtLeast => ">=",
                };
                format!("{} {compare} {}", self.weigh(&linear.terms), linear.total)
            }
            Statement::SumIn(sum) => {
                let totals: Vec<String> = sum.totals.iter().map(i64::to_string).collect();
                format!("{} in {{{}}}", self.weigh(&sum.terms), totals.join(", "))
            }
            Statement::EqualSums(groups) => {
                let sums = groups.0.iter().map(|group| self.weigh(group));
                format!("equal({})", list(sums))
            }
            Statement::Count(count) => self.count(count),
            Statement::NValue(kinds) => match kinds.total {
                Some(total) => format!("{} = kinds({})", self.cell(total), cells(&kinds.cells)),
                None => format!("kinds({}) in {}", cells(&kinds.cells), set(kinds.counts)),
            },
            Statement::SumBetweenExtremes(sum) => {
                format!("sum_between_extremes({}, {})", cells(&sum.0), sum.1)
            }
            Statement::Rank(rank) => self.rank(rank),
            Statement::RunLengths(runs) => self.runs(runs),
            Statement::SelfCounting(line) => format!("self_counting({})", cells(&line.0)),
            Statement::Element(element) => self.element(element),
            Statement::SameMultiset(groups) => {
                // Equality is transitive, so it is enough to compare each group with the next one.
                let pairs = groups
                    .0
                    .windows(2)
                    .map(|pair| format!("same_values({}, {})", cells(&pair[0]), cells(&pair[1])));
                format!("forall({})", list(pairs))
            }
            Statement::Accepts(accepts) => self.accepts(accepts),
            Statement::Connected(_) | Statement::Regions(_) => return None,
        })
    }

    fn join(
        &self,
        parts: &[Statement],
        with: &str,
        without: &str,
        write: fn(&Self, &Statement) -> Option<String>,
    ) -> Option<String> {
        let parts = parts
            .iter()
            // A part may contain an operator of lower precedence, so it is put in parentheses.
            .map(|part| Some(format!("({})", write(self, part)?)));
        let parts: Vec<String> = parts.collect::<Option<_>>()?;
        Some(match parts.is_empty() {
            true => without.to_owned(),
            false => parts.join(with),
        })
    }

    fn pair(&self, Pair(a, b, table): &Pair) -> String {
        let allows = |low: u8| {
            let values = self.puzzle.domain(*b).iter();
            let values: DigitSet = values.filter(|&high| table.allows(low, high)).collect();
            let (a, b) = (self.cell(*a), self.cell(*b));
            format!(r"({a} = {low} /\ {b} in {})", set(values))
        };
        let rows: Vec<String> = self.puzzle.domain(*a).iter().map(allows).collect();
        rows.join(r" \/ ")
    }

    fn count(&self, count: &Count) -> String {
        let members = count
            .cells
            .iter()
            .map(|&(cell, digits)| format!("{} in {}", self.cell(cell), set(digits)));
        let members = list(members);
        match count.total {
            Some(total) => format!(
                "{} = count_true({members}) + {}",
                self.cell(total),
                count.offset
            ),
            None => format!("count_in({members}, {})", set(count.counts)),
        }
    }

    fn rank(&self, rank: &Rank) -> String {
        let [first, others @ ..] = &rank.lists[..] else {
            return (rank.smaller == 0).to_string();
        };
        let first = self.cells(first);
        let smaller = others
            .iter()
            .map(|other| format!("reads_less({}, {first})", self.cells(other)));
        let less = format!("count_true({}) = {}", list(smaller), rank.smaller);
        if rank.ties {
            return less;
        }
        let same = others
            .iter()
            .map(|other| format!("same_list({}, {first})", self.cells(other)));
        format!(r"{less} /\ not exists({})", list(same))
    }

    fn runs(&self, runs: &RunLengths) -> String {
        let head = self.cell(runs.head);
        let arms = runs
            .arms
            .iter()
            .map(|arm| format!("run({head}, {})", self.cells(arm)));
        format!(
            "{} = sum({}) + {}",
            self.cell(runs.total),
            list(arms),
            runs.offset
        )
    }

    fn element(&self, element: &Element) -> String {
        let index = self.cell(element.index);
        let choices = (element.first..)
            .zip(&element.list)
            .map(|(number, &chosen)| {
                let chosen = self.cell(chosen);
                let value = match element.value {
                    Ok(cell) => format!("{chosen} = {}", self.cell(cell)),
                    Err(digits) => format!("{chosen} in {}", set(digits)),
                };
                format!(r"({index} = {number} /\ {value})")
            });
        let choices: Vec<String> = choices.collect();
        match choices.is_empty() {
            true => "false".to_owned(),
            false => choices.join(r" \/ "),
        }
    }

    /// Writes an automaton as a table of states. The last state is the dead state.
    fn accepts(&self, Accepts(cells, automaton): &Accepts) -> String {
        let values = cells.iter().map(|&cell| self.puzzle.domain(cell));
        let values = values.fold(DigitSet::EMPTY, |all, digits| {
            DigitSet::from_bits(all.bits() | digits.bits())
        });
        let states = automaton.accepting.len();
        let refused = states + 1;
        // An index set of an array must be a range, so the table also has columns for values between those of the cells.
        let (low, high) = (values.min().unwrap_or(0), values.max().unwrap_or(0));
        let rows = (0..=states).map(|state| {
            let next = (low..=high).map(|value| match state < states {
                true => match automaton.step(state as u16, value) {
                    Automaton::DEAD => refused,
                    next => usize::from(next) + 1,
                },
                false => refused,
            });
            let next: Vec<String> = next.map(|next| next.to_string()).collect();
            next.join(", ")
        });
        let rows: Vec<String> = rows.collect();
        let accepting = (1..=states).filter(|state| automaton.accepting[state - 1]);
        let accepting: Vec<String> = accepting.map(|state| state.to_string()).collect();
        format!(
            "accepts({}, {}, {{{}}}, array2d(1..{refused}, {low}..{high}, [{}]))",
            self.cells(cells),
            automaton.start + 1,
            accepting.join(", "),
            rows.join(", ")
        )
    }

    fn area(&self, area: &Connected) -> String {
        let inside = area
            .cells
            .iter()
            .map(|&cell| format!("{} in {}", self.cell(cell), set(area.values)));
        let inside = list(inside);
        let edges = edges(&area.edges);
        match area.size {
            None => format!("connected_area({inside}, {edges})"),
            Some(size) => {
                format!(r"connected_area({inside}, {edges}) /\ count_true({inside}) = {size}")
            }
        }
    }

    fn regions(&self, regions: &Regions) -> String {
        let size = usize::from(regions.size);
        // A size of 0 must not cause a division by zero. The statement is false in this case.
        let count = regions.labels.len() / size.max(1);
        if count * size != regions.labels.len() {
            return "false".to_owned();
        }
        let free: DigitSet = (1..=count as u8)
            .filter(|&n| !regions.pinned.contains(n))
            .collect();
        format!(
            "regions({}, {}, {}, {count}, {size}, {})",
            self.cells(&regions.labels),
            self.cells(&regions.contents),
            edges(&regions.edges),
            set(free)
        )
    }
}

/// Returns the name of the array of variables for a letter or layer. The prefix prevents clashes with keywords of MiniZinc.
fn array(name: &str) -> String {
    format!("of_{name}")
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(", "))
}

fn set(digits: DigitSet) -> String {
    let digits: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
    format!("{{{}}}", digits.join(", "))
}

fn edges(edges: &[(u16, u16)]) -> String {
    let mut text = String::from("[|");
    for (one, other) in edges {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}, {} |", one + 1, other + 1);
    }
    text + "]"
}
