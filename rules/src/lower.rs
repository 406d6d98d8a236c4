//! Lowering: restates the clues of a puzzle as the strongest possible ground statements.
//!
//! Quantifiers are unrolled, and constant parts are decided (`formula`). Numbers become weighted sums (`number`,
//! `compare`), scans become automata (`word`), and the rest becomes tables (`table`); `join` combines the parts. If the
//! cells in a formula, or their number, depend on values (`cells[n]`, `first(n, cells)`), the formula is lowered case
//! by case, with one case for each value of the deciding cell.
//!
//! The book caches each lowered clue by its form (`form`, `cache`): the next killer cage of four cells only needs its cells filled in.

mod budget;
mod compare;
mod formula;
mod join;
mod number;
mod recognition;
mod table;
mod value_sets;
mod word;

use super::Statement;
use super::book::Book;
use super::clue::{Composite, Role, check_composite, check_limits, check_slots};
use super::error::ClueError;
use super::form::Form;
use super::formula::Formula;
use super::lowered::Lowered;
use super::rule::{Part, Rule};
use super::scene::{Evaluation, Fault, Ground, Scene};
use super::shape::Shape;
use budget::{Budget, count_named};
use cluewright_puzzle::{Cell, Clue, DigitSet, Puzzle};

#[cfg(feature = "ablation")]
pub use recognition::recognitions;

/// Lowers every clue of a puzzle, but not the houses of its layout.
///
/// # Errors
/// Returns the first clue that does not fit its rule, or whose statement would be too large.
pub fn lower(puzzle: &Puzzle, book: &Book) -> Result<Vec<Lowered>, ClueError> {
    let ground = Ground::new(puzzle, book);
    let mut budget = Budget::default();
    let clues = puzzle.clues.iter().enumerate();
    clues
        .map(|(index, clue)| book.lower_clue(&ground, index, clue, Role::Demanded, &mut budget))
        .collect()
}

impl Book {
    fn lower_clue(
        &self,
        ground: &Ground<'_>,
        index: usize,
        clue: &Clue,
        role: Role,
        budget: &mut Budget,
    ) -> Result<Lowered, ClueError> {
        if let Some(composite) = Composite::of(clue) {
            let role = role.within(composite);
            return self.lower_composite(ground, index, clue, composite, role, budget);
        }
        let rule = self.find_rule(ground, index, clue)?;
        let Some(form) = Form::of(ground, clue, &rule, role) else {
            let scene = self.scene(ground, index, clue, &rule, role)?;
            return self.lower_scene(&scene, index, clue, &rule, budget);
        };
        let template = match self.cache().get(form.key()) {
            Some(known) => {
                // The key contains the parameters but not the cells, so only the cells must be checked again.
                let fits = check_slots(ground.puzzle, clue, &rule);
                fits.map_err(|fitting| self.misfit(ground.puzzle, index, clue, fitting))?;
                known
            }
            None => {
                // The form is lowered on its own places, not on the cells of the first clue of this form. So the result does not depend
                // on the order of clues.
                let mut scene = self.scene(ground, index, clue, &rule, role)?;
                scene.rename(|cell| form.place(cell));
                // The work of a form is cached, so it must not depend on what this puzzle has spent.
                let mut alone = Budget::default();
                let lowered = self.lower_scene(&scene, index, clue, &rule, &mut alone)?;
                self.cache().put(form.key(), lowered, alone.amount())
            }
        };
        let lowered = form.with_cells(&template, index);
        budget
            .spend_on(&form, template.work, count_named(&lowered))
            .map_err(|message| self.error(ground.puzzle, index, clue, message))?;
        Ok(lowered)
    }

    fn lower_composite(
        &self,
        ground: &Ground<'_>,
        index: usize,
        clue: &Clue,
        composite: Composite,
        role: Role,
        budget: &mut Budget,
    ) -> Result<Lowered, ClueError> {
        check_composite(index, clue)?;
        let mut lowered = Lowered {
            clue: index,
            ..Lowered::default()
        };
        let (mut choices, mut implied) = (vec![], vec![]);
        for part in &clue.parts {
            let part = self.lower_clue(ground, index, part, role, budget)?;
            match composite {
                Composite::All => {
                    lowered.statements.extend(part.statements);
                    lowered.implied.extend(part.implied);
                }
                Composite::Any => {
                    // The implied statements of a part hold only if the part does, so they are also combined as
                    // alternatives.
                    let stronger = match part.implied.is_empty() {
                        true => part.statements.clone(),
                        false => part.implied,
                    };
                    implied.push(join::all(stronger, ground));
                    choices.push(join::all(part.statements, ground));
                }
            }
        }
        if composite == Composite::Any {
            // Without a stronger branch, the implied disjunction would only repeat the clue itself.
            if implied != choices {
                lowered.implied = open_conjunction(join::any(implied, ground));
            }
            lowered.statements = open_conjunction(join::any(choices, ground));
        }
        Ok(lowered)
    }

