//! Groups of constraints: `.Or`, `.And` and `.Replicate`. Each one ends with `.End`.

use crate::iss::kit::{Cells, Family, Item, Kind, Piece, Type, args, cell};
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

/// The cells at which `.Replicate` places copies of its constraints.
pub(in crate::iss) struct Targets<'t> {
    /// The cell that is moved to each target; the other cells of the copied constraints move with it.
    pub(in crate::iss) origin: Cell,
    bits: Piece<'t>,
    sextets: Vec<u8>,
}

impl<'t> Targets<'t> {
    pub(in crate::iss) fn read(item: &Item<'t>, cells: &Cells) -> Result<Self, ReadError> {
        let mut arguments = args(item, cells);
        let bits = arguments.next("the set of its targets")?;
        let origin = match arguments.optional() {
            None => Cell(0),
            Some(piece) => cell(&piece, cells)?,
        };
        arguments.end()?;
        let sextets = encodings::decode_sextets(&bits.text);
        let sextets = sextets.map_err(|error| bits.error(error.to_string()))?;
        Ok(Self {
            origin,
            bits,
            sextets,
        })
    }

    /// Returns the offsets of the targets from the origin, in cells. They are encoded as the set bits of the text, six per
    /// character, lowest bit first.
    pub(in crate::iss) fn distances(&self) -> impl Iterator<Item = usize> + '_ {
        let sextets = self.sextets.iter().enumerate();
        sextets.flat_map(|(index, sextet)| {
            let set = (0..6).filter(move |bit| sextet >> bit & 1 == 1);
            set.map(move |bit| index * 6 + bit)
        })
    }

    /// Returns the target at an offset from the origin.
    pub(in crate::iss) fn at(&self, distance: usize, cells: &Cells) -> Result<Cell, ReadError> {
        let index = self.origin.index() + distance;
        let target = (index < cells.count()).then(|| Cell::from_index(index));
        let group = cells.spot(self.origin).group;
        target
            // Groups of variables have rows of different lengths, so a shift from one group to another has no meaning.
            .filter(|&target| cells.spot(target).group == group)
            .ok_or_else(|| {
                self.bits
                    .error("a target lies outside the group of the first cell")
            })
    }
}
