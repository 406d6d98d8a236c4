//! From a puzzle to constraint text.
//!
//! Each clue becomes one token, or several that say the same together where ISS has no type for the rule.
//! What follows each other and shares its first arguments is written in one token.

use super::cells::{Cells, same_diagonal};
use super::declare::{DOPPELGANGERS, doppelganger_relations};
use super::parts::{key, variable};
use super::read::NO_TIES;
use super::types::{self, Form, Grid, Scope, Type};
use crate::formats::WriteError;
use crate::puzzle::{Boxes, Cell, Clue, DigitSet, Extra, Layout, Param, Puzzle};
use crate::rules::encodings;
use std::collections::HashSet;

/// Characters for the regions of a jigsaw; the last one is for cells in none.
const REGION_NAMES: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The constraint text of a puzzle.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let mut writer = Writer::new(puzzle);
    let mut tokens = writer.layout();
    tokens.extend(writer.variables());
    tokens.extend(writer.givens());
    let clues: Vec<&Clue> = writer.top_clues();
    tokens.extend(writer.list(&clues, Inside::Top));
    tokens.extend(writer.ties());
    if !writer.failed.is_empty() {
        return Err(WriteError {
            format: "iss",
            parts: writer.failed,
        });
    }
    let text: String = joined(tokens).iter().map(Token::text).collect();
    Ok(if text.is_empty() {
        ".".to_owned()
    } else {
        text
    })
}

/// A constraint on its way to text: `.name~shared~own`.
#[derive(Default)]
struct Token {
    name: &'static str,
    /// The arguments that tokens must share to be joined.
    shared: Option<String>,
    own: String,
    /// What follows the arguments: the constraints of a group and its end.
    inside: String,
    join: Join,
}

/// How a token takes up the next one.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Join {
    #[default]
    Never,
    /// With this between the own arguments.
    With(&'static str),
    /// A clue at the end of a line, after one at its beginning.
    Sides,
}

/// What a clue stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Top,
    And,
    Or,
}

/// Why a clue cannot be written: what it is, in the setter's words.
type Unwritable = String;

impl Token {
    fn new(name: &'static str, own: impl Into<String>) -> Self {
        Self {
            name,
            own: own.into(),
            ..Self::default()
        }
    }

    fn text(&self) -> String {
        let own = Some(&self.own).filter(|own| !own.is_empty());
        let arguments = self.shared.iter().chain(own);
        let arguments: String = arguments.map(|a| format!("~{a}")).collect();
        format!(".{}{arguments}{}", self.name, self.inside)
    }

    /// Takes up the next token if they can be one.
    fn take_up(&mut self, next: &Self) -> bool {
        if (self.name, &self.shared, self.join) != (next.name, &next.shared, next.join) {
            return false;
        }
        match self.join {
            Join::Never => return false,
            Join::With(between) => {
                self.own.push_str(between);
                self.own.push_str(&next.own);
            }
            Join::Sides => match (self.own.strip_suffix('~'), next.own.strip_prefix('~')) {
                (Some(forward), Some(backward)) => self.own = format!("{forward}~{backward}"),
                _ => return false,
            },
        }
        true
    }
}

fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = vec![];
    for token in tokens {
        if !joined.last_mut().is_some_and(|last| last.take_up(&token)) {
            joined.push(token);
        }
    }
    joined
}

struct Writer<'p> {
    puzzle: &'p Puzzle,
    cells: Cells,
    /// What could not be written, each kind once.
    failed: Vec<String>,
}

