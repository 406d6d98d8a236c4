//! The structure of a puzzle that does not change during a solve: houses, exclusions, clues.

use super::Cells;
use cluewright_engine::model::{Cite, Model, Part, Restriction, houses, of_any_width};
use cluewright_engine::search::{Engine, Limits};
use cluewright_puzzle::{self, Cell, Clue, DigitSet, Puzzle};
use cluewright_rules::statement::{Compare, Keep, Linear};
use cluewright_rules::{Book, Statement};
use std::borrow::Cow;
use std::cell::OnceCell;
use thiserror::Error;

/// Maximum number of clues and houses that a sum may combine. People do not combine more; larger sums are left to the
/// search.
pub(super) const MOST_CITES: usize = 12;

/// Node limit of the search for a solution. If no solution is found, only some shortcuts are lost.
const MOST_GUESSES: u64 = 2_000;

/// A set of cells that contains each digit once, because its digits must all differ and there are as many cells as
/// digits.
#[derive(Clone, Debug)]
pub struct House {
    /// The cells of the house.
    pub cells: Cells,
    /// The origin of the house.
    pub kind: HouseKind,
    /// The clue or house that makes the cells differ.
    pub cite: Cite,
}

/// The origin of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HouseKind {
    /// A box of the layout.
    Box,
    /// A row.
    Row,
    /// A column.
    Column,
    /// A house from a clue, such as a diagonal or a window.
    Extra,
}

impl HouseKind {
    /// Returns `true` if the house is a row or a column.
    #[must_use]
    pub fn is_line(self) -> bool {
        matches!(self, Self::Row | Self::Column)
    }
}

/// A set of cells that do not form a house, but whose digits must all differ.
#[derive(Clone, Debug)]
pub struct Clique {
    /// The cells, whose digits must all differ.
    pub cells: Cells,
    /// The clue or house that makes the cells differ.
    pub cite: Cite,
}

/// A pair of houses that share at least two cells.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// The house that confines a digit.
    pub from: u16,
    /// The house from which the digit is removed.
    pub to: u16,
    /// The cells that the houses share.
    pub common: Cells,
}

/// The unary constraints of one clue.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The citations: the clue, and the houses of its cells if the constraints depend on them.
    pub cites: Vec<Cite>,
    /// Cells whose givens the constraints also depend on.
    pub givens: Cells,
    /// The values that the constraints allow for each variable.
    pub keeps: Vec<(u16, DigitSet)>,
}

/// The constant structure of a puzzle.
#[derive(Debug)]
pub struct Ground<'p> {
    /// The puzzle that the steps solve.
    pub puzzle: &'p Puzzle,
    /// The rule book that defines the puzzle's clues.
    pub book: &'p Book,
    /// The clues of the puzzle, lowered to statements.
    pub parts: &'p [Part],
    /// The relations of the compiled puzzle.
    pub model: &'p Model,
    /// The houses: first boxes, rows and columns, then the houses from clues.
    pub houses: Vec<House>,
    /// Other sets of cells whose digits must all differ: those from clues, and houses with fewer cells than there are
    /// digits.
    pub cliques: Vec<Clique>,
    /// Sets of variables that must all differ and that include auxiliary variables, each with the clue that implies
    /// this.
    beside: Vec<(Vec<Cell>, Cite)>,
    /// For each cell, the indices of its houses.
    pub houses_of: Vec<Vec<u16>>,
    /// For each cell, the cells that cannot hold the same digit.
    pub peers: Vec<Cells>,
    /// Pairs of houses that share at least two cells.
    pub crossings: Vec<Crossing>,
    /// All digits of the grid.
    pub digits: DigitSet,
    /// The domain of each variable in the printed puzzle, which depends only on the layout and the givens.
    pub blank: Vec<DigitSet>,
    /// The domain of each variable after unary constraints are applied. Relations are compiled with these domains.
    pub start: Vec<DigitSet>,
    /// The unary constraints that restrict a variable, grouped by clue.
    pub marks: Vec<Mark>,
    plain: bool,
    solution: OnceCell<Vec<u8>>,
    /// `true` if `solution` is the only solution.
    unique: bool,
    /// For each relation, its citations: its clues, and the clues and houses that make its variables differ. Computed on
    /// first use.
    rests: Vec<OnceCell<Vec<Cite>>>,
}

