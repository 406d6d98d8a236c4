//! The canonical orientation of a puzzle.
//!
//! Budgets and ties make a path depend on the order of cells, digits and clues, but this order is not a property of the
//! puzzle. A puzzle remains the same if it is rotated or reflected, if its clues are reordered, and, if the clues allow
//! that, if its digits are relabelled. A puzzle with a known solution is therefore always solved in the orientation whose
//! solution is lexicographically smallest, with statements sorted by their cells. The results are mapped back to the printed
//! puzzle.

use super::path::{Path, Round};
use super::{Board, Cells, Ground, GroundError, Step};
use cluewright_engine::model::symmetry::say_the_same;
use cluewright_engine::model::{Cite, Model, Part};
use cluewright_puzzle::{Cell, DigitSet, Given, Layout, Puzzle, VIEWS, image, in_view, turned};
use cluewright_rules::Book;
use cluewright_rules::statement::Renumbering;

/// A puzzle in its canonical orientation, and the map back to the printed puzzle.
pub(super) struct Orientation {
    puzzle: Puzzle,
    parts: Vec<Part>,
    model: Model,
    solution: Vec<u8>,
    /// Maps from the canonical puzzle to the printed one, for digits, variables, houses of the layout, and clues.
    digits: Renumbering,
    from: Vec<u16>,
    houses: Vec<u16>,
    clues: Vec<u16>,
}

/// The relabellings of digits under which the clues keep their meaning.
enum Freedom {
    /// No relabelling is known.
    None,
    /// The order of digits may be reversed.
    Down(u8),
    /// Digits may be permuted arbitrarily.
    Any,
}

impl Freedom {
    /// Returns the relabellings that the clues of a puzzle allow. Puzzles with auxiliary variables allow none, because the
    /// meaning of the values of such variables is unknown.
    fn of(ground: &Ground<'_>) -> Self {
        if !ground.puzzle.extras.is_empty() {
            return Self::None;
        }
        let layout = &ground.puzzle.layout;
        let (low, high) = (layout.min_digit, layout.max_digit());
        let is_free = |digits: &Renumbering| say_the_same(ground.parts, digits);
        // The exchange of the two lowest digits and the cyclic shift of all digits generate every permutation.
        let exchange = Renumbering::of([(low, low + 1), (low + 1, low)]);
        let turn = Renumbering::turn(layout.digits());
        if low < high && is_free(&exchange) && is_free(&turn) {
            Self::Any
        } else if is_free(&Renumbering::Down(low + high)) {
            Self::Down(low + high)
        } else {
            Self::None
        }
    }

    /// Returns the relabellings to compare in a view. `shown` is the solution in that view.
    fn numberings(&self, layout: &Layout, shown: &[u8]) -> Vec<Renumbering> {
        let printed = Renumbering::of([]);
        match *self {
            Self::None => vec![printed],
            Self::Down(ends) => vec![printed, Renumbering::Down(ends)],
            Self::Any => {
                let digits = layout.digits();
                let mut met: Vec<u8> = vec![];
                for digit in shown.iter().copied().chain(digits.iter()) {
                    if !met.contains(&digit) {
                        met.push(digit);
                    }
                }
                vec![Renumbering::of(met.into_iter().zip(digits.iter()))]
            }
        }
    }
}

impl Orientation {
    /// Creates the orientation of a puzzle. Returns `None` if its only solution is not known, and for plain puzzles, because
    /// the techniques for these have no budgets.
    pub(super) fn of(ground: &Ground<'_>) -> Option<Self> {
        let solution = ground.only_solution().filter(|_| !ground.plain())?;
        let layout = &ground.puzzle.layout;
        let (freedom, named) = (Freedom::of(ground), count_names(ground));
        // A square grid has eight views. With only the four views that keep rows as rows, 34 of 373 cases were rated
        // differently.
        let sides = (0..VIEWS).flat_map(|view| {
            let grid = in_view(layout, solution, view);
            let named = in_view(layout, &named, view);
            let numberings = freedom.numberings(layout, &grid).into_iter();
            numberings.map(move |digits| {
                let grid: Vec<u8> = grid
                    .iter()
                    .map(|&was| renumber_digit(&digits, was))
                    .collect();
                (look(layout, view, &grid, &named), view, digits)
            })
        });
        let (_, view, digits) = sides.min_by(|a, b| a.0.cmp(&b.0))?;
        let shown = turned(layout, view);
        let houses = houses(layout, &shown, view);
        let to = variables(ground, &houses, view);
        let from = inverse(&to);
        let renamed = |cell: Cell| to.get(cell.index()).map_or(cell, |&to| Cell(to));
        let mut parts: Vec<Part> = ground.parts.to_vec();
        for part in &mut parts {
            part.statement = part.statement.with_cells(&renamed);
            part.statement.sort();
        }
        sort_parts(&mut parts);
        // Clues are numbered after the sort, so that their numbers do not depend on the printed order.
        let mut clues = vec![];
        for part in &mut parts {
            match &mut part.cite {
                Cite::Clue(clue) => *clue = number_clue(&mut clues, *clue),
                Cite::House(house) => *house = houses[usize::from(*house)],
                Cite::Given(_) => {}
            }
        }
        // A clue may have no statements. It still needs a number, because `clues` must cover every clue.
        for clue in 0..ground.puzzle.clues.len() as u16 {
            number_clue(&mut clues, clue);
        }
        let mut puzzle = Puzzle::new(shown);
        puzzle.extras.clone_from(&ground.puzzle.extras);
        let givens = ground.puzzle.givens.iter();
        puzzle.givens = givens
            .map(|given| Given {
                cell: renamed(given.cell),
                digits: given
                    .digits
                    .iter()
                    .map(|digit| renumber_digit(&digits, digit))
                    .collect(),
            })
            .collect();
        let order = clues.iter();
        puzzle.clues = order
            .map(|&clue| ground.puzzle.clues[usize::from(clue)].clone())
            .collect();
        let answer = 0..solution.len();
        Some(Self {
            model: Model::new(&puzzle, &parts),
            puzzle,
            parts,
            solution: answer
                .map(|var| renumber_digit(&digits, solution[usize::from(from[var])]))
                .collect(),
            digits: digits.inverse(),
            from,
            houses: inverse(&houses),
            clues,
        })
    }

