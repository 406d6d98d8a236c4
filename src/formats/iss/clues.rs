//! From items to clues: one function for each way to write arguments.

use super::args::{Args, args, cell, integer, plain_integer, values};
use super::cells::{Cells, Spot};
use super::text::{Item, Piece};
use super::types::Form;
use crate::formats::ReadError;
use crate::puzzle::{Cell, Clue, DigitSet, Layout, Param};
use crate::rules::{PairTable, encodings};
use percent_encoding::percent_decode_str;

/// The largest total of a sum.
pub(super) const MAX_SUM: i64 = 1_000_000;

/// Reads items that are clues of one kind.
pub(super) struct Clues<'p> {
    pub(super) cells: &'p Cells,
    /// How many cells a region to be found has.
    pub(super) region_size: u8,
}

impl Clues<'_> {
    fn layout(&self) -> &Layout {
        self.cells.layout()
    }

    fn args<'a, 't>(
        &'a self,
        item: &'a Item<'t>,
    ) -> Args<'a, 't, impl Iterator<Item = Piece<'t>> + use<'t>> {
        args(item, self.cells)
    }

    /// The clues that an item makes.
    pub(super) fn of(&self, item: &Item) -> Result<Vec<Clue>, ReadError> {
        match item.kind.form {
            Form::Pairs => self.pairs(item),
            Form::Regex => self.regex(item),
            Form::Machine => self.machine(item),
            Form::Table { swapped, all_pairs } => self.table(item, swapped, all_pairs),
            Form::Sides(param, least) => self.sides(item, param, least),
            Form::SameValues => self.same_values(item),
            Form::EqualSum => self.equal_sum(item),
            Form::StrictKropki => {
                self.args(item).end()?;
                Ok(["white-dot-negative", "black-dot-negative"]
                    .map(Clue::new)
                    .into())
            }
            _ => self.one(item).map(|clue| vec![clue]),
        }
    }

    fn one(&self, item: &Item) -> Result<Clue, ReadError> {
        let rule = item.kind.rule;
        let mut a = self.args(item);
        match item.kind.form {
            Form::Diagonal => self.diagonal_rule(item),
            Form::Chaos => self.chaos_construction(item),
            Form::Cells(least) => Ok(Clue::on(rule, a.cells(least)?)),
            Form::Numbered(param) => {
                let least = i64::from(param != "sum");
                let number = a.number("a number", least..=MAX_SUM)?;
                Ok(Clue::on(rule, a.cells(1)?).with(param, number))
            }
            Form::Values => {
                let digits = self.digits(&a.next("values")?)?;
                Ok(Clue::on(rule, a.cells(1)?).with("digits", digits))
            }
            Form::Whisper => self.whisper(item),
            Form::SumLine => self.sum_line(item),
            Form::Arrow => {
                let circle = a.cell("a circle")?;
                let clue = Clue::new(rule).slot("bulb", [circle]);
                Ok(clue.slot("shaft", a.cells(1)?))
            }
            Form::Pill => self.pill(item),
            Form::Cage => self.cage(item),
            Form::Sum => {
                let spec = a.next("a sum")?;
                weighted_sum(rule, &spec, a.cells(1)?)
            }
            Form::LookAndSay => {
                let said = said_digits(&a.next("what is said")?, self.layout())?;
                Ok(Clue::on(rule, a.cells(1)?).with("digits", said))
            }
            Form::Quad => self.quad(item),
            Form::Control => {
                let control = a.cell("a cell that counts")?;
                let clue = Clue::new(rule).slot("control", [control]);
                Ok(clue.slot("cells", a.cells(1)?))
            }
            Form::Indexing => self.indexing(item),
            Form::Sandwich => {
                let sum = a.number("a sum", 0..=MAX_SUM)?;
                let line = self.line(&a.next("a row or column")?)?;
                a.end()?;
                Ok(Clue::on(rule, line).with("sum", sum))
            }
            Form::LittleKiller => {
                let sum = a.number("a sum", 0..=MAX_SUM)?;
                let diagonal = self.diagonal(&a.next("the first cell of a diagonal")?)?;
                a.end()?;
                Ok(Clue::on(rule, diagonal).with("sum", sum))
            }
            Form::Connected => self.connected(item),
            Form::ChaosArrow | Form::ChaosCount => self.chaos(item),
            _ => {
                a.end()?;
                Ok(Clue::new(rule))
            }
        }
    }

    fn digits(&self, piece: &Piece) -> Result<Param, ReadError> {
        values(piece, &piece.text, self.layout()).map(|digits| ints(&digits))
    }

    fn diagonal_rule(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let direction = a.next("a direction")?;
        a.end()?;
        match &*direction.text {
            "1" => Ok(Clue::new("diagonal-up")),
            "-1" => Ok(Clue::new("diagonal-down")),
            _ => Err(direction.error("a diagonal is 1 (`/`) or -1 (`\\`)")),
        }
    }

    fn whisper(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let number = a.next_if(|text| plain_integer(text, &(0..=MAX_SUM)).is_some());
        let number = number.map(|piece| integer(&piece, "a difference", 0..=MAX_SUM));
        let clue = Clue::on(item.kind.rule, a.cells(1)?);
        Ok(match number.transpose()? {
            Some(number) => clue.with("difference", number),
            // The rule's own default is 5 on nine digits, but not on other numbers of them.
            None if self.layout().digit_count != 9 => clue.with("difference", 5),
            None => clue,
        })
    }

    fn sum_line(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let sum = a.number("a sum", 0..=30)?;
        let mut pieces: Vec<Piece> = a.rest().collect();
        let closed = pieces.pop_if(|piece| piece.text == "LOOP").is_some();
        let list = pieces.iter().map(|piece| cell(piece, self.cells));
        let list = list.collect::<Result<Vec<_>, _>>()?;
        if list.is_empty() {
            return Err(item.error("`.SumLine` needs cells"));
        }
        let clue = Clue::on(item.kind.rule, list).with("sum", sum);
        Ok(if closed { clue.with("loop", 1) } else { clue })
    }

    fn pill(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let length = a.number("the length of its pill", 2..=3)? as usize;
        let mut bulb = a.cells(length + 1)?;
        let shaft = bulb.split_off(length);
        bulb.sort_unstable();
        self.check_pill(item, &bulb)?;
        let clue = Clue::new(item.kind.rule);
        Ok(clue.slot("bulb", bulb).slot("shaft", shaft))
    }

    fn cage(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let sum = a.next("a sum")?;
        let sum = match sum.text.is_empty() {
            true => 0,
            false => integer(&sum, "a sum", 0..=MAX_SUM)?,
        };
        let clue = Clue::on(item.kind.rule, a.cells(1)?);
        Ok(if sum == 0 {
            clue
        } else {
            clue.with("sum", sum)
        })
    }

    fn quad(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let square = self.square(&a.next("a cell")?)?;
        let mut digits = vec![];
        for piece in a.rest() {
            digits.extend(values(&piece, &piece.text, self.layout())?);
        }
        match digits.is_empty() {
            true => Err(item.error("`.Quad` needs values")),
            false => Ok(Clue::on(item.kind.rule, square).with("digits", ints(&digits))),
        }
    }

    fn indexing(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let direction = a.next("`C` or `R`")?;
        let rule = match &*direction.text {
            "C" => "column-indexer",
            "R" => "row-indexer",
            _ => return Err(direction.error("indexing goes by `C` (columns) or `R` (rows)")),
        };
        Ok(Clue::on(rule, a.cells(1)?))
    }

    fn connected(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let group = a.next("a group")?;
        let cells = self.cells.group(&group.text);
        let cells = cells.ok_or_else(|| group.error("there is no such group of cells"))?;
        let digits = self.digits(&a.next("values")?)?;
        let clue = Clue::on(item.kind.rule, cells).with("digits", digits);
        let size = a.optional();
        a.end()?;
        match size {
            None => Ok(clue),
            Some(size) => Ok(clue.with("count", integer(&size, "a size", 1..=MAX_SUM)?)),
        }
    }

    /// All cells cut into sets of one size.
    fn same_values(&self, item: &Item) -> Result<Vec<Clue>, ReadError> {
        let mut a = self.args(item);
        let sets = a.number("a number of sets", 1..=MAX_SUM)? as usize;
        let list = a.cells(1)?;
        let found = list.len();
        if !found.is_multiple_of(sets) {
            let message = format!("{found} cells cannot be cut into {sets} equal sets");
            return Err(item.error(message));
        }
        Ok(match found / sets {
            _ if sets == 1 => vec![],
            1 => vec![Clue::on("all-equal", list)],
            size => vec![pieces(
                item.kind.rule,
                list.chunks(size).map(<[Cell]>::to_vec),
            )],
        })
    }

    fn equal_sum(&self, item: &Item) -> Result<Vec<Clue>, ReadError> {
        let lists = self.args(item).lists("-")?;
        Ok(match lists.len() {
            1 => vec![],
            _ => vec![pieces(item.kind.rule, lists)],
        })
    }

    /// One clue for each two listed cells that touch.
    fn pairs(&self, item: &Item) -> Result<Vec<Clue>, ReadError> {
        let listed = self.args(item).cells(2)?;
        let pairs = self.cells.touching(&listed);
        if pairs.is_empty() {
            let message = format!("no two cells of this `.{}` touch", item.kind.name);
            return Err(item.error(message));
        }
        let clue = |(a, b)| Clue::on(item.kind.rule, [a, b]);
        Ok(pairs.into_iter().map(clue).collect())
    }

    fn regex(&self, item: &Item) -> Result<Vec<Clue>, ReadError> {
        let mut a = self.args(item);
        let encoded = a.next("a pattern")?;
        let pattern = pattern(&encoded)?;
        encodings::check_pattern(&pattern, self.layout())
            .map_err(|e| encoded.error(e.to_string()))?;
        let clue = |list| Clue::on(item.kind.rule, list).with("pattern", pattern.as_str());
        Ok(a.lists("")?.into_iter().map(clue).collect())
    }

    fn machine(&self, item: &Item) -> Result<Vec<Clue>, ReadError> {
        let machine = self.args(item).next("a machine")?;
        encodings::check_machine(&machine.text, self.layout())
            .map_err(|e| machine.error(e.to_string()))?;
        let clue = |lists| pieces(item.kind.rule, lists).with("machine", &*machine.text);
        Ok(self
            .named_groups(item, true)?
            .into_iter()
            .map(clue)
            .collect())
    }

    fn table(&self, item: &Item, swapped: bool, all_pairs: bool) -> Result<Vec<Clue>, ReadError> {
        let piece = self.args(item).next("a key")?;
        let key = match swapped {
            false => piece.text.clone().into_owned(),
            true => swap_legacy(&piece.text),
        };
        let key = key.trim_end_matches('A');
        let table = encodings::decode_key(key, self.layout());
        let table = table.map_err(|e| piece.error(e.to_string()))?;
        if all_pairs && !symmetric(&table, self.layout().digits()) {
            let name = item.kind.name;
            let message = format!("the key of `.{name}` must not depend on the order of two cells");
            return Err(piece.error(message));
        }
        let clue = |list: Vec<Cell>| Clue::on(item.kind.rule, list).with("key", key);
        let lists = self.named_groups(item, false)?.into_iter().flatten();
        Ok(lists.map(clue).collect())
    }

    /// The lists after the first argument: `_name` and empty arguments part them; `-` cuts one into pieces.
    fn named_groups(&self, item: &Item, cut: bool) -> Result<Vec<Vec<Vec<Cell>>>, ReadError> {
        let mut groups: Vec<Vec<Vec<Cell>>> = vec![];
        let mut group = vec![vec![]];
        for piece in item.arguments().skip(1) {
            match &*piece.text {
                text if text.is_empty() || text.starts_with('_') => {
                    groups.push(std::mem::replace(&mut group, vec![vec![]]));
                }
                "-" if cut => group.push(vec![]),
                _ => {
                    let cell = cell(&piece, self.cells)?;
                    group
                        .last_mut()
                        .into_iter()
                        .for_each(|list| list.push(cell));
                }
            }
        }
        groups.push(group);
        groups.retain(|lists| lists.iter().any(|list| !list.is_empty()));
        match groups.iter().flatten().any(Vec::is_empty) {
            true => Err(item.error("a piece between two `-` has no cells")),
            false => Ok(groups),
        }
    }

    /// The clues at both ends of a row or column.
    fn sides(&self, item: &Item, param: &str, least: i64) -> Result<Vec<Clue>, ReadError> {
        let mut a = self.args(item);
        let line = self.line(&a.next("a row or column")?)?;
        let back: Vec<Cell> = line.iter().rev().copied().collect();
        let mut clues = vec![];
        for (side, cells) in [line, back].into_iter().enumerate() {
            let value = if side == 0 {
                Some(a.next("a clue")?).filter(|piece| !piece.text.is_empty())
            } else {
                a.optional()
            };
            if let Some(piece) = value {
                let number = integer(&piece, "a clue", least..=MAX_SUM)?;
                clues.push(Clue::on(item.kind.rule, cells).with(param, number));
            }
        }
        a.end()?;
        match clues.is_empty() {
            true => Err(item.error(format!("`.{}` has no clue at either end", item.kind.name))),
            false => Ok(clues),
        }
    }

    /// The cells of `R3` or `C3` from the left or the top.
    fn line(&self, id: &Piece) -> Result<Vec<Cell>, ReadError> {
        let layout = self.layout();
        let number = |most: u8| {
            let rest = id.text.get(1..).unwrap_or("");
            plain_integer(rest, &(1..=most.into())).map(|n| n as u8 - 1)
        };
        let line = match id.text.as_bytes().first() {
            Some(b'R' | b'r') => number(layout.rows).map(|row| layout.row(row).collect()),
            Some(b'C' | b'c') => {
                number(layout.columns).map(|column| layout.column(column).collect())
            }
            _ => None,
        };
        line.ok_or_else(|| {
            id.error(format!(
                "a row or column is written R1 to R{} or C1 to C{}",
                layout.rows, layout.columns
            ))
        })
    }

    fn diagonal(&self, start: &Piece) -> Result<Vec<Cell>, ReadError> {
        let first = cell(start, self.cells)?;
        let mut known = self.cells.diagonals().iter();
        let found = known.find(|diagonal| diagonal[0] == first).cloned();
        found.ok_or_else(|| {
            let message = format!("no diagonal is named after {}", start.text);
            start.error(message).help(
                "diagonals are named after a cell of the left side (they go down right), \
                 the right side (up left), the top (down left) or the bottom (up right), \
                 the first of these that does",
            )
        })
    }

    /// The 2x2 square with this corner at its top left.
    fn square(&self, corner: &Piece) -> Result<Vec<Cell>, ReadError> {
        let spot = self.cells.spot(cell(corner, self.cells)?);
        let at = |(down, right)| {
            self.cells.at(Spot {
                row: spot.row + down,
                column: spot.column + right,
                ..spot
            })
        };
        let square: Option<Vec<Cell>> = [(0, 0), (0, 1), (1, 0), (1, 1)]
            .into_iter()
            .map(at)
            .collect();
        square
            .filter(|_| spot.group == 0)
            .ok_or_else(|| corner.error("no 2x2 square of the grid has this cell at its top left"))
    }

    /// Refuses pills whose cells do not follow each other to the right, down or down right.
    fn check_pill(&self, item: &Item, pill: &[Cell]) -> Result<(), ReadError> {
        let steps = [(0, 1), (1, 0), (1, 1)];
        let follows = |w: &[Cell]| {
            let (a, b) = (self.cells.spot(w[0]), self.cells.spot(w[1]));
            a.group == b.group && steps.contains(&(b.row - a.row, b.column - a.column))
        };
        match pill.windows(2).all(follows) {
            true => Ok(()),
            false => Err(item.error("the cells of a pill must touch, in reading order")),
        }
    }

    fn chaos_construction(&self, item: &Item) -> Result<Clue, ReadError> {
        self.args(item).end()?;
        let labels = self.cells.group("CC").unwrap_or_default();
        let size = i64::from(self.region_size);
        Ok(Clue::on(item.kind.rule, labels)
            .slot("copy", self.cells.layout().cells().collect::<Vec<_>>())
            .with("count", size))
    }

    /// `ChaosArrow~control~offset~arms` and `ChaosCount~control~offset~cells`.
    fn chaos(&self, item: &Item) -> Result<Clue, ReadError> {
        let mut a = self.args(item);
        let piece = a.next("a cell")?;
        let control = cell(&piece, self.cells)?;
        let offset = match a.optional() {
            None => 0,
            Some(piece) => integer(&piece, "an offset", 0..=1)?,
        };
        let needs = || item.error(format!("`.{}` needs `.ChaosConstruction`", item.kind.name));
        let labels = self.cells.group("CC").ok_or_else(needs)?;
        let written: Vec<Piece> = a.rest().collect();
        let lists = match labels.get(control.index()) {
            _ if !written.is_empty() => self.chaos_lists(item, &labels, &written)?,
            Some(label) => self.chaos_default(item.kind.form, self.cells.spot(*label)),
            None => return Err(piece.error(format!("{} is not in the grid", piece.text))),
        };
        let clue = Clue::new(item.kind.rule).slot("control", [control]);
        let clue = lists
            .into_iter()
            .fold(clue, |clue, list| clue.slot("cells", list));
        Ok(if offset == 0 {
            clue
        } else {
            clue.with("offset", offset)
        })
    }

    fn chaos_lists(
        &self,
        item: &Item,
        labels: &[Cell],
        written: &[Piece],
    ) -> Result<Vec<Vec<Cell>>, ReadError> {
        let mut lists = vec![];
        for arm in written.split(|piece| piece.text == "-") {
            let label = |piece: &Piece| {
                let label = cell(piece, self.cells)?;
                let known = labels.contains(&label).then_some(label);
                known.ok_or_else(|| piece.error("regions are told by CC cells"))
            };
            lists.push(arm.iter().map(label).collect::<Result<Vec<_>, _>>()?);
        }
        if lists.iter().any(Vec::is_empty) {
            return Err(item.error("an arm has no cells"));
        }
        match item.kind.form == Form::ChaosCount && lists.len() > 1 {
            true => Err(item.error("`.ChaosCount` has one list of cells")),
            false => Ok(lists),
        }
    }

    /// The four arms from a label, or the labels around it after itself.
    fn chaos_default(&self, form: Form, from: Spot) -> Vec<Vec<Cell>> {
        let step = |down: i32, right: i32, times: i32| {
            self.cells.at(Spot {
                row: from.row + times * down,
                column: from.column + times * right,
                ..from
            })
        };
        if form == Form::ChaosArrow {
            let arms = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let arm = |(down, right)| (0..).map_while(|n| step(down, right, n)).collect();
            return arms.map(arm).into();
        }
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let others = around.filter(|&way| way != (0, 0));
        let cells = std::iter::once((0, 0)).chain(others);
        vec![
            cells
                .filter_map(|(down, right)| step(down, right, 1))
                .collect(),
        ]
    }
}

