//! Classes of digits: odd and even, low and high, and thirds by size or by remainder.
//!
//! Many clues link the classes of two cells. The ends of a white dot are odd and even, the cells of a German whisper
//! alternate between low and high, and any three neighbours on an entropic line come from different thirds. Cells linked in
//! this way form chains that can be coloured before any digit is known. In addition, a house has a fixed number of digits
//! of each class. Example: if a chain of white dots r1c1-r1c2-r1c3-r1c4-r1c5 and one more odd cell are in row 1, r1c1 can't
//! be even, because the row would have too few odd digits.
//!
//! Each class of a cell is followed along the links and through the counts in all houses. A conclusion is a consequence that
//! all classes of the cell have in common, or the removal of a class that leads to a contradiction: chains meet, chains
//! clash, or chains exhaust a class. The links are computed from the relations, for every partition, so that they work for
//! each rule. Setters call this parity and polarity. *Cracking the Cryptic* calls the counting "odds and evens" and
//! "high-low colouring".

use super::chains::surcharge;
use crate::Context;
use crate::clue_links::Inquiry;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use crate::{Cells, House};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CLASSES: Technique = Technique {
    name: "classes",
    help: "odd and even, low and high or thirds, followed along clues and counted in houses",
    about: "Colour cells odd and even, low and high, or by thirds, along the clues that link them, and count \
            the colours in each house. Setters call this parity and polarity.",
    family: Family::Counting,
    sentence: Sentence::Classes,
    price: Some(3.6),
    positions: &[Position::on_path(
        "default",
        3.8,
        "corpus/techniques/classes.toml",
    )],
    find: classes,
    ..Technique::USUAL
};

/// A cell, and the index of one of its classes in the partition.
type Coloured = (u16, usize);

/// Maximum number of classes in a partition.
const MOST_CLASSES: usize = 3;
/// Maximum number of clues and houses behind a link.
const MOST_CITES: usize = 6;
/// The surcharge, in tenths, for following each class of a cell. Counting without an assumption has no surcharge.
const ASSUMED: u16 = 2;

/// Counts and follows the classes in each partition.
fn classes(context: &Context<'_>, steps: &mut Steps) {
    if context.ground.plain() {
        return;
    }
    for (number, classes) in partitions(context.ground.digits).iter().enumerate() {
        let links = Links::of(context, number, classes);
        if !links.cells.is_empty() {
            follow(context, number, classes, &links, steps);
        }
        let memory = context.memory.of::<Remembered>();
        memory.links.borrow_mut().insert(number, links.known);
    }
}

/// Counts and follows the classes of one partition, unless the same state was fruitless on an earlier board.
fn follow(
    context: &Context<'_>,
    number: usize,
    classes: &[DigitSet],
    links: &Links,
    steps: &mut Steps,
) {
    let colours = Colours::new(context, classes, links);
    let state = [&colours.may[..], &links.excluded].concat();
    let memory = context.memory.of::<Remembered>();
    // Counting needs no assumption and is cheaper, so cells are followed only if counting finds nothing.
    if memory.fruitless.borrow().get(&number) == Some(&state) || colours.count(steps) {
        return;
    }
    let (mut found, mut settled) = (false, Cells::EMPTY);
    for cell in links.cells.iter() {
        if settled.contains(cell) {
            continue;
        }
        match colours.cases(cell, steps) {
            Some(outcomes) => settled |= colours.find_settled_cells(cell, &outcomes),
            None => found = true,
        }
    }
    if !found {
        memory.fruitless.borrow_mut().insert(number, state);
    }
}

/// Returns the partitions of the digits that people use: odd and even, low and high, thirds by size, and thirds by remainder
/// modulo three. If the number of digits is odd, the middle digit is neither low nor high.
pub(super) fn partitions(digits: DigitSet) -> Vec<Vec<DigitSet>> {
    let all: Vec<u8> = digits.iter().collect();
    let by = |class: &dyn Fn(usize, u8) -> usize| {
        let mut classes = vec![DigitSet::EMPTY; MOST_CLASSES];
        for (place, &digit) in all.iter().enumerate() {
            let class = class(place, digit);
            classes[class] = classes[class] | DigitSet::one(digit);
        }
        classes.retain(|class| !class.is_empty());
        classes
    };
    let (count, half) = (all.len(), all.len() / 2);
    let mut partitions = vec![
        by(&|_, digit| usize::from(digit % 2)),
        by(&|place, _| usize::from(place >= half) + usize::from(place >= count - half)),
    ];
    // With fewer than six digits, some thirds would be single digits, so they would not be classes.
    if count >= 6 {
        partitions.push(by(&|place, _| 3 * place / count));
        partitions.push(by(&|_, digit| usize::from(digit % 3)));
    }
    partitions
}

