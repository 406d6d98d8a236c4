//! The puzzle file as types: what is written, and what the schema says.

use super::clues::{COMPOSITES, RELATION};
use super::write::clue_table;
use crate::kit::cells::write_cells;
use crate::kit::{WriteError, pill_out_of_order};
use cluewright_puzzle::{
    Boxes, Clue, DigitSet, Extra, Given, Layout, OwnRule, Param, Puzzle, Unread, digit_char,
    parse_place,
};
use cluewright_rules::{Book, Rule};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// A sudoku variant as its setter writes it: docs/PUZZLE-FILE.md tells how.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(title = "Cluewright puzzle file")]
#[schemars(deny_unknown_fields)]
pub(super) struct PuzzleFile {
    /// The puzzle's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    /// Who set it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) author: Option<String>,
    /// The rules as told to solvers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<String>,
    /// Where it came from, a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    /// What an import could not read; repeated with every verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(super) warnings: Vec<String>,
    /// 9, or "6x9": rows x columns, each 1 to 25. Left out: as drawn, else 9.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<NumberOrText>,
    /// "1-9", "0-8", or 7 for 1 to 7. Left out: from 1 to the longer side of the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) digits: Option<NumberOrText>,
    /// "2x3" (height x width), "none", a number of cells, or a drawing with one symbol per region.
    /// Left out: the squarest rectangles that fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) boxes: Option<BoxesEntry>,
    /// false: rows and columns may repeat digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) latin: Option<bool>,
    /// The givens, drawn; blanks are `.`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) grid: Option<Drawn>,
    /// Digits that a solver typed; no clue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entries: Option<Drawn>,
    /// The expected digits: checked, never trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solution: Option<Drawn>,
    /// Single unknowns: name = values ("1-9").
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) letters: Ordered<Values>,
    /// Unknowns beside every cell of the grid: name = values, or a table.
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) layers: Ordered<LayerEntry>,
    /// Given pencil marks: cells = digits ("123", [1, 2, 3]).
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) marks: Ordered<Mark>,
    /// Cosmetics that an import left out: kind = number.
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) drawings: Ordered<usize>,
    /// Drawings of an import that may be rules: they leave the puzzle unchecked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(super) unread: Vec<UnreadEntry>,
    /// Rules of this puzzle: name = a formula, several, or a table.
    #[serde(rename = "own-rules", skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) own_rules: Ordered<OwnRuleEntry>,
    /// Rule = its clues.
    #[serde(skip_serializing_if = "ClueTable::is_empty")]
    #[schemars(default)]
    pub(super) clues: ClueTable,
    /// Only in a draft: the puzzle that `cluewright fill` should find.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) wanted: Option<WantedEntry>,
}

/// Properties of the puzzle that comes of a draft. We read drafts and never write them.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub(super) struct WantedEntry {
    /// true; every puzzle that comes of a draft is unique.
    unique: Option<bool>,
    /// Cells that get a given.
    givens: Option<Texts>,
    /// The arrangement of all givens: half-turn, quarter-turn, left-right, top-bottom, diagonal, anti-diagonal or full.
    symmetry: Option<String>,
    /// A range of ratings such as "3.0..4.0", both ends included.
    rating: Option<String>,
    /// A range of efforts.
    effort: Option<String>,
    /// Allowed tiers.
    tiers: Option<Texts>,
    /// Techniques that the path must have.
    techniques: Option<Texts>,
    /// Techniques that the path must not have.
    without: Option<Texts>,
    /// The technique of the hardest step up to the first digit.
    break_in: Option<String>,
}

/// A text, or several.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum Texts {
    One(String),
    Several(Vec<String>),
}

/// A drawing that may be a rule.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct UnreadEntry {
    /// What it is: line, arrow, cage, dot between cells, outside text …
    pub(super) kind: String,
    /// The cells that it is drawn on, or places beside the grid such as R0C4.
    #[schemars(with = "Option<String>")]
    pub(super) cells: String,
    /// The text that it carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
}

impl UnreadEntry {
    fn of(unread: &Unread) -> Self {
        Self {
            kind: unread.kind.clone(),
            cells: unread.cells.join(" "),
            text: unread.text.clone(),
        }
    }
}

/// A number, or a text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum NumberOrText {
    Number(u8),
    Text(String),
}

/// A drawing of the grid: one text, or a list of rows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Drawn {
    Text(String),
    Rows(Vec<String>),
}

/// Boxes: their size, a number of cells, or a drawing.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum BoxesEntry {
    Cells(u8),
    Text(String),
    Rows(Vec<String>),
}