/// Returns a solution as a list of values by variable, or an empty vector if none is found within the node limit.
fn first_solution(model: &Model) -> Vec<u8> {
    let limits = Limits {
        solutions: 1,
        nodes: MOST_GUESSES,
        ..Limits::NONE
    };
    let found = of_any_width!(model, compiled => Engine::new(compiled).solve(limits));
    found.solutions.into_iter().next().unwrap_or_default()
}

/// The reason why the logic engine does not accept a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GroundError {
    /// The grid has more cells than the engine's sets can hold.
    #[error("the grid has {0} cells; human logic works on up to {most}", most = Cells::MOST)]
    TooLarge(usize),
}

impl<'p> Ground<'p> {
    /// Creates the structure of a puzzle that has been lowered to `parts` and compiled to `model`.
    ///
    /// # Errors
    ///
    /// Returns an error if the grid is too large.
    pub fn new(
        puzzle: &'p Puzzle,
        book: &'p Book,
        parts: &'p [Part],
        model: &'p Model,
    ) -> Result<Self, GroundError> {
        let count = puzzle.layout.cell_count();
        if count > Cells::MOST {
            return Err(GroundError::TooLarge(count));
        }
        let mut ground = Self {
            puzzle,
            book,
            parts,
            model,
            houses: vec![],
            cliques: vec![],
            beside: vec![],
            houses_of: vec![vec![]; count],
            peers: vec![Cells::EMPTY; count],
            crossings: vec![],
            digits: puzzle.layout.digits(),
            blank: vec![],
            start: starts(model),
            marks: vec![],
            plain: false,
            solution: OnceCell::new(),
            unique: false,
            rests: vec![OnceCell::new(); relations(model)],
        };
        ground.add_layout();
        ground.add_clues();
        ground.plain = parts.is_empty() && ground.cliques.is_empty();
        // The houses are sorted before `cross`, because `houses_of` and the crossings store their indices.
        ground.houses.sort_by_key(|house| house.kind);
        ground.cross();
        ground.blank = ground.initial_domains();
        ground.marks = ground.marks();
        Ok(ground)
    }

    /// Returns the domains of the variables in the printed puzzle, before any clue is applied.
    fn initial_domains(&self) -> Vec<DigitSet> {
        let own = self.puzzle.cell_count();
        let domain = |index: usize| match index < own {
            true => self.puzzle.domain(Cell::from_index(index)),
            false => self.digits,
        };
        let mut printed: Vec<DigitSet> = (0..self.start.len()).map(domain).collect();
        for given in &self.puzzle.givens {
            let var = given.cell.index();
            printed[var] = printed[var] & given.digits;
        }
        printed
    }

    /// Collects the unary constraints of clues.
    fn marks(&self) -> Vec<Mark> {
        let mut left = self.blank.clone();
        let mut marks: Vec<Mark> = vec![];
        for part in self.parts {
            let mut keeps = vec![];
            part.statement.each_conjunct(&mut |statement| {
                if let Statement::Keep(Keep(cell, digits)) = statement
                    && !(left[cell.index()].without(*digits)).is_empty()
                {
                    keeps.push((cell.0, *digits));
                    left[cell.index()] = left[cell.index()] & *digits;
                }
            });
            if keeps.is_empty() {
                continue;
            }
            // A constraint that a clue and houses imply together cites the houses too.
            let cites = match part.implied {
                true => {
                    let own = [&[part.cite], &*self.houses_behind(part.cite)].concat();
                    self.rests_on(&own, &self.cells_of(part.cite))
                }
                false => vec![part.cite],
            };
            match marks.iter_mut().find(|mark| mark.cites == cites) {
                Some(mark) => mark.keeps.extend(keeps),
                None => marks.push(Mark {
                    cites,
                    givens: Cells::EMPTY,
                    keeps,
                }),
            }
        }
        let unread = (0u16..).zip(left.iter().zip(&self.start));
        let unread = unread.filter(|(_, (left, start))| !left.without(**start).is_empty());
        let decided: Vec<Mark> = unread
            .map(|(var, _)| self.find_restriction(var, &marks))
            .collect();
        marks.extend(decided);
        marks
    }

