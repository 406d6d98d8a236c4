//! The facts of a proof: single clues and houses, each with everything that it implies by itself. A person finds these
//! consequences by listing fillings.

use super::path::{self, Pair};
use super::sums;
use crate::argument::{Terms, exact_sum};
use crate::sentence::{Basis, Sum};
use crate::step::Reason;
use crate::{Cells, Ground};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use cluewright_rules::Statement;

/// Maximum number of cells of a house for which naked sets are searched. It is limited because n cells have 2^n sets.
const MOST_HOUSE: usize = 10;

/// Maximum number of cells of a statement whose fillings are listed if the whole clue is too long.
const MOST_CELLS: usize = 4;
/// Maximum number of combinations of candidates to try for one statement.
const MOST_TRIED: usize = 7_000;

/// Maximum number of fillings of a clue to compare when searching for a digit that every filling places in sight of an
/// outside cell.
const MOST_COMPARED: usize = 300;

/// The fillings, each a row of digits.
type Fillings = Vec<Vec<u8>>;

/// A clue, one of its statements, or a house.
pub(super) struct Fact {
    pub(super) basis: Basis,
    pub(super) vars: Vec<u16>,
    form: Form,
}

enum Form {
    /// A house: it holds each digit once.
    House,
    /// A sum with many cells or fillings: weights and total. Its bounds are compared.
    Sum(Terms, i64),
    /// The fillings of a clue or statement. Each filling has one digit for each variable, in the order of `vars`.
    Fillings(Rows),
}

/// A list of fillings, with a bit set for each position and digit: the fillings that have the digit at that position.
struct Rows {
    all: Fillings,
    with: Vec<Vec<(u8, Box<[u64]>)>>,
}

impl Rows {
    fn new(all: Fillings, places: usize) -> Self {
        let words = all.len().div_ceil(64);
        let mut with: Vec<Vec<(u8, Box<[u64]>)>> = vec![vec![]; places];
        for (number, row) in all.iter().enumerate() {
            for (own, &digit) in with.iter_mut().zip(row) {
                let known = own.iter().position(|(known, _)| *known == digit);
                let known = known.unwrap_or_else(|| {
                    own.push((digit, vec![0; words].into()));
                    own.len() - 1
                });
                own[known].1[number / 64] |= 1 << (number % 64);
            }
        }
        Self { all, with }
    }

    /// Returns a bit set of the fillings that the candidates allow; `None` if they allow none.
    fn find_within(&self, within: &[DigitSet]) -> Option<Vec<u64>> {
        let words = self.all.len().div_ceil(64);
        let mut left = vec![!0; words];
        // The bits after the last filling must be 0, because any bit that remains counts as a possible filling.
        if let (Some(last), rest @ 1..) = (left.last_mut(), self.all.len() % 64) {
            *last = (1 << rest) - 1;
        }
        for (own, within) in self.with.iter().zip(within) {
            for (_, bits) in own.iter().filter(|(digit, _)| !within.contains(*digit)) {
                let both = left.iter_mut().zip(bits);
                both.for_each(|(left, bits)| *left &= !bits);
            }
        }
        left.iter().any(|&word| word > 0).then_some(left)
    }

    /// Returns the digits that occur at a position in at least one of the given fillings.
    fn digits(&self, place: usize, among: &[u64]) -> DigitSet {
        let is_held = |bits: &[u64]| bits.iter().zip(among).any(|(bits, own)| bits & own > 0);
        let own = self.with[place].iter();
        own.filter(|(_, bits)| is_held(bits))
            .map(|(digit, _)| *digit)
            .collect()
    }
}

/// All clues and houses that a proof may use.
pub(super) struct Facts<'g> {
    pub(super) ground: &'g Ground<'g>,
    pub(super) all: Vec<Fact>,
    /// For each variable, the indices of the facts that name it.
    pub(super) of: Vec<Vec<usize>>,
    /// The candidates with which the fillings were listed.
    pub(super) start: Vec<DigitSet>,
}