/// Values of a letter or layer, each 0 to 63.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Values {
    #[expect(dead_code, reason = "files may be written so; we write lists")]
    Number(u8),
    Text(String),
    List(Vec<u8>),
}

/// A layer beside the whole grid, or one with a number of cells.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum LayerEntry {
    Grid(Values),
    Cells(LayerTable),
}

/// A layer with a number of cells.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct LayerTable {
    pub(super) values: Values,
    /// How many cells it has. Left out: as many as the grid.
    #[schemars(with = "Option<u16>")]
    pub(super) cells: u16,
    /// How many of them stand in a row, for layers with neighbours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) columns: Option<u8>,
}

/// Digits of one cell; a list of texts states several restrictions.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Mark {
    #[expect(dead_code, reason = "files may be written so; we write texts")]
    Number(u8),
    Text(String),
    Numbers(Vec<u8>),
    Several(Vec<String>),
}

/// A rule of the puzzle: formulas for the whole grid, or a table.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum OwnRuleEntry {
    #[expect(dead_code, reason = "files may be written so; we write tables")]
    Formula(String),
    #[expect(dead_code, reason = "files may be written so; we write tables")]
    Formulas(Vec<String>),
    Table(OwnRuleTable),
}

/// A rule of the puzzle.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct OwnRuleTable {
    /// What a clue names: line, group, global … Left out: global.
    #[schemars(with = "Option<String>")]
    pub(super) shape: String,
    /// Parameters with their defaults, "required" or "optional".
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) params: Ordered<Field>,
    /// The rule as told to solvers. Left out: its relation.
    #[schemars(with = "Option<String>")]
    pub(super) text: String,
    /// What must hold.
    #[schemars(with = "Texts")]
    pub(super) relation: Vec<String>,
    /// Redundant truths that only strengthen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Texts>")]
    pub(super) implied: Vec<String>,
    /// Whether a clue may name a cell twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repeats: Option<bool>,
    /// What a setter calls one clue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<String>,
}

/// Clues by rule.
#[derive(Debug, Default)]
pub(super) struct ClueTable(pub(super) Vec<(String, ClueEntry)>);

/// The clues of one rule.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ClueEntry {
    /// A rule on the whole grid.
    Global(bool),
    One(ClueForm),
    Several(Vec<ClueForm>),
    /// Of any-of and all-of: tables of clues.
    #[schemars(skip)]
    Composites(Vec<ClueTable>),
}

/// One clue: "value: cells; cells", or a table of slots and parameters; for rules on the whole grid
/// also the value alone.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ClueForm {
    Value(i64),
    Text(String),
    Table(#[schemars(schema_with = "clue_fields")] Ordered<Field>),
}

/// The fields of a clue: slots and parameters, and in a draft `optional`.
fn clue_fields(generator: &mut SchemaGenerator) -> Schema {
    let field = generator.subschema_for::<Field>();
    json_schema!({
        "type": "object",
        "properties": {
            "optional": {
                "description": "Only in a draft: the clue is left out if the puzzle is unique without it.",
                "type": "boolean",
            },
        },
        "additionalProperties": field,
    })
}

/// A slot's cells or a parameter's value.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Field {
    Number(i64),
    Text(String),
    Numbers(Vec<i64>),
    Texts(Vec<String>),
}

/// A table that keeps its order.
#[derive(Debug)]
pub(super) struct Ordered<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<T> Ordered<T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl ClueTable {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<T: JsonSchema> JsonSchema for Ordered<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("TableOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({ "type": "object", "additionalProperties": value })
    }
}

impl Serialize for ClueTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl JsonSchema for ClueTable {
    fn schema_name() -> Cow<'static, str> {
        "Clues".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let entry = generator.subschema_for::<ClueEntry>();
        let table = generator.subschema_for::<Self>();
        let rule = |rule: &Rule| {
            let mut schema = entry.clone();
            schema.insert("description".to_owned(), rule.text.clone().into());
            (rule.name.clone(), schema.to_value())
        };
        let rules = Book::builtin().rules().flatten().map(rule);
        let tables = serde_json::json!({
            "anyOf": [table, { "type": "array", "items": table }]
        });
        let composites = COMPOSITES.iter();
        let composites = composites.map(|name| ((*name).to_owned(), tables.clone()));
        let properties: serde_json::Map<_, _> = rules.chain(composites).collect();
        json_schema!({
            "type": "object",
            "properties": properties,
            "patternProperties": { "^choose [0-9]+ of$": tables },
            "additionalProperties": entry,
        })
    }
}