/// A link: a class of one cell excludes a class of another cell.
#[derive(Debug)]
struct Link {
    from: Coloured,
    to: Coloured,
    cites: Vec<Cite>,
    seen: Cells,
}

/// The data that is kept from one board to the next, for each partition.
#[derive(Debug, Default)]
struct Remembered {
    links: RefCell<FxHashMap<usize, KnownLinks>>,
    /// For each partition, the last fruitless state: the cells that could have each class, and the cells that lost a class
    /// by a link.
    fruitless: RefCell<FxHashMap<usize, Vec<Cells>>>,
}

/// The last computed links of a partition, by relation. They are stored with the candidates for which they were computed.
#[derive(Debug, Default)]
struct KnownLinks {
    board: Vec<DigitSet>,
    found: BTreeMap<usize, Vec<Link>>,
}

impl KnownLinks {
    /// Computes the links again for relations whose candidates have changed.
    fn update(&mut self, context: &Context<'_>, classes: &[DigitSet]) {
        let parts = |digits: DigitSet| {
            let parts = classes.iter().map(|&class| class & digits);
            parts
                .filter(|part| !part.is_empty() && *part != digits)
                .collect()
        };
        let news = |&var: &u16| self.board.get(usize::from(var)) != Some(&context.board.at(var));
        let mut asked = vec![];
        let mut wanted = |relation: usize, vars: &[u16]| {
            let wanted = vars.iter().any(news);
            asked.extend(wanted.then_some(relation));
            wanted
        };
        let mut fresh: BTreeMap<usize, Vec<Link>> = BTreeMap::new();
        let (ground, board) = (context.ground, context.board);
        let inquiry = Inquiry {
            ground,
            board,
            most_cites: MOST_CITES,
            parts: &parts,
        };
        inquiry.consequences(&mut wanted, &mut |found| {
            // These citations also include the houses that make cells differ, so the limit is checked again.
            if found.cites.len() > MOST_CITES {
                return;
            }
            let links = fresh.entry(found.relation).or_default();
            let meets = |&class: &DigitSet| !(class & found.within).is_empty();
            let from = classes.iter().position(meets).unwrap_or(0);
            let left = context.board.at(found.loser).without(found.lost);
            for (to, &class) in classes.iter().enumerate() {
                if !(class & found.lost).is_empty() && (class & left).is_empty() {
                    let ends = [(found.cell, from), (found.loser, to)];
                    for [from, to] in [ends, [ends[1], ends[0]]] {
                        links.push(Link {
                            from,
                            to,
                            cites: found.cites.to_vec(),
                            seen: found.seen | Cells::one(found.loser),
                        });
                    }
                }
            }
        });
        // A relation that no longer has links is missing from `fresh`, so the old links are removed first.
        asked
            .iter()
            .for_each(|relation| drop(self.found.remove(relation)));
        self.found.append(&mut fresh);
        self.board = board.candidates().to_vec();
    }
}

/// The links between the classes of open cells.
struct Links {
    known: KnownLinks,
    /// The cells that have links.
    cells: Cells,
    /// The cells that lose a class if another cell has a class, with one entry for each cell, each class of the cell, and
    /// each lost class.
    excluded: Vec<Cells>,
    /// Number of classes.
    classes: usize,
}

