//! Single changes: other clues that the setter may have meant instead of the ones in the file.
//!
//! Any clue may have been mistyped or misplaced, so changes to every clue are tried. A changed clue is first checked
//! against known solutions of the puzzle without the original clue, because this check needs no search. If two known
//! solutions satisfy the changed clue, the change is ruled out. If all solutions without the clue are known, the
//! check is exact.
//!
//! The remaining changes are compiled and proven in rounds. Each proof gets few guesses at first, and more in every later
//! round, so that one hard change does not use up the time for all others. Solutions found in a proof rule out other changes
//! to the same clue.

use super::answer::{Change, Slip, Tried};
use super::edits;
use super::forgotten::{list_copies, list_forgotten};
use super::natural::oddity;
use super::slips::{Variation, exchange, variations};
use crate::oracle::{Case, Oracle};
use cluewright_engine::compile;
use cluewright_engine::model::{Cite, Off};
use cluewright_engine::search::{Limits, solve};
use cluewright_puzzle::{Param, Puzzle, digit_char};
use cluewright_rules::{Clues, Named};
use std::collections::BTreeMap;

/// Maximum number of solutions to collect without a clue. Changes to the clue are checked against these solutions.
const SAMPLE: u64 = 100;
/// Maximum number of guesses for collecting solutions without a clue.
const SAMPLE_NODES: u64 = 1_000;
/// Maximum number of guesses for each proof in the first round.
const FIRST_ROUND: u64 = 100;
/// Factor by which the maximum number of guesses grows from round to round.
const NEXT_ROUND: u64 = 8;
/// Number of possibly forgotten clues per group. The clues of a group share a list of known solutions.
const TOGETHER: usize = 16;
/// Added likelihood, in bits, of a forgotten clue if the puzzle has several solutions. A missing clue always leaves
/// several solutions, while most other mistakes leave none.
const FORGOTTEN: f64 = 3.5;
/// Added likelihood, in bits, of a mistyped number. Many numbers are tried for each clue, but most of them are
/// unlikely typos, because they are far from the written number. They must not dilute the likely ones.
const MISTYPED: f64 = 2.5;

/// Changes that are decided together: all changes to one suspect, or several possibly forgotten clues.
#[derive(Clone, Default)]
struct Group {
    /// Changes that are still undecided.
    open: Vec<Variation>,
    /// Known solutions of the puzzle without the suspect. Changes are checked against them before any search.
    known: Vec<Vec<u8>>,
    /// True if `known` holds all solutions of the puzzle without the suspect.
    complete: bool,
    /// Changes that are proven to leave exactly one solution.
    found: Vec<Found>,
    /// Number of guesses that the group's proofs used in the last round.
    nodes: u64,
}

/// A kind of mistake. The string is the rule of a forgotten clue, and empty for other mistakes.
type Kind = (Slip, String);

/// A change that is proven to leave exactly one solution.
#[derive(Clone)]
struct Found {
    kind: Kind,
    /// Penalty of the change relative to other changes of its kind, in bits. Each bit halves the likelihood.
    distance: i32,
    change: Change,
}

/// The changes found and, for each kind of mistake, the total weight of the changes tried.
#[derive(Default)]
pub(super) struct Changes {
    found: Vec<Found>,
    tried: BTreeMap<Kind, f64>,
    pub(super) counts: Tried,
}

/// The result of one attempt to decide a change.
enum Judgement {
    /// The change leaves no solution, or several solutions.
    Dead,
    /// The change leaves exactly this solution.
    Unique(Vec<u8>),
    /// A limit was reached.
    Open,
}

