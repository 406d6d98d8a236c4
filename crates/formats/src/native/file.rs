//! The types of the puzzle file, for writing and for the schema.

use cluewright_puzzle::Param;
use cluewright_rules::{Book, Rule};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The names of composites: clues that contain other clues.
pub(super) const COMPOSITES: &[&str] = &["any-of", "all-of"];

/// The name of the rule for relations, and the name of its only parameter.
pub(super) const RELATION: (&str, &str) = ("relation", "formula");

/// A sudoku variant as its setter writes it; docs/PUZZLE-FILE.md describes the format.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(title = "Cluewright puzzle file")]
#[schemars(deny_unknown_fields)]
pub(super) struct PuzzleFile {
    /// The puzzle's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    /// The setter's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) author: Option<String>,
    /// The rules text for solvers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<String>,
    /// The link that the puzzle came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    /// The message for a solver who has finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    /// Parts that an import could not read; repeated with every verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(super) warnings: Vec<String>,
    /// 9, or "6x9": rows x columns, each 1 to 25. Defaults to the size of the drawing, or 9 if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<NumberOrText>,
    /// "1-9", "0-8", or 7 for 1 to 7. By default, digits run from 1 to the length of the grid's longer side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) digits: Option<NumberOrText>,
    /// "2x3" (height x width), "none", a number of cells, or a drawing with one symbol per region. Defaults to the
    /// squarest rectangles that fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) boxes: Option<BoxesEntry>,
    /// false: rows and columns may repeat digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) latin: Option<bool>,
    /// The givens, drawn; blanks are `.`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) grid: Option<Drawn>,
    /// Digits that a solver typed. They are not clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entries: Option<Drawn>,
    /// The expected solution, which is checked but never trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solution: Option<Drawn>,
    /// Single unknowns: name = values ("1-9").
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) letters: Ordered<Values>,
    /// Auxiliary variables, one for each cell of the grid: name = values, or a table.
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) layers: Ordered<LayerEntry>,
    /// Restricted cells: cells = digits ("123", [1, 2, 3]).
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) marks: Ordered<Mark>,
    /// Cosmetics that an import left out: kind = number.
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) drawings: Ordered<usize>,
    /// Drawings of an import that may be rules. The puzzle is unchecked until each of them is classified.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(super) unread: Vec<UnreadEntry>,
    /// The elements of an import's picture, each as JSON: SudokuPad's layer and item, and the element's status.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(super) elements: Vec<String>,
    /// The sentences of an import's rules text, each as JSON with its status.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(super) sentences: Vec<String>,
    /// Groups of drawings and sentences that were read as clues, each as JSON.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(super) recognised: Vec<String>,
    /// The data for reading the drawings again, as JSON: the drawings that were open before, and the answers to questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) import: Option<String>,
    /// Rules of this puzzle: name = a formula, several formulas, or a table.
    #[serde(rename = "own-rules", skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) own_rules: Ordered<OwnRuleEntry>,
    /// The clues of each rule, by the name of the rule.
    #[serde(skip_serializing_if = "ClueTable::is_empty")]
    #[schemars(default)]
    pub(super) clues: ClueTable,
    /// Only in a draft: the puzzle that `cluewright fill` should find.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) wanted: Option<WantedEntry>,
}

/// Requirements that a filled draft must meet. Drafts are read but never written.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub(super) struct WantedEntry {
    /// Always true, because every filled draft is unique.
    unique: Option<bool>,
    /// Cells that get a given.
    givens: Option<Texts>,
    /// The symmetry of all givens: half-turn, quarter-turn, left-right, top-bottom, diagonal, anti-diagonal or full.
    symmetry: Option<String>,
    /// A range of ratings such as "3.0..4.0", both ends included.
    rating: Option<String>,
    /// A range of efforts.
    effort: Option<String>,
    /// The allowed tiers of the rating.
    tiers: Option<Texts>,
    /// Techniques that the path must use.
    techniques: Option<Texts>,
    /// Techniques that the path must not use.
    without: Option<Texts>,
    /// The technique of the hardest step up to the first digit.
    break_in: Option<String>,
}

/// One string or several.
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
    /// The kind of the drawing: line, arrow, cage, dot between cells, outside text …
    pub(super) kind: String,
    /// The cells on which it is drawn, or positions outside the grid such as R0C4.
    #[schemars(with = "Option<String>")]
    pub(super) cells: String,
    /// The text in the drawing, if there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    /// The names of rules that the drawing may state, the most likely first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<String>,
    /// Number of similar drawings in the group; 1 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<usize>,
}

/// A value that is a number or a string.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum NumberOrText {
    Number(u8),
    Text(String),
}

/// A drawing of the grid: one string, or a list of rows.
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
    #[expect(
        dead_code,
        reason = "files may use this form, but the writer uses lists"
    )]
    Number(u8),
    Text(String),
    List(Vec<u8>),
}

/// A layer over the whole grid, or a layer with its own number of cells.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum LayerEntry {
    Grid(Values),
    Cells(LayerTable),
}

/// A layer with its own number of cells.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct LayerTable {
    pub(super) values: Values,
    /// Number of cells of the layer. Defaults to the number of cells of the grid.
    #[schemars(with = "Option<u16>")]
    pub(super) cells: u16,
    /// Number of cells in a row, for layers with neighbours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) columns: Option<u8>,
}

/// The digits allowed in one cell; a list of strings states several restrictions.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Mark {
    #[expect(
        dead_code,
        reason = "files may use this form, but the writer uses texts"
    )]
    Number(u8),
    Text(String),
    Numbers(Vec<u8>),
    Several(Vec<String>),
}

/// A rule of the puzzle: formulas for the whole grid, or a table.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum OwnRuleEntry {
    #[expect(
        dead_code,
        reason = "files may use this form, but the writer uses tables"
    )]
    Formula(String),
    #[expect(
        dead_code,
        reason = "files may use this form, but the writer uses tables"
    )]
    Formulas(Vec<String>),
    Table(OwnRuleTable),
}

/// A rule of the puzzle.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct OwnRuleTable {
    /// The cells that a clue names: line, group, global … Defaults to global.
    #[schemars(with = "Option<String>")]
    pub(super) shape: String,
    /// Parameters with their defaults, "required" or "optional".
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    #[schemars(default)]
    pub(super) params: Ordered<Field>,
    /// The rule's text for solvers. Defaults to its relation.
    #[schemars(with = "Option<String>")]
    pub(super) text: String,
    /// The formulas that must hold.
    #[schemars(with = "Texts")]
    pub(super) relation: Vec<String>,
    /// Redundant formulas that only strengthen propagation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Texts>")]
    pub(super) implied: Vec<String>,
    /// true if a clue may name a cell twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repeats: Option<bool>,
    /// The name of a single clue in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<String>,
    /// The colour of the rule's clues: "#67b35f". Defaults to the colour of its shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) colour: Option<String>,
}

/// The clues, by the name of their rule.
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
    /// The clues of any-of and all-of: tables of clues.
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

/// Returns the schema for the fields of a clue: slots, parameters and, in a draft, `optional`.
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

impl From<&Param> for Field {
    fn from(param: &Param) -> Self {
        match param {
            Param::Int(value) => Self::Number(*value),
            Param::Ints(values) => Self::Numbers(values.clone()),
            Param::Text(text) => Self::Text(text.clone()),
        }
    }
}

/// A table that keeps the order of its entries, so that a written file lists its entries as the puzzle does. A sorted map
/// would order them by name.
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