    /// Returns a restriction of a variable that follows from compiling several clues, with everything that the restriction
    /// depends on.
    fn find_restriction(&self, var: u16, marks: &[Mark]) -> Mark {
        let restrictions = restrictions(self.model);
        let mut mark = Mark {
            cites: vec![],
            givens: Cells::EMPTY,
            keeps: vec![(var, self.start[usize::from(var)])],
        };
        // The values of other variables can decide a disjunction. Clues can restrict these variables too, so the list
        // grows while it is read.
        let mut vars = vec![var];
        let mut done = 0;
        while let Some(&one) = vars.get(done) {
            done += 1;
            if one != var {
                self.rest_on_marks(one, marks, &mut mark);
            }
            for (clues, restriction) in restrictions.iter().filter(|(_, r)| r.var == one) {
                mark.cites
                    .extend(self.restriction_rests_on(clues, restriction));
                let deciding = restriction.decided_by.iter().copied();
                let new: Vec<u16> = deciding.filter(|var| !vars.contains(var)).collect();
                vars.extend(new);
            }
        }
        mark.cites = each_once(mark.cites);
        mark
    }

    /// Makes a mark also depend on the marks of another variable and on that variable's given.
    fn rest_on_marks(&self, var: u16, marks: &[Mark], mark: &mut Mark) {
        let keeps = |other: &&Mark| other.keeps.iter().any(|(kept, _)| *kept == var);
        for other in marks.iter().filter(keeps) {
            mark.cites.extend(&other.cites);
            mark.givens |= other.givens;
        }
        let place = usize::from(var);
        if place < self.cells() && self.blank[place] != self.digits {
            mark.givens |= Cells::one(var);
        }
    }

    /// Returns the citations behind a restriction: the clues that caused it, and the clues and houses that make the
    /// variables of these clues differ from each other and from the variables that decide a disjunction.
    fn restriction_rests_on(&self, clues: &[Cite], restriction: &Restriction) -> Vec<Cite> {
        let behind = clues.iter().flat_map(|&clue| self.houses_behind(clue));
        let cites: Vec<Cite> = clues.iter().copied().chain(behind).collect();
        let named = clues.iter().flat_map(|&clue| self.cells_of(clue));
        let vars: Vec<u16> = named
            .chain(restriction.decided_by.iter().copied())
            .collect();
        self.rests_on(&cites, &vars)
    }

    /// Returns the houses that contain all cells of a clue, or of a part of the clue. An implied statement may depend on
    /// these houses.
    fn houses_behind(&self, cite: Cite) -> Vec<Cite> {
        let mut found = vec![];
        if let Cite::Clue(index) = cite {
            self.add_houses_behind(&self.puzzle.clues[usize::from(index)], &mut found);
        }
        found
    }

    fn add_houses_behind(&self, clue: &Clue, found: &mut Vec<Cite>) {
        for part in &clue.parts {
            self.add_houses_behind(part, found);
        }
        let cells: Vec<Cell> = clue.cells().collect();
        let holds = |house: &Vec<Cell>| cells.iter().all(|cell| house.contains(cell));
        if cells.len() > 1
            && let Some(number) = houses(&self.puzzle.layout).iter().position(holds)
        {
            found.push(Cite::House(number as u16));
        }
    }

