//! Symmetries of a puzzle: maps onto itself, with its cells in another order, its values counted from the other end, or
//! both.
//!
//! The image of a solution is a solution. So a search that asks whether there is one may look at a single one of all
//! that are images of each other: that which is smallest when its values are read in some order of the cells. For the
//! first cell of the order this says that its value is at most that of every cell it can be mapped to; for the next
//! one the same of the maps that leave the first where it is, and so on (the lex-leader of J. Crawford, M. Ginsberg,
//! E. Luks, A. Roy: Symmetry-breaking predicates for search problems, KR 1996, as far as it is said by single pairs of
//! cells).
//!
//! Maps are found as by B. McKay (Practical graph isomorphism, 1981): cells get colours by what is said of them, and of
//! cells of the same colour one after the other is told apart, on both sides, until all are. What such a map does to
//! the clues is then looked at exactly; so a map that is missed costs time, and none is wrong.

use crate::compiled::clues::{Cite, Part};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::{Distinct, Keep, Pair, PairTable, Renumbering};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// Roles that are looked at to colour variables, at most: less than a tenth of a second.
const MOST_LOOKS: usize = 1_000_000;

/// The maps of a puzzle onto itself, as far as they are found.
#[derive(Debug)]
pub(crate) struct Symmetries {
    /// Maps of which all others are made.
    maps: Vec<Map>,
    /// Statements that only some of the solutions that are images of each other satisfy, at least one of them.
    smallest: Vec<Part>,
}

/// A map of a puzzle onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Map {
    /// Where each variable goes.
    to: Vec<u16>,
    /// The lowest and the highest digit added up, where values are counted from the other end.
    mirror: Option<u8>,
}

impl Symmetries {
    /// The symmetries of a puzzle with these statements; `None` if there are none.
    pub(crate) fn of(puzzle: &Puzzle, parts: &[Part]) -> Option<Self> {
        let said = Said::of(puzzle, parts)?;
        let mut finder = Finder {
            said: &said,
            left: MOST_LOOKS,
        };
        let (mut maps, mut pairs) = finder.chain();
        pairs.extend(finder.mirrored(&mut maps));
        let all = (0..said.variables).flat_map(|var| puzzle.domain(Cell::from_index(var)).iter());
        let values: DigitSet = all.collect();
        let tables = [
            Arc::new(PairTable::new(values, values, |a, b| a <= b)),
            Arc::new(PairTable::new(values, values, |a, b| a + b <= said.ends)),
        ];
        let smallest = pairs.into_iter().map(|pair| {
            let table = Arc::clone(&tables[usize::from(pair.mirrored)]);
            Part {
                // Searches with these statements give no reasons.
                cite: Cite::House(0),
                statement: Statement::Pair(Pair(Cell(pair.first), Cell(pair.image), table)),
                implied: false,
            }
        });
        let smallest = smallest.collect();
        (!maps.is_empty()).then_some(Self { maps, smallest })
    }

    /// Statements that hold for at least one of all solutions that are images of each other.
    pub(crate) fn smallest(&self) -> &[Part] {
        &self.smallest
    }

    /// Another solution, if some map makes one of this. Where none does, it is the only one of its images.
    pub(crate) fn other(&self, solution: &[u8]) -> Option<Vec<u8>> {
        let mut images = self.maps.iter().map(|map| map.image(solution));
        images.find(|image| image != solution)
    }
}

impl Map {
    fn image(&self, solution: &[u8]) -> Vec<u8> {
        let mut image = solution.to_vec();
        for (&to, &value) in self.to.iter().zip(solution) {
            image[usize::from(to)] = self.mirror.map_or(value, |ends| ends - value);
        }
        image
    }
}

/// The value of `first` is at most that of `image`, counted from the other end if `mirrored`.
struct AtMost {
    first: u16,
    image: u16,
    mirrored: bool,
}

/// All that a puzzle says, in a form in which what says the same is equal.
struct Said {
    variables: usize,
    /// The lowest and the highest digit added up.
    ends: u8,
    statements: Vec<Statement>,
    /// Which of them name these cells.
    by_cells: BTreeMap<Vec<Cell>, Vec<usize>>,
    roles: Vec<Vec<Role>>,
    /// The statements with values counted from the other end, where that can be said of all.
    mirrored: Option<(Vec<Statement>, Vec<Vec<Role>>)>,
    /// How many clues name each variable.
    named: Vec<usize>,
}

/// A variable of a statement, and what the statement says of it whatever the variables are called.
struct Role {
    var: u16,
    name: u64,
}