impl<'p> Writer<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        let mut used = HashSet::new();
        let cells = Cells::named(puzzle, |extra| name_of_group(puzzle, extra, &mut used));
        Self {
            puzzle,
            cells,
            failed: vec![],
        }
    }

    fn fail(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.failed.contains(&what) {
            self.failed.push(what);
        }
    }

    fn names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&c| self.cells.name(c)).collect();
        names.join("~")
    }

    // The grid.

    fn layout(&mut self) -> Vec<Token> {
        let layout = &self.puzzle.layout;
        let (rows, columns) = (layout.rows, layout.columns);
        let longer = rows.max(columns);
        if !(1..=16).contains(&rows) || !(1..=16).contains(&columns) {
            self.fail(format!("a grid of {rows} rows and {columns} columns"));
            return vec![];
        }
        let (low, high) = (layout.min_digit, layout.max_digit());
        if low > 1 || layout.digit_count > 16 || layout.lines && layout.digit_count < longer {
            self.fail(format!("the digits {low} to {high}"));
            return vec![];
        }
        let range = match (low, high) {
            (1, high) if high == longer => String::new(),
            (1, high) => high.to_string(),
            (low, high) => format!("{low}-{high}"),
        };
        let mut shape = format!("{rows}x{columns}");
        if !range.is_empty() || !layout.lines {
            shape = format!("{shape}~{range}");
        }
        if !layout.lines {
            shape.push_str("~Raw");
        }
        let mut tokens = vec![];
        if shape != "9x9" {
            tokens.push(Token::new("Shape", shape));
        }
        tokens.extend(self.regions(longer));
        tokens
    }

    fn regions(&mut self, longer: u8) -> Vec<Token> {
        let layout = &self.puzzle.layout;
        let chaos = self
            .puzzle
            .clues
            .iter()
            .find(|c| c.rule == "chaos-construction");
        let chaos = chaos.and_then(|clue| int(clue, "count"));
        let mut size = chaos.unwrap_or(longer.into());
        let mut tokens = vec![];
        match &layout.boxes {
            Boxes::Default(_) | Boxes::Own(_) if !layout.lines => {
                tokens.extend(self.plain_regions());
            }
            Boxes::Default(0) if size == i64::from(longer) => {}
            Boxes::Default(n) => {
                let n = if *n == 0 { longer } else { *n };
                if chaos.is_some_and(|size| size != i64::from(n)) {
                    self.fail(format!("boxes of {n} cells beside regions of {size}"));
                }
                size = n.into();
            }
            Boxes::None if layout.lines => tokens.push(Token::new("NoBoxes", "")),
            Boxes::None => {}
            Boxes::Own(numbers) => {
                tokens.push(Token::new("NoBoxes", ""));
                match jigsaw(layout, numbers) {
                    Some((region, drawing)) if chaos.is_none_or(|size| size == region) => {
                        size = region;
                        tokens.push(Token::new("Jigsaw", drawing));
                    }
                    _ => tokens.extend(self.plain_regions()),
                }
            }
        }
        if size != i64::from(longer) {
            tokens.insert(0, Token::new("RegionSize", size.to_string()));
        }
        tokens
    }

    /// Regions that ISS would not take for regions, as sets of different digits.
    fn plain_regions(&mut self) -> Vec<Token> {
        const LOOK_AT_BOXES: [&str; 4] = [
            "region-sum-line",
            "disjoint-groups",
            "region-same-values",
            "doppelganger",
        ];
        let looks = |clue: &Clue| LOOK_AT_BOXES.contains(&&*clue.rule);
        if any_clue(&self.puzzle.clues, &looks) {
            self.fail("regions of this size beside rules about regions");
        }
        let boxes = self.puzzle.layout.box_cells();
        let token = |cells: &Vec<Cell>| Token::new("AllDifferent", self.names(cells));
        boxes.iter().map(token).collect()
    }

    // The variables beside it.

    fn variables(&mut self) -> Vec<Token> {
        let mut tokens = vec![];
        let mut first = self.puzzle.layout.cell_count();
        let digits = self.puzzle.layout.digits();
        for extra in &self.puzzle.extras {
            let cells: Vec<Cell> = (first..first + usize::from(extra.size))
                .map(Cell::from_index)
                .collect();
            first += cells.len();
            if is_builtin(self.puzzle, extra) {
                continue;
            }
            if extra.values.bits() & !digits.bits() != 0 {
                self.fail(format!("values of `{}` that are no digits", extra.name));
            }
            let name = self.cells.group_of(&cells).unwrap_or("V");
            let wrapped = u16::from(self.puzzle.layout.columns).min(extra.size);
            let columns = u16::from(extra.columns);
            let size = match extra.size {
                1 => String::new(),
                size if columns == 0 || columns == wrapped || size % columns != 0 => {
                    format!("~~{size}")
                }
                size => format!("~~{}x{columns}", size / columns),
            };
            tokens.push(Token::new("Var", format!("{}{size}", &name[1..])));
            if extra.values != digits {
                tokens.extend(cells.iter().map(|&c| self.keep(c, extra.values)));
            }
        }
        if self.cells.count() > 1000 {
            self.fail("more than 1000 cells");
        }
        tokens
    }

    /// A given: one cell and its digits.
    fn keep(&self, cell: Cell, digits: DigitSet) -> Token {
        let inside = digits & self.puzzle.layout.digits();
        let digits: String = inside.iter().map(|d| format!("_{d}")).collect();
        Token {
            join: Join::With("~"),
            ..Token::new("", self.cells.name(cell) + &digits)
        }
    }

    fn givens(&self) -> Vec<Token> {
        let given = |given: &crate::puzzle::Given| self.keep(given.cell, given.digits);
        self.puzzle.givens.iter().map(given).collect()
    }

    // The clues.

    /// The clues that are not said by something else in the text.
    fn top_clues(&self) -> Vec<&'p Clue> {
        let implied = match self.puzzle.clues.iter().any(|c| c.rule == "doppelganger") {
            true => doppelganger_relations(self.puzzle),
            false => vec![],
        };
        let both = has_both_kropki_negatives(self.puzzle);
        let spoken_for = |clue: &Clue| {
            implied.contains(clue)
                || formula(clue).is_some_and(|f| NO_TIES.contains(&f) && forbids_ties(self.puzzle))
                || both && clue.rule == "black-dot-negative"
        };
        self.puzzle
            .clues
            .iter()
            .filter(|clue| !spoken_for(clue))
            .collect()
    }

    /// The tokens of clues that stand side by side.
    fn list(&mut self, clues: &[&Clue], inside: Inside) -> Vec<Token> {
        let mut seen = HashSet::new();
        let mut tokens = vec![];
        for clue in clues {
            match self.clue(clue, inside) {
                Err(what) => self.fail(what),
                Ok(mut own) => {
                    // ISS would take the later one of two for the earlier one.
                    let again = key(clue).is_some_and(|key| !seen.insert(key));
                    if again && inside != Inside::Or || inside == Inside::Or && own.len() != 1 {
                        own = vec![group("And", own)];
                    }
                    tokens.extend(own);
                }
            }
        }
        match inside {
            Inside::Or => tokens,
            _ => joined(tokens),
        }
    }

    fn clue(&mut self, clue: &Clue, inside: Inside) -> Result<Vec<Token>, Unwritable> {
        let composite = match &*clue.rule {
            "any-of" => Some(("Or", Inside::Or)),
            "all-of" => Some(("And", Inside::And)),
            _ => None,
        };
        if let Some((name, within)) = composite {
            let parts: Vec<&Clue> = clue.parts.iter().collect();
            return Ok(vec![group(name, self.list(&parts, within))]);
        }
        if let Some(tokens) = self.restated(clue, inside)? {
            return Ok(tokens);
        }
        let what = || format!("`{}` clues", clue.rule);
        let kind = types::of_rule(&clue.rule).ok_or_else(what)?;
        self.fits(kind, clue, inside)?;
        self.by_form(kind, clue).map(|token| vec![token])
    }

    /// Refuses clues in grids and places where ISS does not take their type.
    fn fits(&self, kind: &Type, clue: &Clue, inside: Inside) -> Result<(), Unwritable> {
        let layout = &self.puzzle.layout;
        let rule = &clue.rule;
        if kind.scope == Scope::Top && inside != Inside::Top {
            return Err(format!("`{rule}` inside `any-of` or `all-of`"));
        }
        let digits = (layout.min_digit, layout.digit_count);
        let good_digits = match &**rule {
            "entropic-line" | "global-entropy" | "dutch-flatmates" => digits == (1, 9),
            "global-modular" => layout.digit_count == 9,
            "anti-taxicab" => layout.min_digit == 1,
            "doppelganger" => digits == (0, layout.rows + 1),
            "full-rank" => layout.digit_count == layout.rows,
            _ => true,
        };
        let good_grid = match kind.grid {
            Grid::Any => true,
            Grid::Sudoku => layout.lines,
            Grid::Square => layout.lines && layout.rows == layout.columns,
        };
        match good_digits && good_grid {
            true => Ok(()),
            false => Err(format!("`{rule}` on a grid of this kind")),
        }
    }

    /// Clues of rules that ISS has no type for but can say otherwise, and of types with two rules.
    fn restated(&self, clue: &Clue, inside: Inside) -> Result<Option<Vec<Token>>, Unwritable> {
        let layout = &self.puzzle.layout;
        let cells = clue.cells_of("cells");
        let top = |token: Token| match inside {
            Inside::Top => Ok(vec![token]),
            _ => Err(format!("`{}` inside `any-of` or `all-of`", clue.rule)),
        };
        let difference = |default: u8| int(clue, "difference").unwrap_or(default.into());
        let tokens = match &*clue.rule {
            "relation" => match formula(clue).and_then(|f| parse_keep(self.puzzle, f)) {
                Some((cell, digits)) => vec![self.keep(cell, digits)],
                None => return Err("relations".to_owned()),
            },
            "diagonal-up" => top(Token::new("Diagonal", "1"))?,
            "diagonal-down" => top(Token::new("Diagonal", "-1"))?,
            "row-indexer" => vec![Token::new("Indexing", format!("R~{}", self.names(cells)))],
            "column-indexer" => vec![Token::new("Indexing", format!("C~{}", self.names(cells)))],
            "all-equal" => {
                let names = self.names(cells);
                vec![Token::new("SameValues", format!("{}~{names}", cells.len()))]
            }
            "clone" => {
                let copies = clue.cells_of("copy");
                let pair =
                    |(&a, &b)| Token::new("SameValues", format!("2~{}", self.names(&[a, b])));
                cells.iter().zip(copies).map(pair).collect()
            }
            "odd" | "even" => {
                let parity = u8::from(clue.rule == "odd");
                let digits = layout.digits().iter().filter(|d| d % 2 == parity).collect();
                cells.iter().map(|&c| self.keep(c, digits)).collect()
            }
            "minimum" | "maximum" => self.extremes(clue),
            "slow-thermometer" => self.table("Pair", &[cells], |a, b| a <= b),
            "parity-line" => self.table("Pair", &[cells], |a, b| a % 2 != b % 2),
            "nabner" => self.table("PairX", &[cells], |a, b| a.abs_diff(b) >= 2),
            "dutch-whisper" => {
                let difference = difference(layout.digit_count.div_ceil(2).saturating_sub(1));
                vec![Token::new(
                    "Whisper",
                    format!("{difference}~{}", self.names(cells)),
                )]
            }
            "white-dot" if int(clue, "difference").is_some_and(|d| d != 1) => {
                let difference = difference(1);
                self.table("Pair", &[cells], |a, b| {
                    i64::from(a.abs_diff(b)) == difference
                })
            }
            "black-dot" if int(clue, "ratio").is_some_and(|r| r != 2) => {
                let ratio = int(clue, "ratio").unwrap_or(2);
                self.table("Pair", &[cells], |a, b| has_ratio(a, b, ratio))
            }
            "white-dot-negative" if has_both_kropki_negatives(self.puzzle) => {
                top(Token::new("StrictKropki", ""))?
            }
            "white-dot-negative" if clue.params.is_empty() && !self.has_dots() => {
                top(Token::new("AntiConsecutive", ""))?
            }
            "white-dot-negative" => {
                let differences = numbers(clue, "differences", &[1]);
                let allows = |a: u8, b: u8| !differences.contains(&a.abs_diff(b).into());
                self.unmarked(&["white-dot", "black-dot"], allows)?
            }
            "black-dot-negative" => {
                let ratios = numbers(clue, "ratios", &[2]);
                let allows = |a, b| !ratios.iter().any(|&ratio| has_ratio(a, b, ratio));
                self.unmarked(&["white-dot", "black-dot"], allows)?
            }
            "xv-negative" if clue.params.contains_key("sums") => {
                let sums = numbers(clue, "sums", &[5, 10]);
                let allows = |a, b| !sums.contains(&(i64::from(a) + i64::from(b)));
                self.unmarked(&["x", "v"], allows)?
            }
            "anti-diagonal-consecutive" => {
                let pairs = self.diagonal_pairs();
                let lists: Vec<&[Cell]> = pairs.iter().map(|p| &p[..]).collect();
                self.table("Pair", &lists, |a, b| a.abs_diff(b) != 1)
            }
            _ => return Ok(None),
        };
        Ok(Some(tokens))
    }

    /// A pair table on each of the lists.
    fn table(
        &self,
        name: &'static str,
        lists: &[&[Cell]],
        allows: impl FnMut(u8, u8) -> bool,
    ) -> Vec<Token> {
        let key = encodings::encode_key(&self.puzzle.layout, allows);
        let token = |list: &&[Cell]| self.keyed(name, key.clone(), self.names(list));
        lists.iter().map(token).collect()
    }

    fn keyed(&self, name: &'static str, shared: String, own: String) -> Token {
        Token {
            shared: Some(shared),
            join: Join::With("~~"),
            ..Token::new(name, own)
        }
    }

    /// A pair table on each two neighbours that no clue of these rules marks.
    fn unmarked(
        &self,
        marks: &[&str],
        allows: impl FnMut(u8, u8) -> bool,
    ) -> Result<Vec<Token>, Unwritable> {
        let is_mark = |clue: &Clue| marks.contains(&&*clue.rule);
        let (own, grouped): (Vec<&Clue>, Vec<&Clue>) =
            self.puzzle.clues.iter().partition(|c| c.parts.is_empty());
        if grouped.iter().any(|clue| any_clue(&clue.parts, &is_mark)) {
            return Err("marks inside `any-of` beside a rule about unmarked pairs".to_owned());
        }
        let marked: HashSet<[Cell; 2]> = own
            .iter()
            .filter(|clue| is_mark(clue))
            .filter_map(|clue| <[Cell; 2]>::try_from(clue.cells_of("cells")).ok())
            .flat_map(|[a, b]| [[a, b], [b, a]])
            .collect();
        let grid: Vec<Cell> = self.puzzle.layout.cells().collect();
        let touching = self.cells.touching(&grid).into_iter().map(|(a, b)| [a, b]);
        let pairs: Vec<[Cell; 2]> = touching.filter(|pair| !marked.contains(pair)).collect();
        let lists: Vec<&[Cell]> = pairs.iter().map(|p| &p[..]).collect();
        Ok(self.table("Pair", &lists, allows))
    }

    fn has_dots(&self) -> bool {
        let dot = |clue: &Clue| ["white-dot", "black-dot"].contains(&&*clue.rule);
        any_clue(&self.puzzle.clues, &dot)
    }

    fn diagonal_pairs(&self) -> Vec<[Cell; 2]> {
        let layout = &self.puzzle.layout;
        let pairs = layout.cells().flat_map(|cell| {
            let (row, column) = layout.place(cell);
            let (row, column) = (i32::from(row), i32::from(column));
            [column - 1, column + 1]
                .into_iter()
                .filter_map(move |c| layout.cell_at(row + 1, c).map(|below| [cell, below]))
        });
        pairs.collect()
    }

    /// Smaller, or greater, than each neighbour without the mark.
    fn extremes(&self, clue: &Clue) -> Vec<Token> {
        let marked = clue.cells_of("cells");
        let grid: Vec<Cell> = self.puzzle.layout.cells().collect();
        let mut tokens = vec![];
        for (a, b) in self.cells.touching(&grid) {
            let (extreme, other) = match (marked.contains(&a), marked.contains(&b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => continue,
            };
            let pair = match clue.rule == "maximum" {
                true => [extreme, other],
                false => [other, extreme],
            };
            tokens.push(Token::new("GreaterThan", self.names(&pair)));
        }
        tokens
    }

    /// A clue whose rule has a type of its own.
    fn by_form(&self, kind: &Type, clue: &Clue) -> Result<Token, Unwritable> {
        let what = |part: &str| format!("`{}` clues with {part}", clue.rule);
        let known = |param: &&String| params_of(kind.form).contains(&param.as_str());
        if let Some(param) = clue.params.keys().find(|p| !known(p)) {
            return Err(what(&format!("`{param}`")));
        }
        let number = |name: &str, default: Option<i64>| {
            int(clue, name)
                .or(default)
                .ok_or_else(|| what(&format!("no `{name}`")))
        };
        let text = |name: &str| match clue.params.get(name) {
            Some(Param::Text(text)) => Ok(text.clone()),
            _ => Err(what(&format!("no `{name}`"))),
        };
        let cells = clue.cells_of("cells");
        let names = self.names(cells);
        let digit_count = i64::from(self.puzzle.layout.digit_count);
        let own = match kind.form {
            Form::Global | Form::Chaos => String::new(),
            Form::Cells(_) => names,
            Form::Numbered(param) => {
                let default = match param {
                    "modulus" => Some(3),
                    "difference" => Some((digit_count - 1) / 2),
                    _ => None,
                };
                format!("{}~{names}", number(param, default)?)
            }
            Form::Values => format!("{}~{names}", list_of(clue, "digits", "_")),
            Form::Whisper => match int(clue, "difference") {
                Some(difference) => format!("{difference}~{names}"),
                None if digit_count == 9 => names,
                None => format!("{}~{names}", (digit_count + 1) / 2),
            },
            Form::SumLine => match (number("sum", Some(10))?, int(clue, "loop").unwrap_or(0)) {
                (31.., _) => return Err(what("a sum over 30")),
                (sum, 0) => format!("{sum}~{names}"),
                (sum, _) => format!("{sum}~{names}~LOOP"),
            },
            Form::Arrow | Form::Pill => return self.arrow(clue),
            Form::Cage => match int(clue, "sum") {
                Some(0) => return Err(what("a sum of 0")),
                sum => format!("{}~{names}", sum.unwrap_or(0)),
            },
            Form::Sum => match clue.params.contains_key("weights") {
                true => {
                    let weights = list_of(clue, "weights", "_");
                    format!("{}_=_{weights}~{names}", number("sum", None)?)
                }
                false => format!("{}~{names}", number("sum", None)?),
            },
            Form::LookAndSay => match numbers(clue, "digits", &[])
                .iter()
                .all(|n| (0..10).contains(n))
            {
                true => format!("{}~{names}", list_of(clue, "digits", "")),
                false => return Err(what("counts or digits over 9")),
            },
            Form::Quad => {
                let corner = cells
                    .first()
                    .map(|&c| self.cells.name(c))
                    .unwrap_or_default();
                format!("{corner}~{}", list_of(clue, "digits", "~"))
            }
            Form::SameValues => {
                let pieces: Vec<Cell> = clue.cells().collect();
                format!("{}~{}", clue.slots.len(), self.names(&pieces))
            }
            Form::EqualSum => self.pieces(clue),
            Form::Control => {
                let control = self.names(clue.cells_of("control"));
                format!("{control}~{names}")
            }
            Form::Pairs => match self.cells.touching(cells).is_empty() {
                true => return Err(what("cells that do not touch")),
                false => names,
            },
            Form::Regex => {
                let sextets = encodings::bytes_to_sextets(text("pattern")?.as_bytes());
                return Ok(self.keyed(kind.name, encodings::encode_sextets(&sextets), names));
            }
            Form::Machine => return Ok(self.keyed(kind.name, text("machine")?, self.pieces(clue))),
            Form::Table { .. } => return Ok(self.keyed(kind.name, text("key")?, names)),
            Form::Sides(param, _) => return self.side(kind, clue, number(param, None)?),
            Form::Sandwich => match self.line(cells) {
                Some((id, _)) => format!("{}~{id}", number("sum", None)?),
                None => return Err(what("cells that are no whole line")),
            },
            Form::LittleKiller => {
                let diagonals = self.cells.diagonals();
                let found = diagonals.iter().find(|d| same_diagonal(d, cells));
                let found = found.ok_or_else(|| what("cells that are no whole diagonal"))?;
                format!("{}~{}", number("sum", None)?, self.cells.name(found[0]))
            }
            Form::Connected => {
                let group = self.cells.group_of(cells);
                let group = group.ok_or_else(|| what("cells that are no whole group"))?;
                let size = int(clue, "count").map_or_else(String::new, |size| format!("~{size}"));
                format!("{group}~{}{size}", list_of(clue, "digits", "_"))
            }
            Form::ChaosArrow | Form::ChaosCount => {
                let control = self.names(clue.cells_of("control"));
                let offset = int(clue, "offset").unwrap_or(0);
                let lists = Clue {
                    slots: clue
                        .slots
                        .iter()
                        .filter(|(slot, _)| slot == "cells")
                        .cloned()
                        .collect(),
                    ..Clue::default()
                };
                format!("{control}~{offset}~{}", self.pieces(&lists))
            }
            _ => return Err(what("this form")),
        };
        Ok(Token::new(kind.name, own))
    }

    fn pieces(&self, clue: &Clue) -> String {
        let pieces: Vec<String> = clue
            .slots
            .iter()
            .map(|(_, cells)| self.names(cells))
            .collect();
        pieces.join("~-~")
    }

    fn arrow(&self, clue: &Clue) -> Result<Token, Unwritable> {
        let (bulb, shaft) = (clue.cells_of("bulb"), clue.cells_of("shaft"));
        let cells = format!("{}~{}", self.names(bulb), self.names(shaft));
        match bulb.len() {
            _ if shaft.is_empty() => Err("arrows without a shaft".to_owned()),
            1 => Ok(Token::new("Arrow", cells)),
            2 | 3 => Ok(Token::new("PillArrow", format!("{}~{cells}", bulb.len()))),
            length => Err(format!("arrows with a bulb of {length} cells")),
        }
    }

    /// The name of a row or column, and whether the cells run through it backwards.
    fn line(&self, cells: &[Cell]) -> Option<(String, bool)> {
        let layout = &self.puzzle.layout;
        let (row, column) = layout.seat_of_line(cells)?;
        Some(match (row, column) {
            (-1, _) => (format!("C{}", column + 1), false),
            (_, -1) => (format!("R{}", row + 1), false),
            (row, _) if row == i32::from(layout.rows) => (format!("C{}", column + 1), true),
            _ => (format!("R{}", row + 1), true),
        })
    }

    fn side(&self, kind: &Type, clue: &Clue, number: i64) -> Result<Token, Unwritable> {
        let line = self.line(clue.cells_of("cells"));
        let what = || format!("`{}` clues with cells that are no whole line", clue.rule);
        let (shared, backwards) = line.ok_or_else(what)?;
        let own = match backwards {
            false => format!("{number}~"),
            true => format!("~{number}"),
        };
        Ok(Token {
            shared: Some(shared),
            join: Join::Sides,
            ..Token::new(kind.name, own)
        })
    }

    /// The policy on ties that the rank clues ask for.
    fn ties(&mut self) -> Option<Token> {
        let mut allowed = vec![];
        each_clue(&self.puzzle.clues, &mut |clue| {
            if clue.rule == "full-rank" {
                allowed.push(int(clue, "ties") == Some(1));
            }
        });
        let none = forbids_ties(self.puzzle);
        let any = allowed.contains(&true);
        if any && (none || allowed.contains(&false)) {
            self.fail("rank clues of which only some may tie");
        }
        match (none, any) {
            (true, _) => Some(Token::new("FullRankTies", "none")),
            (_, true) => Some(Token::new("FullRankTies", "any")),
            _ => None,
        }
    }
}

