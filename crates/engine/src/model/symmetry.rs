//! Symmetries of a puzzle: permutations of its cells that preserve its clues, perhaps with values counted from the other end.
//!
//! A symmetry maps solutions to solutions, so a search for any solution need only consider one of each set of images: the image whose
//! values, read in some order of the cells, are lexicographically smallest. In this image, the value of the first cell is at most that of
//! every cell it can be mapped to. The same holds for the second cell and the maps that fix the first one, and so on. These conditions are
//! the part of the lex-leader constraint that compares two cells at a time (J. Crawford, M. Ginsberg, E. Luks, A. Roy: Symmetry-breaking
//! predicates for search problems, KR 1996).
//!
//! Maps are found by colour refinement (B. McKay: Practical graph isomorphism, 1981): cells are coloured by the clues on them, and cells of
//! equal colour are individualised one at a time, both in the domain and in the image of the map, until all colours differ. Every map found
//! is then checked against the clues. So a missed symmetry only costs time, and a map that is not a symmetry is never used.

use crate::compiled::clues::{Cite, Part};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::{Distinct, Keep, Pair, PairTable, Renumbering};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// Maximum number of role comparisons during the refinement of colours. This many comparisons take less than a tenth of a second.
/// Comparisons are counted rather than colourings, because two thousand colourings of a large grid would take seconds.
const MOST_LOOKS: usize = 1_000_000;

/// The symmetries that were found for a puzzle.
#[derive(Debug)]
pub(crate) struct Symmetries {
    /// Generators of the symmetries: every symmetry that was found is a product of these maps.
    maps: Vec<Map>,
    /// Symmetry-breaking statements: at least one image of every solution satisfies them.
    smallest: Vec<Part>,
}

/// A permutation of a puzzle's variables that preserves its clues.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Map {
    /// The image of each variable.
    to: Vec<u16>,
    /// The sum of the lowest and the highest digit, if the map counts values from the other end.
    mirror: Option<u8>,
}

impl Symmetries {
    /// Finds the symmetries of a puzzle with these statements. Returns `None` if it finds none.
    pub(crate) fn of(puzzle: &Puzzle, parts: &[Part]) -> Option<Self> {
        let said = Said::of(puzzle, parts)?;
        let mut finder = Finder {
            said: &said,
            left: MOST_LOOKS,
        };
        let (mut maps, mut pairs) = finder.chain();
        pairs.extend(finder.find_mirrored(&mut maps));
        let all = (0..said.variables).flat_map(|var| puzzle.domain(Cell::from_index(var)).iter());
        let values: DigitSet = all.collect();
        let tables = [
            Arc::new(PairTable::new(values, values, |a, b| a <= b)),
            Arc::new(PairTable::new(values, values, |a, b| a + b <= said.ends)),
        ];
        let smallest = pairs.into_iter().map(|pair| {
            let table = Arc::clone(&tables[usize::from(pair.mirrored)]);
            Part {
                // A dummy citation; it is never read, because searches with these statements give no reasons.
                cite: Cite::House(0),
                statement: Statement::Pair(Pair(Cell(pair.first), Cell(pair.image), table)),
                implied: false,
            }
        });
        let smallest = smallest.collect();
        (!maps.is_empty()).then_some(Self { maps, smallest })
    }

    /// Returns the symmetry-breaking statements: at least one image of every solution satisfies them.
    pub(crate) fn smallest(&self) -> &[Part] {
        &self.smallest
    }