impl Links {
    fn of(context: &Context<'_>, number: usize, classes: &[DigitSet]) -> Self {
        let count = classes.len() * context.ground.cells();
        let memory = context.memory.of::<Remembered>();
        let mut known = memory
            .links
            .borrow_mut()
            .remove(&number)
            .unwrap_or_default();
        known.update(context, classes);
        let mut cells = Cells::EMPTY;
        let mut excluded = vec![Cells::EMPTY; count * classes.len()];
        for link in known.found.values().flatten() {
            let place = usize::from(link.from.0) * classes.len() + link.from.1;
            excluded[place * classes.len() + link.to.1] |= Cells::one(link.to.0);
            cells |= Cells::one(link.from.0);
        }
        Self {
            known,
            cells,
            excluded,
            classes: classes.len(),
        }
    }

    /// Returns the cells that lose the class `class` if `cell` has the class `from`.
    fn exclude_class(&self, (cell, from): Coloured, class: usize) -> Cells {
        let place = usize::from(cell) * self.classes + from;
        self.excluded[place * self.classes + class]
    }

    fn find(&self, from: Coloured, to: Coloured) -> Option<&Link> {
        let mut links = self.known.found.values().flatten();
        links.find(|link| (link.from, link.to) == (from, to))
    }
}

/// A consequence of an assumption: a cell loses a class, or the assumption fails.
struct Event {
    /// The cell, and the class that it loses; `None` for a contradiction.
    lost: Option<Coloured>,
    /// The indices of the events from which this event follows.
    parents: Vec<usize>,
    cites: Vec<Cite>,
    seen: Cells,
}

/// The consequences of an assumption about the class of a cell.
struct Outcome {
    /// For each class, the cells that may still have it.
    may: [Cells; MOST_CLASSES],
    /// All events in order. The assumption itself is not an event.
    events: Vec<Event>,
    /// `true` if the parents of events are recorded.
    explained: bool,
    /// The cells that lost a class.
    changed: Cells,
    /// `true` if the assumption leads to a contradiction, which is then the last event.
    clash: bool,
}

impl Outcome {
    /// Iterates over the classes that a cell may still have.
    fn remaining_classes(&self, cell: u16) -> impl Iterator<Item = usize> + '_ {
        (0..self.may.len()).filter(move |&class| self.may[class].contains(cell))
    }

    /// Returns the cells that have only this class left.
    fn sure(&self, class: usize) -> Cells {
        let others = self
            .may
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != class);
        others.fold(self.may[class], |sure, (_, &may)| sure - may)
    }

    /// Returns the indices of the events that removed classes from some cells.
    fn why(&self, cells: Cells) -> Vec<usize> {
        if !self.explained {
            return vec![];
        }
        let cells = cells & self.changed;
        let took = |event: &Event| event.lost.is_some_and(|(cell, _)| cells.contains(cell));
        let all = self.events.iter().enumerate();
        all.filter(|(_, event)| took(event))
            .map(|(place, _)| place)
            .collect()
    }

    /// Records an event if it is new. Returns the cell that loses a class, if there is one.
    fn take(&mut self, event: Event) -> Option<u16> {
        let Some((cell, class)) = event.lost else {
            self.clash = true;
            self.events.push(event);
            return None;
        };
        if !self.may[class].contains(cell) {
            return None;
        }
        self.may[class] -= Cells::one(cell);
        self.changed |= Cells::one(cell);
        self.events.push(event);
        if self.remaining_classes(cell).next().is_none() {
            self.clash = true;
            self.events.push(Event {
                lost: None,
                parents: self.why(Cells::one(cell)),
                cites: vec![],
                seen: Cells::one(cell),
            });
        }
        Some(cell)
    }

    /// Returns the index of the event that removed a class from a cell.
    fn end(&self, lost: Coloured) -> Option<usize> {
        match self.clash {
            true => self.events.len().checked_sub(1),
            false => self
                .events
                .iter()
                .position(|event| event.lost == Some(lost)),
        }
    }
}

/// The classes that cells may have on one board.
struct Colours<'a> {
    context: &'a Context<'a>,
    classes: &'a [DigitSet],
    links: &'a Links,
    /// For each class, the cells that may have it.
    may: [Cells; MOST_CLASSES],
}

