//! Names and positions of cells in ISS, both for the grid and for the groups of variables outside it.

use cluewright_puzzle::{Cell, Extra, Layout, Puzzle};
use std::cell::OnceCell;

/// A map between the cells of a puzzle and their names in ISS.
pub(crate) struct Cells {
    layout: Layout,
    /// The grid, then the groups of variables in the order of the puzzle's cells.
    groups: Vec<Group>,
    /// Computed on demand, because only little killers need them.
    diagonals: OnceCell<Vec<Vec<Cell>>>,
}

/// A group of cells, arranged in rows.
struct Group {
    name: String,
    first: usize,
    size: usize,
    columns: usize,
}

/// The position of a cell: its group, row and column, all counted from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) group: usize,
    pub(crate) row: i32,
    pub(crate) column: i32,
}

impl Cells {
    /// Creates the map for a puzzle whose auxiliary variables already have ISS names.
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        Self::with_names(puzzle, |extra, _| extra.name.clone())
    }

    /// Creates the map for a puzzle; `name` returns the name of each group of auxiliary variables.
    pub(crate) fn with_names(
        puzzle: &Puzzle,
        mut name: impl FnMut(&Extra, &[Cell]) -> String,
    ) -> Self {
        let mut groups = vec![Group {
            name: String::new(),
            first: 0,
            size: puzzle.layout.cell_count(),
            columns: puzzle.layout.columns.into(),
        }];
        for (extra, first) in beside_the_grid(puzzle) {
            let size = usize::from(extra.size);
            let cells: Vec<Cell> = (first..first + size).map(Cell::from_index).collect();
            groups.push(Group {
                name: name(extra, &cells),
                first,
                size,
                // Variables that are not arranged in rows have 0 columns, and `spot` divides by this number.
                columns: usize::from(extra.columns).max(1),
            });
        }
        Self {
            layout: puzzle.layout.clone(),
            groups,
            diagonals: OnceCell::new(),
        }
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of cells in the grid and in all groups of variables.
    pub(crate) fn count(&self) -> usize {
        self.groups.last().map_or(0, |g| g.first + g.size)
    }

    /// Parses the name of a cell: `R1C1` with row and column as one base-17 digit each, `VX`, `VX3`, `CC5`. One digit
    /// suffices, because ISS grids have at most 16 rows and columns.
    pub(crate) fn parse(&self, name: &str) -> Result<Cell, String> {
        if let [b'R' | b'r', row, b'C' | b'c', column] = name.as_bytes() {
            let number = |byte: u8| char::from(byte).to_digit(17).filter(|&n| n > 0);
            if let (Some(row), Some(column)) = (number(*row), number(*column)) {
                return self
                    .layout
                    .cell_at(row as i32 - 1, column as i32 - 1)
                    .ok_or_else(|| self.off_grid(name));
            }
        }
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let index = &name[letters.len()..];
        let group = self.groups[1..].iter().find(|g| g.name == letters);
        let Some(group) = group else {
            return Err(self.no_cell(name));
        };
        let place = match (group.size, index) {
            (1, "") => Some(0),
            (1, _) => None,
            _ if index.starts_with('0') => None,
            _ => index.parse::<usize>().ok().and_then(|n| n.checked_sub(1)),
        };
        match place.filter(|&p| p < group.size) {
            Some(place) => Ok(Cell::from_index(group.first + place)),
            None if group.size == 1 => {
                Err(format!("{letters} has only one cell, which has no number"))
            }
            None => Err(format!(
                "{letters} only has the cells {letters}1 to {letters}{}",
                group.size
            )),
        }
    }

    fn off_grid(&self, name: &str) -> String {
        let (rows, columns) = (self.layout.rows, self.layout.columns);
        format!("{name} is off the grid, which has {rows} rows and {columns} columns")
    }

    fn no_cell(&self, name: &str) -> String {
        let shown: String = name.chars().take(20).collect();
        let upper = shown.to_ascii_uppercase();
        let long = upper
            .strip_prefix('R')
            .and_then(|rest| rest.split_once('C'))
            .filter(|(r, c)| [r, c].iter().all(|n| n.bytes().all(|b| b.is_ascii_digit())));
        match long {
            Some((r, c)) if r.len() > 1 || c.len() > 1 => format!(
                "`{shown}` is not a cell; rows and columns over 9 are written a to g, as in RaC1"
            ),
            _ => {
                format!("`{shown}` is not a cell; cells are named like R1C1 or, for variables, VX1")
            }
        }
    }

    pub(crate) fn name(&self, cell: Cell) -> String {
        let spot = self.spot(cell);
        if spot.group == 0 {
            let digit = |n: i32| char::from_digit(n as u32 + 1, 17).unwrap_or('?');
            return format!("R{}C{}", digit(spot.row), digit(spot.column));
        }
        let group = &self.groups[spot.group];
        match group.size {
            1 => group.name.clone(),
            _ => format!("{}{}", group.name, cell.index() - group.first + 1),
        }
    }

    /// Returns the name of a cell in formulas: `R1C1`, `VX`, `VX[2]`.
    pub(crate) fn variable(&self, cell: Cell) -> String {
        let group = &self.groups[self.spot(cell).group];
        match (group.first, group.size) {
            (0, _) => self.layout.name(cell),
            (_, 1) => group.name.clone(),
            (first, _) => format!("{}[{}]", group.name, cell.index() - first + 1),
        }
    }

    pub(crate) fn spot(&self, cell: Cell) -> Spot {
        let after = self.groups.partition_point(|g| g.first <= cell.index());
        let number = self.groups[..after]
            .iter()
            .rposition(|g| g.size > 0)
            .unwrap_or(0);
        let group = &self.groups[number];
        let place = cell.index() - group.first;
        Spot {
            group: number,
            row: (place / group.columns) as i32,
            column: (place % group.columns) as i32,
        }
    }

    /// Returns the cell at a spot; `None` if there is none.
    pub(crate) fn at(&self, spot: Spot) -> Option<Cell> {
        let group = &self.groups[spot.group];
        let row = usize::try_from(spot.row).ok()?;
        let column = usize::try_from(spot.column).ok()?;
        let place = row * group.columns + column;
        // Without the column test, a step over the right edge would lead to the next row.
        (column < group.columns && place < group.size)
            .then(|| Cell::from_index(group.first + place))
    }

    /// Returns the cells of the group with this name. The empty name denotes the grid.
    pub(crate) fn group(&self, name: &str) -> Option<Vec<Cell>> {
        let group = self.groups.iter().find(|g| g.name == name)?;
        let places = group.first..group.first + group.size;
        Some(places.map(Cell::from_index).collect())
    }

    /// Returns the name of the group whose cells are exactly these.
    pub(crate) fn group_of(&self, cells: &[Cell]) -> Option<&str> {
        let group = &self.groups[self.spot(*cells.first()?).group];
        let whole = cells.len() == group.size
            && cells
                .iter()
                .enumerate()
                .all(|(i, c)| c.index() == group.first + i);
        whole.then_some(group.name.as_str())
    }

    /// Returns the pairs of adjacent cells in a list, in the order of the list and with the earlier cell
    /// first.
    pub(crate) fn touching(&self, cells: &[Cell]) -> Vec<(Cell, Cell)> {
        const UNLISTED: usize = usize::MAX;
        let mut places = vec![UNLISTED; self.count()];
        let mut listed = vec![];
        for &cell in cells {
            if places[cell.index()] == UNLISTED {
                places[cell.index()] = listed.len();
                listed.push(cell);
            }
        }
        let mut pairs = vec![];
        for (place, &a) in listed.iter().enumerate() {
            let place_of = |b: &Cell| places[b.index()];
            let after = |b: &Cell| place_of(b) != UNLISTED && place_of(b) > place;
            let mut later: Vec<Cell> = self.neighbours(a).filter(after).collect();
            later.sort_unstable_by_key(place_of);
            pairs.extend(later.into_iter().map(|b| (a, b)));
        }
        pairs
    }

    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let spot = self.spot(cell);
        [(-1, 0), (0, -1), (0, 1), (1, 0)]
            .into_iter()
            .filter_map(move |(down, right)| {
                self.at(Spot {
                    row: spot.row + down,
                    column: spot.column + right,
                    ..spot
                })
            })
    }

    /// Returns all diagonals, each starting at the cell by which ISS names it.
    pub(crate) fn diagonals(&self) -> &[Vec<Cell>] {
        self.diagonals.get_or_init(|| self.find_diagonals())
    }

    fn find_diagonals(&self) -> Vec<Vec<Cell>> {
        let rows = i32::from(self.layout.rows);
        let columns = i32::from(self.layout.columns);
        // The order of the directions matters, because ISS names a diagonal after its start in the first direction
        // that finds it.
        let down_right = (0..rows - 1).map(|r| ((r, 0), (1, 1)));
        let up_left = (1..rows - 1).map(|r| ((r, columns - 1), (-1, -1)));
        let down_left = (1..columns).map(|c| ((0, c), (1, -1)));
        let up_right = (1..columns - 1).map(|c| ((rows - 1, c), (-1, 1)));
        let mut known: Vec<Vec<Cell>> = vec![];
        for (start, step) in down_right.chain(up_left).chain(down_left).chain(up_right) {
            let diagonal = self.layout.diagonal_seen_from(start, step);
            // A diagonal can be reached from both ends, so it is added only once.
            if diagonal.len() > 1 && !known.iter().any(|k| same_diagonal(k, &diagonal)) {
                known.push(diagonal);
            }
        }
        known
    }
}

/// Returns the groups of auxiliary variables, each with the index of its first cell.
pub(crate) fn beside_the_grid(puzzle: &Puzzle) -> impl Iterator<Item = (&Extra, usize)> {
    let mut next = puzzle.layout.cell_count();
    puzzle.extras.iter().map(move |extra| {
        let first = next;
        next += usize::from(extra.size);
        (extra, first)
    })
}

/// Returns `true` if two diagonals consist of the same cells, in either direction.
pub(crate) fn same_diagonal(a: &[Cell], b: &[Cell]) -> bool {
    a == b || a.iter().eq(b.iter().rev())
}
