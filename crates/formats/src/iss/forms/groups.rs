//! Groups of constraints: `.Or`, `.And` and `.Replicate`, each up to its `.End`.

use crate::iss::args::{args, cell};
use crate::iss::cells::Spot;
use crate::iss::form::{Family, Kind, Type};
use crate::iss::lex::Piece;
use crate::iss::parts::{Part, Shift, merged};
use crate::iss::read::{Place, Reader};
use crate::iss::resolve::Constraint;
use crate::kit::ReadError;
use cluewright_puzzle::Cell;
use cluewright_rules::encodings;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::of("Or", "any-of", Kind::Or),
        Type::of("And", "all-of", Kind::And),
        Type::of("Replicate", "", Kind::Replicate),
        Type::of("End", "", Kind::End),
    ],
    restated: &[],
};

impl Reader {
    pub(in crate::iss) fn or(
        &mut self,
        group: &Constraint,
        place: Place,
    ) -> Result<Vec<Part>, ReadError> {
        args(&group.item, &self.cells).end()?;
        let inside = Place {
            grouped: true,
            alternative: true,
            ..place
        };
        let mut choices = vec![];
        for child in &group.children {
            let mut parts = self.constraint(child, inside)?;
            choices.push(match parts.len() {
                1 => parts.remove(0),
                _ => Part::All(parts),
            });
        }
        Ok(vec![Part::Any(choices)])
    }

    pub(in crate::iss) fn and(
        &mut self,
        group: &Constraint,
        place: Place,
    ) -> Result<Vec<Part>, ReadError> {
        args(&group.item, &self.cells).end()?;
        Ok(vec![Part::All(self.children(group, place)?)])
    }

    /// What all the items of a group say, merged like a list of their own.
    fn children(&mut self, group: &Constraint, place: Place) -> Result<Vec<Part>, ReadError> {
        let inside = Place {
            grouped: true,
            ..place
        };
        let mut parts = vec![];
        for child in &group.children {
            parts.extend(self.constraint(child, inside)?);
        }
        Ok(merged(parts))
    }

    pub(in crate::iss) fn replicate(
        &mut self,
        group: &Constraint,
        place: Place,
    ) -> Result<Vec<Part>, ReadError> {
        let inside = Place {
            replicated: true,
            ..place
        };
        let template = self.children(group, inside)?;
        let mut arguments = args(&group.item, &self.cells);
        let bits = arguments.next("the set of its targets")?;
        let origin = match arguments.optional() {
            None => Cell(0),
            Some(piece) => cell(&piece, &self.cells)?,
        };
        arguments.end()?;
        let from = self.cells.spot(origin);
        let size: usize = template.iter().map(Part::size).sum();
        let mut copies = vec![];
        for target in targets(&bits)? {
            let to = self.target(origin.index() + target, from, &bits)?;
            self.count(size, &group.item)?;
            let shift = Shift {
                group: from.group,
                down: to.row - from.row,
                right: to.column - from.column,
            };
            for part in &template {
                copies.push(part.shifted(shift, &self.cells).map_err(|cell| {
                    let (cell, to) = (self.cells.name(cell), self.name_at(to));
                    group
                        .item
                        .error(format!("{cell} cannot be moved along to {to}"))
                        .help("all copies stay in the grid, or in the group of the first cell")
                })?);
            }
        }
        Ok(vec![Part::All(copies)])
    }

    fn target(&self, index: usize, from: Spot, bits: &Piece) -> Result<Spot, ReadError> {
        let inside = index < self.cells.count();
        let spot = inside.then(|| self.cells.spot(Cell::from_index(index)));
        spot.filter(|spot| spot.group == from.group)
            .ok_or_else(|| bits.error("a target lies outside the group of the first cell"))
    }

    fn name_at(&self, spot: Spot) -> String {
        let cell = self.cells.at(spot);
        cell.map_or_else(String::new, |cell| self.cells.name(cell))
    }
}

/// The bits that are set: six to a character, lowest first.
fn targets(bits: &Piece) -> Result<impl Iterator<Item = usize> + use<>, ReadError> {
    let sextets = encodings::decode_sextets(&bits.text);
    let sextets = sextets.map_err(|error| bits.error(error.to_string()))?;
    let sextets = sextets.into_iter().enumerate();
    Ok(sextets.flat_map(|(index, sextet)| {
        let set = (0..6).filter(move |bit| sextet >> bit & 1 == 1);
        set.map(move |bit| index * 6 + bit)
    }))
}