    fn lower_scene(
        &self,
        scene: &Scene<'_>,
        index: usize,
        clue: &Clue,
        rule: &Rule,
        budget: &mut Budget,
    ) -> Result<Lowered, ClueError> {
        let refused = |message| self.error(scene.ground.puzzle, index, clue, message);
        let mut lowering = Lowering::new(scene, budget);
        let mut lowered = Lowered {
            clue: index,
            statements: lowering.parts(&rule.parts).map_err(refused)?,
            implied: match has_numbers_within_limits(scene, rule) {
                true => {
                    lowering.layout_holds = true;
                    lowering.parts(&rule.redundant).map_err(refused)?
                }
                false => vec![],
            },
        };
        if recognition::VALUE_SETS.is_on()
            && let Some((sets, work)) = value_sets::of(&lowered.statements, scene.ground)
        {
            budget.spend(work).map_err(refused)?;
            // The value sets are equivalent to the statements. Cheap statements are kept as implied ones, because they strengthen
            // propagation.
            let cheap =
                |said: &Statement| !matches!(said, Statement::Linear(_) | Statement::Any(_));
            let said = std::mem::replace(&mut lowered.statements, vec![sets]);
            lowered.implied.extend(said.into_iter().filter(cheap));
        }
        budget.spend(count_named(&lowered)).map_err(refused)?;
        if lowered.statements.is_empty() && must_say_something(rule) {
            let message =
                "the rule does not apply to this grid, because it would not exclude anything";
            return Err(ClueError {
                help: Some(
                    "remove the rule, or give the grid the boxes, size or digits that it needs"
                        .to_owned(),
                ),
                ..self.error(scene.ground.puzzle, index, clue, message)
            });
        }
        Ok(lowered)
    }
}

/// Returns `true` if the numbers of a clue are within the limits of its rule. An alternative of `any-of` may exceed the
/// limits. The clue then might not imply the rule's redundant formulas.
fn has_numbers_within_limits(scene: &Scene<'_>, rule: &Rule) -> bool {
    rule.redundant.is_empty() || check_limits(scene, rule).is_ok()
}

/// Returns `true` if a clue of this rule is an error unless it excludes something. This applies to clues of the whole grid, with two
/// exceptions: negative rules, because all pairs may be marked, and the puzzle's own formulas, which may be true by design.
fn must_say_something(rule: &Rule) -> bool {
    rule.shape == Shape::Global && rule.name != "relation" && !rule.reads_marks()
}

/// The state of lowering one clue.
struct Lowering<'a> {
    /// The evaluation of constant parts. A cell is known while its cases are enumerated.
    eval: Evaluation<'a>,
    /// Number of cells that are known.
    known: usize,
    /// `true` to assume that the cells of a house differ. Only implied statements may assume that.
    layout_holds: bool,
    budget: &'a mut Budget,
}

impl<'a> Lowering<'a> {
    fn new(scene: &'a Scene<'a>, budget: &'a mut Budget) -> Self {
        Self {
            eval: Evaluation::blank(scene),
            known: 0,
            layout_holds: false,
            budget,
        }
    }

    fn parts(&mut self, parts: &[Part]) -> Result<Vec<Statement>, String> {
        let asked: Vec<&Part> = parts
            .iter()
            .filter(|part| self.eval.scene.asks(part))
            .collect();
        let mut statements = vec![];
        let mut open = &asked[..];
        while let [part, after @ ..] = open {
            let next = after.first();
            let list = next.and_then(|next| self.consecutive(&part.formula, &next.formula));
            let lowered = match list {
                Some(list) => self.formula(&Formula::Consecutive(list.clone()), true),
                None => self.formula(&part.formula, true),
            };
            match lowered {
                Ok(statement) => statements.extend(open_conjunction(statement)),
                Err(Fault::Refused(message)) => return Err(message),
                // `formula` resolves all other faults, so no setter sees this message.
                Err(fault) => return Err(format!("the relation cannot be evaluated: {fault:?}")),
            }
            open = if list.is_some() { &after[1..] } else { after };
        }
        Ok(join::together(statements, self.ground()))
    }

    fn ground(&self) -> &'a Ground<'a> {
        self.eval.scene.ground
    }

    fn domain(&self, cell: Cell) -> DigitSet {
        self.ground().domain(cell)
    }