    /// Returns the variables of a clue or a house.
    pub(super) fn cells_of(&self, cite: Cite) -> Vec<u16> {
        let mut cells: Vec<u16> = self
            .layout_house(cite)
            .into_iter()
            .flat_map(|cells| cells.iter().collect::<Vec<_>>())
            .collect();
        for part in self.parts.iter().filter(|part| part.cite == cite) {
            part.statement.each_cell(&mut |cell| cells.push(cell.0));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Adds the only solution to the structure, as a list of values by cell. Once no technique finds a step, the remaining
    /// digits are taken from this solution without proof, so a wrong solution would give wrong steps.
    #[must_use]
    pub fn with_only_solution(self, solution: Vec<u8>) -> Self {
        Self {
            solution: OnceCell::from(solution),
            unique: true,
            ..self
        }
    }

    fn add_layout(&mut self) {
        let layout = &self.puzzle.layout;
        for (number, cells) in houses(layout).iter().enumerate() {
            let kind = match layout.house(number) {
                cluewright_puzzle::House::Row(_) => HouseKind::Row,
                cluewright_puzzle::House::Column(_) => HouseKind::Column,
                cluewright_puzzle::House::Box(_) => HouseKind::Box,
            };
            self.add(cells, kind, Cite::House(number as u16));
        }
    }

    fn add_clues(&mut self) {
        for part in self.parts {
            part.statement.each_conjunct(&mut |statement| {
                if let Some(cells) = statement.different() {
                    self.add(&cells, HouseKind::Extra, part.cite);
                }
            });
        }
    }

    /// Adds a set of cells whose digits must all differ. A set with auxiliary variables is stored separately, and only
    /// its grid cells become a house or clique.
    fn add(&mut self, cells: &[Cell], kind: HouseKind, cite: Cite) {
        let grid = self.houses_of.len();
        let inside = cells.iter().filter(|cell| cell.index() < grid);
        let inside: Cells = inside.map(|cell| cell.0).collect();
        if inside.len() < cells.len() {
            self.beside.push((cells.to_vec(), cite));
        }
        // The set can be a house together with the variable for its missing digit. The house itself is already known.
        if self.layout_house(cite) != Some(inside) {
            self.add_inside(inside, kind, cite);
        }
    }

    fn add_inside(&mut self, cells: Cells, kind: HouseKind, cite: Cite) {
        for cell in cells.iter() {
            self.peers[usize::from(cell)] |= cells - Cells::one(cell);
        }
        if cells.len() == self.digits.len() {
            // Two houses on the same cells have the same consequences, so the first one is enough.
            if !self.houses.iter().any(|house| house.cells == cells) {
                self.houses.push(House { cells, kind, cite });
            }
        } else if cells.len() > 1 {
            self.cliques.push(Clique { cells, cite });
        }
    }

    fn cross(&mut self) {
        for (from, house) in self.houses.iter().enumerate() {
            for cell in house.cells.iter() {
                self.houses_of[usize::from(cell)].push(from as u16);
            }
            for (to, other) in self.houses.iter().enumerate() {
                let common = house.cells & other.cells;
                if from != to && common.len() > 1 {
                    self.crossings.push(Crossing {
                        from: from as u16,
                        to: to as u16,
                        common,
                    });
                }
            }
        }
    }

    /// Returns the number of cells in the grid.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.peers.len()
    }

    /// Returns the number of variables in a solution.
    pub(super) fn answer(&self) -> usize {
        of_any_width!(self.model, compiled => compiled.answer)
    }

    /// Returns `true` if only houses of the layout and givens restrict the cells: no clue has statements, and every row,
    /// column and region has as many cells as there are digits.
    #[must_use]
    pub fn plain(&self) -> bool {
        self.plain
    }

    /// Returns a solution within the candidates, as a list of values by variable; empty if a short search finds none.
    ///
    /// A candidate that occurs in a solution cannot be refuted, so the solution is used only to skip attempts that cannot
    /// succeed. It is never used as a reason.
    pub(super) fn solution_on(&self, candidates: &[DigitSet]) -> &[u8] {
        let solution = self.solution.get_or_init(|| first_solution(self.model));
        let mut pairs = candidates.iter().zip(solution);
        match pairs.all(|(digits, &digit)| digits.contains(digit)) {
            true => solution,
            false => &[],
        }
    }

    /// Returns the only solution, as a list of values by variable, if it is known.
    pub(super) fn only_solution(&self) -> Option<&[u8]> {
        let solution = self.solution.get().filter(|_| self.unique)?;
        (solution.len() >= self.cells()).then_some(solution)
    }

    /// Returns the only solution if it is within the candidates. Returns an empty list if it is not, or if no solution is
    /// known to be the only one.
    pub(super) fn only_solution_on(&self, candidates: &[DigitSet]) -> &[u8] {
        match self.unique {
            true => self.solution_on(candidates),
            false => &[],
        }
    }

    /// Returns the cells that see all of the given cells.
    #[must_use]
    pub fn common_peers(&self, cells: Cells) -> Cells {
        let all = Cells::first_of(self.cells());
        let peers = cells.iter().map(|cell| self.peers[usize::from(cell)]);
        peers.fold(all, |common, peers| common & peers)
    }

    /// Returns the house or clue that makes two cells differ. If the cells share a house, returns the house.
    #[must_use]
    pub fn why_apart(&self, a: u16, b: u16) -> Option<Cite> {
        if usize::from(a.max(b)) >= self.cells() {
            return self.why_apart_beside(Cell(a), Cell(b));
        }
        let both = Cells::one(a) | Cells::one(b);
        let mut houses = self.houses_of[usize::from(a)].iter();
        let house = houses.find(|&&house| self.houses[usize::from(house)].cells.contains(b));
        if let Some(&house) = house {
            return Some(self.houses[usize::from(house)].cite);
        }
        let mut cliques = self.cliques.iter();
        cliques
            .find(|clique| both.within(clique.cells))
            .map(|clique| clique.cite)
    }

    /// Returns the citations for clues over some variables: the clues themselves, and the clues and houses that make the
    /// variables differ.
    pub(super) fn rests_on(&self, cites: &[Cite], vars: &[u16]) -> Vec<Cite> {
        each_once([cites, &self.telling(cites, pairs_among(vars))].concat())
    }

    /// Returns the citations of a relation of the model: its clues, and the clues and houses that make its variables differ
    /// from each other and from the variables in `losers`.
    pub(super) fn relation_rests_on(&self, relation: usize, losers: &[u16]) -> Cow<'_, [Cite]> {
        let own = self.rests[relation].get_or_init(|| self.footing(relation));
        let (cites, vars) = of_any_width!(self.model, compiled => {
            let program = &compiled.program;
            let cites = compiled.clue_sets.get(program.rests_on(relation));
            (cites, program.relations()[relation].vars())
        });
        let outside = losers.iter().copied().filter(|loser| !vars.contains(loser));
        let outside: Vec<u16> = outside.collect();
        match outside.is_empty() {
            true => own.into(),
            false => {
                let apart = pairs_between(vars, &outside);
                each_once([own, &*self.telling(cites, apart)].concat()).into()
            }
        }
    }

