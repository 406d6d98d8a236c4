//! Data on typical clues of a rule: sizes, positions and values that are common in published puzzles.
//!
//! None of this changes the meaning of a clue. The data is used for new puzzles, suggestions and diagnoses, to propose clues that
//! a setter would have chosen.

use super::check::{Checker, ParamKind};
use super::error::{LanguageError, RuleError};
use super::parse::parse;
use super::rule::{LayoutFormula, Rule};
use super::scene::layout_number;
use super::shape::Shape;
use cluewright_puzzle::{Layout, Puzzle};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// Data on the typical clues of a rule.
#[derive(Clone, Debug, Default)]
pub struct Typical {
    /// `true` if the rule is so common that one more clue of it would not be a surprise.
    pub common: bool,
    /// `true` if the rule's clues are cages, which do not overlap and whose digits differ.
    pub cage: bool,
    /// The position of a clue's cells, unless the shape determines it.
    pub place: Option<Placement>,
    /// The lengths of the lists in a clue of shape `pieces`.
    pub lists: Lists,
    /// The form in which a clue lists digits of its cells.
    pub digits: Listing,
    /// Rules whose dots must all be given, because this rule constrains pairs without a dot.
    pub marks: Vec<String>,
    /// Rules whose clues look similar to this rule's clues, so that a setter may mistake one for the other.
    pub mistaken_for: Vec<String>,
    /// The minimum and maximum number of cells.
    cells: Option<[LayoutFormula; 2]>,
}

/// The position of a clue's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Placement {
    /// Along a king's walk that visits no cell twice.
    Walk,
    /// In an orthogonally connected patch.
    Patch,
    /// On cells anywhere in the grid, connected or not.
    Scattered,
    /// In all cells whose digits are smaller than those of their neighbours. The puzzle has one clue with all of these cells.
    Minima,
    /// In all cells whose digits are greater than those of their neighbours. The puzzle has one clue with all of these cells.
    Maxima,
    /// For each of a few digits `d`, in `d` cells that contain `d`. The puzzle has one clue with all of these cells.
    Circles,
    /// On the cells of an auxiliary layer.
    Layer,
}

/// The lengths of the lists in a clue of shape `pieces`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lists {
    /// Two lists of any lengths.
    #[default]
    Free,
    /// Two lists of equal length.
    Equal,
    /// One list.
    Single,
}

/// The form in which a clue lists digits of its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Listing {
    /// The clue lists some of the digits in its cells, each once.
    #[default]
    Some,
    /// The clue lists a few digits, each as often as it occurs in the cells.
    Every,
    /// The clue lists a few digits, each preceded by its number of occurrences in the cells.
    Counted,
}

/// A weaker version of a clue, which lacks one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weaker {
    /// The name of the part that is missing, as in "without its sum".
    pub part: String,
    /// The rule of the weaker clue; `None` for the rule itself.
    pub rule: Option<String>,
    /// The parameters of the weaker clue. Each is mapped to the parameter of the original clue that supplies its value.
    pub params: BTreeMap<String, String>,
    /// The smallest number of cells for which the part has an effect.
    pub min_cells: usize,
}

/// The table `[typical]` as it is written in the file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TypicalFile {
    common: bool,
    cage: bool,
    cells: Option<Spanned<Vec<End>>>,
    place: Option<Spanned<Placement>>,
    lists: Option<Spanned<Lists>>,
    digits: Option<Spanned<Listing>>,
    marks: Option<Spanned<Vec<String>>>,
    mistaken_for: Vec<String>,
}

/// An entry of `[[weaker]]` as it is written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeakerFile {
    part: String,
    rule: Option<String>,
    #[serde(default)]
    params: BTreeMap<String, Spanned<String>>,
    #[serde(default = "one")]
    min_cells: usize,
}

const fn one() -> usize {
    1
}

/// A bound of a range of sizes: a number, or a formula over the layout.
#[derive(Deserialize)]
#[serde(untagged)]
enum End {
    Number(u8),
    Formula(String),
}