impl Said {
    /// `None` where clues speak of variables that are no part of the answer.
    fn of(puzzle: &Puzzle, parts: &[Part]) -> Option<Self> {
        let variables = puzzle.cell_count();
        let mut said: Vec<Statement> = vec![];
        let houses = puzzle.layout.houses().into_iter();
        said.extend(houses.map(|cells| Statement::Distinct(Distinct(cells))));
        for part in parts.iter().filter(|part| !part.implied) {
            part.statement
                .each_conjunct(&mut |statement| said.push(statement.clone()));
        }
        let clues = said.len();
        let cells = (0..variables).map(Cell::from_index);
        let all = cells.map(|cell| Keep(cell, puzzle.domain(cell)));
        let given = puzzle
            .givens
            .iter()
            .map(|given| Keep(given.cell, given.digits));
        said.extend(all.chain(given).map(Statement::Keep));
        let ends = puzzle.layout.min_digit + puzzle.layout.max_digit();
        for statement in &mut said {
            if let Statement::Keep(Keep(cell, set)) = statement {
                *set = *set & puzzle.domain(*cell);
            }
        }
        let statements: Vec<Statement> = said.into_iter().map(Statement::canonical).collect();
        let down = Renumbering::Down(ends);
        let mirrored = statements.iter().map(|said| said.renumbered(&down));
        let mirrored: Option<Vec<Statement>> = mirrored.collect();
        let mut by_cells: BTreeMap<Vec<Cell>, Vec<usize>> = BTreeMap::new();
        let mut named = vec![0; variables];
        for (number, statement) in statements.iter().enumerate() {
            let cells = sorted_cells(statement);
            for cell in &cells {
                *named.get_mut(cell.index())? += usize::from(number < clues);
            }
            by_cells.entry(cells).or_default().push(number);
        }
        Some(Self {
            variables,
            ends,
            roles: statements.iter().map(roles).collect(),
            mirrored: mirrored.map(|said| {
                let said: Vec<Statement> = said.into_iter().map(Statement::canonical).collect();
                let roles = said.iter().map(roles).collect();
                (said, roles)
            }),
            statements,
            by_cells,
            named,
        })
    }

    /// Returns `true` if a map of the variables turns these statements into those of the puzzle.
    fn is_symmetry(&self, statements: &[Statement], to: &[u16]) -> bool {
        statements.iter().all(|statement| {
            let image = statement.with_cells(&|cell| Cell(to[cell.index()]));
            let image = image.canonical();
            let numbers = self.by_cells.get(&sorted_cells(&image));
            numbers.is_some_and(|all| all.iter().any(|&n| self.statements[n] == image))
        })
    }
}

/// Whether each clue says the same of values with other numbers, as far as that is easily seen. What is implied follows
/// from the rest either way.
pub fn say_the_same(parts: &[Part], digits: &Renumbering) -> bool {
    let (mut before, mut after) = (vec![], vec![]);
    for part in parts.iter().filter(|part| !part.implied) {
        let said = |statement: Statement| hash((part.cite, hash(statement.canonical())));
        let mut all = true;
        part.statement.each_conjunct(&mut |statement| {
            before.push(said(statement.clone()));
            match statement.renumbered(digits) {
                Some(statement) => after.push(said(statement)),
                None => all = false,
            }
        });
        if !all {
            return false;
        }
    }
    for said in [&mut before, &mut after] {
        said.sort_unstable();
        said.dedup();
    }
    before == after
}

/// Each cell that a statement names, once.
fn sorted_cells(statement: &Statement) -> Vec<Cell> {
    let mut cells = statement.cells();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn roles(statement: &Statement) -> Vec<Role> {
    let role = |cell: Cell| Role {
        var: cell.0,
        name: hash(
            statement
                .with_cells(&|other| Cell(u16::from(other == cell)))
                .canonical(),
        ),
    };
    sorted_cells(statement).into_iter().map(role).collect()
}

fn hash(of: impl Hash) -> u64 {
    FxBuildHasher.hash_one(of)
}

/// Looks for maps with a budget.
struct Finder<'s> {
    said: &'s Said,
    /// Roles that may still be looked at.
    left: usize,
}

/// A colour for each variable: those that a map could exchange have the same.
type Colours = Vec<u64>;