fn ints(digits: &[u8]) -> Param {
    Param::Ints(digits.iter().map(|&d| i64::from(d)).collect())
}

fn pieces(rule: &str, lists: impl IntoIterator<Item = Vec<Cell>>) -> Clue {
    let clue = Clue::new(rule);
    lists
        .into_iter()
        .fold(clue, |clue, list| clue.slot("cells", list))
}

/// `s`, or `s_=_k1_k2` with one weight for each cell.
fn weighted_sum(rule: &str, spec: &Piece, cells: Vec<Cell>) -> Result<Clue, ReadError> {
    let mut fields = spec.text.split('_');
    let sum = fields.next().unwrap_or("");
    let sum = plain_integer(sum, &(-MAX_SUM..=MAX_SUM))
        .ok_or_else(|| spec.error("a sum is a whole number"))?;
    match fields.next() {
        None => return Ok(Clue::on(rule, cells).with("sum", sum)),
        Some("=") => {}
        Some(_) => return Err(spec.error("weights are written after `_=_`: `10_=_1_2_-1`")),
    }
    let weights: Option<Vec<i64>> = fields.map(|f| plain_integer(f, &(-100..=100))).collect();
    let weights =
        weights.ok_or_else(|| spec.error("a weight is a whole number from -100 to 100"))?;
    if weights.len() != cells.len() {
        let (found, expected) = (weights.len(), cells.len());
        return Err(spec.error(format!("there are {found} weights for {expected} cells")));
    }
    Ok(Clue::on(rule, cells)
        .with("sum", sum)
        .with("weights", weights))
}

