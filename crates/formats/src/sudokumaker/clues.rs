//! Reads constraints that state rules.

use super::groups::{
    digits_of, line_rule, own_line_rule, own_square_rule, sequence_rule, square_rule,
};
use super::places::{cells_of_corner, cells_of_edge, diagonal_from, place_of_outer};
use super::reader::Reader;
use super::types::{Dot, Form, Type};
use crate::kit::ReadError;
use crate::kit::node::Node;
use cluewright_puzzle::{Cell, Clue, DigitSet, Layer, OwnRule, Place};

/// The minimum difference between the ends of a lockout line, for any number of digits.
const LOCKOUT: i64 = 4;

/// Maximum number of characters of a program to quote. Quotes are shown to users, but a program can be much longer.
const QUOTED: usize = 4_000;

impl Reader {
    /// Reads an active constraint into clues or drawings.
    pub(super) fn constraint(&mut self, kind: &Type, node: &Node<'_>) -> Result<(), ReadError> {
        match kind.form {
            // Givens are read with the cells, because each cell states whether it is given.
            Form::Givens => Ok(()),
            Form::RowsAndColumns => self.areas(node),
            Form::Regions => self.regions(node),
            Form::Global(rule) => {
                self.clue(Clue::new(rule));
                Ok(())
            }
            Form::DisjointGroups => {
                self.disjoint_groups();
                Ok(())
            }
            Form::Squares => self.squares(node),
            Form::Marks(rule) => {
                let cells = self.set_in(node, "cells")?;
                let clues = cells.into_iter().map(|cell| Clue::on(rule, [cell]));
                self.puzzle.clues.extend(clues);
                Ok(())
            }
            Form::MarkedCells(rule) => self.read_marked_cells(kind, rule, node),
            Form::Cells(rule) => {
                let cells = self.set_in(node, "cells")?;
                if !cells.is_empty() {
                    self.clue(Clue::on(rule, cells));
                }
                Ok(())
            }
            Form::Dots(dot) => self.dots(kind, &dot, node),
            Form::Sums => self.sums(kind, node),
            Form::Cages => self.cages(node),
            Form::LookAndSay => self.look_and_say(node),
            Form::Quadruples => self.quadruples(kind, node),
            Form::Arrows => self.arrows(node),
            Form::LittleKillers => self.little_killers(kind, node),
            Form::Outside(rule, param) => self.outside(kind, rule, param, node),
            Form::Clones => self.clones(kind, node),
            Form::Program => self.program(kind, node),
            Form::DrawnLines => self.read_drawn_lines(node),
            Form::DrawnCages => self.read_drawn_cages(node),
            Form::Symbols => self.symbols(node),
            Form::FogLights => self.fog_lights(node),
            // Fog depends on digits, but digits never depend on fog, so its triggers are ignored.
            Form::FogTriggers => {
                self.count(Layer::TriggerEffect.name(), 1);
                Ok(())
            }
            _ => self.lines(kind, node),
        }
    }
}

/// Reads rules about the whole grid, about cells, and about dots.
impl Reader {
    /// Reads the rule of disjoint groups. If the boxes are not rectangles, the rule stays open, because the order of their
    /// cells in SudokuMaker is not published.
    fn disjoint_groups(&mut self) {
        match self.puzzle.layout.block_shape() {
            Some(_) => self.clue(Clue::new("disjoint-groups")),
            None => self.leave_open("disjoint groups of irregular regions", vec![], None),
        }
    }

    fn squares(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        let groups = self.groups(node)?;
        let layout = &self.puzzle.layout;
        let clue = match square_rule(&groups, layout) {
            Some(clue) => clue,
            None => self.state(own_square_rule(&groups)),
        };
        self.clue(clue);
        Ok(())
    }

    fn groups(&self, node: &Node<'_>) -> Result<Vec<DigitSet>, ReadError> {
        let groups = node.list("groups")?;
        let groups = groups.map(|group| {
            let mask = group.number(0, i64::from(i32::MAX))?;
            let digits = digits_of(mask as u64, &self.puzzle.layout);
            match digits.is_empty() {
                true => Err(group.error("the group contains no digit of the puzzle")),
                false => Ok(digits),
            }
        });
        let groups: Vec<DigitSet> = groups.collect::<Result<_, _>>()?;
        match groups.len() {
            1..=25 => Ok(groups),
            count => Err(node.error(format!("found {count} groups of digits, expected 1 to 25"))),
        }
    }