/// Tokens between `.Or` or `.And` and `.End`.
fn group(name: &'static str, tokens: Vec<Token>) -> Token {
    let inner: String = tokens.iter().map(Token::text).collect();
    Token {
        inside: inner + ".End",
        ..Token::new(name, "")
    }
}

/// The parameters that a form writes.
fn params_of(form: Form) -> &'static [&'static str] {
    match form {
        Form::Numbered("modulus") => &["modulus"],
        Form::Numbered("difference") | Form::Whisper => &["difference"],
        Form::Numbered(_) | Form::Cage | Form::Sandwich | Form::LittleKiller => &["sum"],
        Form::Values | Form::LookAndSay | Form::Quad => &["digits"],
        Form::SumLine => &["sum", "loop"],
        Form::Sum => &["sum", "weights"],
        Form::Regex => &["pattern"],
        Form::Machine => &["machine"],
        Form::Table { .. } => &["key"],
        Form::Sides("rank", _) => &["rank", "ties"],
        Form::Sides("sum", _) => &["sum"],
        Form::Sides("count", _) => &["count"],
        Form::Sides(..) => &["digit"],
        Form::Chaos => &["count"],
        Form::Connected => &["digits", "count"],
        Form::ChaosArrow | Form::ChaosCount => &["offset"],
        Form::Pairs => &["difference", "ratio"],
        _ => &[],
    }
}