impl<'a> Colours<'a> {
    fn new(context: &'a Context<'a>, classes: &'a [DigitSet], links: &'a Links) -> Self {
        let cells = || 0..context.ground.cells() as u16;
        let mut may = [Cells::EMPTY; MOST_CLASSES];
        for (may, &class) in may.iter_mut().zip(classes) {
            let holds = |cell: &u16| !(context.board.at(*cell) & class).is_empty();
            *may = cells().filter(holds).collect();
        }
        Self {
            context,
            classes,
            links,
            may,
        }
    }

    /// Offers the consequences of counting without an assumption. Returns `false` if there are none.
    fn count(&self, steps: &mut Steps) -> bool {
        let outcome = self.follow(None, true);
        for (place, event) in outcome.events.iter().enumerate() {
            if let Some(lost) = event.lost {
                self.offer(lost, &[(&outcome, place)], 0, steps);
            }
        }
        !outcome.events.is_empty()
    }

    /// Returns `true` if some cell loses a class in every case that does not lead to a contradiction.
    fn agree(&self, outcomes: &[Outcome]) -> bool {
        self.may.iter().enumerate().any(|(class, &before)| {
            let possible = outcomes.iter().filter(|outcome| !outcome.clash);
            let lost = possible.fold(before, |lost, outcome| lost - outcome.may[class]);
            !lost.is_empty()
        })
    }