/// Counts and values by turns, each one digit.
fn said_digits(said: &Piece, layout: &Layout) -> Result<Vec<i64>, ReadError> {
    let digits: Option<Vec<i64>> = said
        .text
        .chars()
        .map(|c| c.to_digit(10).map(i64::from))
        .collect();
    let pairs = digits.filter(|d| !d.is_empty() && d.len().is_multiple_of(2));
    let digits =
        pairs.ok_or_else(|| said.error("counts and values stand by turns, one digit each"))?;
    let wrong = digits
        .iter()
        .skip(1)
        .step_by(2)
        .find(|&&d| !layout.digits().contains(d as u8));
    match wrong {
        None => Ok(digits),
        Some(wrong) => Err(said.error(format!("{wrong} is not among the digits of this puzzle"))),
    }
}

/// The plain text of a pattern in base64, or, in old texts, percent-encoded.
fn pattern(encoded: &Piece) -> Result<String, ReadError> {
    let bytes: Vec<u8> = match encoded.text.contains('%') {
        true => percent_decode_str(&encoded.text).collect(),
        false => {
            let sextets = encodings::decode_sextets(encoded.text.trim_end_matches('='));
            encodings::sextets_to_bytes(&sextets.map_err(|e| encoded.error(e.to_string()))?)
        }
    };
    let text = String::from_utf8(bytes).ok();
    let text = text.filter(|text| text.chars().all(|c| !c.is_control()));
    text.ok_or_else(|| encoded.error("this is not a pattern in base64"))
}

/// The key of `Binary` in today's alphabet.
fn swap_legacy(key: &str) -> String {
    let swap = |c| match c {
        '-' => '_',
        '_' => '-',
        other => other,
    };
    key.chars().map(swap).collect()
}

fn symmetric(table: &PairTable, digits: DigitSet) -> bool {
    digits.iter().all(|a| {
        digits
            .iter()
            .all(|b| table.allows(a, b) == table.allows(b, a))
    })
}