    /// Adds a rule to the puzzle's own rules, unless the puzzle already has it. Returns a clue of the rule without
    /// cells.
    fn state(&mut self, rule: OwnRule) -> Clue {
        let clue = Clue::new(&rule.name);
        if !self.puzzle.own_rules.contains(&rule) {
            self.puzzle.own_rules.push(rule);
        }
        clue
    }

    fn read_marked_cells(
        &mut self,
        kind: &Type,
        rule: &str,
        node: &Node<'_>,
    ) -> Result<(), ReadError> {
        let cells = self.set_in(node, "cells")?;
        if self.is_repeated(kind) {
            let what = format!("one of several constraints for {}", kind.name);
            self.leave_open(&what, cells, None);
        } else if !cells.is_empty() {
            self.clue(Clue::on(rule, cells));
        }
        Ok(())
    }

    fn dots(&mut self, kind: &Type, dot: &Dot, node: &Node<'_>) -> Result<(), ReadError> {
        for entry in node.list("clues")? {
            let cells = self.edge(&entry)?;
            let clue = Clue::on(dot.rule, cells);
            self.clue(match self.value(&entry)? {
                Some(value) if value != dot.usual => clue.with(dot.param, value),
                _ => clue,
            });
        }
        let is_exempting = node.flag(dot.exempts)?;
        let mut others = self.not_exempting.iter();
        let other = others.find(|(number, _)| *number != kind.number);
        let lacking = match (is_exempting, other) {
            (true, other) => other.map(|(_, exempts)| *exempts),
            (false, _) => Some(dot.exempts),
        };
        let Some(values) = self.negative(kind, node)? else {
            return Ok(());
        };
        // Our negative rules exempt pairs with either kind of dot. The names of the members suggest that the constraint of the other
        // dots decides whether these are exempt, but no source confirms it, so both members are required.
        if let Some(exempts) = lacking {
            let what = format!("`negative` of {} without `{exempts}`", kind.name);
            self.leave_open(&what, vec![], None);
            return Ok(());
        }
        let (rule, param) = dot.negative;
        let clue = Clue::new(rule);
        self.clue(if values == [dot.usual] {
            clue
        } else {
            clue.with(param, values)
        });
        Ok(())
    }

    /// Reads the sums of pairs of cells. A sum of 10 becomes X, a sum of 5 becomes V, and any other sum becomes a sum clue.
    fn sums(&mut self, kind: &Type, node: &Node<'_>) -> Result<(), ReadError> {
        let mut others = vec![];
        for entry in node.list("clues")? {
            let cells = self.edge(&entry)?;
            let sum = self.value(&entry)?;
            let clue = match sum {
                Some(10) => Clue::on("x", cells),
                Some(5) => Clue::on("v", cells),
                Some(sum) => {
                    others.push(sum);
                    Clue::on("sum", cells).with("sum", sum)
                }
                None => {
                    self.leave_open("XV without value", cells.to_vec(), None);
                    continue;
                }
            };
            self.clue(clue);
        }
        let Some(values) = self.negative(kind, node)? else {
            return Ok(());
        };
        // The negative rule of our book exempts only pairs with X or V. Pairs with other sums would need an exemption too, so the
        // rule stays open.
        if values.iter().any(|value| others.contains(value)) {
            self.leave_open("`negative` of other sums than X and V", vec![], None);
            return Ok(());
        }
        let clue = Clue::new("xv-negative");
        let is_usual = matches!(values[..], [5, 10] | [10, 5]);
        self.clue(if is_usual {
            clue
        } else {
            clue.with("sums", values)
        });
        Ok(())
    }