fn int(clue: &Clue, name: &str) -> Option<i64> {
    match clue.params.get(name) {
        Some(Param::Int(number)) => Some(*number),
        _ => None,
    }
}

fn numbers(clue: &Clue, name: &str, default: &[i64]) -> Vec<i64> {
    match clue.params.get(name) {
        Some(Param::Ints(numbers)) => numbers.clone(),
        Some(Param::Int(number)) => vec![*number],
        _ => default.to_vec(),
    }
}

fn list_of(clue: &Clue, name: &str, between: &str) -> String {
    let numbers: Vec<String> = numbers(clue, name, &[])
        .iter()
        .map(i64::to_string)
        .collect();
    numbers.join(between)
}

fn formula(clue: &Clue) -> Option<&str> {
    match clue.params.get("formula") {
        Some(Param::Text(formula)) if clue.rule == "relation" => Some(formula),
        _ => None,
    }
}

/// The cell and the digits of a formula like `R1C1 in {1, 2}`; `false` is a cell without digits.
fn parse_keep(puzzle: &Puzzle, formula: &str) -> Option<(Cell, DigitSet)> {
    if formula.trim() == "false" {
        return Some((Cell(0), DigitSet::EMPTY));
    }
    let (name, set) = formula.split_once(" in ")?;
    let name = name.trim();
    let set = set.trim().strip_prefix('{')?.strip_suffix('}')?;
    let digits = set.split(',').map(|d| d.trim().parse::<u8>().ok());
    let digits: DigitSet = digits.collect::<Option<_>>()?;
    let named = |&cell: &Cell| variable(puzzle, cell) == name;
    let cell = puzzle
        .layout
        .parse_name(name)
        .ok()
        .or_else(|| extra_cells(puzzle).find(named))?;
    Some((cell, digits))
}