    /// Returns a different solution to which some symmetry maps this one, or `None` if every symmetry fixes it.
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

/// A symmetry-breaking condition: the value of `first` is at most the value of `image`, counted from the other end if `mirrored`.
struct AtMost {
    first: u16,
    image: u16,
    mirrored: bool,
}

/// The statements of a puzzle in a canonical form, so that equivalent statements compare equal.
struct Said {
    variables: usize,
    /// The sum of the lowest and the highest digit.
    ends: u8,
    statements: Vec<Statement>,
    /// For each set of cells, the statements on exactly these cells.
    by_cells: BTreeMap<Vec<Cell>, Vec<usize>>,
    roles: Vec<Vec<Role>>,
    /// The statements with values counted from the other end. `None` if some statement has no such form.
    mirrored: Option<(Vec<Statement>, Vec<Vec<Role>>)>,
    /// For each variable, the number of clues on it.
    named: Vec<usize>,
}

/// The role of a variable in a statement, described without naming variables.
struct Role {
    var: u16,
    name: u64,
}

impl Said {
    /// Converts the statements of a puzzle. Returns `None` if a clue refers to a variable that is not part of the answer.
    fn of(puzzle: &Puzzle, parts: &[Part]) -> Option<Self> {
        let variables = puzzle.cell_count();
        let mut said: Vec<Statement> = vec![];
        let houses = puzzle.layout.houses().into_iter();
        said.extend(houses.map(|cells| Statement::Distinct(Distinct(cells))));
        // Implied parts follow from the others, so every symmetry of the others preserves them too.
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
                // Values outside the domain have no effect, so they must not distinguish statements.
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
            let cells = list_cells(statement);
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

    /// Returns `true` if a map of the variables turns these statements into the puzzle's own statements.
    fn is_symmetry(&self, statements: &[Statement], to: &[u16]) -> bool {
        statements.iter().all(|statement| {
            let image = statement.with_cells(&|cell| Cell(to[cell.index()]));
            let image = image.canonical();
            let numbers = self.by_cells.get(&list_cells(&image));
            numbers.is_some_and(|all| all.iter().any(|&n| self.statements[n] == image))
        })
    }
}

/// Returns `true` if renumbering the digits preserves the meaning of every clue. Only simple equivalences are detected. Implied statements
/// are ignored, because the others imply them before and after the renumbering.
pub fn say_the_same(parts: &[Part], digits: &Renumbering) -> bool {
    let (mut before, mut after) = (vec![], vec![]);
    for part in parts.iter().filter(|part| !part.implied) {
        // The citation is part of the hash, so that statements of different clues never match.
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
    // Neither the order nor the repetition of statements changes the meaning of the clues.
    for said in [&mut before, &mut after] {
        said.sort_unstable();
        said.dedup();
    }
    before == after
}

/// Returns the distinct cells of a statement, in ascending order.
fn list_cells(statement: &Statement) -> Vec<Cell> {
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
    list_cells(statement).into_iter().map(role).collect()
}

fn hash(of: impl Hash) -> u64 {
    // This hasher has no random seed, so that colours are reproducible.
    FxBuildHasher.hash_one(of)
}

/// A search for symmetries with a limited number of role comparisons.
struct Finder<'s> {
    said: &'s Said,
    /// Number of role comparisons left.
    left: usize,
}

/// A colour for each variable. Only variables of equal colour can be mapped to each other.
type Colours = Vec<u64>;

impl Finder<'_> {
    /// Finds the symmetries that preserve values. It first finds the possible images of the cell with the most clues, then the images of
    /// the next cell under the maps that fix the first cell, and so on. Returns the maps and their symmetry-breaking conditions.
    fn chain(&mut self) -> (Vec<Map>, Vec<AtMost>) {
        let (mut maps, mut pairs) = (vec![], vec![]);
        let mut colours = self.refine(vec![0; self.said.variables], false, None).0;
        while let Some((first, class)) = self.next(&colours)
            && self.left > 0
        {
            let before = maps.len();
            let mut orbit = vec![first];
            let here = individualise(&colours, first);
            for place in class {
                // If a product of the known maps moves `first` to this place, the place is already in the orbit and needs no search.
                if !orbit.contains(&place)
                    && let Some(to) = self.find(&here, &individualise(&colours, place), false)
                {
                    maps.push(Map { to, mirror: None });
                    // The maps of earlier steps may move cells that have been fixed since, so only the maps of this step count.
                    orbit = images(&maps[before..], first);
                }
            }
            // The orbit begins with `first` itself, which needs no condition.
            pairs.extend(orbit[1..].iter().map(|&image| AtMost {
                first,
                image,
                mirrored: false,
            }));
            colours = self.refine(here, false, None).0;
        }
        (maps, pairs)
    }