impl Typical {
    /// Returns the minimum and maximum number of cells of a clue on this layout. `None` if the rule file does not state
    /// them, or if the range is empty on this layout.
    #[must_use]
    pub fn cells(&self, layout: &Layout) -> Option<(usize, usize)> {
        let puzzle = Puzzle::new(layout.clone());
        let [least, most] = self.cells.as_ref()?;
        let number = |end: &LayoutFormula| usize::try_from(layout_number(&end.0, &puzzle)?).ok();
        // A formula may be 0 on a small grid, but a clue has at least one cell.
        let (least, most) = (number(least)?.max(1), number(most)?);
        // The sizes are formulas, so on a small grid the range may be empty.
        (least <= most).then_some((least, most))
    }

    /// Returns `true` if all marked cells of the puzzle must belong to a single clue.
    #[must_use]
    pub fn is_all_in_one(&self) -> bool {
        use Placement::{Circles, Maxima, Minima};
        matches!(self.place, Some(Minima | Maxima | Circles))
    }
}

/// A result whose error has a byte range in the file.
type Located<T> = Result<T, (Range<usize>, String)>;

impl Rule {
    /// Reads the data on typical clues from the rule's file.
    pub(super) fn add_typical(
        &mut self,
        text: &str,
        typical: TypicalFile,
        weaker: Vec<WeakerFile>,
    ) -> Result<(), RuleError> {
        let located = |place: &str, (span, message): (Range<usize>, String)| RuleError {
            rule: self.name.clone(),
            place: place.to_owned(),
            message,
            formula: Some(Box::new((text.to_owned(), span))),
            help: None,
        };
        let read_typical = self
            .read_typical(typical)
            .map_err(|error| located("typical", error))?;
        let read_weaker = weaker.into_iter().map(|weaker| self.read_weaker(weaker));
        let read_weaker = read_weaker
            .collect::<Located<_>>()
            .map_err(|error| located("weaker", error))?;
        self.typical = read_typical;
        self.weaker = read_weaker;
        Ok(())
    }

    fn read_typical(&self, file: TypicalFile) -> Located<Typical> {
        let shape = self.shape.name();
        if let Some(place) = &file.place
            && !placements(self.shape).contains(place.get_ref())
        {
            let name = |place: &Placement| format!("`{}`", format!("{place:?}").to_lowercase());
            let known: Vec<String> = placements(self.shape).iter().map(name).collect();
            let message = format!(
                "clues of shape `{shape}` cannot be placed like this; expected {}",
                known.join(" or ")
            );
            return Err((place.span(), message));
        }
        if let Some(lists) = file.lists.as_ref().filter(|_| self.shape != Shape::Pieces) {
            let message = format!("`lists` is for shape `pieces`, and this is `{shape}`");
            return Err((lists.span(), message));
        }
        if let Some(marks) = file.marks.as_ref().filter(|_| self.shape != Shape::Global) {
            let message = format!("`marks` is for shape `global`, and this is `{shape}`");
            return Err((marks.span(), message));
        }
        let lists_digits =
            |kind: ParamKind| matches!(kind, ParamKind::Numbers | ParamKind::NumberOrNumbers);
        if let Some(digits) = &file.digits
            && !self.params.iter().any(|spec| lists_digits(spec.kind))
        {
            let message = "`digits` needs a parameter that lists numbers".to_owned();
            return Err((digits.span(), message));
        }
        Ok(Typical {
            common: file.common,
            cage: file.cage,
            place: file.place.map(Spanned::into_inner),
            lists: file.lists.map(Spanned::into_inner).unwrap_or_default(),
            digits: file.digits.map(Spanned::into_inner).unwrap_or_default(),
            marks: file.marks.map(Spanned::into_inner).unwrap_or_default(),
            mistaken_for: file.mistaken_for,
            cells: file.cells.map(|cells| self.read_cells(cells)).transpose()?,
        })
    }