    /// Returns the values that no pair without a mark may have; `None` if there are none. If several constraints of the
    /// type are active, the rule stays open, because it is not published whether the marks of one constraint exempt pairs
    /// from the negative rule of another.
    fn negative(&mut self, kind: &Type, node: &Node<'_>) -> Result<Option<Vec<i64>>, ReadError> {
        let values = node.list("negative")?;
        let values: Vec<i64> = values
            .map(|value| value.number(0, 1_000))
            .collect::<Result<_, _>>()?;
        if !values.is_empty() && self.is_repeated(kind) {
            let what = format!("`negative` of one of several constraints for {}", kind.name);
            self.leave_open(&what, vec![], None);
            return Ok(None);
        }
        Ok((!values.is_empty()).then_some(values))
    }

    fn edge(&self, entry: &Node<'_>) -> Result<[Cell; 2], ReadError> {
        let edge = self.id(entry, "edge")?;
        let cells = cells_of_edge(&self.puzzle.layout, edge);
        cells.ok_or_else(|| entry.error(format!("edge {edge} is not between two cells")))
    }
}

/// Reads clues on lines and arrows.
impl Reader {
    fn lines(&mut self, kind: &Type, node: &Node<'_>) -> Result<(), ReadError> {
        let member = match kind.form {
            Form::Thermometers => "thermometers",
            _ => "lines",
        };
        for line in node.list(member)? {
            let cells = self.cells_of(&line)?;
            match cells.len() {
                0 => {}
                1 => self.leave_open(&format!("{} of one cell", kind.name), cells, None),
                _ => self.line(kind.form, node, cells)?,
            }
        }
        Ok(())
    }

    /// Reads a line that has at least two cells.
    fn line(&mut self, form: Form, node: &Node<'_>, mut cells: Vec<Cell>) -> Result<(), ReadError> {
        let clue = match form {
            Form::Lines(rule) => Clue::new(rule),
            Form::Sets(rule) => {
                // The rule is about a set of cells, so their order is irrelevant and repeated cells are dropped.
                cells.sort_unstable();
                cells.dedup();
                Clue::new(rule)
            }
            Form::Thermometers => Clue::new(match node.flag("slow")? {
                true => "slow-thermometer",
                false => "thermometer",
            }),
            Form::Whispers => self.whisper(node)?,
            Form::Sequences => self.state(sequence_rule()),
            Form::RegionSums if self.is_plain_region_sum(node, &cells)? => {
                Clue::new("region-sum-line")
            }
            Form::RegionSums => {
                let what = "region sum line that leaves the regions or enters one twice";
                self.leave_open(what, cells, None);
                return Ok(());
            }
            // With nine digits, our rule's default equals `LOCKOUT`, so the clue needs no parameter.
            Form::Lockouts if self.puzzle.layout.digit_count == 9 => Clue::new("lockout-line"),
            Form::Lockouts => Clue::new("lockout-line").with("difference", LOCKOUT),
            Form::GroupLines => {
                let groups = self.groups(node)?;
                if cells.len() < groups.len() {
                    let what = format!("line of {} cells for {} groups", cells.len(), groups.len());
                    self.leave_open(&what, cells, None);
                    return Ok(());
                }
                match line_rule(&groups, &self.puzzle.layout) {
                    Some(clue) => clue,
                    None => self.state(own_line_rule(&groups)),
                }
            }
            // `constraint` handles all other forms, so this case cannot occur.
            _ => return Ok(()),
        };
        self.clue(clue.slot("cells", cells));
        Ok(())
    }

    fn whisper(&self, node: &Node<'_>) -> Result<Clue, ReadError> {
        let difference = node.member("minDifference");
        let difference =
            difference.ok_or_else(|| node.error("the whisper has no `minDifference`"))?;
        let difference = difference.number(0, 100)?;
        let german = i64::from(self.puzzle.layout.digit_count).div_euclid(2)
            + i64::from(self.puzzle.layout.digit_count) % 2;
        Ok(match difference {
            _ if difference == german => Clue::new("german-whisper"),
            _ if difference == german - 1 => Clue::new("dutch-whisper"),
            _ => Clue::new("german-whisper").with("difference", difference),
        })
    }

