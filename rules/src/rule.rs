//! Rules, which are parsed from their files and checked.

use super::check::{Checker, ParamKind, is_reserved};
use super::error::{LanguageError, RuleError, suggestion};
use super::formula::{Formula, Number};
use super::parse::parse;
use super::phrase::{LABEL_NAMES, PHRASE_NAMES, check_phrase};
use super::recognition::Recognition;
use super::scene::layout_number;
use super::shape::Shape;
use super::typical::{Typical, TypicalFile, Weaker, WeakerFile, layout_formula};
use cluewright_puzzle::{OwnRule, Param, Puzzle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::mem::take;

/// A kind of constraint, as defined in its rule file.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name of the rule: lower case, words joined by hyphens.
    pub name: String,
    /// The name of the rule in prose.
    pub title: String,
    /// Other names for the rule.
    pub aliases: Vec<String>,
    /// `layout`, `lines`, `cages`, `dots`, `outside`, `cells` or `shading`.
    pub family: String,
    /// The shape of a clue, which determines its slots and the arrangement of its cells.
    pub shape: Shape,
    /// The parameters of the rule, in the order of the file.
    pub params: Vec<ParamSpec>,
    /// The rule's text for solvers, in which `{parameter}` is replaced by a value.
    pub text: String,
    /// The formulas of the relation, all of which must hold.
    pub relation: Vec<String>,
    /// Redundant formulas, which only strengthen propagation.
    pub implied: Vec<String>,
    /// `true` if a clue may name a cell twice in one slot.
    pub repeats: bool,
    /// The name of a clue in sentences, with the placeholders `{first}`, `{last}` and `{parameter}`, such as "the {sum} cage at
    /// {first}".
    pub label: String,
    /// The phrase for steps about one clue; `None` if the usual phrases apply. Its placeholders are `{clue}`,
    /// `{conclusion}`, `{given}` and the rule's parameters.
    pub because: Option<String>,
    /// The drawing of the rule's clues; `None` for rules without a picture.
    pub draw: Option<Draw>,
    /// The names of the rule in other programs, keyed by format.
    pub import: BTreeMap<String, Vec<String>>,
    /// Differences between tools: which definition this rule follows, and why it was chosen.
    pub note: String,
    /// Sizes, positions and values that are typical of the rule's clues.
    pub typical: Typical,
    /// The drawings and words that express the rule in other tools and in rules texts.
    pub recognition: Recognition,
    /// Weaker versions of a clue, each without one part.
    pub weaker: Vec<Weaker>,
    /// Examples that the rule accepts.
    pub accepts: Vec<Example>,
    /// Examples that the rule rejects.
    pub rejects: Vec<Example>,
    pub(super) parts: Vec<Part>,
    pub(super) redundant: Vec<Part>,
    pub(super) limits: Vec<Limit>,
}

/// A parameter of a rule.
#[derive(Clone, Debug)]
pub struct ParamSpec {
    /// The name of the parameter.
    pub name: String,
    /// The type of the parameter's values.
    pub kind: ParamKind,
    /// The value that the parameter has if a clue leaves it out.
    pub default: Default,
}

impl ParamSpec {
    /// Returns the name with spaces for underscores: `max gap` for `max_gap`.
    #[must_use]
    pub fn words(&self) -> String {
        self.name.replace('_', " ")
    }

    /// Returns the default on a 9x9 grid. `None` if the parameter is required, or if leaving it out weakens the rule.
    #[must_use]
    pub fn usual(&self) -> Option<Param> {
        match &self.default {
            Default::Required | Default::Optional => None,
            Default::Value(value) => Some(value.clone()),
            Default::Formula(_, formula) => {
                layout_number(&formula.0, &Puzzle::default()).map(Param::Int)
            }
        }
    }

    fn usual_text(&self) -> String {
        match self.usual() {
            Some(Param::Int(number)) => number.to_string(),
            Some(Param::Ints(numbers)) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                numbers.join(" or ")
            }
            Some(Param::Text(text)) => text,
            None => format!("the given {}", self.words()),
        }
    }
}

/// The value of a parameter that a clue leaves out.
#[derive(Clone, Debug)]
pub enum Default {
    /// The parameter is required.
    Required,
    /// The parameter has no default; if it is left out, the formulas that mention it are dropped.
    Optional,
    /// The parameter has a fixed default.
    Value(Param),
    /// The parameter's default is this formula over `size`, `low` and `high`, stored with its text.
    Formula(String, Box<LayoutFormula>),
}