    /// Finds a symmetry that counts values from the other end, if there is one. Adds it to `maps`, and returns the conditions for its
    /// products with the maps found before. These conditions only concern the first cell of the chain, because a mirrored map that fixes a
    /// cell still changes its value.
    fn find_mirrored(&mut self, maps: &mut Vec<Map>) -> Vec<AtMost> {
        if self.said.mirrored.is_none() {
            return vec![];
        }
        let blank = vec![0; self.said.variables];
        let mirror = Some(self.said.ends);
        let Some(to) = self.find(&blank, &blank, true) else {
            return vec![];
        };
        let colours = self.refine(blank, false, None).0;
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

    /// Returns the next variable to fix and its colour class. The variable has the most clues among all variables whose colour is not
    /// unique; ties go to the largest class.
    fn next(&self, colours: &Colours) -> Option<(u16, Vec<u16>)> {
        let classes = classes(colours);
        let shared = classes.into_values().filter(|class| class.len() > 1);
        let class = shared.min_by_key(|class| {
            let named = self.said.named[usize::from(class[0])];
            // `min_by_key` must prefer many clues and large classes, so both numbers are subtracted from the maximum.
            // Further ties go to the lowest variable.
            (usize::MAX - named, usize::MAX - class.len(), class[0])
        })?;
        Some((class[0], class))
    }

    /// Finds a symmetry that maps each variable to one of the same colour.
    fn find(&mut self, from: &Colours, to: &Colours, mirrored: bool) -> Option<Vec<u16>> {
        if self.left == 0 {
            return None;
        }
        let (from, rounds) = self.refine(from.clone(), mirrored, None);
        // Both colourings get the same number of rounds, because colours of different rounds cannot be compared.
        let (to, _) = self.refine(to.clone(), false, Some(rounds));
        let (here, there) = (classes(&from), classes(&to));
        let alike = here.iter().map(|(colour, class)| (colour, class.len()));
        if !alike.eq(there.iter().map(|(colour, class)| (colour, class.len()))) {
            return None;
        }
        let open = here.iter().filter(|(_, class)| class.len() > 1);
        let Some((colour, class)) = open.min_by_key(|(_, class)| (class.len(), class[0])) else {
            return self.exact(&here, &there, mirrored);
        };
        let apart = individualise(&from, class[0]);
        let mut places = there[colour].iter();
        places.find_map(|&place| self.find(&apart, &individualise(&to, place), mirrored))
    }

    /// Returns the map that two colourings define, if no two variables share a colour and the map is a symmetry.
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

    /// Refines colours by the clues of their variables, for this number of rounds or until nothing changes. Also returns the number of
    /// rounds.
    fn refine(
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
                // The colours must not depend on the order of the cells in a statement.
                all.sort_unstable();
                let all = hash(all);
                for role in statement {
                    seen[usize::from(role.var)].push(hash((role.name, all)));
                }
            }
            for (colour, mut seen) in colours.iter_mut().zip(seen) {
                // The first entry is the variable's own colour. The others are in the order of the statements, which must not
                // affect the colours.
                seen[1..].sort_unstable();
                *colour = hash(seen);
            }
            let now = classes(&colours).len();
            // Each new colour depends on the previous one, so classes can only be split. If their number is the same, nothing has
            // changed.
            if rounds.is_none() && now == count {
                return (colours, round + 1);
            }
            count = now;
        }
        unreachable!("the refinement of colours ends in fewer rounds than there are variables")
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

/// Returns the colours after giving one variable a unique colour.
fn individualise(colours: &Colours, var: u16) -> Colours {
    let mut apart = colours.clone();
    let colour = &mut apart[usize::from(var)];
    *colour = hash((*colour, "apart"));
    apart
}

/// Returns the images of a variable under the maps and their products, starting with the variable itself.
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
