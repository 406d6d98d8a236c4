//! Coloured cells, which are decoration unless a sentence mentions their colour.

use crate::colour::Colour;
use crate::members::{Label, Look, Member};
use crate::readings::{Group, Knowledge, group};
use crate::{Recognition, sketch};
use cluewright_puzzle::{Cell, Status};
use cluewright_rules::{Ends, Form};
use std::collections::{BTreeMap, BTreeSet};

/// Steps in rows and columns to the cells that share a side with a cell.
const SIDES: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Recognition<'_> {
    /// Returns the groups of coloured cells that a sentence or an answer mentions. They cannot state rules that clues
    /// or other drawings already state.
    pub(crate) fn shades(&self, knowledge: &Knowledge<'_>, drawn: &[Group]) -> Vec<Group> {
        let colours = self.colours();
        let is_drawn = |rule: &String| {
            let mut candidates = drawn.iter().flat_map(|group| &group.candidates);
            self.used.contains(rule) || candidates.any(|candidate| candidate.rule == *rule)
        };
        let mut groups = group(self.list_coloured(&colours), knowledge);
        for group in &mut groups {
            let is_meant = |rule: &str| {
                let colour = group.look.colour;
                colour.is_some_and(|colour| {
                    let is_only = colours.len() == 1;
                    knowledge.speaks_of(rule, colour, is_only)
                        || group.look.form == Form::Area && knowledge.speaks_of_colours(rule)
                })
            };
            group
                .candidates
                .retain(|candidate| !is_drawn(&candidate.rule) && is_meant(&candidate.rule));
        }
        groups.retain(|group| !group.candidates.is_empty() || self.answer_for(group).is_some());
        groups
    }

    /// Returns the cells of each colour, with the element that colours each cell. If a cell has several colours, the
    /// topmost one counts.
    fn colours(&self) -> BTreeMap<Colour, BTreeMap<Cell, usize>> {
        let layout = &self.puzzle.layout;
        let elements = self.puzzle.elements.iter().enumerate();
        // The readers of files treat backgrounds as decoration, so backgrounds are not among the open elements.
        let plain =
            elements.filter(|(_, element)| matches!(element.status, Status::Decoration { .. }));
        // Later elements are on top, so they replace earlier ones in the same cell.
        let top: BTreeMap<Cell, (Colour, usize)> = plain
            .filter_map(|(index, element)| {
                let (cell, colour) = sketch::background(element, layout)?;
                Some((cell, (colour, index)))
            })
            .collect();
        let mut colours: BTreeMap<Colour, BTreeMap<Cell, usize>> = BTreeMap::new();
        for (cell, (colour, index)) in top {
            colours.entry(colour).or_default().insert(cell, index);
        }
        colours
    }

    /// Returns the drawings of each colour: all of its cells, and each connected area of its cells.
    fn list_coloured(&self, colours: &BTreeMap<Colour, BTreeMap<Cell, usize>>) -> Vec<Member> {
        let mut members = vec![];
        for (colour, elements) in colours {
            let member = |form: Form, cells: BTreeSet<Cell>| Member {
                look: Look {
                    form,
                    shape: None,
                    ends: Ends::None,
                    colour: Some(*colour),
                    label: Label::None,
                },
                elements: cells.iter().map(|cell| elements[cell]).collect(),
                cells: cells.into_iter().collect(),
                bulb: vec![],
                seat: None,
                text: String::new(),
            };
            let all: BTreeSet<Cell> = elements.keys().copied().collect();
            let areas = self.areas(all.clone()).into_iter();
            members.push(member(Form::Shade, all));
            members.extend(areas.map(|cells| member(Form::Area, cells)));
        }
        members
    }

    /// Divides a set of cells into areas whose cells are connected by shared sides.
    fn areas(&self, mut cells: BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
        let layout = &self.puzzle.layout;
        let mut areas = vec![];
        while let Some(first) = cells.pop_first() {
            let mut area = BTreeSet::from([first]);
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                let (row, column) = layout.place(cell);
                let near = SIDES.iter().filter_map(|(down, right)| {
                    layout.cell_at(i32::from(row) + down, i32::from(column) + right)
                });
                let fresh: Vec<Cell> = near.filter(|cell| cells.remove(cell)).collect();
                area.extend(&fresh);
                open.extend(fresh);
            }
            areas.push(area);
        }
        areas
    }
}
