//! Signs between cages, such as `=` and `<`, which compare the sums of two cages.

use crate::sign_words::CAGE_SIGNS;
use crate::text::Sentence;
use crate::{Recognition, sketch};
use cluewright_puzzle::{Cell, Clue, Element, OwnRule, Status};
use serde_json::Value;

/// Rules whose clues are cages.
const CAGES: [&str; 2] = ["killer-cage", "sum"];

/// Maximum distance of a sign from the middle of the edge that it is on, in cells.
const CLOSE: f64 = 0.2;

impl Recognition<'_> {
    /// Reads the signs between cages as one clue. Does nothing unless a sentence explains the signs and every sign is
    /// between two cages.
    pub(crate) fn read_cage_signs(&mut self) {
        let explains = |sentence: &Sentence| {
            let mut mentions = sentence.mentions.iter();
            mentions.any(|mention| mention.rule == CAGE_SIGNS)
        };
        // If a sentence is about the letter V, a `V` between cells may mean a sum of 5 instead.
        let has_letters = |sentence: &Sentence| sentence.mentions.iter().any(|m| m.rule == "v");
        if !self.sentences.iter().any(explains) || self.sentences.iter().any(has_letters) {
            return;
        }
        let elements = self.puzzle.elements.iter().enumerate();
        let signs: Vec<(usize, &str)> = elements
            .filter(|(_, element)| element.status == Status::Open)
            .filter_map(|(index, element)| Some((index, sign(element)?)))
            .collect();
        let formulas = signs
            .iter()
            .map(|&(index, sign)| self.compare_cages(index, sign));
        let Some(relation) = formulas.collect::<Option<Vec<String>>>() else {
            return;
        };
        let indices: Vec<usize> = signs.iter().map(|(index, _)| *index).collect();
        let own = OwnRule {
            name: CAGE_SIGNS.to_owned(),
            shape: "global".to_owned(),
            text: "The sums of cages are in the relation of the signs between them.".to_owned(),
            relation,
            ..OwnRule::default()
        };
        // A puzzle that is read again already has the rule.
        let is_new = self
            .puzzle
            .own_rules
            .iter()
            .all(|rule| rule.name != own.name);
        let clue = Clue::new(CAGE_SIGNS);
        if indices.is_empty() || !is_new {
            return;
        }
        // The clue can only be checked once its rule is in the puzzle, so the rule is added first.
        self.puzzle.own_rules.push(own);
        if !self.are_possible(std::slice::from_ref(&clue)) {
            self.puzzle.own_rules.pop();
            return;
        }
        for index in indices {
            self.puzzle.elements[index].status = Status::read(CAGE_SIGNS);
        }
        self.add_clues("sign between cages".to_owned(), CAGE_SIGNS, vec![clue]);
    }

    /// Returns the formula that compares the cages on both sides of a sign. Returns `None` if the sign is not between
    /// two cages, or if it points along their border, such as a `<` between a cell and the cell below it.
    fn compare_cages(&self, index: usize, sign: &str) -> Option<String> {
        let [one, other] = self.neighbours_of(&self.puzzle.elements[index])?;
        let is_beside = self.puzzle.layout.place(one).0 == self.puzzle.layout.place(other).0;
        let (one, other) = (self.cage_of(one)?, self.cage_of(other)?);
        let names = |cells: &[Cell]| {
            let names = cells.iter().map(|&cell| self.puzzle.layout.name(cell));
            format!("sum([{}])", Vec::from_iter(names).join(", "))
        };
        let relation = match (sign, is_beside) {
            // The point of a sign is at the lesser sum, so `^` means that the cage above has the lesser sum.
            ("=", _) => "==",
            ("<", true) | ("^", false) => "<",
            (">", true) | ("v", false) => ">",
            _ => return None,
        };
        (one != other).then(|| format!("{} {relation} {}", names(&one), names(&other)))
    }

    /// Returns the cells of the only cage that contains a cell; `None` unless there is exactly one.
    fn cage_of(&self, cell: Cell) -> Option<Vec<Cell>> {
        let layout = &self.puzzle.layout;
        let elements = self.puzzle.elements.iter();
        let drawn = elements.filter_map(|element| sketch::cage_cells(element, layout));
        let clues = self.puzzle.clues.iter();
        let named = clues
            .filter(|clue| CAGES.contains(&clue.rule.as_str()))
            .map(|clue| clue.cells().collect());
        let mut cages: Vec<Vec<Cell>> = drawn
            .chain(named)
            .filter(|cells: &Vec<Cell>| cells.contains(&cell))
            .collect();
        // A cage can be both a drawing and a clue of the file, which may list its cells in different orders. After
        // sorting, `dedup` can remove the duplicate.
        cages.iter_mut().for_each(|cells| cells.sort_unstable());
        cages.dedup();
        match <[Vec<Cell>; 1]>::try_from(cages) {
            Ok([cells]) => Some(cells),
            Err(_) => None,
        }
    }

    /// Returns the two cells that share the edge on which an element lies: the left and the right cell, or the upper
    /// and the lower one. Returns `None` if the element is not at the middle of an edge.
    fn neighbours_of(&self, element: &Element) -> Option<[Cell; 2]> {
        let center = element.item.get("center")?.as_array()?;
        let [row, column] = [center.first()?.as_f64()?, center.get(1)?.as_f64()?];
        let is_line = |at: f64| (at - at.round()).abs() < CLOSE;
        let is_middle = |at: f64| (at - at.floor() - 0.5).abs() < CLOSE;
        let cell = |row: f64, column: f64| {
            let layout = &self.puzzle.layout;
            layout.cell_at(row.floor() as i32, column.floor() as i32)
        };
        if is_line(row) && is_middle(column) {
            Some([cell(row.round() - 1.0, column)?, cell(row.round(), column)?])
        } else if is_line(column) && is_middle(row) {
            Some([cell(row, column.round() - 1.0)?, cell(row, column.round())?])
        } else {
            None
        }
    }
}

/// Returns the comparison sign that an element shows. Returns `None` if it shows other text, or a rotated sign other
/// than `=`. Vertical comparisons are written as `^` or `v`, not as a rotated `<`.
fn sign(element: &Element) -> Option<&'static str> {
    let is_turned = element
        .item
        .get("angle")
        .and_then(Value::as_f64)
        .is_some_and(|angle| angle != 0.0);
    let text = element.item.get("text")?.as_str()?.trim();
    let sign = match text {
        "=" => "=",
        "<" => "<",
        ">" => ">",
        "^" | "∧" | "Λ" => "^",
        "v" | "V" | "∨" => "v",
        _ => return None,
    };
    // An equals sign means the same in every direction, so its rotation does not matter.
    (!is_turned || sign == "=").then_some(sign)
}