impl<'g> Facts<'g> {
    /// Collects the full houses of at most [`MOST_HOUSE`] cells, and some clues, on a board. A clue is represented by its
    /// fillings if they were listed, otherwise by its statements about few cells. Sums across houses that cross are added if
    /// `is_wide` is set.
    pub(super) fn new<'c>(
        ground: &'g Ground<'g>,
        board: &[DigitSet],
        clues: impl Iterator<Item = (Cite, &'c [u16], Option<&'c Fillings>)>,
        is_wide: bool,
    ) -> Self {
        let full = ground
            .houses
            .iter()
            .filter(|house| house.cells.len() == ground.digits.len());
        let full = full.filter(|house| house.cells.len() <= MOST_HOUSE);
        let mut all: Vec<Fact> = full
            .map(|house| Fact {
                basis: Basis::One(house.cite),
                vars: house.cells.iter().collect(),
                form: Form::House,
            })
            .collect();
        let mut cites = vec![];
        for (cite, vars, ways) in clues {
            cites.push(cite);
            // Listed fillings have no values for the auxiliary variables that a rule adds, so they cannot represent a clue
            // that uses such variables.
            let is_whole = |way: &Vec<u8>| vars.iter().all(|&var| usize::from(var) < way.len());
            match ways.filter(|ways| ways.iter().all(is_whole)) {
                Some(ways) => {
                    let row =
                        |way: &Vec<u8>| vars.iter().map(|&var| way[usize::from(var)]).collect();
                    let rows = Rows::new(ways.iter().map(row).collect(), vars.len());
                    all.push(Fact {
                        basis: Basis::One(cite),
                        vars: vars.to_vec(),
                        form: Form::Fillings(rows),
                    });
                }
                None => all.extend(facts_of_statements(ground, board, cite)),
            }
        }
        all.extend(facts_of_paths(ground, &all));
        all.extend(sums::derive(ground, &cites).into_iter().map(Fact::of_sum));
        if is_wide {
            let sums = sums::derive_crossing(ground, &cites).into_iter();
            all.extend(sums.map(Fact::of_sum));
        }
        let mut of = vec![vec![]; board.len()];
        for (place, fact) in all.iter().enumerate() {
            for &var in &fact.vars {
                of[usize::from(var)].push(place);
            }
        }
        Self {
            ground,
            all,
            of,
            start: board.to_vec(),
        }
    }
}

impl Facts<'_> {
    /// Returns the reason for a proof that uses some facts and states the digits of some variables. Each of these digits is
    /// stated by a clue or house.
    pub(super) fn reason(&self, used: &[usize], stated: &[(&Basis, u16)]) -> Reason {
        let ground = self.ground;
        let mut cites: Vec<Cite> = vec![];
        let mut vars: Vec<u16> = vec![];
        for &place in used {
            let fact = &self.all[place];
            cites.extend(ground.rests_on(&fact.basis.cites(), &fact.vars));
            vars.extend(&fact.vars);
        }
        // The digit of a stated cell may be known only because other cells see the cell, so the reasons why they see it are
        // also needed.
        vars.extend(stated.iter().map(|(_, var)| *var));
        for &(basis, var) in stated {
            // A stated digit is removed from the cells that see its cell, so the reasons why these cells must differ are
            // cited.
            let is_cell = usize::from(var) < ground.cells();
            let others = vars.iter().filter(|&&other| is_cell && other != var);
            cites.extend(basis.cites());
            cites.extend(others.filter_map(|&other| {
                (usize::from(other) < ground.cells()).then(|| ground.why_apart(var, other))?
            }));
        }
        let (inside, mut extras): (Vec<u16>, Vec<u16>) = vars
            .into_iter()
            .partition(|&var| usize::from(var) < ground.cells());
        extras.sort_unstable();
        extras.dedup();
        let mut all: Vec<Cite> = vec![];
        for cite in cites {
            if !all.contains(&cite) {
                all.push(cite);
            }
        }
        // A cell that can hold every digit restricts nothing, so its candidates do not matter.
        let is_marked = |&cell: &u16| self.start[usize::from(cell)] != ground.digits;
        Reason {
            cites: all,
            cells: inside.into_iter().filter(is_marked).collect(),
            extras,
            ..Reason::default()
        }
    }
}

/// Collects the statements of a clue that are about few cells, each with the fillings that the board allows.
fn facts_of_statements(ground: &Ground<'_>, board: &[DigitSet], cite: Cite) -> Vec<Fact> {
    let own = ground.parts.iter();
    let own = own.filter(|part| part.cite == cite && !part.implied);
    let mut facts = vec![];
    for part in own {
        part.statement.each_conjunct(&mut |statement| {
            let own = fact_of_statement(board, cite, statement);
            facts.extend(own.or_else(|| fact_of_long_sum(ground, cite, statement)));
        });
    }
    facts
}

