//! Chains of strong links of one digit: skyscraper, two-string kite, turbot fish, empty rectangle, and their longer
//! relatives.
//!
//! A digit has two ends in each of several houses. An end is a cell, or a group of cells in a second house. If an end in
//! one house sees an end in the next house, one of the two free ends must hold the digit. Ratings follow Sukaku Explainer:
//! parallel lines cost least, followed by rows with columns, boxes, and groups.

use crate::Cells;
use crate::Context;
use crate::ground::{Ground, HouseKind};
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};

pub(super) const TWO_STRONG_LINKS: Technique = Technique {
    name: "two-strong-links",
    help: "skyscraper, two-string kite, turbot fish, empty rectangle",
    about: "In each of two houses a digit has two places, and one place of the first sees one of the second. \
            So one of the two outer places is true, and cells that see both lose the digit. Skyscrapers, \
            two-string kites, turbot fish and empty rectangles are all of this kind.",
    family: Family::Chain,
    price: Some(4.0),
    positions: &[Position::on_path(
        "sukaku-1.18",
        4.0,
        "...........7.2.6.9....672.51...8.5.4..4..1..62....67....8..3..7.1.5..3...3.81....",
    )],
    find: two,
    ..Technique::USUAL
};

pub(super) const THREE_STRONG_LINKS: Technique = Technique {
    name: "three-strong-links",
    help: "three consecutive strong links on one digit",
    about: "Three houses in which a digit has two places each, joined end to end. One of the two outermost \
            places is true, and cells that see both lose the digit.",
    family: Family::Chain,
    price: Some(5.4),
    positions: &[Position::on_path(
        "sukaku-1.18",
        5.4,
        "....26....7.......58..9..2.7..6...4...6.....7.4.8....5...348...2.....1....35.....",
    )],
    find: three,
    ..Technique::USUAL
};

pub(super) const FOUR_STRONG_LINKS: Technique = Technique {
    name: "four-strong-links",
    help: "four consecutive strong links on one digit",
    about: "Four houses in which a digit has two places each, joined end to end. One of the two outermost \
            places is true, and cells that see both lose the digit.",
    family: Family::Chain,
    price: Some(5.8),
    positions: &[Position::on_path(
        "sukaku-1.18",
        6.1,
        "........485.4...3....31..7..........46....8.1.3.1.675..7..2........3.14.6..8.....",
    )],
    find: four,
    ..Technique::USUAL
};

/// A house in which one of two ends holds the digit. An end is a cell or a group of cells.
#[derive(Clone, Copy)]
struct Strong {
    house: u16,
    kind: HouseKind,
    ends: [Cells; 2],
    /// For each end, the cells that see all cells of the end.
    sees: [Cells; 2],
    grouped: bool,
}

/// A partial chain of strong links.
#[derive(Clone, Copy)]
struct Chain {
    links: [u16; 4],
    count: usize,
    /// Bits for the kinds of houses in the chain: rows, columns, and boxes or groups.
    kinds: u8,
    /// The cells that see the free end of the first link.
    first: Cells,
    first_end: Cells,
    /// The last link of the chain, and the index of its free end.
    last: End,
    pattern: Cells,
}

const ROWS: u8 = 1;
const COLUMNS: u8 = 2;
const OTHERS: u8 = 4;
const GROUPS: u8 = 8;

/// Finds chains of two strong links.
fn two(context: &Context<'_>, steps: &mut Steps) {
    find(context, 2, steps);
}

/// Finds chains of three strong links.
fn three(context: &Context<'_>, steps: &mut Steps) {
    find(context, 3, steps);
}

/// Finds chains of four strong links.
fn four(context: &Context<'_>, steps: &mut Steps) {
    find(context, 4, steps);
}

fn find(context: &Context<'_>, count: usize, steps: &mut Steps) {
    for digit in context.ground.digits.iter() {
        let links = strong_links(context, digit);
        if links.len() < count {
            continue;
        }
        let search = Search {
            context,
            digit,
            next: next(&links),
            links,
            count,
        };
        for i in 0..search.links.len() as u16 {
            for end in 0..2 {
                search.extend(search.begin(i, end), steps);
            }
        }
    }
}

/// The index of a link, with the index of one of its two ends.
type End = (u16, usize);

/// Returns, for each end of each link, the ends of other links that see it.
fn next(links: &[Strong]) -> Vec<[Vec<End>; 2]> {
    let mut next = vec![[vec![], vec![]]; links.len()];
    for (from, next) in links.iter().zip(&mut next) {
        for (sees, next) in from.sees.iter().zip(next) {
            for (i, link) in (0..).zip(links) {
                for (end, cells) in link.ends.iter().enumerate() {
                    if cells.within(*sees) {
                        next.push((i, end));
                    }
                }
            }
        }
    }
    next
}

/// The search for chains of one digit.
struct Search<'a> {
    context: &'a Context<'a>,
    digit: u8,
    links: Vec<Strong>,
    next: Vec<[Vec<End>; 2]>,
    /// Number of links that a chain must have.
    count: usize,
}