    /// Iterates over the classes that a cell may have.
    fn options(&self, cell: u16) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.classes.len()).filter(move |&class| self.may[class].contains(cell))
    }

    /// Finds the cells whose class is known in each case of `cell`, with a different class in each case. Common
    /// consequences of the cases of such a cell also follow from `cell`. If following `cell` was fruitless, following such
    /// a cell is therefore fruitless too.
    fn find_settled_cells(&self, cell: u16, outcomes: &[Outcome]) -> Cells {
        if outcomes.iter().any(|outcome| outcome.clash) {
            return Cells::EMPTY;
        }
        let mut settled = self.links.cells - Cells::one(cell);
        let mut met = [Cells::EMPTY; MOST_CLASSES];
        for outcome in outcomes {
            let mut known = Cells::EMPTY;
            for (class, met) in met.iter_mut().enumerate() {
                let sure = outcome.sure(class) - *met;
                *met |= sure;
                known |= sure;
            }
            settled &= known;
        }
        for (&may, met) in self.may.iter().zip(met) {
            settled -= may - met;
        }
        settled
    }

    /// Offers the consequences that all classes of a cell have in common. If there are none, returns the outcome of each
    /// class.
    fn cases(&self, cell: u16, steps: &mut Steps) -> Option<Vec<Outcome>> {
        let options = self.options(cell);
        if options.clone().count() < 2 {
            return Some(vec![]);
        }
        let follow = |explained: bool| -> Vec<Outcome> {
            let options = options.clone();
            options
                .map(|class| self.follow(Some((cell, class)), explained))
                .collect()
        };
        // Few cells have common consequences, so the explanations are computed in a second run, for those cells only.
        let mut outcomes = follow(false);
        if outcomes.iter().all(|outcome| outcome.clash) || !self.agree(&outcomes) {
            return Some(outcomes);
        }
        outcomes = follow(true);
        for (class, &before) in self.may.iter().enumerate() {
            let possible = outcomes.iter().filter(|outcome| !outcome.clash);
            let lost = possible.fold(before, |lost, outcome| lost - outcome.may[class]);
            for loser in lost.iter() {
                // The assumed cell loses its other classes without an event, so a case can lack an event for this loss.
                let ends = outcomes
                    .iter()
                    .filter_map(|o| Some((o, o.end((loser, class))?)));
                let ends: Vec<(&Outcome, usize)> = ends.collect();
                self.offer((loser, class), &ends, ASSUMED, steps);
            }
        }
        None
    }

    /// Offers the step in which a cell loses a class. `ends` contains the event of that loss in each case.
    fn offer(&self, lost: Coloured, ends: &[(&Outcome, usize)], more: u16, steps: &mut Steps) {
        let (mut nodes, mut cites, mut seen) = (0, BTreeSet::new(), Cells::one(lost.0));
        for (outcome, end) in ends {
            let mut needed = BTreeSet::new();
            let mut open = vec![*end];
            while let Some(event) = open.pop() {
                if needed.insert(event) {
                    open.extend(&outcome.events[event].parents);
                }
            }
            nodes += needed.len();
            for event in needed {
                cites.extend(outcome.events[event].cites.iter().copied());
                seen |= outcome.events[event].seen;
            }
        }
        steps.offer(more + surcharge(nodes), || {
            Step::strip(
                self.context.board.candidates(),
                self.classes[lost.1],
                Cells::one(lost.0),
            )
            .citing(cites)
            .pattern(seen)
            .about(self.classes[lost.1])
            .sized(nodes)
        });
    }

    /// Follows a class of a cell in rounds to the fixpoint. Without an assumption, computes the consequences of the board
    /// itself. The parents of events are recorded only if `explained` is `true`.
    fn follow(&self, assumed: Option<Coloured>, explained: bool) -> Outcome {
        let mut outcome = Outcome {
            may: self.may,
            events: vec![],
            explained,
            changed: Cells::EMPTY,
            clash: false,
        };
        let mut news = Cells::first_of(self.context.ground.cells());
        if let Some((cell, class)) = assumed {
            news = Cells::one(cell);
            for other in (0..self.classes.len()).filter(|&other| other != class) {
                outcome.may[other] -= news;
            }
            outcome.changed = news;
        }
        let mut found = vec![];
        while !news.is_empty() {
            for cell in (news & self.links.cells & outcome.changed).iter() {
                self.follow_links(&outcome, cell, &mut found);
            }
            let sure: [Cells; MOST_CLASSES] = std::array::from_fn(|class| outcome.sure(class));
            let houses = self.context.ground.houses.iter();
            for house in houses.filter(|house| house.cells.meets(news)) {
                self.count_in(house, &outcome, &sure, &mut found);
            }
            news = Cells::EMPTY;
            for event in found.drain(..) {
                if let Some(loser) = outcome.take(event) {
                    news |= Cells::one(loser);
                }
                if outcome.clash {
                    return outcome;
                }
            }
        }
        outcome
    }

    /// Finds the cells that lose a class by links from each of the remaining classes of `cell`.
    fn follow_links(&self, outcome: &Outcome, cell: u16, found: &mut Vec<Event>) {
        for (to, &may) in outcome.may[..self.classes.len()].iter().enumerate() {
            let excluded = |class| self.links.exclude_class((cell, class), to);
            let losers = outcome
                .remaining_classes(cell)
                .fold(may, |all, class| all & excluded(class));
            for loser in (losers - Cells::one(cell)).iter() {
                let mut event = Event {
                    lost: Some((loser, to)),
                    parents: outcome.why(Cells::one(cell)),
                    cites: vec![],
                    seen: Cells::one(cell),
                };
                let link = |class| self.links.find((cell, class), (loser, to));
                let left = outcome
                    .remaining_classes(cell)
                    .filter(|_| outcome.explained);
                for link in left.filter_map(link) {
                    event.cites.extend(&link.cites);
                    event.seen |= link.seen;
                }
                found.push(event);
            }
        }
    }

    /// Counts the classes in a house. A house contains every digit once, so it has a fixed number of digits of each class.
    fn count_in(&self, house: &House, outcome: &Outcome, sure: &[Cells], found: &mut Vec<Event>) {
        for (class, digits) in self.classes.iter().enumerate() {
            let possible = outcome.may[class] & house.cells;
            let sure = sure[class] & house.cells;
            let others = house.cells - possible;
            let mut find = |lost: Option<Coloured>, because: Cells| {
                found.push(Event {
                    lost,
                    parents: outcome.why(because),
                    cites: outcome
                        .explained
                        .then_some(house.cite)
                        .into_iter()
                        .collect(),
                    seen: house.cells,
                });
            };
            let wanted = digits.len();
            if sure.len() > wanted {
                find(None, sure);
            } else if possible.len() < wanted {
                find(None, others);
            } else if sure.len() == wanted {
                for cell in (possible - sure).iter() {
                    find(Some((cell, class)), sure);
                }
            } else if possible.len() == wanted {
                for cell in (possible - sure).iter() {
                    for other in outcome
                        .remaining_classes(cell)
                        .filter(|&other| other != class)
                    {
                        find(Some((cell, other)), others);
                    }
                }
            }
        }
    }
}