impl PuzzleFile {
    /// The file of a puzzle.
    ///
    /// # Errors
    /// When the puzzle holds clues of no known rule, or clues that no file could state.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self, WriteError> {
        let layout = &puzzle.layout;
        let mut parts = vec![];
        let file = Self {
            title: puzzle.about.title.clone(),
            author: puzzle.about.author.clone(),
            rules: puzzle.about.rules.clone(),
            source: puzzle.about.source.clone(),
            warnings: puzzle.warnings.clone(),
            size: size(puzzle),
            digits: digits(layout),
            boxes: boxes(layout),
            latin: (!layout.lines).then_some(false),
            grid: grid(puzzle),
            entries: entries(puzzle),
            solution: solution(puzzle, &mut parts),
            letters: letters(puzzle),
            layers: layers(puzzle),
            marks: marks(puzzle),
            drawings: drawings(puzzle),
            unread: puzzle.unread.iter().map(UnreadEntry::of).collect(),
            own_rules: Ordered(puzzle.own_rules.iter().map(own_rule).collect()),
            clues: clue_table(puzzle, &puzzle.clues, &mut parts),
            wanted: None,
        };
        if let Err(error) = layout.check() {
            parts.push(error.to_string());
        }
        parts.extend(nameless(puzzle));
        parts.extend(pill_out_of_order(&puzzle.clues).map(str::to_owned));
        if parts.is_empty() {
            parts.extend(misfit(puzzle));
        }
        if puzzle.clues.iter().any(|clue| is_deep(clue, MOST_DEEP)) {
            parts.push(format!("groups nested over {MOST_DEEP} deep"));
        }
        if parts.is_empty() {
            return Ok(file);
        }
        let format = "native";
        Err(WriteError { format, parts })
    }
}

/// The first clue that does not fit its rule, which the reader of the file would refuse. Rules that only a folder
/// of the user's knows are left to that reader.
fn misfit(puzzle: &Puzzle) -> Option<String> {
    fn is_known(clue: &Clue, puzzle: &Puzzle) -> bool {
        let own = || puzzle.own_rules.iter().any(|own| own.name == clue.rule);
        let other = || COMPOSITES.contains(&&*clue.rule) || clue.rule == RELATION.0 || own();
        (Book::builtin().rule(&clue.rule).is_ok() || other())
            && clue.parts.iter().all(|part| is_known(part, puzzle))
    }
    let known = puzzle.clues.iter().all(|clue| is_known(clue, puzzle));
    let error = Book::builtin().check(puzzle).err().filter(|_| known)?;
    Some(error.message.to_string())
}

/// Groups in groups are tables in lists, and readers of TOML go 80 of these deep.
const MOST_DEEP: usize = 36;

/// Whether groups are nested deeper than this.
fn is_deep(clue: &Clue, most: usize) -> bool {
    let mut parts = clue.parts.iter();
    match most.checked_sub(1) {
        None => !clue.parts.is_empty(),
        Some(less) => parts.any(|part| is_deep(part, less)),
    }
}

fn own_rule(own: &OwnRule) -> (String, OwnRuleEntry) {
    let value = |param: &Param| match param {
        Param::Int(number) => Field::Number(*number),
        Param::Ints(numbers) => Field::Numbers(numbers.clone()),
        Param::Text(text) => Field::Text(text.clone()),
    };
    let params = own.params.iter();
    let table = OwnRuleTable {
        shape: own.shape.clone(),
        params: Ordered(params.map(|(name, p)| (name.clone(), value(p))).collect()),
        text: own.text.clone(),
        relation: own.relation.clone(),
        implied: own.implied.clone(),
        repeats: own.repeats.then_some(true),
        label: own.label.clone(),
    };
    (own.name.clone(), OwnRuleEntry::Table(table))
}

/// The size, unless it is 9x9 and the file says something else.
fn size(puzzle: &Puzzle) -> Option<NumberOrText> {
    let says_more = !puzzle.givens.is_empty() || !puzzle.clues.is_empty();
    match (puzzle.layout.rows, puzzle.layout.columns) {
        (9, 9) if says_more => None,
        (rows, columns) if rows == columns => Some(NumberOrText::Number(rows)),
        (rows, columns) => Some(NumberOrText::Text(format!("{rows}x{columns}"))),
    }
}

fn digits(layout: &Layout) -> Option<NumberOrText> {
    let default = Layout::square(layout.rows.max(layout.columns));
    (layout.digits() != default.digits()).then(|| {
        let (low, high) = (layout.min_digit, layout.max_digit());
        NumberOrText::Text(format!("{low}-{high}"))
    })
}