    /// Returns the puzzle in this orientation.
    pub(super) fn ground<'s>(&'s self, book: &'s Book) -> Result<Ground<'s>, GroundError> {
        let ground = Ground::new(&self.puzzle, book, &self.parts, &self.model)?;
        Ok(ground.with_only_solution(self.solution.clone()))
    }

    /// Maps a path from this orientation back to the printed puzzle. The path starts on the printed board `board`.
    pub(super) fn to_printed(
        &self,
        ground: &Ground<'_>,
        seen: &Ground<'_>,
        mut board: Board,
        path: Path,
    ) -> Path {
        let mut rounds = Vec::with_capacity(path.rounds.len());
        for round in path.rounds {
            let before = board.clone();
            let steps = round
                .steps
                .into_iter()
                .map(|step| self.step(ground, seen, step));
            let steps: Vec<Step> = steps.collect();
            for step in &steps {
                board.apply(ground, step);
            }
            rounds.push(Round {
                steps,
                board: before,
                ..round
            });
        }
        Path {
            rounds,
            board,
            ..path
        }
    }

    fn step(&self, ground: &Ground<'_>, seen: &Ground<'_>, mut step: Step) -> Step {
        let var = |var: u16| self.from[usize::from(var)];
        let cells = |cells: Cells| cells.iter().map(var).collect::<Cells>();
        let house = |number: u16| {
            // Houses are sorted by kind, and a rotation exchanges rows and columns, so houses are matched by their cells.
            let own = cells(seen.houses[usize::from(number)].cells);
            let place = ground.houses.iter().position(|house| house.cells == own);
            place.map_or(number, |place| place as u16)
        };
        let digit = |digit| renumber_digit(&self.digits, digit);
        let set = |digits: DigitSet| digits.iter().map(digit).collect::<DigitSet>();
        step.digits = set(step.digits);
        step.placed = step.placed.map(|(cell, to)| (var(cell), digit(to)));
        let mut lost: Vec<_> = step
            .removed
            .iter()
            .zip(&step.left)
            .map(|(&(of, lost), &left)| (var(of), set(lost), set(left)))
            .collect();
        // The stable sort keeps the digits of a cell in order. An unstable sort could order them differently on other
        // machines.
        lost.sort_by_key(|(var, ..)| *var);
        step.removed = lost.iter().map(|&(var, lost, _)| (var, lost)).collect();
        step.left = lost.iter().map(|&(.., left)| left).collect();
        step.pattern = cells(step.pattern);
        for link in &mut step.chain {
            (link.cell, link.digit) = (var(link.cell), digit(link.digit));
        }
        let renamed = |sets: &mut Vec<(u16, DigitSet)>| {
            for (of, digits) in sets.iter_mut() {
                (*of, *digits) = (var(*of), set(*digits));
            }
            sets.sort_by_key(|(var, _)| *var);
        };
        renamed(&mut step.avoids);
        renamed(&mut step.reason.facts);
        let reason = &mut step.reason;
        reason.cells = cells(reason.cells);
        reason
            .extras
            .iter_mut()
            .for_each(|extra| *extra = var(*extra));
        reason.extras.sort_unstable();
        let printed = |cite| match cite {
            Cite::Clue(clue) => Cite::Clue(self.clues[usize::from(clue)]),
            Cite::House(house) => Cite::House(self.houses[usize::from(house)]),
            Cite::Given(given) => Cite::Given(given),
        };
        reason
            .cites
            .iter_mut()
            .for_each(|cite| *cite = printed(*cite));
        if let Some(sentence) = &mut step.sentence {
            sentence.rename(printed, house);
        }
        step
    }
}

