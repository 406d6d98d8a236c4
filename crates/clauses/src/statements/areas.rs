//! Encodes statements about connected areas. Each cell of an area must be reachable from the area's first cell in a limited
//! number of steps.

use crate::encoder::{Encoder, FALSE, Mode, TooLarge};
use crate::formula::Lit;
use cluewright_puzzle::DigitSet;
use cluewright_rules::statement::{Connected, Regions};

impl Encoder {
    pub(super) fn encode_connected(
        &mut self,
        area: &Connected,
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let members = self.members(&area.cells, area.values);
        let firsts = self.firsts(&members);
        let mut clauses = self.encode_reached(&members, &firsts, &area.edges, area.size)?;
        clauses.push(members.clone());
        let is_size = |count, _| area.size.is_none_or(|size| count == i64::from(size));
        let sized = self.counts(members, None, is_size, mode)?;
        let connected = self.conclude(clauses, mode);
        Ok(self.all([sized, connected]))
    }

    pub(super) fn regions(&mut self, regions: &Regions, mode: Mode) -> Result<Lit, TooLarge> {
        let size = usize::from(regions.size);
        // A size of 0 must not cause a division by zero. The statement is false in this case.
        let count = regions.labels.len() / size.max(1);
        // Each label is the value of a cell, and values are below 64.
        if count * size != regions.labels.len() || count > 63 {
            return Ok(self.conclude([vec![]], mode));
        }
        let mut literals = vec![];
        let mut clauses = vec![];
        let mut before: Option<Vec<Lit>> = None;
        for label in 1..=count as u8 {
            let members = self.members(&regions.labels, DigitSet::one(label));
            let firsts = self.firsts(&members);
            clauses.extend(self.encode_reached(
                &members,
                &firsts,
                &regions.edges,
                Some(regions.size),
            )?);
            let is_size = |count, _| count == size as i64;
            literals.push(self.counts(members.iter().copied(), None, is_size, mode)?);
            literals.push(self.different_contents(regions, &members, mode)?);
            // Labels are in the order of their first cells, unless the puzzle fixes them.
            if !regions.pinned.contains(label) {
                let started = self.encode_started(&members);
                if let Some(before) = before.replace(started.clone()) {
                    let ordered = started.iter().zip(before);
                    clauses.extend(ordered.map(|(&later, earlier)| vec![-later, earlier]));
                }
            }
        }
        literals.push(self.conclude(clauses, mode));
        Ok(self.all(literals))
    }

    /// Encodes the condition that the contents of the members differ. With [`Mode::Require`], also requires each value to
    /// occur if there are as many members as values.
    fn different_contents(
        &mut self,
        regions: &Regions,
        members: &[Lit],
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let values = self.values_of_all(&regions.contents);
        let is_full = values.len() == usize::from(regions.size);
        let mut different = vec![];
        for value in values.iter() {
            let cells = regions.contents.iter().zip(members);
            let cells: Vec<(Lit, Lit)> = cells
                .map(|(&cell, &member)| (self.is(cell, value), member))
                .collect();
            let places: Vec<Lit> = cells
                .iter()
                .map(|&(is, member)| self.all([is, member]))
                .collect();
            // If there are as many members as values, each value occurs. This clause is implied, but it strengthens
            // propagation.
            if is_full && mode == Mode::Require {
                self.clause(places.iter().copied());
            }
            different.push(self.counts(places, None, |count, _| count < 2, mode)?);
        }
        Ok(self.all(different))
    }

    /// For each member, returns a literal that is true if the member is the first one of its area.
    fn firsts(&mut self, members: &[Lit]) -> Vec<Lit> {
        let started = self.encode_started(members);
        let before = [FALSE].into_iter().chain(started);
        let pairs: Vec<(Lit, Lit)> = members.iter().copied().zip(before).collect();
        pairs
            .into_iter()
            .map(|(member, before)| self.all([member, -before]))
            .collect()
    }

    /// For each position, returns a literal that is true if there is a member at this position or before it.
    fn encode_started(&mut self, members: &[Lit]) -> Vec<Lit> {
        let mut started = vec![];
        let mut before = FALSE;
        for &member in members {
            before = self.any([before, member]);
            started.push(before);
        }
        started
    }

    /// Encodes reachability. Returns clauses that are all true if every member can be reached from the first member through
    /// neighbouring members.
    fn encode_reached(
        &mut self,
        members: &[Lit],
        firsts: &[Lit],
        edges: &[(u16, u16)],
        size: Option<u16>,
    ) -> Result<Vec<Vec<Lit>>, TooLarge> {
        let mut neighbours = vec![vec![]; members.len()];
        for &(a, b) in edges {
            neighbours[usize::from(a)].push(usize::from(b));
            neighbours[usize::from(b)].push(usize::from(a));
        }
        // A shortest path visits each cell of an area at most once, so this number of steps is enough to reach every member.
        let steps = size.map_or(members.len(), usize::from).min(members.len());
        self.reserve(steps.saturating_mul(members.len() + edges.len()) * 8)?;
        let mut reached = firsts.to_vec();
        for _ in 1..steps {
            let mut next = vec![];
            for (place, &member) in members.iter().enumerate() {
                let near = neighbours[place].iter().map(|&near| reached[near]);
                let near: Vec<Lit> = near.chain([reached[place]]).collect();
                let near = self.any(near);
                next.push(self.all([member, near]));
            }
            reached = next;
        }
        let clauses = members.iter().zip(reached);
        Ok(clauses
            .map(|(&member, reached)| vec![-member, reached])
            .collect())
    }
}