/// A checked formula that depends on the layout alone. The second field is `true` if it depends on the positions of boxes.
#[derive(Clone, Debug)]
pub struct LayoutFormula(pub(super) Number, pub(super) bool);

/// The drawing of a rule: a kind of shape, and the keys of that kind.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Draw {
    /// The kind of shape, such as `line`, `cage`, `dot` or `arrow`.
    pub kind: String,
    /// The keys and values that belong to the kind, such as colour and width.
    #[serde(flatten)]
    pub keys: BTreeMap<String, toml::Value>,
}

/// A small example of a clue, which the rule accepts or rejects.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Example {
    /// The values of the clue's cells, slot by slot.
    pub values: Option<ExampleValues>,
    /// The rows of a whole grid, in place of `values`.
    pub grid: Option<Vec<String>>,
    /// The clue's cells in `grid`.
    pub cells: Option<ExampleCells>,
    /// The parameters of the clue, keyed by name.
    pub params: BTreeMap<String, Param>,
    /// The number of digits, if there is no grid; 9 if left out.
    pub size: Option<u8>,
    /// The smallest digit; 1 if left out.
    pub low: Option<u8>,
    /// The reason why the example is rejected or, contrary to expectation, accepted.
    pub why: Option<String>,
}

/// The values of a clue's cells in an example.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum ExampleValues {
    /// The values of the cells, for a clue with a single slot.
    One(Vec<u8>),
    /// The values of several lists, for a clue of shape `pieces`.
    Lists(Vec<Vec<u8>>),
    /// The values of each slot's cells, keyed by the slot's name.
    Slots(BTreeMap<String, Vec<u8>>),
}

/// The cells in an example; names are separated by spaces.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum ExampleCells {
    /// The names of the cells, for a clue with a single slot.
    One(String),
    /// The cells of several lists, for a clue of shape `pieces`.
    Lists(Vec<String>),
    /// The names of each slot's cells, keyed by the slot's name.
    Slots(BTreeMap<String, String>),
}

/// A conjunct of a rule's relation.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) formula: Formula,
    /// The parameters that the formula mentions. The formula is dropped if an optional one is left out.
    pub(super) params: Vec<usize>,
    /// The parameters that the formula mentions exactly once.
    once: Vec<usize>,
    /// `true` if the formula depends on the positions of cells.
    pub(super) places: bool,
    /// `true` if the formula depends on the pairs that other clues mark.
    pub(super) marks: bool,
}

/// The range of a parameter's values. A value outside it is a mistake of the setter, not a hard puzzle.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    pub(super) param: usize,
    pub(super) least: Number,
    pub(super) most: Number,
    /// `true` if one of the formulas depends on the positions of cells.
    places: bool,
    /// The two formulas as the file states them.
    pub(super) text: [String; 2],
}

/// The families of rules, in the order of the book.
pub const FAMILIES: &[&str] = &[
    "layout", "lines", "cages", "dots", "outside", "cells", "shading",
];

/// A rule file as it is parsed from TOML, before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    name: String,
    title: String,
    #[serde(default)]
    aliases: Vec<String>,
    family: String,
    shape: Shape,
    #[serde(default)]
    params: toml::Table,
    text: String,
    relation: OneOrMany,
    #[serde(default)]
    implied: Vec<String>,
    #[serde(default)]
    limits: toml::Table,
    #[serde(default)]
    repeats: bool,
    label: Option<String>,
    because: Option<String>,
    draw: Option<Draw>,
    #[serde(default)]
    import: BTreeMap<String, OneOrMany>,
    #[serde(default)]
    note: String,
    #[serde(default)]
    typical: TypicalFile,
    #[serde(default)]
    recognition: Recognition,
    #[serde(default)]
    weaker: Vec<WeakerFile>,
    #[serde(default)]
    accepts: Vec<Example>,
    #[serde(default)]
    rejects: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrMany> for Vec<String> {
    fn from(texts: OneOrMany) -> Self {
        match texts {
            OneOrMany::One(text) => vec![text],
            OneOrMany::Many(texts) => texts,
        }
    }
}

// A puzzle's own rule takes the form of a rule file, so that the same code reads and checks both.
impl TryFrom<&OwnRule> for RuleFile {
    type Error = RuleError;

