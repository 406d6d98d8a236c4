use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};
use std::sync::atomic::{AtomicU64, Ordering};

/// The variables whose value lies in a set form one connected, non-empty area.
///
/// Cells that cannot be reached from a sure member are out; cells without which sure members fall
/// apart are in (articulation points, found by one depth-first search: Hopcroft and Tarjan 1973). Where
/// the size is known, so are cells that the area cannot reach with the cells it may still take, having
/// to join its sure parts as well, and in are those without which too few are left.
#[derive(Clone, Debug)]
pub struct Connected<W> {
    vars: Box<[u16]>,
    /// For each variable its neighbours as a run of `links`.
    starts: Box<[u32]>,
    links: Box<[u16]>,
    inside: W,
    size: Option<u16>,
    /// Tells it from all others, for what its buffers remember.
    id: u64,
}

/// A number that no relation had before.
fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Not reached.
const NEVER: u16 = u16::MAX;

/// Buffers for searches through an area, and where some of them found nothing.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// What each cell may be.
    cells: Vec<Kind>,
    /// For each sure part one after another: how many open cells a way to each cell takes at least,
    /// the cell itself included.
    steps: Vec<u16>,
    queue: Vec<u16>,
    next: Vec<u16>,
    visits: Vec<Visit>,
    stack: Vec<(u16, u16, u32)>,
    cuts: Vec<u16>,
    /// For some relations the cells for which they had nothing to say.
    quiet: Vec<(u64, Vec<Kind>)>,
}

/// How many relations the buffers remember; a power of two.
const REMEMBERED: usize = 64;

/// Whether a cell is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Out,
    Open,
    Sure,
}

/// What a depth-first search knows of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// When it was entered, counted from 1; 0: never.
    entered: u16,
    /// The earliest cell that its subtree touches.
    low: u16,
    /// Sure cells in its subtree, and all.
    sure: u16,
    below: u16,
    /// Cells that are lost without it, itself included.
    lost: u16,
}

impl<W: Word> Connected<W> {
    pub(crate) fn new(vars: &[u16], edges: &[(u16, u16)], inside: W, size: Option<u16>) -> Self {
        let mut near = vec![vec![]; vars.len()];
        for &(a, b) in edges {
            near[usize::from(a)].push(b);
            near[usize::from(b)].push(a);
        }
        let mut starts = vec![0u32];
        for links in &near {
            starts.push(starts[starts.len() - 1] + links.len() as u32);
        }
        Self {
            vars: vars.into(),
            starts: starts.into(),
            links: near.concat().into(),
            inside,
            size,
            id: fresh(),
        }
    }