impl Oracle<'_> {
    /// Returns the changes to the suspects that leave exactly one solution. `left` maps a suspect to all solutions without
    /// it, if these are known. `witnesses` are solutions of the unchanged puzzle.
    pub(super) fn changes(
        &mut self,
        suspects: &[usize],
        left: &BTreeMap<usize, Vec<Vec<u8>>>,
        witnesses: &[Vec<u8>],
    ) -> Changes {
        // `left` was computed with the clue's cells unmarked, but a changed clue still marks cells. So `left` cannot be used
        // if rules depend on marks.
        let may_tighten = self.case.may_tighten;
        let groups = self.each(suspects, |oracle, &number| {
            let left = left.get(&number).filter(|_| !may_tighten);
            oracle.group(number, suspects, left, witnesses)
        });
        self.decide(groups, witnesses)
    }

    /// Returns the possibly forgotten clues whose addition leaves exactly one solution.
    pub(super) fn missing(&mut self, solutions: &[Vec<u8>], complete: bool) -> Changes {
        let case = self.case;
        if !case.budget.has_time() {
            return Changes::default();
        }
        let meant = case.find_intended_solution(&[]);
        // A new mark may exempt its cells from a rule about unmarked cells, and a new given the label of a region from the
        // order of labels, so both can add solutions.
        let complete = complete && !case.may_tighten && !case.has_regions;
        let has_time = || case.budget.has_time();
        let (puzzle, book, meant) = (case.puzzle, case.book, meant.as_deref());
        let likely = list_forgotten(puzzle, book, meant, &has_time);
        let copies = list_copies(puzzle, book, meant, &has_time);
        // The likely clues have their own limits, because the far more numerous copies would use up a shared limit.
        let mut changes = self.add_each(likely, solutions, complete);
        changes.extend(self.add_each(copies, solutions, complete));
        changes
    }

    /// Finds the clues that leave exactly one solution when each is added on its own. `solutions` are known solutions
    /// of the puzzle. If `complete`, each added clue leaves only solutions that are among these.
    fn add_each(
        &mut self,
        variations: Vec<Variation>,
        solutions: &[Vec<u8>],
        complete: bool,
    ) -> Changes {
        let mut variations = variations.into_iter();
        let mut groups = vec![];
        while variations.len() > 0 {
            groups.push(Group {
                open: variations.by_ref().take(TOGETHER).collect(),
                known: solutions.to_vec(),
                complete,
                ..Group::default()
            });
        }
        // No witnesses are needed, because only exchanges are checked against them.
        self.decide(groups, &[])
    }

    /// Lists all changes to a suspect. An exchange of two of the `suspects` is listed only for the first of them, so that it
    /// is tried only once.
    fn group(
        &mut self,
        number: usize,
        suspects: &[usize],
        left: Option<&Vec<Vec<u8>>>,
        witnesses: &[Vec<u8>],
    ) -> Group {
        let case = self.case;
        if !case.budget.has_time() {
            return Group::default();
        }
        let cite = case.suspects.get(number);
        let (mut known, complete) = match left {
            Some(all) => (all.clone(), true),
            None => {
                let set = self.all_but(&[number]);
                // The suspect's mark stays, because the changed clue marks cells too.
                let found = self.sample(Off::Unknown, &set, SAMPLE, SAMPLE_NODES);
                (found.solutions, found.stopped.is_none())
            }
        };
        if !complete {
            // Solutions of the whole puzzle are also solutions without the suspect. They are known without a search.
            known.extend(witnesses.iter().take(SAMPLE as usize).cloned());
            known.extend(case.find_intended_solution(&[cite]));
        }
        let mut open = variations(case.puzzle, case.book, cite);
        let others = (0..case.suspects.count())
            .filter(|&other| other != number && (other > number || !suspects.contains(&other)));
        let exchanges = others.filter_map(|other| {
            let other = case.suspects.get(other);
            exchange(case.puzzle, cite, other)
        });
        open.extend(exchanges);
        Group {
            open,
            known,
            complete,
            ..Group::default()
        }
    }

    /// Decides changes in rounds, until all are decided or the limits are used up.
    fn decide(&mut self, mut groups: Vec<Group>, witnesses: &[Vec<u8>]) -> Changes {
        let mut changes = Changes::default();
        for variation in groups.iter().flat_map(|group| &group.open) {
            let (kind, share) = self.case.kind(variation);
            // Each bit of distance halves the weight. Otherwise the many unlikely changes of a kind would make its
            // likely changes seem less likely.
            let weight = 0.5f64.powi(variation.distance as i32);
            *changes.tried.entry(kind).or_default() += weight / share;
            changes.counts.changes += 1;
        }
        let (mut nodes, mut spent) = (FIRST_ROUND, 0);
        while !groups.is_empty() {
            let used_up = spent >= self.case.change_nodes;
            self.spent.cut |= used_up;
            if used_up || !self.case.budget.has_time() {
                break;
            }
            groups = self.each(&groups, |oracle, group| {
                oracle.round(group.clone(), witnesses, nodes)
            });
            for group in &mut groups {
                changes.found.append(&mut group.found);
                spent += group.nodes;
            }
            groups.retain(|group| !group.open.is_empty());
            nodes = nodes.saturating_mul(NEXT_ROUND);
        }
        changes.counts.undecided = groups.iter().map(|group| group.open.len()).sum();
        changes
    }

    /// Makes one attempt to decide each open change of a group.
    fn round(&mut self, mut group: Group, witnesses: &[Vec<u8>], nodes: u64) -> Group {
        let case = self.case;
        group.nodes = 0;
        for variation in std::mem::take(&mut group.open) {
            match self.judge(&variation, &mut group, witnesses, nodes) {
                Judgement::Dead => {}
                Judgement::Unique(solution) => {
                    let change = case.change(&variation, &solution);
                    let distance = variation.distance as i32 + case.odder(&variation);
                    group.found.push(Found {
                        kind: case.kind(&variation).0,
                        distance,
                        change,
                    });
                }
                Judgement::Open => group.open.push(variation),
            }
        }
        group
    }

    fn judge(
        &mut self,
        variation: &Variation,
        group: &mut Group,
        witnesses: &[Vec<u8>],
        nodes: u64,
    ) -> Judgement {
        let case = self.case;
        if !case.budget.has_time() {
            return Judgement::Open;
        }
        // The known solutions of a group ignore one clue, but an exchange changes two. They therefore cannot rule out
        // an exchange, and solutions of the whole puzzle are used as a sample instead.
        let (known, complete) = match variation.with {
            Some(_) => (witnesses, false),
            None => (&group.known[..], group.complete),
        };
        let mut kept = known.iter().filter(|values| case.allows(variation, values));
        let first = kept.next();
        // Two known solutions satisfy the changed clue, so the changed puzzle would not be unique.
        if first.is_some() && kept.any(|other| Some(other) != first) {
            return Judgement::Dead;
        }
        match (first, complete) {
            (None, true) => return Judgement::Dead,
            (Some(only), true) => return Judgement::Unique(only.clone()),
            _ => {}
        }
        let Ok(model) = compile(&variation.puzzle, case.book) else {
            return Judgement::Dead;
        };
        // Two solutions are enough to reject a change, because only changes with one solution are reported.
        let budget = case.budget.with_nodes(case.budget.nodes.min(nodes));
        let mut found = solve(&model, Limits::within(budget, 2));
        self.spent.calls += 1;
        group.nodes += found.nodes;
        // The solutions of an exchange may break the other clue of the pair, so they are not stored.
        if variation.with.is_none() && !group.complete {
            group.known.extend(found.solutions.iter().cloned());
        }
        match (found.count, found.stopped) {
            (1, None) => found
                .solutions
                .pop()
                .map_or(Judgement::Dead, Judgement::Unique),
            (2.., _) | (0, None) => Judgement::Dead,
            _ => Judgement::Open,
        }
    }
}