    fn try_from(own: &OwnRule) -> Result<Self, RuleError> {
        let found = Shape::ALL.iter().find(|(name, _)| *name == own.shape);
        let Some(&(_, shape)) = found else {
            let names = Shape::ALL.iter().map(|(name, _)| *name);
            return Err(RuleError {
                rule: own.name.clone(),
                place: "shape".to_owned(),
                message: format!("unknown shape `{}`", own.shape),
                formula: None,
                help: suggestion(&own.shape, names),
            });
        };
        let value = |param: &Param| match param {
            Param::Int(number) => toml::Value::Integer(*number),
            Param::Ints(numbers) => numbers.clone().into(),
            Param::Text(text) => text.clone().into(),
        };
        let params = own.params.iter();
        Ok(Self {
            name: own.name.clone(),
            title: own.name.replace('-', " "),
            aliases: vec![],
            family: "cells".to_owned(),
            shape,
            params: params.map(|(name, p)| (name.clone(), value(p))).collect(),
            text: own.text.clone(),
            relation: OneOrMany::Many(own.relation.clone()),
            implied: own.implied.clone(),
            limits: toml::Table::new(),
            repeats: own.repeats,
            label: own.label.clone(),
            because: None,
            draw: None,
            import: BTreeMap::new(),
            note: String::new(),
            typical: TypicalFile::default(),
            recognition: Recognition::default(),
            weaker: vec![],
            accepts: vec![],
            rejects: vec![],
        })
    }
}

impl Rule {
    /// Reads a rule file. If the file does not name the rule, error messages refer to it as `file`.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML, has unknown or missing keys, or contains an invalid formula.
    pub fn from_toml(file: &str, text: &str) -> Result<Self, RuleError> {
        let mut read: RuleFile =
            toml::from_str(text).map_err(|error| not_a_rule(file, text, &error))?;
        // The data on typical clues is checked against the finished rule, so it is set aside until then.
        let (typical, weaker) = (take(&mut read.typical), take(&mut read.weaker));
        let reader = Reader {
            rule: read.name.clone(),
            shape: read.shape,
            names: read.params.keys().cloned().collect(),
            puzzle: None,
        };
        reader.check_names(&read)?;
        let mut rule = reader.read(read)?;
        rule.add_typical(text, typical, weaker)?;
        Ok(rule)
    }

    /// Reads a rule that a puzzle defines for itself. Its formulas may name the puzzle's cells, letters and layers.
    ///
    /// # Errors
    /// Returns an error if a formula is invalid, or the name already has another meaning.
    pub fn own(own: &OwnRule, puzzle: &Puzzle) -> Result<Self, RuleError> {
        let file = RuleFile::try_from(own)?;
        let names: Vec<String> = file.params.keys().cloned().collect();
        let reader = Reader {
            rule: own.name.clone(),
            shape: file.shape,
            names: names.clone(),
            puzzle: Some(puzzle),
        };
        reader.check_names(&file)?;
        reader.read(file)
    }

    /// Returns the text for readers, in which `{parameter}` is replaced by the default on a 9x9 grid or, if there is none, by "the
    /// given parameter".
    #[must_use]
    pub fn plain_text(&self) -> String {
        let mut text = self.text.clone();
        for spec in &self.params {
            let slot = format!("{{{}}}", spec.name);
            let shown = spec.usual_text();
            // At the start of the text, the words need a capital letter.
            if let (Some(rest), None) = (text.strip_prefix(&slot), spec.usual()) {
                text = format!("The given {}{rest}", spec.words());
            }
            text = text.replace(&slot, &shown);
        }
        text
    }

    /// Returns the formulas for the minimum and maximum of a parameter; `None` if every value is allowed.
    #[must_use]
    pub fn range(&self, param: &str) -> Option<&[String; 2]> {
        let limit = self.limits.iter();
        let of_param = |limit: &&Limit| self.params[limit.param].name == param;
        limit.clone().find(of_param).map(|limit| &limit.text)
    }

    /// Returns `true` if some formula, limit or default depends on the positions of cells.
    pub(super) fn reads_places(&self) -> bool {
        let mut parts = self.parts.iter().chain(&self.redundant);
        let is_placed = |spec: &ParamSpec| matches!(&spec.default, Default::Formula(_, f) if f.1);
        parts.any(|part| part.places)
            || self.limits.iter().any(|limit| limit.places)
            || self.params.iter().any(is_placed)
    }

    /// Returns `true` if the relation depends on the pairs of cells that other clues mark.
    pub(super) fn reads_marks(&self) -> bool {
        self.parts.iter().any(|part| part.marks)
    }