    /// Reads a range of sizes, such as `cells = [3, 7]`.
    fn read_cells(&self, cells: Spanned<Vec<End>>) -> Located<[LayoutFormula; 2]> {
        let span = cells.span();
        let refuse = |message: String| Err((span.clone(), message));
        if !has_open_size(self.shape) {
            let shape = self.shape.name();
            return refuse(format!("clues of shape `{shape}` have a fixed size"));
        }
        match &cells.get_ref()[..] {
            [End::Number(0), _] => return refuse("a clue has at least one cell".to_owned()),
            [End::Number(least), End::Number(most)] if least > most => {
                return refuse(format!(
                    "expected the smaller size first: [{most}, {least}]"
                ));
            }
            [_, _] => {}
            _ => {
                return refuse("expected two sizes, the least and the greatest: [3, 7]".to_owned());
            }
        }
        let mut ends = cells.get_ref().iter().map(|end| {
            let text = match end {
                End::Number(number) => number.to_string(),
                End::Formula(text) => text.clone(),
            };
            layout_formula(&text).map_err(|error| {
                let message = format!(
                    "`{text}`: {} (column {})",
                    error.message,
                    error.span.start + 1
                );
                (span.clone(), message)
            })
        });
        // The list has two entries, as checked above, so this pattern always matches.
        match (ends.next(), ends.next()) {
            (Some(least), Some(most)) => Ok([least?, most?]),
            _ => refuse("expected two sizes, the least and the greatest: [3, 7]".to_owned()),
        }
    }

    fn read_weaker(&self, file: WeakerFile) -> Located<Weaker> {
        let unknown = file
            .params
            .values()
            .find(|of| self.param(of.get_ref()).is_none());
        if let Some(unknown) = unknown {
            let names: Vec<String> = self
                .params
                .iter()
                .map(|spec| format!("`{}`", spec.name))
                .collect();
            let (unknown, span) = (unknown.get_ref(), unknown.span());
            let message = match names.is_empty() {
                true => format!("`{unknown}` is not a parameter of the rule, which has none"),
                false => format!(
                    "`{unknown}` is not a parameter of the rule, expected {}",
                    names.join(" or ")
                ),
            };
            return Err((span, message));
        }
        let params = file.params.into_iter();
        Ok(Weaker {
            part: file.part,
            rule: file.rule,
            params: params.map(|(name, of)| (name, of.into_inner())).collect(),
            min_cells: file.min_cells,
        })
    }
}

/// Parses a formula that may refer only to the layout.
pub(super) fn layout_formula(text: &str) -> Result<LayoutFormula, LanguageError> {
    // Without slots, parameters or a puzzle, every name that is not about the layout is an error.
    let mut checker = Checker::new(Shape::Global, &[], None);
    let number = parse(text).and_then(|expr| checker.number(&expr))?;
    Ok(LayoutFormula(number, checker.touched.places))
}

/// Returns the positions that a rule file may state for a shape.
const fn placements(shape: Shape) -> &'static [Placement] {
    use Placement::{Circles, Layer, Maxima, Minima, Patch, Scattered, Walk};
    match shape {
        Shape::Group => &[Patch, Walk, Scattered, Minima, Maxima, Circles, Layer],
        Shape::Line | Shape::Arrow | Shape::Pieces | Shape::Control => &[Walk, Layer],
        Shape::Copy => &[Patch, Layer],
        _ => &[Layer],
    }
}