fn extra_cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    (puzzle.layout.cell_count()..puzzle.cell_count()).map(Cell::from_index)
}

fn has_ratio(a: u8, b: u8, ratio: i64) -> bool {
    let (a, b) = (i64::from(a), i64::from(b));
    a * ratio == b || b * ratio == a
}

/// Whether both rules about missing kropki dots stand there as `.StrictKropki` has them.
fn has_both_kropki_negatives(puzzle: &Puzzle) -> bool {
    ["white-dot-negative", "black-dot-negative"]
        .iter()
        .all(|rule| {
            let plain = |clue: &&Clue| clue.rule == *rule && clue.params.is_empty();
            puzzle.clues.iter().filter(plain).count() == 1
        })
}

fn forbids_ties(puzzle: &Puzzle) -> bool {
    let has = |wanted: &&str| {
        puzzle
            .clues
            .iter()
            .any(|clue| formula(clue) == Some(wanted))
    };
    NO_TIES.iter().all(has)
}

fn each_clue<'c>(clues: &'c [Clue], visit: &mut impl FnMut(&'c Clue)) {
    for clue in clues {
        visit(clue);
        each_clue(&clue.parts, visit);
    }
}

fn any_clue(clues: &[Clue], test: &impl Fn(&Clue) -> bool) -> bool {
    clues
        .iter()
        .any(|clue| test(clue) || any_clue(&clue.parts, test))
}