    /// Returns `true` if the digits of a clue's cells determine the parameter's value, as they determine a sum.
    pub fn decides(&self, param: &str) -> bool {
        let decides =
            |param: usize, part: &Part| part.once.contains(&param) && part.formula.equates(param);
        let param = self.param(param);
        param.is_some_and(|param| self.parts.iter().any(|part| decides(param, part)))
    }

    /// Returns `true` if a clue that holds with some value of the parameter holds with every smaller value, as with a minimum
    /// difference.
    pub fn bounds(&self, param: &str) -> bool {
        self.param(param).is_some_and(|param| {
            let mut parts = self
                .parts
                .iter()
                .filter(|part| part.params.contains(&param));
            parts.all(|part| part.once.contains(&param) && part.formula.bounds(param))
        })
    }

    /// Returns `true` if some formula may rely on the cells of a house being different, as redundant formulas and limits do.
    pub(super) fn asks_for_house(&self) -> bool {
        !self.redundant.is_empty() || !self.limits.is_empty()
    }

    /// Returns the index of a parameter by its name.
    pub(super) fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|spec| spec.name == name)
    }

    /// Creates a rule from the relation that a puzzle states in a single clue.
    pub(super) fn one_off(formula: &str, puzzle: &Puzzle) -> Result<Self, LanguageError> {
        let mut checker = Checker::new(Shape::Global, &[], Some(puzzle));
        let parts = parts(formula, &mut checker)?;
        Ok(Self {
            name: "relation".to_owned(),
            title: "Relation".to_owned(),
            aliases: vec![],
            family: "cells".to_owned(),
            shape: Shape::Global,
            params: vec![],
            text: formula.to_owned(),
            relation: vec![formula.to_owned()],
            implied: vec![],
            repeats: true,
            label: "the relation `{formula}`".to_owned(),
            because: None,
            draw: None,
            import: BTreeMap::new(),
            note: String::new(),
            typical: Typical::default(),
            recognition: Recognition::default(),
            weaker: vec![],
            accepts: vec![],
            rejects: vec![],
            parts,
            redundant: vec![],
            limits: vec![],
        })
    }
}

/// Checks a formula that may name a puzzle's cells, letters and layers.
///
/// # Errors
/// Returns the mistake and its byte range in the formula.
pub fn check_formula(formula: &str, puzzle: &Puzzle) -> Result<(), LanguageError> {
    Rule::one_off(formula, puzzle).map(|_| ())
}

/// Returns the formula, shortened to at most 40 characters.
pub(super) fn shorten(formula: &str) -> String {
    match formula.char_indices().nth(40) {
        None => formula.to_owned(),
        // The cut is between characters, because slicing inside one would panic.
        Some((end, _)) => format!("{} …", &formula[..end]),
    }
}

struct Reader<'p> {
    rule: String,
    shape: Shape,
    names: Vec<String>,
    /// The puzzle that defines the rule; `None` for rules of the book.
    puzzle: Option<&'p Puzzle>,
}