    /// Returns the citations that a relation needs, whichever candidates it removes. They include the citations that
    /// determined how the relation was compiled.
    fn footing(&self, relation: usize) -> Vec<Cite> {
        of_any_width!(self.model, compiled => {
            let program = &compiled.program;
            let clues = compiled.clue_sets.get(program.rests_on(relation));
            // A relation between houses needs no further citations, unless it compares the sums of several houses.
            let is_of_houses = program.relations()[relation].is_of_houses() || clues.len() == 1;
            if is_of_houses && clues.iter().all(|cite| matches!(cite, Cite::House(_))) {
                return clues.to_vec();
            }
            let mut cites = clues.to_vec();
            for &clue in clues {
                if program.is_implied(relation) || clues.len() > 1 && self.implies_a_sum(clue) {
                    cites.extend(self.houses_behind(clue));
                }
            }
            let vars = [program.relations()[relation].vars(), program.decided_by(relation)];
            self.rests_on(&cites, &vars.concat())
        })
    }

    /// Returns the citations of several relations that are combined over the given variables.
    pub(super) fn relations_rest_on(&self, relations: &[usize], vars: &[u16]) -> Vec<Cite> {
        let cites = relations
            .iter()
            .map(|&one| self.relation_rests_on(one, &[]));
        let cites: Vec<Cite> = cites.flat_map(Cow::into_owned).collect();
        self.rests_on(&cites, vars)
    }