/// Returns the facts for clues of two cells along paths.
fn facts_of_paths(ground: &Ground<'_>, facts: &[Fact]) -> Vec<Fact> {
    let pairs = facts.iter().filter_map(|fact| match &fact.form {
        Form::Fillings(rows) => Pair::of(fact.basis.one()?, &fact.vars, &rows.all),
        _ => None,
    });
    let pairs: Vec<Pair> = pairs.collect();
    let paths = path::join(ground, &pairs).into_iter();
    let paths = paths.map(|path| Fact {
        form: Form::Fillings(Rows::new(path.rows, path.vars.len())),
        basis: path.basis,
        vars: path.vars,
    });
    paths.collect()
}

/// Returns the fact for a long sum that a clue states.
fn fact_of_long_sum(ground: &Ground<'_>, cite: Cite, statement: &Statement) -> Option<Fact> {
    let (terms, total) = exact_sum(ground, statement)?;
    Some(Fact {
        basis: Basis::One(cite),
        vars: terms.iter().map(|(var, _)| *var).collect(),
        form: Form::Sum(terms, total),
    })
}

fn fact_of_statement(board: &[DigitSet], cite: Cite, statement: &Statement) -> Option<Fact> {
    let mut vars: Vec<u16> = statement.cells().into_iter().map(|cell| cell.0).collect();
    vars.sort_unstable();
    vars.dedup();
    let sizes = vars.iter().map(|&var| board.get(usize::from(var)));
    let sizes: Vec<usize> = sizes.map(|set| Some(set?.len())).collect::<Option<_>>()?;
    let is_small = vars.len() <= MOST_CELLS && sizes.iter().product::<usize>() <= MOST_TRIED;
    if !is_small || vars.len() < 2 {
        return None;
    }
    let mut rows: Vec<Vec<u8>> = vec![vec![]];
    for &var in &vars {
        let longer = |row: &Vec<u8>| {
            let digits = board[usize::from(var)].iter();
            digits
                .map(|digit| [&row[..], &[digit]].concat())
                .collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows.retain(|row| {
        let value = |var: u16| {
            let place = vars.iter().position(|&own| own == var);
            place.map_or(0, |place| row[place])
        };
        statement.holds(&|cell| value(cell.0))
    });
    let form = Form::Fillings(Rows::new(rows, vars.len()));
    Some(Fact {
        basis: Basis::One(cite),
        vars,
        form,
    })
}

impl Fact {
    fn of_sum(sum: Sum) -> Self {
        Self {
            vars: sum.terms.iter().map(|(var, _)| *var).collect(),
            form: Form::Sum(sum.terms.clone(), sum.total),
            basis: Basis::Sum(sum),
        }
    }

    /// Returns `true` if the clue or house cannot be satisfied with the given candidates.
    pub(super) fn fails(&self, ground: &Ground<'_>, at: impl Fn(u16) -> DigitSet) -> bool {
        if let Form::Sum(terms, total) = &self.form {
            return sums::fails(ground, terms, *total, at);
        }
        let within: Vec<DigitSet> = self.vars.iter().map(|&var| at(var)).collect();
        match &self.form {
            Form::House => apply_naked_sets(&within).is_none(),
            Form::Fillings(rows) => rows.find_within(&within).is_none(),
            Form::Sum(..) => false,
        }
    }

    /// Returns the digits that the fact removes. Digits removed from its own variables are grouped by variable; those
    /// removed from other cells are listed one by one. Returns `None` if the fact cannot be satisfied.
    pub(super) fn consequences(
        &self,
        ground: &Ground<'_>,
        now: &[DigitSet],
    ) -> Option<Vec<(u16, DigitSet)>> {
        if let Form::Sum(terms, total) = &self.form {
            return sums::consequences(ground, terms, *total, |var| now[usize::from(var)]);
        }
        let at = |&var: &u16| now[usize::from(var)];
        let within: Vec<DigitSet> = self.vars.iter().map(at).collect();
        let (left, seen) = match &self.form {
            Form::House => {
                let left = apply_naked_sets(&within)?;
                let seen = self.find_cells_in_sight_of_places(ground, &left);
                (left, seen)
            }
            Form::Fillings(rows) => {
                let among = rows.find_within(&within)?;
                let places = 0..self.vars.len();
                let left: Vec<DigitSet> = places.map(|place| rows.digits(place, &among)).collect();
                let seen = self.find_cells_in_sight_of_fillings(ground, rows, &among);
                (left, seen)
            }
            Form::Sum(..) => (within.clone(), vec![]),
        };
        let own = self.vars.iter().zip(within.iter().zip(&left));
        let own = own.map(|(&var, (before, left))| (var, before.without(*left)));
        let own = own.filter(|(_, lost)| !lost.is_empty());
        let outside = seen.into_iter().flat_map(|(digit, cells)| {
            let one = DigitSet::one(digit);
            let cells: Vec<u16> = cells
                .iter()
                .filter(|cell| !self.vars.contains(cell))
                .collect();
            cells.into_iter().map(move |cell| (cell, one))
        });
        let outside = outside.filter(|&(cell, one)| !(now[usize::from(cell)] & one).is_empty());
        Some(own.chain(outside).collect())
    }

    /// Finds, for each digit of a house, the cells that see all places of the digit in the house.
    fn find_cells_in_sight_of_places(
        &self,
        ground: &Ground<'_>,
        left: &[DigitSet],
    ) -> Vec<(u8, Cells)> {
        let seen = ground.digits.iter().map(|digit| {
            let places = self.vars.iter().zip(left);
            let places = places.filter(|(_, left)| left.contains(digit));
            let places: Cells = places.map(|(&var, _)| var).collect();
            // A house that has a filling has a place for each digit. If a digit had no place, every cell would count as a
            // common peer.
            (digit, ground.common_peers(places))
        });
        seen.collect()
    }

    /// Finds, for each digit, the cells that see one of its places in every filling.
    fn find_cells_in_sight_of_fillings(
        &self,
        ground: &Ground<'_>,
        rows: &Rows,
        among: &[u64],
    ) -> Vec<(u8, Cells)> {
        let count: u32 = among.iter().map(|word| word.count_ones()).sum();
        if count as usize > MOST_COMPARED {
            return vec![];
        }
        let is_among = |number: &usize| among[number / 64] >> (number % 64) & 1 == 1;
        let numbers = (0..rows.all.len()).filter(is_among);
        let rows: Vec<&Vec<u8>> = numbers.map(|number| &rows.all[number]).collect();
        let in_row = |row: &Vec<u8>, digit: u8| {
            let mut seen = Cells::EMPTY;
            for (&var, &own) in self.vars.iter().zip(row) {
                if own == digit && usize::from(var) < ground.cells() {
                    seen |= ground.peers[usize::from(var)];
                }
            }
            seen
        };
        let digits = ground.digits.iter();
        // The digit must be in every filling, so a digit that the first filling lacks cannot qualify.
        let digits = digits.filter(|digit| rows[0].contains(digit));
        let seen = digits.map(|digit| {
            let mut common = in_row(rows[0], digit);
            for row in &rows[1..] {
                if common.is_empty() {
                    break;
                }
                common &= in_row(row, digit);
            }
            (digit, common)
        });
        seen.collect()
    }
}

/// Applies all naked sets of a house and returns the remaining candidates of its cells. Returns `None` if a set of cells
/// has fewer candidates than cells.
fn apply_naked_sets(within: &[DigitSet]) -> Option<Vec<DigitSet>> {
    let mut left = within.to_vec();
    // Known digits are removed first, so that only sets of the other cells need to be compared.
    let mut known = DigitSet::EMPTY;
    for own in within.iter().filter(|own| own.len() == 1) {
        (known & *own).is_empty().then_some(())?;
        known = known | *own;
    }
    let is_open = |place: &usize| within[*place].len() != 1;
    let open: Vec<usize> = (0..within.len()).filter(is_open).collect();
    for &place in &open {
        left[place] = left[place].without(known);
    }
    let base: Vec<DigitSet> = open.iter().map(|&place| left[place]).collect();
    let mut unions = vec![DigitSet::EMPTY; 1 << open.len()];
    for set in 1..unions.len() {
        // The set without its lowest cell has a lower index, so its union has already been computed.
        unions[set] = unions[set & (set - 1)] | base[set.trailing_zeros() as usize];
        let cells = set.count_ones() as usize;
        if unions[set].len() < cells {
            return None;
        }
        if unions[set].len() == cells {
            let others = (0..open.len()).filter(|place| set & (1 << place) == 0);
            others.for_each(|place| left[open[place]] = left[open[place]].without(unions[set]));
        }
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::super::line::{find_by_facts, holds};
    use super::super::{Alone, Marks, Room, cases, chase};
    use super::*;
    use crate::sentence::{Proof, Sentence, Way};
    use crate::{Board, Step, judge};
    use cluewright_engine::model::Model;
    use cluewright_puzzle::{Cell, Clue, Given, Layout, Puzzle};
    use cluewright_rules::Book;

    /// Runs a check on boards of several 6x6 puzzles with the same clues and random pencil marks.
    fn on_boards(check: impl Fn(&Facts<'_>, &Board)) {
        let cells = |numbers: &[u16]| numbers.iter().map(|&n| Cell(n)).collect::<Vec<_>>();
        let mut state = 20_260_701_u64;
        let mut random = move |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..60 {
            let mut puzzle = Puzzle::new(Layout::square(6));
            puzzle.clues = vec![
                Clue::on("killer-cage", cells(&[0, 1, 7])).with("sum", 10),
                Clue::on("thermometer", cells(&[6, 12, 18, 24])),
                Clue::on("renban", cells(&[14, 15, 22])),
                Clue::on("palindrome", cells(&[26, 27, 33, 34])),
                Clue::on("german-whisper", cells(&[4, 9, 16])),
                Clue::on("white-dot", cells(&[28, 29])),
                Clue::on("white-dot", cells(&[29, 35])),
                Clue::on("sum", cells(&[5, 10, 15, 20])).with("sum", 13),
                Clue::on("palindrome", cells(&[10, 20])),
            ];
            for cell in 0..36 {
                let digits = (1..=6).filter(|_| random(2) > 0).collect::<DigitSet>();
                if digits.len() > 1 && random(3) > 0 {
                    let cell = Cell(cell);
                    puzzle.givens.push(Given { cell, digits });
                }
            }
            let parts = cluewright_engine::parts(&puzzle, Book::builtin())
                .expect("the rules are in the book");
            let model = Model::new(&puzzle, &parts);
            let ground =
                Ground::new(&puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
            let board = Board::new(&ground);
            let clues: Vec<(Cite, Vec<u16>, Option<Fillings>)> = (0..9)
                .map(|clue| {
                    let alone = Alone::new(&ground, Cite::Clue(clue));
                    let ways = alone.fillings(|var| board.at(var));
                    (Cite::Clue(clue), alone.vars, ways)
                })
                .collect();
            let clues = clues.iter();
            let clues = clues.map(|(cite, vars, ways)| (*cite, &vars[..], ways.as_ref()));
            check(
                &Facts::new(&ground, board.candidates(), clues, true),
                &board,
            );
        }
    }

    #[test]
    fn a_fact_takes_what_it_excludes_and_nothing_else() {
        let mut counted = std::cell::Cell::new([0; 2]);
        on_boards(|facts, board| {
            let is_listed = |fact: &&Fact| !matches!(fact.form, Form::Sum(..));
            for fact in facts.all.iter().filter(is_listed) {
                let alone = Alone::together(facts.ground, &fact.basis.cites());
                let at = |var: u16| board.at(var);
                let Some(found) = fact.consequences(facts.ground, board.candidates()) else {
                    assert!(alone.fails(at), "{:?}", fact.basis);
                    continue;
                };
                assert!(!alone.fails(at), "{:?}", fact.basis);
                for &var in &fact.vars {
                    for digit in board.at(var).iter().map(DigitSet::one) {
                        let with = |other: u16| if other == var { digit } else { at(other) };
                        let is_taken = found
                            .iter()
                            .any(|&(of, lost)| of == var && !(lost & digit).is_empty());
                        assert_eq!(is_taken, alone.fails(with), "{:?} {var}", fact.basis);
                        assert_eq!(
                            is_taken,
                            fact.fails(facts.ground, with),
                            "{:?} {var}",
                            fact.basis
                        );
                        counted.set({
                            let [taken, all] = counted.get();
                            [taken + usize::from(is_taken), all + 1]
                        });
                    }
                }
            }
        });
        let [taken, all] = counted.get_mut();
        assert!(*taken > 200 && *taken < *all, "{taken} of {all}");
    }

    /// Asserts that the judge proves a conclusion from the citations of its proof.
    fn check_with_judge(facts: &Facts<'_>, board: &Board, proof: &Proof, reason: &Reason) {
        let step = Step {
            removed: vec![proof.removed],
            reason: reason.clone(),
            sentence: Some(Sentence::Proven(vec![proof.clone()])),
            ..Step::default()
        };
        assert_eq!(judge(facts.ground, board, &step), Ok(()), "{proof:?}");
    }

    /// Returns `true` if cells that see each other can differ and make a total.
    fn can_make(
        ground: &Ground<'_>,
        terms: &[(u16, i64)],
        total: i64,
        at: &dyn Fn(u16) -> DigitSet,
        filled: &mut Vec<u8>,
    ) -> bool {
        let Some(&(var, weight)) = terms.get(filled.len()) else {
            return total == 0;
        };
        at(var).iter().any(|digit| {
            let mut earlier = filled.iter().zip(terms);
            let peers = &ground.peers[usize::from(var)];
            if earlier.any(|(&own, (other, _))| own == digit && peers.contains(*other)) {
                return false;
            }
            filled.push(digit);
            let left = total - weight * i64::from(digit);
            let found = can_make(ground, terms, left, at, filled);
            filled.pop();
            found
        })
    }

    #[test]
    fn a_sum_excludes_only_what_no_filling_has() {
        let mut counted = std::cell::Cell::new([0; 2]);
        on_boards(|facts, board| {
            for fact in &facts.all {
                let Form::Sum(terms, total) = &fact.form else {
                    continue;
                };
                let can = |at: &dyn Fn(u16) -> DigitSet| {
                    can_make(facts.ground, terms, *total, at, &mut vec![])
                };
                let at = |var: u16| board.at(var);
                let Some(found) = fact.consequences(facts.ground, board.candidates()) else {
                    assert!(!can(&at), "{:?}", fact.basis);
                    continue;
                };
                for (var, lost) in found {
                    let with = |other: u16| if other == var { lost } else { at(other) };
                    assert!(!can(&with), "{:?} {var}", fact.basis);
                    let [taken, all] = counted.get();
                    counted.set([taken + lost.len(), all]);
                }
                let [taken, all] = counted.get();
                counted.set([taken, all + 1]);
            }
        });
        let [taken, all] = counted.get_mut();
        assert!(*taken > 20 && *all > 20, "{taken} in {all}");
    }

    #[test]
    fn refutations_by_facts_hold_line_by_line() {
        let found = std::cell::Cell::new(0);
        on_boards(|facts, board| {
            for cell in 0..36 {
                for digit in board.at(cell).iter().map(DigitSet::one) {
                    let is_refuted = chase::refute(facts, (cell, digit), 6).is_some();
                    let Some((proof, reason)) =
                        find_by_facts(facts, board, (cell, digit), Room::USUAL)
                    else {
                        continue;
                    };
                    assert!(is_refuted);
                    let Way::Line { fall, .. } = &proof.by else {
                        panic!("{proof:?} is not a line");
                    };
                    let marks = Marks {
                        ground: facts.ground,
                        board,
                        reason: &reason,
                        earlier: &[],
                    };
                    assert!(holds(&marks, &[proof.removed], fall), "{proof:?}");
                    check_with_judge(facts, board, &proof, &reason);
                    for place in 0..fall.links.len() {
                        let mut fewer = fall.clone();
                        fewer.links.remove(place);
                        let is_short = holds(&marks, &[proof.removed], &fewer);
                        assert!(!is_short, "{proof:?} needs no line {place}");
                    }
                    found.set(found.get() + 1);
                }
            }
        });
        assert!(found.get() > 100, "{}", found.get());
    }

    #[test]
    fn cases_by_facts_are_proven_only_if_none_is_left_out() {
        let found = std::cell::Cell::new(0);
        on_boards(|facts, board| {
            for cell in 0..36 {
                for digit in board.at(cell).iter().map(DigitSet::one) {
                    let Some((proof, reason)) =
                        cases::find_by_facts(facts, board, (cell, digit), Room::USUAL)
                    else {
                        continue;
                    };
                    let Way::Cases(split) = &proof.by else {
                        panic!("{proof:?} has no cases");
                    };
                    let marks = Marks {
                        ground: facts.ground,
                        board,
                        reason: &reason,
                        earlier: &[],
                    };
                    assert!(cases::holds(&marks, proof.removed, split), "{proof:?}");
                    check_with_judge(facts, board, &proof, &reason);
                    for place in 0..split.cases.len() {
                        let mut fewer = split.clone();
                        fewer.cases.remove(place);
                        let is_complete = cases::holds(&marks, proof.removed, &fewer);
                        assert!(!is_complete, "{proof:?}");
                    }
                    found.set(found.get() + 1);
                }
            }
        });
        assert!(found.get() > 5, "{}", found.get());
    }
}