fn boxes(layout: &Layout) -> Option<BoxesEntry> {
    match &layout.boxes {
        Boxes::Default(0) => None,
        Boxes::None => Some(BoxesEntry::Text("none".to_owned())),
        Boxes::Default(cells) => Some(match layout.box_shape() {
            None => BoxesEntry::Text("none".to_owned()),
            Some(_) if *cells == layout.rows.max(layout.columns) => BoxesEntry::Cells(*cells),
            Some((height, width)) => BoxesEntry::Text(format!("{height}x{width}")),
        }),
        Boxes::Own(numbers) => {
            let most = numbers.iter().flatten().max().copied().unwrap_or(0);
            let symbol = |number: &Option<u8>| match number {
                None => ".".to_owned(),
                Some(number) => region_symbol(*number, most),
            };
            let symbols: Vec<_> = numbers.iter().map(symbol).collect();
            let rows = symbols.chunks(usize::from(layout.columns).max(1));
            Some(BoxesEntry::Rows(rows.map(|row| row.join(" ")).collect()))
        }
    }
}

/// A letter where there are enough of them, else a number.
fn region_symbol(number: u8, most: u8) -> String {
    match number {
        _ if most >= 52 => (u16::from(number) + 1).to_string(),
        0..26 => char::from(b'A' + number).to_string(),
        _ => char::from(b'a' + number - 26).to_string(),
    }
}

/// The rows of a drawing of digits, one symbol per cell.
fn draw(layout: &Layout, digit: impl Fn(usize) -> Option<u8>) -> Drawn {
    let symbol = |index| digit(index).map_or('.', digit_char);
    let symbols: Vec<char> = (0..layout.cell_count()).map(symbol).collect();
    let rows = symbols.chunks(usize::from(layout.columns).max(1));
    Drawn::Rows(rows.map(|row| row.iter().collect()).collect())
}

/// The restrictions of each cell that has any, in the order of their first.
fn restrictions(puzzle: &Puzzle) -> Vec<(Given, Vec<DigitSet>)> {
    let mut all: Vec<(Given, Vec<DigitSet>)> = vec![];
    let mut places = vec![None; puzzle.cell_count()];
    for &given in &puzzle.givens {
        match places.get(given.cell.index()).copied().flatten() {
            Some(place) => {
                let (_, sets): &mut (_, Vec<_>) = &mut all[place];
                sets.push(given.digits);
            }
            None => {
                if let Some(place) = places.get_mut(given.cell.index()) {
                    *place = Some(all.len());
                    all.push((given, vec![given.digits]));
                }
            }
        }
    }
    all
}

/// The digit of a restriction that is drawn in the grid.
fn drawn_given(puzzle: &Puzzle, given: &Given, sets: &[DigitSet]) -> Option<u8> {
    let in_grid = given.cell.index() < puzzle.layout.cell_count();
    let digit = given.digits.single().filter(|_| in_grid && sets.len() == 1);
    digit.filter(|&digit| puzzle.layout.digits().contains(digit))
}

fn grid(puzzle: &Puzzle) -> Option<Drawn> {
    let mut digits = vec![None; puzzle.layout.cell_count()];
    for (given, sets) in restrictions(puzzle) {
        if let Some(digit) = drawn_given(puzzle, &given, &sets) {
            digits[given.cell.index()] = Some(digit);
        }
    }
    let drawn = digits.iter().any(Option::is_some);
    drawn.then(|| draw(&puzzle.layout, |index| digits[index]))
}

fn entries(puzzle: &Puzzle) -> Option<Drawn> {
    let mut digits = vec![None; puzzle.layout.cell_count()];
    for &(cell, digit) in &puzzle.entries {
        if let Some(place) = digits.get_mut(cell.index()) {
            *place = Some(digit);
        }
    }
    let drawn = digits.iter().any(Option::is_some);
    drawn.then(|| draw(&puzzle.layout, |index| digits[index]))
}

fn solution(puzzle: &Puzzle, parts: &mut Vec<String>) -> Option<Drawn> {
    let solution = puzzle.solution.as_ref()?;
    let cells = puzzle.layout.cell_count();
    if solution.len() != cells {
        parts.push(format!(
            "a solution of {} digits for {cells} cells",
            solution.len()
        ));
        return None;
    }
    let drawn = draw(&puzzle.layout, |index| solution[index]);
    match drawn {
        Drawn::Rows(rows) if cells <= 100 => Some(Drawn::Text(rows.concat())),
        _ => Some(drawn),
    }
}

