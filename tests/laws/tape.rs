//! Provides the random choices of a test case, and random clues that are built from them.

use cluewright_puzzle::{Cell, Clue, DIAGONALS, Layout, Param};
use cluewright_rules::{Default as ParamDefault, ParamKind, Rule, Shape};

/// A tape of random numbers. It shrinks well, because every choice after its end is the first alternative.
pub(crate) struct Tape<'a>(&'a [u16], usize);

impl<'a> Tape<'a> {
    pub(crate) fn new(numbers: &'a [u16]) -> Self {
        Self(numbers, 0)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        let number = self.0.get(self.1).copied().unwrap_or(0);
        self.1 += 1;
        usize::from(number) % n.max(1)
    }

    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    pub(crate) fn one_of<T: Clone>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())].clone()
    }

    /// Generates a list of distinct cells, each a king's move from the previous one. The list is shorter than `length`
    /// if there is no free cell to continue with.
    pub(crate) fn walk(&mut self, layout: &Layout, length: usize, taken: &[Cell]) -> Vec<Cell> {
        let mut walk: Vec<Cell> = vec![];
        for _ in 0..length {
            let free = |cell: &Cell| !walk.contains(cell) && !taken.contains(cell);
            let near = |cell: &Cell| {
                walk.last().is_none_or(|&last| {
                    let ((r, c), (row, column)) = (layout.place(*cell), layout.place(last));
                    r.abs_diff(row).max(c.abs_diff(column)) == 1
                })
            };
            let next: Vec<Cell> = layout.cells().filter(free).filter(near).collect();
            if next.is_empty() {
                break;
            }
            walk.push(self.one_of(&next));
        }
        walk
    }

    fn slots(&mut self, shape: Shape, layout: &Layout) -> Vec<Vec<Cell>> {
        let all: Vec<Cell> = layout.cells().collect();
        match shape {
            Shape::Global => vec![],
            Shape::Group if self.below(3) == 1 => vec![self.one_of(&lines_and_boxes(layout))],
            Shape::Cell | Shape::Group => {
                let length = self.between(1, 5);
                vec![self.walk(layout, length, &[])]
            }
            Shape::Line => {
                let length = self.between(2, 6);
                vec![self.walk(layout, length, &[])]
            }
            Shape::Pair => vec![self.walk(layout, 2, &[])],
            Shape::Square => {
                let row = self.below(usize::from(layout.rows) - 1) as i32;
                let column = self.below(usize::from(layout.columns) - 1) as i32;
                let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let cells = steps.map(|(down, right)| layout.cell_at(row + down, column + right));
                vec![cells.into_iter().flatten().collect()]
            }
            Shape::Outside => {
                let side = self.below(4);
                let (rows, columns) = (i32::from(layout.rows), i32::from(layout.columns));
                let (row, column) = (
                    self.below(layout.rows.into()),
                    self.below(layout.columns.into()),
                );
                let seat = match side {
                    0 => (-1, column as i32),
                    1 => (rows, column as i32),
                    2 => (row as i32, -1),
                    _ => (row as i32, columns),
                };
                vec![layout.line_seen_from(seat).unwrap_or_default()]
            }
            Shape::Diagonal => {
                let (step, along) = (self.one_of(&DIAGONALS), self.below(layout.columns.into()));
                let row = if step.0 > 0 {
                    0
                } else {
                    i32::from(layout.rows) - 1
                };
                vec![layout.diagonal_seen_from((row, along as i32), step)]
            }
            Shape::Arrow => {
                let length = self.between(1, 2);
                let bulb = self.walk(layout, length, &[]);
                let length = self.between(1, 3);
                let shaft = self.walk(layout, length, &bulb);
                vec![bulb, shaft]
            }
            Shape::Pieces => {
                let mut pieces: Vec<Vec<Cell>> = vec![];
                for _ in 0..self.between(2, 3) {
                    let length = self.between(1, 3);
                    let taken: Vec<Cell> = pieces.iter().flatten().copied().collect();
                    pieces.push(self.walk(layout, length, &taken));
                }
                pieces
            }
            Shape::Copy => {
                let length = self.between(1, 3);
                let cells = self.walk(layout, length, &[]);
                let copy = self.walk(layout, cells.len(), &cells);
                vec![cells, copy]
            }
            Shape::Arms => {
                let control = self.one_of(&all);
                let mut slots = vec![vec![control]];
                for _ in 0..self.between(1, 3) {
                    let length = self.between(1, 3);
                    slots.push(self.walk(layout, length, &[control]));
                }
                slots
            }
            Shape::Control => {
                let control = self.one_of(&all);
                let length = self.between(2, 4);
                vec![vec![control], self.walk(layout, length, &[control])]
            }
        }
    }

    /// Generates a regular expression over the digits of the layout.
    fn pattern(&mut self, layout: &Layout) -> String {
        let digits: Vec<u8> = layout.digits().iter().collect();
        let mut digit = || self.one_of(&digits);
        let (a, b, c) = (digit(), digit(), digit());
        let patterns = [format!("{a}*[{b}{c}].*"), format!("({a}.|{b})*[^{c}]?")];
        self.one_of(&patterns)
    }

    /// Generates a clue of the rule. The clue need not respect the limits of the rule.
    pub(crate) fn clue(&mut self, rule: &Rule, layout: &Layout) -> Clue {
        let mut clue = Clue::new(&rule.name);
        let names = rule.shape.slots();
        for (i, mut cells) in self.slots(rule.shape, layout).into_iter().enumerate() {
            if rule.repeats && cells.len() > 1 && self.below(4) == 1 {
                let (from, to) = (self.below(cells.len()), self.below(cells.len()));
                cells[to] = cells[from];
            }
            clue = clue.slot(names[i.min(names.len() - 1)], cells);
        }
        for param in &rule.params {
            let required = matches!(param.default, ParamDefault::Required);
            if !required && self.below(2) == 0 {
                continue;
            }
            let number = |tape: &mut Self| tape.below(9) as i64;
            let value = match param.kind {
                ParamKind::Number => Param::Int(number(self)),
                ParamKind::NumberOrNumbers if self.below(2) == 0 => Param::Int(number(self)),
                ParamKind::Numbers | ParamKind::NumberOrNumbers => {
                    let length = self.between(1, 3);
                    Param::Ints((0..length).map(|_| number(self)).collect())
                }
                ParamKind::Text if rule.name == "regex" => self.pattern(layout).as_str().into(),
                ParamKind::Text => {
                    let examples = rule.accepts.iter().chain(&rule.rejects);
                    let texts: Vec<&Param> =
                        examples.filter_map(|e| e.params.get(&param.name)).collect();
                    if texts.is_empty() {
                        continue;
                    }
                    self.one_of(&texts).clone()
                }
            };
            clue = clue.with(&param.name, value);
        }
        clue
    }
}

/// Returns the cells of each row, column and box, even of those whose cells need not differ.
fn lines_and_boxes(layout: &Layout) -> Vec<Vec<Cell>> {
    let rows = (0..layout.rows).map(|row| layout.row(row).collect());
    let columns = (0..layout.columns).map(|column| layout.column(column).collect());
    rows.chain(columns).chain(layout.box_cells()).collect()
}