/// Returns `true` if clues of the shape may have any number of cells.
const fn has_open_size(shape: Shape) -> bool {
    matches!(
        shape,
        Shape::Line | Shape::Group | Shape::Arrow | Shape::Pieces | Shape::Copy | Shape::Control
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Book, find_lookalikes};

    const RULE: &str = "name = 'test'\ntitle = 'Test'\nfamily = 'lines'\nshape = 'line'\ntext = ''\n\
        params = { steps = 1 }\nrelation = 'sum(cells) > steps'\n";

    fn add_rule(more: &str) -> Result<Rule, RuleError> {
        let mut book = Book::new();
        book.add("test", &format!("{RULE}{more}")).cloned()
    }

    /// Returns the message of the error, and the part of the file to which it points.
    fn complaint(more: &str) -> (String, String) {
        let error = add_rule(more).expect_err(more);
        let (text, span) = *error.formula.expect("it has a place in the file");
        (error.message, text[span].to_owned())
    }

    #[test]
    fn sizes_are_numbers_or_formulas_of_the_layout() {
        let rule = add_rule("[typical]\ncells = [3, 'rows + 1']").expect("it is a rule");
        assert_eq!(rule.typical.cells(&Layout::square(6)), Some((3, 7)));
        assert_eq!(rule.typical.cells(&Layout::square(1)), None);
        let rule = add_rule("").expect("it is a rule");
        assert_eq!(rule.typical.cells(&Layout::square(6)), None);
    }

    #[test]
    fn errors_point_at_the_value() {
        let wrong = [
            ("[typical]\ncells = [7, 3]", "[3, 7]", "[7, 3]"),
            ("[typical]\ncells = [0, 3]", "at least one cell", "[0, 3]"),
            ("[typical]\ncells = [3]", "expected two sizes", "[3]"),
            (
                "[typical]\ncells = ['sice', 9]",
                "unknown name `sice`",
                "['sice', 9]",
            ),
            (
                "[typical]\nplace = 'patch'",
                "expected `walk` or `layer`",
                "'patch'",
            ),
            (
                "[typical]\nplace = 'here'",
                "expected one of `walk`, `patch`",
                "'here'",
            ),
            (
                "[typical]\nlists = 'equal'",
                "`lists` is for shape `pieces`",
                "'equal'",
            ),
            (
                "[typical]\ndigits = 'every'",
                "a parameter that lists numbers",
                "'every'",
            ),
            (
                "[typical]\nmarks = ['x']",
                "`marks` is for shape `global`",
                "['x']",
            ),
            (
                "[typical]\ncommun = true",
                "unknown field `commun`",
                "commun",
            ),
            (
                "[typical]\nmistaken_for = [\"xy\"]",
                "unknown rule `xy`",
                "\"xy\"",
            ),
            (
                "[[weaker]]\npart = 'it'\nrule = \"xy\"",
                "unknown rule `xy`",
                "\"xy\"",
            ),
            (
                "[[weaker]]\npart = 'it'\nparams = { total = 'sum' }",
                "expected `steps`",
                "'sum'",
            ),
            (
                "[[weaker]]\nrule = 'sum'",
                "missing field `part`",
                "[[weaker]]",
            ),
        ];
        for (more, message, place) in wrong {
            let (said, pointed) = complaint(more);
            assert!(said.contains(message), "{more}: {said}");
            assert_eq!(pointed, place, "{more}");
        }
    }

    #[test]
    fn rules_refer_only_to_existing_rules() {
        let book = Book::builtin();
        for rule in book.rules() {
            let rule = rule.expect("it is well-formed");
            let weaker = rule.weaker.iter().filter_map(|weaker| weaker.rule.as_ref());
            let typical = &rule.typical;
            for name in typical
                .marks
                .iter()
                .chain(&typical.mistaken_for)
                .chain(weaker)
            {
                assert!(book.rule(name).is_ok(), "{}: {name}", rule.name);
            }
            for other in &typical.mistaken_for {
                let back = find_lookalikes(book, other);
                assert!(back.contains(&rule.name.as_str()), "{other}");
            }
        }
    }

    #[test]
    fn an_added_rule_can_be_mistaken_for_one_of_the_book() {
        let mut book = Book::new();
        let text = format!("{RULE}[typical]\nmistaken_for = ['white-dot']");
        book.add("test", &text).expect("it is a rule");
        assert_eq!(find_lookalikes(&book, "white-dot"), ["black-dot", "test"]);
        assert_eq!(find_lookalikes(&book, "test"), ["white-dot"]);
    }
}