impl Search<'_> {
    /// Begins a chain with one link. The end with the given index is the free end.
    fn begin(&self, i: u16, end: usize) -> Chain {
        let link = &self.links[usize::from(i)];
        Chain {
            links: [i, 0, 0, 0],
            count: 1,
            kinds: link.kinds(),
            first: link.sees[end],
            first_end: link.ends[end],
            last: (i, 1 - end),
            pattern: link.ends[0] | link.ends[1],
        }
    }

    fn extend(&self, chain: Chain, steps: &mut Steps) {
        let (last, end) = (usize::from(chain.last.0), chain.last.1);
        if chain.count == self.count {
            let sees = self.links[last].sees[end];
            let lost = chain.first & sees & self.context.board.places(self.digit);
            if !lost.is_empty() {
                steps.offer(chain.surcharge(), || self.describe(&chain, lost));
            }
            return;
        }
        for &(i, end) in &self.next[last][end] {
            let link = &self.links[usize::from(i)];
            let own = link.ends[0] | link.ends[1];
            // The search finds each chain once from each end, so one of the two copies is skipped.
            let twice = chain.count + 1 == self.count && i < chain.links[0];
            if twice || chain.pattern.meets(own) {
                continue;
            }
            let mut longer = chain;
            longer.links[chain.count] = i;
            longer.count += 1;
            longer.kinds |= link.kinds();
            longer.last = (i, 1 - end);
            longer.pattern |= own;
            self.extend(longer, steps);
        }
    }

    fn describe(&self, chain: &Chain, lost: Cells) -> Step {
        let ground = self.context.ground;
        let links = chain.links[..chain.count]
            .iter()
            .map(|&i| &self.links[usize::from(i)]);
        let houses = links
            .clone()
            .map(|link| &ground.houses[usize::from(link.house)]);
        let all = houses
            .clone()
            .fold(Cells::EMPTY, |all, house| all | house.cells);
        let mut step = Step::remove(self.digit, lost).citing(houses.map(|house| house.cite));
        let last = self.links[usize::from(chain.last.0)].ends[chain.last.1];
        for end in [chain.first_end, last] {
            step = step.citing(across(ground, lost, end));
        }
        // A chain does not record which ends see each other, so every pair of ends that see each other is cited.
        for (before, next) in links.clone().zip(links.clone().skip(1)) {
            for a in before.ends {
                for b in next.ends {
                    if b.within(ground.common_peers(a)) {
                        step = step.citing(across(ground, a, b));
                    }
                }
            }
        }
        step.seeing(all)
            .pattern(chain.pattern)
            .arguing(Sentence::StrongLinks(
                links.map(|link| link.house).collect(),
            ))
            .sized(2 * chain.count)
    }
}

/// Returns the citations that make each cell of one set differ from each cell of the other set.
fn across(ground: &Ground<'_>, some: Cells, others: Cells) -> Vec<cluewright_engine::model::Cite> {
    let pairs = some.iter().flat_map(|a| others.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| ground.why_apart(a, b)).collect()
}

impl Strong {
    fn kinds(&self) -> u8 {
        let kind = match self.kind {
            HouseKind::Row => ROWS,
            HouseKind::Column => COLUMNS,
            _ => OTHERS,
        };
        kind | if self.grouped { GROUPS } else { 0 }
    }
}

impl Chain {
    fn surcharge(&self) -> u16 {
        match self.kinds {
            kinds if kinds & GROUPS != 0 => 3,
            kinds if kinds & OTHERS != 0 => 2,
            kinds if kinds == ROWS | COLUMNS => 1,
            _ => 0,
        }
    }
}

fn strong_links(context: &Context<'_>, digit: u8) -> Vec<Strong> {
    let ground = context.ground;
    let mut links = vec![];
    for (number, house) in ground.houses.iter().enumerate() {
        let places = context.board.places(digit) & house.cells;
        let mut add = |a: Cells, b: Cells, grouped: bool| {
            links.push(Strong {
                house: number as u16,
                kind: house.kind,
                ends: [a, b],
                sees: [ground.common_peers(a), ground.common_peers(b)],
                grouped,
            });
        };
        if places.len() == 2 {
            let a = Cells::one(places.first());
            add(a, places - a, false);
        } else if places.len() > 2 {
            let parts = groups(ground, number, places);
            for (i, &a) in parts.iter().enumerate() {
                for &b in &parts[..i] {
                    let covers = (a | b) == places && !a.within(b) && !b.within(a);
                    if covers && (a.len() > 1 || b.len() > 1) {
                        add(a, b, true);
                    }
                }
            }
        }
    }
    links
}

/// Groups the places of a house by the other houses that contain them.
fn groups(ground: &Ground<'_>, number: usize, places: Cells) -> Vec<Cells> {
    let mut parts: Vec<Cells> = vec![];
    for crossing in ground
        .crossings
        .iter()
        .filter(|c| usize::from(c.from) == number)
    {
        let part = places & crossing.common;
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    for cell in places.iter() {
        if !parts.contains(&Cells::one(cell)) {
            parts.push(Cells::one(cell));
        }
    }
    parts
}