/// Whether an extra is a letter rather than a layer.
fn is_letter(extra: &Extra) -> bool {
    extra.size == 1 && extra.columns == 0
}

fn letters(puzzle: &Puzzle) -> Ordered<Values> {
    let letters = puzzle.extras.iter().filter(|extra| is_letter(extra));
    Ordered(
        letters
            .map(|extra| (extra.name.clone(), values(extra.values)))
            .collect(),
    )
}

fn layers(puzzle: &Puzzle) -> Ordered<LayerEntry> {
    let layout = &puzzle.layout;
    let entry = |extra: &Extra| {
        let values = values(extra.values);
        let whole = usize::from(extra.size) == layout.cell_count();
        let layer = if whole && extra.columns == layout.columns {
            LayerEntry::Grid(values)
        } else {
            LayerEntry::Cells(LayerTable {
                values,
                cells: extra.size,
                columns: (extra.columns > 0).then_some(extra.columns),
            })
        };
        (extra.name.clone(), layer)
    };
    let layers = puzzle.extras.iter().filter(|extra| !is_letter(extra));
    Ordered(layers.map(entry).collect())
}

fn values(set: DigitSet) -> Values {
    match (set.min(), set.max()) {
        (Some(low), Some(high)) if set == DigitSet::range(low, high) => {
            Values::Text(format!("{low}-{high}"))
        }
        _ => Values::List(set.iter().collect()),
    }
}

/// Restrictions that are not drawn; neighbours in the list with the same digits share a line.
fn marks(puzzle: &Puzzle) -> Ordered<Mark> {
    let mut groups: Vec<(Vec<_>, Vec<DigitSet>)> = vec![];
    for (given, sets) in restrictions(puzzle) {
        if drawn_given(puzzle, &given, &sets).is_some() {
            continue;
        }
        match groups.last_mut() {
            Some((cells, last)) if *last == sets => cells.push(given.cell),
            _ => groups.push((vec![given.cell], sets)),
        }
    }
    let entry = |(cells, sets): (Vec<_>, Vec<DigitSet>)| (write_cells(puzzle, &cells), mark(&sets));
    Ordered(groups.into_iter().map(entry).collect())
}

fn mark(sets: &[DigitSet]) -> Mark {
    let text = |set: &DigitSet| -> String {
        if set.max().is_some_and(|high| high > 35) {
            let words: Vec<_> = set.iter().map(|digit| digit.to_string()).collect();
            return format!("{},", words.join(","));
        }
        set.iter().map(digit_char).collect()
    };
    match sets {
        _ if sets.iter().any(|set| set.is_empty()) => Mark::Numbers(vec![]),
        [set] if set.max().is_some_and(|high| high > 35) => Mark::Numbers(set.iter().collect()),
        [set] => Mark::Text(text(set)),
        _ => Mark::Several(sets.iter().map(text).collect()),
    }
}

fn drawings(puzzle: &Puzzle) -> Ordered<usize> {
    let mut all: Vec<(String, usize)> = vec![];
    for drawing in &puzzle.drawings {
        match all.iter_mut().find(|(kind, _)| *kind == drawing.kind) {
            Some((_, count)) => *count += drawing.count,
            None => all.push((drawing.kind.clone(), drawing.count)),
        }
    }
    Ordered(all)
}

/// What a file cannot name: extras without a proper name, cells beyond the puzzle.
fn nameless(puzzle: &Puzzle) -> Vec<String> {
    let mut parts = vec![];
    for (index, extra) in puzzle.extras.iter().enumerate() {
        let taken = puzzle.extras[..index]
            .iter()
            .any(|other| other.name == extra.name);
        let plain = extra.name.starts_with(|c: char| c.is_ascii_alphabetic())
            && extra
                .name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
            && parse_place(&extra.name).is_none();
        if taken || !plain {
            parts.push(format!("a letter or layer named `{}`", extra.name));
        }
    }
    let last = puzzle.cell_count();
    let foreign = |given: &Given| {
        let outside = given.digits.bits() & !puzzle.domain(given.cell).bits();
        given.cell.index() >= last || outside != 0
    };
    if puzzle.givens.iter().any(foreign) {
        parts.push("a given beyond the puzzle's cells or their digits".to_owned());
    }
    let outside = |(cell, digit): &(cluewright_puzzle::Cell, u8)| {
        cell.index() >= puzzle.layout.cell_count() || !puzzle.layout.digits().contains(*digit)
    };
    if puzzle.entries.iter().any(outside) {
        parts.push("an entry off the grid or its digits".to_owned());
    }
    parts
}