    /// Builds the statement that at least one part holds, and charges the budget for turning small disjunctions into
    /// tables.
    fn any(&mut self, parts: Vec<Statement>) -> Result<Statement, Fault> {
        let several = parts.len() > 1;
        let joined = join::any(parts, self.ground());
        self.spend(match &joined {
            Statement::Pair(_) if several => 30,
            Statement::Accepts(_) if several => 120,
            _ => 0,
        })?;
        Ok(joined)
    }

    fn spend(&mut self, work: usize) -> Result<(), Fault> {
        self.budget.spend(work).map_err(Fault::Refused)
    }
}

/// Splits a conjunction into its parts.
fn open_conjunction(statement: Statement) -> Vec<Statement> {
    match statement {
        Statement::All(parts) => parts,
        statement => vec![statement],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::{Layout, OwnRule};

    /// Returns the cost of lowering a relation on a square grid of this size, and the message if the cost exceeds the budget.
    fn cost(size: u8, formula: &str) -> (usize, Option<String>) {
        let clue = Clue::new("relation").with("formula", formula);
        let puzzle = Puzzle {
            clues: vec![clue.clone()],
            ..Puzzle::new(Layout::square(size))
        };
        let book = Book::builtin();
        let ground = Ground::new(&puzzle, book);
        let mut budget = Budget::default();
        let lowered = book.lower_clue(&ground, 0, &clue, Role::Demanded, &mut budget);
        (budget.amount(), lowered.err().map(|error| error.message))
    }

    #[test]
    fn connectedness_pays_for_each_value_that_it_tries() {
        let (spent, refused) = cost(9, "connected(c in grid: c > 3)");
        assert_eq!(refused, None);
        assert!(spent >= 81 * 9, "{spent}");
        // Each value of R1C1 is a case that visits all cells again, so the cost is multiplied by the number of values.
        let (spent, refused) = cost(4, "connected(c in grid: c == R1C1 or c >= 1)");
        assert_eq!(refused, None);
        assert!(spent >= 4 * 16 * 4, "{spent}");
    }

    #[test]
    fn implied_formulas_are_lowered_for_the_house_of_each_frame() {
        let own = OwnRule {
            name: "test".to_owned(),
            shape: "line".to_owned(),
            relation: vec!["each c in cells: c >= row_of(first(cells))".to_owned()],
            implied: vec!["each pair (a, b) in cells: distinct([a, b]) implies a != b".to_owned()],
            ..OwnRule::default()
        };
        let layout = Layout::square(4);
        let cells = [(0, 0), (0, 1), (2, 3)].map(|(row, column)| layout.cell(row, column));
        let puzzle = Puzzle {
            own_rules: vec![own],
            clues: vec![Clue::on("test", cells)],
            ..Puzzle::new(layout)
        };
        let lowered = lower(&puzzle, Book::builtin()).expect("the clue fits its rule");
        let implied = &lowered[0].implied;
        let hold = |digits: [u8; 3]| {
            let value = |cell| digits[cells.iter().position(|c| *c == cell).unwrap_or(0)];
            implied.iter().all(|statement| statement.holds(&value))
        };
        // Only the first two cells share a house.
        assert!(hold([1, 2, 2]) && hold([1, 2, 1]), "{implied:?}");
        assert!(!hold([1, 1, 2]), "{implied:?}");
    }

    #[test]
    fn products_beyond_the_limit_are_refused() {
        let power = ["R1C1"; 16].join(" * ");
        for formula in ["+ R1C2 > 5", "* 999999999 + R1C2 > 5", "* 999999999 > R1C2"] {
            let (_, refused) = cost(9, &format!("{power} {formula}"));
            let message = refused.expect("9^16 is beyond the limit");
            assert!(message.contains("is above"), "{message}");
        }
        assert_eq!(cost(9, "R1C1 * R1C1 * R1C1 * 999 + R1C2 > 5").1, None);
    }

    #[test]
    fn connectedness_that_depends_on_other_cells_is_refused_within_the_budget() {
        is_refused_within_the_budget(NEIGHBOURS);
    }

    #[test]
    fn connectedness_in_a_disjunction_is_refused_within_the_budget() {
        is_refused_within_the_budget(&format!("({NEIGHBOURS}) or R1C1 == 2"));
    }

    /// A formula in which the membership of each cell depends on all other cells.
    const NEIGHBOURS: &str =
        "connected(c in grid: first(neighbours(c)) == number(first(2, [R2C2, R2C4, R3C1])))";

    fn is_refused_within_the_budget(formula: &str) {
        let (spent, refused) = cost(9, formula);
        let message = refused.expect("membership depends on all cells");
        assert!(message.contains("which is the limit"), "{message}");
        assert!(spent < 1_010_000, "{spent}");
    }
}