impl Finder<'_> {
    /// Maps that leave values as they are: for the cell that clues name most where it can go, then those that leave it
    /// where it is, and so on. Gives the maps, and what they say of the smallest solution.
    fn chain(&mut self) -> (Vec<Map>, Vec<AtMost>) {
        let (mut maps, mut pairs) = (vec![], vec![]);
        let mut colours = self.settled(vec![0; self.said.variables], false, None).0;
        while let Some((first, class)) = self.next(&colours)
            && self.left > 0
        {
            let before = maps.len();
            let mut orbit = vec![first];
            let here = told_apart(&colours, first);
            for place in class {
                if !orbit.contains(&place)
                    && let Some(to) = self.find(&here, &told_apart(&colours, place), false)
                {
                    maps.push(Map { to, mirror: None });
                    orbit = images(&maps[before..], first);
                }
            }
            pairs.extend(orbit[1..].iter().map(|&image| AtMost {
                first,
                image,
                mirrored: false,
            }));
            colours = self.settled(here, false, None).0;
        }
        (maps, pairs)
    }

    /// A map that counts values from the other end, if there is one, and what it says together with those before: of
    /// the first cell of their chain, since those that leave this cell where it is change its value.
    fn mirrored(&mut self, maps: &mut Vec<Map>) -> Vec<AtMost> {
        if self.said.mirrored.is_none() {
            return vec![];
        }
        let blank = vec![0; self.said.variables];
        let mirror = Some(self.said.ends);
        let Some(to) = self.find(&blank, &blank, true) else {
            return vec![];
        };
        let colours = self.settled(blank, false, None).0;
        let first = self.next(&colours).map_or(0, |(first, _)| first);
        let pairs = images(maps, to[usize::from(first)]).into_iter();
        maps.push(Map { to, mirror });
        pairs
            .map(|image| AtMost {
                first,
                image,
                mirrored: true,
            })
            .collect()
    }

    /// Of the variables that share their colour with others, one that most clues name, of these one of the largest
    /// class; and its class.
    fn next(&self, colours: &Colours) -> Option<(u16, Vec<u16>)> {
        let classes = classes(colours);
        let shared = classes.into_values().filter(|class| class.len() > 1);
        let class = shared.min_by_key(|class| {
            let named = self.said.named[usize::from(class[0])];
            (usize::MAX - named, usize::MAX - class.len(), class[0])
        })?;
        Some((class[0], class))
    }

    /// A map that takes variables to those of the same colour on the other side.
    fn find(&mut self, from: &Colours, to: &Colours, mirrored: bool) -> Option<Vec<u16>> {
        if self.left == 0 {
            return None;
        }
        let (from, rounds) = self.settled(from.clone(), mirrored, None);
        let (to, _) = self.settled(to.clone(), false, Some(rounds));
        let (here, there) = (classes(&from), classes(&to));
        let alike = here.iter().map(|(colour, class)| (colour, class.len()));
        if !alike.eq(there.iter().map(|(colour, class)| (colour, class.len()))) {
            return None;
        }
        let open = here.iter().filter(|(_, class)| class.len() > 1);
        let Some((colour, class)) = open.min_by_key(|(_, class)| (class.len(), class[0])) else {
            return self.exact(&here, &there, mirrored);
        };
        let apart = told_apart(&from, class[0]);
        let mut places = there[colour].iter();
        places.find_map(|&place| self.find(&apart, &told_apart(&to, place), mirrored))
    }

    /// The map that colours give which are all different, if it makes the puzzle itself.
    fn exact(&self, here: &Classes, there: &Classes, mirrored: bool) -> Option<Vec<u16>> {
        let mut to = vec![0; self.said.variables];
        for (class, image) in here.values().zip(there.values()) {
            to[usize::from(class[0])] = image[0];
        }
        let statements = match (mirrored, &self.said.mirrored) {
            (true, Some((mirrored, _))) => mirrored,
            (true, None) => return None,
            (false, _) => &self.said.statements,
        };
        self.said.is_symmetry(statements, &to).then_some(to)
    }

    /// Tells colours apart by what is said of their variables: for so many rounds, or until no more are told apart.
    /// Gives the number of rounds as well.
    fn settled(
        &mut self,
        mut colours: Colours,
        mirrored: bool,
        rounds: Option<usize>,
    ) -> (Colours, usize) {
        let roles = match (mirrored, &self.said.mirrored) {
            (true, Some((_, roles))) => roles,
            _ => &self.said.roles,
        };
        let looks: usize = roles.iter().map(Vec::len).sum();
        let mut count = classes(&colours).len();
        for round in 0.. {
            self.left = self.left.saturating_sub(looks);
            if rounds.is_some_and(|rounds| round == rounds) {
                return (colours, round);
            }
            let mut seen: Vec<Vec<u64>> = colours.iter().map(|&colour| vec![colour]).collect();
            for statement in roles {
                let colour = |role: &Role| colours[usize::from(role.var)];
                let mut all: Vec<u64> = statement
                    .iter()
                    .map(|role| hash((role.name, colour(role))))
                    .collect();
                all.sort_unstable();
                let all = hash(all);
                for role in statement {
                    seen[usize::from(role.var)].push(hash((role.name, all)));
                }
            }
            for (colour, mut seen) in colours.iter_mut().zip(seen) {
                seen[1..].sort_unstable();
                *colour = hash(seen);
            }
            let now = classes(&colours).len();
            if rounds.is_none() && now == count {
                return (colours, round + 1);
            }
            count = now;
        }
        unreachable!("colours are told apart in fewer rounds than there are variables")
    }
}

/// The variables of each colour, in order.
type Classes = BTreeMap<u64, Vec<u16>>;

fn classes(colours: &Colours) -> Classes {
    let mut classes = Classes::new();
    for (var, &colour) in (0..).zip(colours) {
        classes.entry(colour).or_default().push(var);
    }
    classes
}

/// The colours with another one for this variable.
fn told_apart(colours: &Colours, var: u16) -> Colours {
    let mut apart = colours.clone();
    let colour = &mut apart[usize::from(var)];
    *colour = hash((*colour, "apart"));
    apart
}

/// Where maps take a variable, itself first.
fn images(maps: &[Map], var: u16) -> Vec<u16> {
    let mut images = vec![var];
    let mut next = 0;
    while let Some(&var) = images.get(next) {
        for map in maps {
            let image = map.to[usize::from(var)];
            if !images.contains(&image) {
                images.push(image);
            }
        }
        next += 1;
    }
    images
}