impl Reader<'_> {
    fn read(self, file: RuleFile) -> Result<Rule, RuleError> {
        let names = self.names.clone();
        let mut checker = Checker::new(self.shape, &names, self.puzzle);
        let mut defaults = vec![];
        // Defaults are read first, because formulas are checked against the types that the defaults imply.
        for (place, (name, default)) in file.params.iter().enumerate() {
            let (kind, default) = self.default(name, default)?;
            checker.kinds[place] = kind;
            defaults.push(default);
        }
        let relation: Vec<String> = file.relation.into();
        let parts = self.formulas("relation", &relation, &mut checker)?;
        // Slots are checked before the implied formulas are read, because a slot that only implied formulas mention would
        // restrict nothing.
        self.check_slots(&relation, &checker)?;
        let redundant = self.formulas("implied", &file.implied, &mut checker)?;
        if let Some(because) = &file.because {
            let names = names.iter().map(String::as_str);
            // The label of a rule of the whole grid has no placeholders for positions, because the rule names no cells.
            let places = LABEL_NAMES.iter().filter(|_| self.shape != Shape::Global);
            let known = PHRASE_NAMES.iter().chain(places).copied();
            let names: Vec<&str> = known.chain(names).collect();
            let checked = check_phrase(because, &names);
            checked.map_err(|error| self.formula_error("because", because, error))?;
        }
        let limits = self.limits(&file.limits, &mut checker)?;
        let kinds = std::mem::take(&mut checker.kinds);
        let params = self.params(defaults, kinds, &parts)?;
        Ok(Rule {
            label: file
                .label
                .unwrap_or_else(|| default_label(&file.name, self.shape)),
            name: file.name,
            title: file.title,
            aliases: file.aliases,
            family: file.family,
            shape: self.shape,
            params,
            text: file.text,
            relation,
            implied: file.implied,
            because: file.because,
            repeats: file.repeats,
            draw: file.draw,
            import: file
                .import
                .into_iter()
                .map(|(k, v)| (k, v.into()))
                .collect(),
            note: file.note,
            typical: Typical::default(),
            recognition: file.recognition,
            weaker: vec![],
            accepts: file.accepts,
            rejects: file.rejects,
            parts,
            redundant,
            limits,
        })
    }

    fn error(&self, place: &str, message: impl Into<String>) -> RuleError {
        RuleError {
            rule: self.rule.clone(),
            place: place.to_owned(),
            message: message.into(),
            formula: None,
            help: None,
        }
    }

    fn formula_error(&self, place: &str, formula: &str, error: LanguageError) -> RuleError {
        RuleError {
            rule: self.rule.clone(),
            place: place.to_owned(),
            message: format!("{} (column {})", error.message, error.span.start + 1),
            formula: Some(Box::new((formula.to_owned(), error.span))),
            help: error.help,
        }
    }

    fn check_names(&self, file: &RuleFile) -> Result<(), RuleError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if file.name.is_empty() || !file.name.chars().all(plain) {
            let message = format!(
                "`{}` does not consist of lower-case words joined by hyphens",
                file.name
            );
            return Err(self.error("name", message));
        }
        if !FAMILIES.contains(&file.family.as_str()) {
            let message = format!(
                "`{}` is not a family ({})",
                file.family,
                FAMILIES.join(", ")
            );
            return Err(self.error("family", message));
        }
        for name in &self.names {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
            if !starts || !name.chars().all(word) {
                let message = format!("`{name}` is not a name (letters, digits and `_`)");
                return Err(self.error("params", message));
            }
            if is_reserved(name) || self.shape.slots().contains(&name.as_str()) {
                let message = format!("`{name}` is reserved by the language");
                return Err(self.error("params", message));
            }
        }
        Ok(())
    }

    /// Parses the default of a parameter, and returns it with the type that it implies.
    fn default(
        &self,
        name: &str,
        default: &toml::Value,
    ) -> Result<(Option<ParamKind>, RawDefault), RuleError> {
        let wrong = || {
            let expected = "a number, a list of numbers, or text";
            self.error(
                "params",
                format!("the default of `{name}` is not {expected}"),
            )
        };
        Ok(match default {
            toml::Value::Integer(number) => {
                let value = Param::Int(*number);
                (Some(ParamKind::Number), RawDefault::Value(value))
            }
            toml::Value::Array(items) => {
                let numbers: Option<Vec<i64>> = items.iter().map(toml::Value::as_integer).collect();
                let value = Param::Ints(numbers.ok_or_else(wrong)?);
                (Some(ParamKind::Numbers), RawDefault::Value(value))
            }
            // A text may also be a keyword or a formula, so only the uses of the parameter determine its type.
            toml::Value::String(text) => (None, RawDefault::Text(text.clone())),
            _ => return Err(wrong()),
        })
    }

    fn formulas(
        &self,
        place: &str,
        formulas: &[String],
        checker: &mut Checker<'_>,
    ) -> Result<Vec<Part>, RuleError> {
        let mut all = vec![];
        for formula in formulas {
            let found = parts(formula, checker);
            all.extend(found.map_err(|error| self.formula_error(place, formula, error))?);
        }
        Ok(all)
    }

    fn check_slots(&self, relation: &[String], checker: &Checker<'_>) -> Result<(), RuleError> {
        let slots = self.shape.slots().iter().zip(&checker.slots);
        for (slot, mentioned) in slots {
            if !mentioned {
                let message = format!("the relation never mentions the clue's `{slot}`");
                let mut error = self.error("relation", message);
                let whole = |text: &String| Box::new((text.clone(), 0..text.len()));
                error.formula = relation.first().map(whole);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Parses the table of limits, such as `limits = { sum = ["least", "most"] }`.
    fn limits(
        &self,
        table: &toml::Table,
        checker: &mut Checker<'_>,
    ) -> Result<Vec<Limit>, RuleError> {
        let mut limits = vec![];
        for (name, range) in table {
            let Some(param) = self.names.iter().position(|n| n == name) else {
                let mut error = self.error("limits", format!("`{name}` is not a parameter"));
                error.help = suggestion(name, self.names.iter().map(String::as_str));
                return Err(error);
            };
            let ends: Vec<&str> = range
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|v| v.as_str())
                .collect();
            let [least, most] = ends[..] else {
                let message = format!("`{name}` needs two formulas: [\"least\", \"most\"]");
                return Err(self.error("limits", message));
            };
            let number = |checker: &mut Checker<'_>, text: &str| {
                let number = parse(text).and_then(|expr| checker.number(&expr));
                number.map_err(|error| self.formula_error("limits", text, error))
            };
            let (numbers, touched) =
                checker.apart(|checker| [least, most].map(|text| number(checker, text)));
            let [lowest, highest] = numbers;
            limits.push(Limit {
                param,
                least: lowest?,
                most: highest?,
                places: touched.places,
                text: [least, most].map(str::to_owned),
            });
        }
        Ok(limits)
    }

    fn params(
        &self,
        defaults: Vec<RawDefault>,
        kinds: Vec<Option<ParamKind>>,
        relation: &[Part],
    ) -> Result<Vec<ParamSpec>, RuleError> {
        let mut specs = vec![];
        let given = defaults.into_iter().zip(kinds);
        for (place, (name, (default, kind))) in self.names.iter().zip(given).enumerate() {
            // As for slots, a parameter that only implied formulas mention would restrict nothing.
            let mentioned = relation.iter().any(|part| part.params.contains(&place));
            let Some(kind) = kind.filter(|_| mentioned) else {
                let message = format!("the relation never mentions the parameter `{name}`");
                return Err(self.error("params", message));
            };
            let default = match default {
                RawDefault::Value(value) => Default::Value(value),
                RawDefault::Text(text) => match (text.as_str(), kind) {
                    ("required", _) => Default::Required,
                    ("optional", _) => Default::Optional,
                    (_, ParamKind::Text) => Default::Value(Param::Text(text)),
                    _ => self.layout_formula(text)?,
                },
            };
            specs.push(ParamSpec {
                name: name.clone(),
                kind,
                default,
            });
        }
        Ok(specs)
    }

    fn layout_formula(&self, text: String) -> Result<Default, RuleError> {
        let formula = layout_formula(&text);
        let formula = formula.map_err(|error| self.formula_error("params", &text, error))?;
        Ok(Default::Formula(text, Box::new(formula)))
    }
}