    fn links(&self, cell: u16) -> &[u16] {
        let cell = usize::from(cell);
        &self.links[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let mut walk = sink.scratch().take_walk();
        let outcome = self.filter(&mut walk, sink);
        sink.scratch().put_walk(walk);
        outcome
    }

    fn filter(&self, walk: &mut Walk, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        walk.cells.clear();
        walk.cells.extend(self.vars.iter().map(|&var| {
            let set = sink.get(var);
            match (
                (set & self.inside).is_none(),
                (set & !self.inside).is_none(),
            ) {
                (true, _) => Kind::Out,
                (_, true) => Kind::Sure,
                _ => Kind::Open,
            }
        }));
        if walk.is_quiet(self.id) {
            return Ok(());
        }
        let everything = |why: &mut crate::model::Reason<'_, W>| why.now(self.vars.iter().copied());
        if !self.narrow(walk) {
            return Err(sink.fail(everything));
        }
        let mut found = false;
        for (cell, &var) in self.vars.iter().enumerate() {
            let kind = walk.cells[cell];
            let (may, must) = (kind != Kind::Out, kind == Kind::Sure);
            let set = sink.get(var);
            let was_open = !(set & self.inside).is_none() && !(set & !self.inside).is_none();
            if was_open && (!may || must) {
                found = true;
                let keep = if must { self.inside } else { !self.inside };
                sink.keep(var, keep, |why| {
                    why.now(self.vars.iter().copied().filter(|&v| v != var))
                })?;
            }
        }
        if !found {
            walk.remember(self.id);
        }
        Ok(())
    }

    /// Decides open cells of the walk where only one way is left; false if nothing can be right.
    fn narrow(&self, walk: &mut Walk) -> bool {
        let (sure, open) = (walk.count(Kind::Sure), walk.count(Kind::Open));
        let size = self.size.map(usize::from);
        if sure + open == 0 || size.is_some_and(|size| sure > size || sure + open < size) {
            return false;
        }
        if size == Some(sure) {
            walk.decide(Kind::Out);
        }
        let Some(root) = walk.cells.iter().position(|&kind| kind == Kind::Sure) else {
            return size.is_none_or(|size| self.large_enough(size, walk));
        };
        let root = root as u16;
        let possible = match size {
            Some(size) => self.within_reach(size, sure, walk),
            None => self.reached(root, walk),
        };
        match possible {
            None => return false,
            Some(possible) if size.is_some_and(|size| possible < size) => return false,
            Some(possible) if size == Some(possible) => walk.decide(Kind::Sure),
            Some(possible) => self.cut(root, possible, walk),
        }
        true
    }

    /// Leaves only what a walk from the root reaches and counts it; `None` if a sure cell is not.
    fn reached(&self, root: u16, walk: &mut Walk) -> Option<usize> {
        walk.steps.clear();
        walk.steps.resize(self.vars.len(), NEVER);
        self.spread(root, u16::MAX - 1, 0, walk);
        self.drop_unless(walk, |cell, steps| steps[cell] != NEVER)
    }

    /// Leaves only cells that the area can reach, joining its sure parts, with what it may still take,
    /// and counts them; `None` if the parts cannot be joined.
    ///
    /// The smallest tree through three places has at least half the sum of their distances.
    fn within_reach(&self, size: usize, sure: usize, walk: &mut Walk) -> Option<usize> {
        let budget = (size - sure) as u16;
        let count = self.vars.len();
        walk.steps.clear();
        let mut parts = vec![];
        for cell in 0..count {
            let new = |part: usize| walk.steps[part * count + cell] != 0;
            if walk.cells[cell] == Kind::Sure && (0..parts.len()).all(new) {
                walk.steps.resize((parts.len() + 1) * count, NEVER);
                self.spread(cell as u16, budget, parts.len() * count, walk);
                parts.push(cell);
            }
        }
        let many = parts.len();
        self.drop_unless(walk, |cell, steps| {
            let to = |part: usize| steps[part * count + cell];
            let apart = |a: usize, b: usize| u32::from(steps[a * count + parts[b]]);
            (0..many).all(|a| {
                to(a) <= budget
                    && (0..a).all(|b| {
                        let tree = u32::from(to(a)) + u32::from(to(b)) + apart(a, b);
                        to(b) <= budget && tree <= 2 * u32::from(budget) + 1
                    })
            })
        })
    }

    /// Takes out all cells of which the steps do not say that they can be inside, and counts the
    /// others; `None` if a sure one is among them.
    fn drop_unless(
        &self,
        walk: &mut Walk,
        can_be: impl Fn(usize, &[u16]) -> bool,
    ) -> Option<usize> {
        let mut count = 0;
        for cell in 0..self.vars.len() {
            match walk.cells[cell] {
                Kind::Out => {}
                _ if can_be(cell, &walk.steps) => count += 1,
                Kind::Sure => return None,
                Kind::Open => walk.cells[cell] = Kind::Out,
            }
        }
        Some(count)
    }

    /// Fills in the steps from a sure cell, as far as `most`, at an offset.
    fn spread(&self, from: u16, most: u16, offset: usize, walk: &mut Walk) {
        walk.queue.clear();
        walk.queue.push(from);
        walk.steps[offset + usize::from(from)] = 0;
        for level in 0..=most {
            walk.next.clear();
            let mut at = 0;
            while let Some(&cell) = walk.queue.get(at) {
                at += 1;
                for &to in self.links(cell) {
                    let steps = &mut walk.steps[offset + usize::from(to)];
                    if *steps != NEVER {
                        continue;
                    }
                    match walk.cells[usize::from(to)] {
                        Kind::Out => {}
                        Kind::Sure => {
                            *steps = level;
                            walk.queue.push(to);
                        }
                        Kind::Open if level < most => {
                            *steps = level + 1;
                            walk.next.push(to);
                        }
                        Kind::Open => {}
                    }
                }
            }
            if walk.next.is_empty() {
                return;
            }
            std::mem::swap(&mut walk.queue, &mut walk.next);
        }
    }

    /// Without a sure member: takes out the areas that are too small for the size; false if all are.
    fn large_enough(&self, size: usize, walk: &mut Walk) -> bool {
        let mut large = false;
        walk.steps.clear();
        walk.steps.resize(self.vars.len(), NEVER);
        for start in 0..self.vars.len() as u16 {
            if walk.cells[usize::from(start)] == Kind::Out
                || walk.steps[usize::from(start)] != NEVER
            {
                continue;
            }
            walk.queue.clear();
            walk.queue.push(start);
            walk.steps[usize::from(start)] = 0;
            let mut at = 0;
            while let Some(&cell) = walk.queue.get(at) {
                at += 1;
                for &to in self.links(cell) {
                    let steps = &mut walk.steps[usize::from(to)];
                    if *steps == NEVER && walk.cells[usize::from(to)] != Kind::Out {
                        *steps = 0;
                        walk.queue.push(to);
                    }
                }
            }
            match walk.queue.len() < size {
                true => {
                    for &cell in &walk.queue {
                        walk.cells[usize::from(cell)] = Kind::Out;
                    }
                }
                false => large = true,
            }
        }
        large
    }

    /// Puts in the cells without which sure members fall apart or too few cells are left: depth-first
    /// from a sure cell through all that may be inside.
    fn cut(&self, root: u16, possible: usize, walk: &mut Walk) {
        let Walk {
            cells,
            visits,
            stack,
            cuts,
            ..
        } = walk;
        visits.clear();
        visits.resize(self.vars.len(), Visit::default());
        cuts.clear();
        stack.clear();
        stack.push((root, NEVER, 0));
        let mut clock = 0;
        while let Some(&mut (cell, parent, ref mut next)) = stack.last_mut() {
            let at = usize::from(cell);
            if visits[at].entered == 0 {
                clock += 1;
                visits[at] = Visit {
                    entered: clock,
                    low: clock,
                    sure: u16::from(cells[at] == Kind::Sure),
                    below: 1,
                    lost: 1,
                };
            }
            if let Some(&to) = self.links(cell).get(*next as usize) {
                *next += 1;
                if to == parent || cells[usize::from(to)] == Kind::Out {
                    continue;
                }
                match visits[usize::from(to)].entered {
                    0 => stack.push((to, cell, 0)),
                    entered => visits[at].low = visits[at].low.min(entered),
                }
                continue;
            }
            stack.pop();
            if parent == NEVER {
                continue;
            }
            let child = visits[at];
            let above = &mut visits[usize::from(parent)];
            above.low = above.low.min(child.low);
            above.sure += child.sure;
            above.below += child.below;
            if child.low >= above.entered {
                above.lost += child.below;
                if child.sure > 0 {
                    cuts.push(parent);
                }
            }
        }
        for &cut in cuts.iter() {
            cells[usize::from(cut)] = Kind::Sure;
        }
        if let Some(size) = self.size {
            for (kind, visit) in cells.iter_mut().zip(visits) {
                if *kind == Kind::Open && possible - usize::from(visit.lost) < usize::from(size) {
                    *kind = Kind::Sure;
                }
            }
        }
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        300 + 4 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        2
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

impl Walk {
    fn count(&self, kind: Kind) -> usize {
        self.cells.iter().filter(|&&k| k == kind).count()
    }

    /// All open cells become this.
    fn decide(&mut self, kind: Kind) {
        let open = self.cells.iter_mut().filter(|k| **k == Kind::Open);
        open.for_each(|k| *k = kind);
    }

    /// Whether the relation had nothing to say of these cells before.
    fn is_quiet(&self, id: u64) -> bool {
        let known = self.quiet.get(id as usize % REMEMBERED);
        known.is_some_and(|(of, cells)| *of == id && *cells == self.cells)
    }

    /// Remembers that the relation had nothing to say of these cells.
    fn remember(&mut self, id: u64) {
        if self.quiet.is_empty() {
            self.quiet.resize(REMEMBERED, (0, vec![]));
        }
        let (of, cells) = &mut self.quiet[id as usize % REMEMBERED];
        *of = id;
        cells.clone_from(&self.cells);
    }
}