impl Changes {
    pub(super) fn extend(&mut self, other: Self) {
        self.found.extend(other.found);
        self.counts.changes += other.counts.changes;
        self.counts.undecided += other.counts.undecided;
        for (kind, tried) in other.tried {
            *self.tried.entry(kind).or_default() += tried;
        }
    }

    /// Sorts the changes, and removes repeated ones. Changes that keep the file's solution come first; otherwise likelier
    /// changes come first. All kinds of mistakes count as equally likely, apart from the bonuses `FORGOTTEN` and `MISTYPED`.
    /// The changes of one kind share its likelihood. A forgotten clue is likelier if the puzzle has many clues of its rule.
    pub(super) fn rank(self) -> Vec<Change> {
        let bits = |found: &Found| {
            let tried = self.tried.get(&found.kind).copied().unwrap_or(1.0);
            let likelier = match found.kind.0 {
                Slip::Missing => FORGOTTEN,
                Slip::Number => MISTYPED,
                _ => 0.0,
            };
            let bits = f64::from(found.distance) + tried.log2() - likelier;
            // Sorting needs a total order, which floats do not have.
            (bits * 1000.0) as i64
        };
        let mut found = self.found.clone();
        found.sort_by_key(|found| (!found.change.keeps_solution, bits(found)));
        let mut changes: Vec<Change> = vec![];
        for found in found {
            if !changes.contains(&found.change) {
                changes.push(found.change);
            }
        }
        changes
    }
}