enum RawDefault {
    Value(Param),
    Text(String),
}

/// Splits a formula into its conjuncts, and checks each of them separately.
fn parts(formula: &str, checker: &mut Checker<'_>) -> Result<Vec<Part>, LanguageError> {
    let expr = parse(formula)?;
    // Conjuncts are checked one by one, because each is dropped separately if its optional parameter is left out.
    let conjuncts = match expr.kind {
        super::ast::ExprKind::And(conjuncts) => conjuncts,
        kind => vec![super::ast::Expr {
            kind,
            span: expr.span,
        }],
    };
    let mut parts = vec![];
    for conjunct in conjuncts {
        checker.mentions.fill(0);
        let (formula, touched) = checker.apart(|checker| checker.formula(&conjunct));
        let mentions = || (0..).zip(checker.mentions.iter().copied());
        parts.push(Part {
            formula: formula?,
            params: mentions()
                .filter_map(|(param, count)| (count > 0).then_some(param))
                .collect(),
            once: mentions()
                .filter_map(|(param, count)| (count == 1).then_some(param))
                .collect(),
            places: touched.places,
            marks: touched.marks,
        });
    }
    Ok(parts)
}

fn default_label(name: &str, shape: Shape) -> String {
    let name = name.replace('-', " ");
    match shape {
        Shape::Global => format!("the {name} rule"),
        Shape::Line | Shape::Arrow | Shape::Outside | Shape::Diagonal => {
            format!("the {name} from {{first}}")
        }
        Shape::Pair => format!("the {name} between {{first}} and {{last}}"),
        _ => format!("the {name} at {{first}}"),
    }
}

fn not_a_rule(file: &str, text: &str, error: &toml::de::Error) -> RuleError {
    let line = error.span().map(|span| {
        let before = text.get(..span.start).unwrap_or(text);
        before.matches('\n').count() + 1
    });
    RuleError {
        rule: file.to_owned(),
        place: line.map_or_else(|| "file".to_owned(), |line| format!("line {line}")),
        message: error.message().to_owned(),
        formula: error.span().map(|span| Box::new((text.to_owned(), span))),
        help: None,
    }
}