/// The size of the regions and their drawing, if ISS takes them for regions.
fn jigsaw(layout: &Layout, numbers: &[Option<u8>]) -> Option<(i64, String)> {
    let regions = layout.box_cells();
    let size = regions.first()?.len();
    let house = usize::from(layout.rows.max(layout.columns))..=usize::from(layout.digit_count);
    let outside = numbers.iter().filter(|n| n.is_none()).count();
    let good = house.contains(&size)
        && regions.iter().all(|cells| cells.len() == size)
        && (outside == 0 || !house.contains(&outside))
        && regions.len() + usize::from(outside > 0) > 1
        && regions.len() < REGION_NAMES.len();
    let mut drawing = vec![REGION_NAMES[REGION_NAMES.len() - 1]; numbers.len()];
    for (cells, &name) in regions.iter().zip(REGION_NAMES) {
        for cell in cells {
            drawing[cell.index()] = name;
        }
    }
    let drawing = drawing.into_iter().map(char::from).collect();
    good.then_some((size as i64, drawing))
}

/// Whether the variables come with another type.
fn is_builtin(puzzle: &Puzzle, extra: &Extra) -> bool {
    let has = |rule: &str| puzzle.clues.iter().any(|clue| clue.rule == rule);
    extra.name == "CC" && has("chaos-construction")
        || DOPPELGANGERS.contains(&&*extra.name) && has("doppelganger")
}

/// The name of a group of variables: its own where ISS can have it, else one like it.
fn name_of_group(puzzle: &Puzzle, extra: &Extra, used: &mut HashSet<String>) -> String {
    let is_prefix = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_uppercase());
    let own = &extra.name;
    if is_builtin(puzzle, extra) {
        return own.clone();
    }
    let letters: String = own
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_uppercase())
        .take(10)
        .collect();
    let mut name = match own.strip_prefix('V') {
        Some(prefix) if is_prefix(prefix) && prefix.len() <= 20 => own.clone(),
        _ if letters.is_empty() => "VX".to_owned(),
        _ => format!("V{letters}"),
    };
    while !used.insert(name.clone()) {
        name.push('X');
    }
    name
}