impl Case<'_> {
    /// Converts a change to its public form. `solution` is the only solution after the change.
    fn change(&self, variation: &Variation, solution: &[u8]) -> Change {
        let grid = &solution[..self.puzzle.layout.cell_count()];
        let before = variation
            .changed
            .map(|cite| self.name_in(self.puzzle, cite));
        let after = match variation.slip {
            Slip::Missing => super::name_new(self.book, &variation.puzzle, variation.becomes),
            _ => self.name_in(&variation.puzzle, variation.becomes),
        };
        let params = new_params(self.puzzle, variation);
        let same_name = before
            .as_ref()
            .is_some_and(|before| before.name == after.name);
        Change {
            becomes: match same_name {
                true => after.name.clone() + &in_brackets(&params),
                false => after.name.clone(),
            },
            cells: after.cells.clone(),
            params,
            edits: edits::make_variation(self.puzzle, variation),
            // An added clue has no index in the original puzzle.
            clue: before.unwrap_or(Named {
                index: None,
                nth: None,
                ..after
            }),
            with: variation.with.map(|cite| self.name_in(self.puzzle, cite)),
            slip: variation.slip,
            keeps_solution: self.is_the_files(grid),
            solution: grid.iter().map(|&digit| digit_char(digit)).collect(),
        }
    }

    /// Returns the kind of mistake that a change corrects, and the share of that kind's likelihood that the change's
    /// rule gets. For a forgotten clue, this is the fraction of all clues that belong to its rule, because each clue
    /// is equally likely to be the missing one. For other mistakes, it is 1.
    fn kind(&self, variation: &Variation) -> (Kind, f64) {
        let clues = &variation.puzzle.clues;
        match (variation.slip, variation.becomes) {
            (Slip::Missing, Cite::Clue(index)) => {
                let new = &clues[usize::from(index)];
                let of_rule = clues.iter().filter(|clue| clue.rule == new.rule).count();
                let share = of_rule as f64 / clues.len() as f64;
                // The puzzle can lack each global rule only once, so all global rules together get the likelihood of one
                // clue.
                match new.slots.is_empty() {
                    true => ((Slip::Missing, String::new()), share),
                    false => ((Slip::Missing, new.rule.clone()), share),
                }
            }
            (slip, _) => ((slip, String::new()), 1.0),
        }
    }

    /// Returns by how much a change increases the penalty of the clue, in bits.
    fn odder(&self, variation: &Variation) -> i32 {
        let of = |puzzle: &Puzzle, cite: Cite| match cite {
            Cite::Clue(index) => oddity(puzzle, self.book, usize::from(index)),
            _ => 0,
        };
        let before = variation.changed.map(|cite| of(self.puzzle, cite));
        let after = of(&variation.puzzle, variation.becomes);
        // The `distance` of a new clue already includes its effect on the symmetry of the other clues.
        before.map_or(0, |before| after - before)
    }

    /// Returns `true` if `values`, a solution of all other clues, also satisfies the changed clue.
    fn allows(&self, variation: &Variation, values: &[u8]) -> bool {
        let puzzle = &variation.puzzle;
        if self.may_tighten {
            // Rules about unmarked cells depend on all marks, so it is not enough to check the changed clue.
            let broken = self.book.violated(puzzle, values);
            return broken.is_ok_and(|broken| broken.is_empty());
        }
        let changed = [Some(variation.becomes), variation.with];
        changed.into_iter().flatten().all(|cite| match cite {
            Cite::Given(index) => {
                let given = puzzle.givens[usize::from(index)];
                given.digits.contains(values[given.cell.index()])
            }
            Cite::Clue(index) => {
                let index = usize::from(index);
                let holds = self.book.holds(puzzle, index, &puzzle.clues[index], values);
                holds.unwrap_or(false)
            }
            Cite::House(_) => true,
        })
    }

    fn is_the_files(&self, grid: &[u8]) -> bool {
        self.puzzle.solution.as_ref().is_some_and(|solution| {
            let mut pairs = solution.iter().zip(grid);
            pairs.all(|(expected, digit)| expected.is_none_or(|expected| expected == *digit))
        })
    }

    /// Returns the name of a clue in the given version of the puzzle.
    pub(super) fn name_in(&self, puzzle: &Puzzle, cite: Cite) -> Named {
        super::named(self.book, puzzle, cite)
    }
}

/// Returns the parameters of a changed clue that differ from those of the original clue.
fn new_params(puzzle: &Puzzle, variation: &Variation) -> BTreeMap<String, Param> {
    let (Some(Cite::Clue(old)), Cite::Clue(new)) = (variation.changed, variation.becomes) else {
        return BTreeMap::new();
    };
    let old = &puzzle.clues[usize::from(old)].params;
    let new = &variation.puzzle.clues[usize::from(new)].params;
    let is_new = |(name, value): &(&String, &Param)| old.get(*name) != Some(*value);
    let params = new.iter().filter(is_new);
    params
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Formats parameters in brackets, such as ` (difference 4)`. Returns an empty text if there are no parameters.
fn in_brackets(params: &BTreeMap<String, Param>) -> String {
    let value = |param: &Param| match param {
        Param::Int(number) => number.to_string(),
        Param::Ints(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(" ")
        }
        Param::Text(text) => text.clone(),
    };
    let params = params
        .iter()
        .map(|(name, param)| format!("{name} {}", value(param)));
    let params: Vec<String> = params.collect();
    match params.is_empty() {
        true => String::new(),
        false => format!(" ({})", params.join(", ")),
    }
}