    /// Returns `true` if the line is a plain region sum line: it stays inside regions, and if it returns to a region, each
    /// visit counts separately.
    fn is_plain_region_sum(&self, node: &Node<'_>, cells: &[Cell]) -> Result<bool, ReadError> {
        let boxes = self.puzzle.layout.box_cells();
        let region = |cell| boxes.iter().position(|cells| cells.contains(cell));
        let mut regions: Vec<Option<usize>> = cells.iter().map(region).collect();
        regions.dedup();
        // Runs are merged before sorting, so a region that occurs twice after sorting is visited twice.
        let pieces = regions.len();
        let is_inside = regions.iter().all(Option::is_some);
        regions.sort_unstable();
        regions.dedup();
        let comes_back = regions.len() < pieces;
        Ok(is_inside && !(comes_back && node.flag("singleRegionTotals")?))
    }

    fn arrows(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        for entry in node.list("bulbsWithArrows")? {
            entry.object()?;
            self.unknown_members(&entry, &["bulbCells", "arrows"]);
            let bulb = self.set_in(&entry, "bulbCells")?;
            let arrows: Vec<_> = entry.list("arrows")?.collect();
            if arrows.is_empty() && !bulb.is_empty() {
                self.leave_open("arrow without shaft", bulb, None);
                continue;
            }
            // In all known files the first cell of a bulb holds the tens and comes first in reading order. The meaning of
            // other orders is unknown, so arrows with such bulbs stay open.
            if !bulb.is_sorted() {
                self.leave_open("arrow whose bulb is not in reading order", bulb, None);
                continue;
            }
            for arrow in arrows {
                let cells = self.cells_of(&arrow)?;
                let [start, shaft @ ..] = &cells[..] else {
                    continue;
                };
                if !bulb.contains(start) {
                    return Err(arrow.error("the arrow does not begin in its bulb"));
                }
                if shaft.is_empty() {
                    self.leave_open("arrow without shaft", bulb.clone(), None);
                    continue;
                }
                let clue = Clue::new("arrow").slot("bulb", bulb.clone());
                self.clue(clue.slot("shaft", shaft));
            }
        }
        Ok(())
    }
}

/// Reads cages, corners, and clues outside the grid.
impl Reader {
    fn cages(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        for cage in node.list("cages")? {
            let cells = self.set_in(&cage, "cells")?;
            if cells.is_empty() {
                continue;
            }
            let clue = Clue::on("killer-cage", cells);
            // SudokuMaker writes 0 for a cage without a sum, so 0 must not become a sum. In puzzles with a known
            // solution, cages with a 0 have various sums.
            self.clue(match self.value(&cage)? {
                Some(sum) if sum != 0 => clue.with("sum", sum),
                _ => clue,
            });
        }
        Ok(())
    }

    fn look_and_say(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        for cage in node.list("cages")? {
            let cells = self.set_in(&cage, "cells")?;
            let text = cage.text("value").unwrap_or_default();
            let digits = text.trim().chars().map(|c| c.to_digit(10).map(i64::from));
            let digits: Option<Vec<i64>> = digits.collect();
            match digits {
                _ if cells.is_empty() => {}
                // The text consists of pairs of a count and a digit, so an odd number of digits may have another meaning.
                Some(digits) if !digits.is_empty() && digits.len().is_multiple_of(2) => {
                    self.clue(Clue::on("look-and-say", cells).with("digits", digits));
                }
                _ => {
                    self.leave_open("look-and-say cage", cells, Some(text));
                }
            }
        }
        Ok(())
    }

    fn quadruples(&mut self, kind: &Type, node: &Node<'_>) -> Result<(), ReadError> {
        // The layout is cloned, because clues and open parts are added to the puzzle while the layout is in use.
        let layout = self.puzzle.layout.clone();
        let (low, high) = (i64::from(layout.min_digit), i64::from(layout.max_digit()));
        for entry in node.list("clues")? {
            let corner = self.id(&entry, "corner")?;
            let cells = cells_of_corner(&layout, corner);
            let cells =
                cells.ok_or_else(|| entry.error(format!("corner {corner} does not exist")))?;
            let digits = entry.list("digits")?;
            let digits: Vec<i64> = digits
                .map(|digit| digit.number(low, high))
                .collect::<Result<_, _>>()?;
            if digits.len() > cells.len() {
                let (digits, cells) = (digits.len(), cells.len());
                return Err(entry.error(format!("{digits} digits for {cells} cells")));
            }
            if digits.is_empty() {
                self.leave_open(&format!("{} without digits", kind.name), cells, None);
                continue;
            }
            // A corner at the edge of the grid touches fewer than four cells, so its clue is not a quadruple.
            let rule = match cells.len() {
                4 => "quadruple",
                _ => "contains-at-least",
            };
            self.clue(Clue::on(rule, cells).with("digits", digits));
        }
        Ok(())
    }

