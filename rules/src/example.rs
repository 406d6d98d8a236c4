//! Converts the examples of rule files to small puzzles.

use super::rule::{Example, ExampleCells, ExampleValues, Rule};
use super::shape::Shape;
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle, digit_of_char};

/// An example of a rule, as a puzzle with one clue and a full assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The puzzle, whose only clue is the example's.
    pub puzzle: Puzzle,
    /// The values of all cells. Cells that the example does not mention have the lowest digit.
    pub values: Vec<u8>,
}

impl Example {
    /// Converts the example to a puzzle whose only clue is the example's.
    ///
    /// # Errors
    /// Returns a description of the part of the example that is missing or unsuitable.
    pub fn instance(&self, rule: &Rule) -> Result<Instance, String> {
        let (layout, slots, values) = match (&self.values, &self.grid) {
            (Some(values), None) => self.lay_out_values(values, rule)?,
            (None, Some(rows)) => self.lay_out_grid(rows, rule)?,
            _ => return Err("an example needs either `values` or `grid`".to_owned()),
        };
        let mut puzzle = Puzzle::new(layout);
        puzzle.clues.push(Clue {
            rule: rule.name.clone(),
            slots,
            params: self.params.clone(),
            parts: vec![],
        });
        Ok(Instance { puzzle, values })
    }

    fn lay_out_values(&self, values: &ExampleValues, rule: &Rule) -> Result<Laid, String> {
        let layout = Layout {
            min_digit: self.low.unwrap_or(1),
            ..Layout::square(self.size.unwrap_or(9))
        };
        let names = rule.shape.slots();
        let first = names
            .first()
            .ok_or("an example of a global rule needs a `grid`")?;
        let lists: Vec<(String, &Vec<u8>)> = match values {
            ExampleValues::One(values) => vec![((*first).to_owned(), values)],
            ExampleValues::Lists(lists) => lists.iter().map(|v| ((*first).to_owned(), v)).collect(),
            ExampleValues::Slots(slots) => {
                let unknown = slots.keys().find(|slot| !names.contains(&slot.as_str()));
                if let Some(slot) = unknown {
                    return Err(format!("the rule has no slot `{slot}`"));
                }
                let given = names.iter().filter_map(|n| slots.get_key_value(*n));
                given.map(|(name, values)| (name.clone(), values)).collect()
            }
        };
        let mut all = vec![layout.min_digit; layout.cell_count()];
        let mut free = 0;
        let mut slots = vec![];
        for (name, values) in lists {
            let cells = places(&layout, rule.shape, free, values.len());
            let cells = cells.ok_or("the grid is too small for the example")?;
            for (cell, value) in cells.iter().zip(values) {
                all[cell.index()] = *value;
            }
            free += values.len();
            slots.push((name, cells));
        }
        Ok((layout, slots, all))
    }

    fn lay_out_grid(&self, rows: &[String], rule: &Rule) -> Result<Laid, String> {
        let side = |length: usize| u8::try_from(length).ok().filter(|n| (1..=25).contains(n));
        let width = rows.first().map_or(0, |row| row.chars().count());
        if rows.iter().any(|row| row.chars().count() != width) {
            return Err("the rows of the grid differ in length".to_owned());
        }
        let sizes = side(rows.len()).zip(side(width));
        let (height, width) = sizes.ok_or("a grid has 1 to 25 rows and columns")?;
        let layout = Layout {
            rows: height,
            columns: width,
            min_digit: self.low.unwrap_or(1),
            ..Layout::square(self.size.unwrap_or(height.max(width)))
        };
        let digit = |c| digit_of_char(c).ok_or_else(|| format!("`{c}` is not a digit"));
        let values = rows
            .concat()
            .chars()
            .map(digit)
            .collect::<Result<Vec<u8>, _>>()?;
        let first = || rule.shape.slots().first().map_or("", |name| name);
        let list = |(name, text): (&str, &str)| {
            let cells = text.split_whitespace().map(|name| layout.parse_name(name));
            let cells = cells
                .collect::<Result<Vec<Cell>, _>>()
                .map_err(|e| e.to_string());
            Ok::<_, String>((name.to_owned(), cells?))
        };
        let slots = match &self.cells {
            None => vec![],
            Some(ExampleCells::One(text)) => vec![list((first(), text))?],
            Some(ExampleCells::Lists(lists)) => lists
                .iter()
                .map(|text| list((first(), text)))
                .collect::<Result<_, _>>()?,
            Some(ExampleCells::Slots(slots)) => {
                let slots = slots.iter().map(|(name, text)| list((name, text)));
                slots.collect::<Result<_, _>>()?
            }
        };
        Ok((layout, slots, values))
    }
}

type Laid = (Layout, Vec<(String, Vec<Cell>)>, Vec<u8>);

/// Chooses cells in the arrangement that the shape requires, or the next cells in reading order if it requires
/// none.
fn places(layout: &Layout, shape: Shape, free: usize, count: usize) -> Option<Vec<Cell>> {
    let at = |row: usize, column: usize| {
        let (row, column) = (i32::try_from(row).ok()?, i32::try_from(column).ok()?);
        layout.cell_at(row, column)
    };
    let size = usize::from(layout.rows);
    match shape {
        // These two shapes have a single slot, so all cells of the grid are still free.
        Shape::Square => (0..count).map(|i| at(i / 2, i % 2)).collect(),
        Shape::Diagonal => {
            let top = size.checked_sub(count)?;
            (0..count).map(|i| at(top + i, i)).collect()
        }
        _ => {
            let cells = free..free.checked_add(count)?;
            (cells.end <= layout.cell_count()).then(|| cells.map(Cell::from_index).collect())
        }
    }
}