/// Sorts statements by their cells, then by their contents, so that the path does not depend on the printed order of clues.
fn sort_parts(parts: &mut [Part]) {
    parts.sort_by_cached_key(|part| part.statement.cells());
    let runs = parts.chunk_by_mut(|a, b| a.statement.cells() == b.statement.cells());
    for run in runs.filter(|run| run.len() > 1) {
        run.sort_by(|a, b| a.statement.compare(&b.statement));
    }
}

/// Returns, for each cell, the number of givens and clues that contain it. These numbers break ties between views with the
/// same solution.
fn count_names(ground: &Ground<'_>) -> Vec<u8> {
    let mut named = vec![0u8; ground.puzzle.layout.cell_count()];
    let givens = ground.puzzle.givens.iter().map(|given| given.cell);
    let clues = ground.parts.iter().flat_map(|part| part.statement.cells());
    for cell in givens.chain(clues) {
        if let Some(named) = named.get_mut(cell.index()) {
            *named = named.saturating_add(1);
        }
    }
    named
}

/// Returns the key by which views are compared: the shape of the grid, the solution relabelled by first occurrence, the
/// solution itself, and the number of givens and clues at each cell.
fn look(layout: &Layout, view: usize, grid: &[u8], named: &[u8]) -> Vec<u8> {
    let is_square = layout.rows == layout.columns;
    // Grids of different shapes cannot be compared cell by cell, so one of the two shapes is always preferred.
    let stands = !is_square && (layout.rows > layout.columns) != (view & 4 != 0);
    let mut look = vec![u8::from(stands)];
    let mut met = vec![];
    for &digit in grid {
        let known = met.iter().position(|&name| name == digit);
        look.push(known.unwrap_or(met.len()) as u8);
        if known.is_none() {
            met.push(digit);
        }
    }
    look.extend_from_slice(grid);
    look.extend_from_slice(named);
    look
}

/// Returns the new label of a digit. Digits without a new label stay the same.
fn renumber_digit(digits: &Renumbering, digit: u8) -> u8 {
    digits.digit(digit).unwrap_or(digit)
}

/// Returns, for each house of a layout, its index in a view of the layout.
fn houses(layout: &Layout, shown: &Layout, view: usize) -> Vec<u16> {
    let set = |house: &[Cell], to: &dyn Fn(Cell) -> Cell| {
        let mut cells: Vec<Cell> = house.iter().map(|&cell| to(cell)).collect();
        cells.sort_unstable();
        cells
    };
    let shown: Vec<Vec<Cell>> = shown
        .houses()
        .iter()
        .map(|house| set(house, &|cell| cell))
        .collect();
    let mut taken = vec![false; shown.len()];
    let number = |house: &Vec<Cell>| {
        let own = set(house, &|cell| image(layout, cell, view));
        // A box can have the same cells as a row; each of them must get its own index.
        let place = (0..shown.len()).find(|&place| !taken[place] && shown[place] == own)?;
        taken[place] = true;
        Some(place as u16)
    };
    layout.houses().iter().filter_map(number).collect()
}

/// Returns, for each variable of a puzzle, its index in a view. Cells of the grid and of layers move with the grid, and the
/// variable for a missing digit moves with its house. Any other auxiliary variable keeps its index.
fn variables(ground: &Ground<'_>, houses: &[u16], view: usize) -> Vec<u16> {
    let layout = &ground.puzzle.layout;
    let grid = layout.cell_count();
    let turn = |first: usize| {
        layout
            .cells()
            .map(move |cell| (first + image(layout, cell, view).index()) as u16)
    };
    let mut to: Vec<u16> = turn(0).collect();
    for extra in &ground.puzzle.extras {
        let first = to.len();
        match usize::from(extra.size) == grid {
            true => to.extend(turn(first)),
            false => to.extend((first..first + usize::from(extra.size)).map(|var| var as u16)),
        }
    }
    let own = to.len() as u16;
    let behind = ground.start.len().saturating_sub(to.len());
    match behind == houses.len() {
        true => to.extend(houses.iter().map(|house| own + house)),
        false => to.extend((own..).take(behind)),
    }
    to
}

/// Returns the canonical index of a clue. Clues are numbered in the order in which they first occur.
fn number_clue(met: &mut Vec<u16>, clue: u16) -> u16 {
    let place = met.iter().position(|&other| other == clue);
    place.unwrap_or_else(|| {
        met.push(clue);
        met.len() - 1
    }) as u16
}

fn inverse(to: &[u16]) -> Vec<u16> {
    let mut from = vec![0; to.len()];
    for (var, &to) in (0..).zip(to) {
        from[usize::from(to)] = var;
    }
    from
}