    fn little_killers(&mut self, kind: &Type, node: &Node<'_>) -> Result<(), ReadError> {
        for entry in node.list("clues")? {
            let place = self.outer(&entry)?;
            let direction = entry.member("diagonal");
            let direction = direction.ok_or_else(|| entry.error("the clue has no `diagonal`"))?;
            let direction = direction.number(-1, 1)?;
            let cells = diagonal_from(&self.puzzle.layout, place, direction);
            if cells.is_empty() {
                return Err(entry.error("no diagonal of the grid can be seen from the clue"));
            }
            match self.value(&entry)? {
                Some(sum) => self.clue(Clue::on("little-killer", cells).with("sum", sum)),
                None => self.leave_place_open(&without_value(kind), place),
            }
        }
        Ok(())
    }

    fn outside(
        &mut self,
        kind: &Type,
        rule: &str,
        param: &str,
        node: &Node<'_>,
    ) -> Result<(), ReadError> {
        for entry in node.list("clues")? {
            let place = self.outer(&entry)?;
            let cells = self.puzzle.layout.line_seen_from(place);
            let cells =
                cells.ok_or_else(|| entry.error("no row or column can be seen from the clue"))?;
            let is_short = cells.len() < usize::from(self.puzzle.layout.digit_count);
            // The sum is between the lowest and the highest digit, and a shorter line may lack one of them.
            if rule == "sandwich" && is_short {
                self.leave_open(
                    "sandwich in a line that does not hold every digit",
                    cells,
                    None,
                );
                continue;
            }
            match self.value(&entry)? {
                Some(value) => self.clue(Clue::on(rule, cells).with(param, value)),
                None => self.leave_place_open(&without_value(kind), place),
            }
        }
        Ok(())
    }

    fn outer(&self, entry: &Node<'_>) -> Result<Place, ReadError> {
        let outer = self.id(entry, "outerCell")?;
        let place = place_of_outer(&self.puzzle.layout, outer);
        place.ok_or_else(|| entry.error(format!("outer cell {outer} does not exist")))
    }
}

fn without_value(kind: &Type) -> String {
    format!("{} without value", kind.name)
}

/// Keeps constraints whose meaning is unknown.
impl Reader {
    fn clones(&mut self, kind: &Type, node: &Node<'_>) -> Result<(), ReadError> {
        let mut all = vec![];
        for group in node.list("groups")? {
            all.extend(self.cells_of(&group)?);
        }
        if !all.is_empty() {
            self.leave_open(kind.name, all, None);
        }
        Ok(())
    }

    /// Keeps a program as an open part, with its code quoted. Programs are never run.
    fn program(&mut self, kind: &Type, node: &Node<'_>) -> Result<(), ReadError> {
        let definition = node.get("definition");
        let definition = definition.as_ref();
        let name = node
            .text("name")
            .or_else(|| definition?.text("name"))
            .unwrap_or_default();
        let code = definition.and_then(|definition| definition.get("backend")?.text("code"));
        let code: String = code.unwrap_or_default().chars().take(QUOTED).collect();
        let mut cells = vec![];
        if let Some(input) = node.get("input") {
            for group in input
                .value
                .get("groups")
                .and(input.list("groups").ok())
                .into_iter()
                .flatten()
            {
                // The cells only help the user find the part, which stays open in any case, so damaged cells are left out.
                cells.extend(self.set_in(&group, "cells").unwrap_or_default());
            }
        }
        self.leave_open(kind.name, cells, Some(format!("{name}: {code}")));
        Ok(())
    }
}