    /// Returns `true` if the clue implies a sum that can be added to the sums of other clues.
    fn implies_a_sum(&self, clue: Cite) -> bool {
        let mut implied = self
            .parts
            .iter()
            .filter(|part| part.implied && part.cite == clue);
        implied.any(|part| {
            let mut has = false;
            part.statement.each_conjunct(&mut |statement| {
                has |= matches!(
                    statement,
                    Statement::Linear(Linear {
                        compare: Compare::Equal,
                        ..
                    })
                );
            });
            has
        })
    }

    /// Returns the citations to add so that the two variables of each pair are known to differ. Duplicates are removed.
    fn telling(&self, cited: &[Cite], pairs: impl Iterator<Item = (u16, u16)>) -> Vec<Cite> {
        let mut all = vec![];
        let own = self
            .cliques
            .iter()
            .filter(|clique| cited.contains(&clique.cite));
        // If a cited clue itself makes both cells differ, no further citation is needed. `is_told` tests that.
        let own: Vec<Cells> = own.map(|clique| clique.cells).collect();
        let is_inside = |a: u16, b: u16| usize::from(a.max(b)) < self.cells();
        let is_told = |a: u16, b: u16| {
            is_inside(a, b) && own.iter().any(|own| own.contains(a) && own.contains(b))
        };
        for (a, b) in pairs {
            if self.may_differ(a, b) && !is_told(a, b) {
                all.extend(self.why_apart(a, b));
            }
        }
        each_once(all)
    }

    /// Returns `false` if no house or clue makes two variables differ, and `true` if one might.
    fn may_differ(&self, a: u16, b: u16) -> bool {
        // Peers are stored only for cells of the grid, so a pair with an auxiliary variable is left to `why_apart`.
        let peers = self.peers.get(usize::from(a.min(b)));
        usize::from(a.max(b)) >= self.cells() || peers.is_some_and(|peers| peers.contains(a.max(b)))
    }

    /// Returns the clue that makes two variables differ if at least one of them is auxiliary (see [`Ground::why_apart`]).
    fn why_apart_beside(&self, a: Cell, b: Cell) -> Option<Cite> {
        let mut all = self.beside.iter();
        let found = all.find(|(cells, _)| cells.contains(&a) && cells.contains(&b));
        found.map(|(_, cite)| *cite)
    }
}

fn pairs_among(vars: &[u16]) -> impl Iterator<Item = (u16, u16)> {
    let before =
        |(i, &a): (usize, &u16)| vars[..i].iter().map(move |&b| (a, b)).collect::<Vec<_>>();
    vars.iter().enumerate().flat_map(before)
}

/// Iterates over all pairs with one variable from each list.
fn pairs_between(vars: &[u16], others: &[u16]) -> impl Iterator<Item = (u16, u16)> {
    let with = |&a: &u16| others.iter().map(move |&b| (a, b));
    vars.iter().flat_map(with)
}

/// Sorts citations and removes duplicates.
fn each_once(mut cites: Vec<Cite>) -> Vec<Cite> {
    cites.sort_unstable();
    cites.dedup();
    cites
}

/// Returns the initial candidates of a model's variables.
fn starts(model: &Model) -> Vec<DigitSet> {
    of_any_width!(model, m => start_of(&m.start, m.program.shared().base))
}

/// Returns the restrictions of variables that follow from compiling several clues, each with these clues.
fn restrictions(model: &Model) -> Vec<(&[Cite], &Restriction)> {
    of_any_width!(model, compiled => {
        let all = compiled.restrictions.iter();
        all.map(|one| (compiled.clue_sets.get(one.rests_on), one)).collect()
    })
}

/// Returns the number of relations of a model.
fn relations(model: &Model) -> usize {
    of_any_width!(model, m => m.program.relations().len())
}

fn start_of<W: cluewright_engine::model::Word>(start: &[W], base: i64) -> Vec<DigitSet> {
    let digits = |word: &W| DigitSet::from_bits(word.bits() << base);
    start.iter().map(digits).collect()
}
