use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// The variables whose value lies in a set form one connected, non-empty area.
///
/// Cells that cannot be reached from a sure member are out; cells without which sure members fall
/// apart are in (articulation points, found by one depth-first search: Hopcroft and Tarjan 1973). Where
/// the size is known, so are cells that are too far away, and those without which too few are left.
#[derive(Clone, Debug)]
pub struct Connected<W> {
    vars: Box<[u16]>,
    /// For each variable its neighbours as a run of `links`.
    starts: Box<[u32]>,
    links: Box<[u16]>,
    inside: W,
    size: Option<u16>,
}

/// What the search from a sure member found.
struct Reach {
    /// When each cell was entered, counted from 1; 0: not reached.
    entered: Vec<u32>,
    /// Cells whose removal parts sure members from each other.
    cuts: Vec<u16>,
    count: usize,
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
        }
    }

    fn links(&self, cell: usize) -> &[u16] {
        &self.links[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Whether the cell can be inside.
    fn may(&self, cell: usize, sink: &impl Sink<W>) -> bool {
        !(sink.get(self.vars[cell]) & self.inside).is_none()
    }

    /// Whether the cell is inside for sure.
    fn must(&self, cell: usize, sink: &impl Sink<W>) -> bool {
        (sink.get(self.vars[cell]) & !self.inside).is_none()
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let cells = 0..self.vars.len();
        let sure = cells.clone().filter(|&cell| self.must(cell, sink)).count();
        let possible = cells.clone().filter(|&cell| self.may(cell, sink)).count();
        let size = self.size.map(usize::from);
        let everything = |why: &mut crate::model::Reason<'_, W>| why.now(self.vars.iter().copied());
        if possible == 0 || size.is_some_and(|size| sure > size || possible < size) {
            return Err(sink.fail(everything));
        }
        if size == Some(sure) {
            self.each_open(sink, !self.inside, |_| true)?;
        }
        let Some(root) = cells.clone().find(|&cell| self.must(cell, sink)) else {
            return self.large_enough(sink);
        };
        let reach = self.search(root, sink);
        let lost = cells
            .clone()
            .any(|cell| self.must(cell, sink) && reach.entered[cell] == 0);
        if lost || size.is_some_and(|size| reach.count < size) {
            return Err(sink.fail(everything));
        }
        if size == Some(reach.count) {
            self.each_open(sink, self.inside, |cell| reach.entered[cell] > 0)?;
        }
        for &cut in &reach.cuts {
            sink.keep(self.vars[usize::from(cut)], self.inside, everything)?;
        }
        let far = match size {
            None => vec![],
            Some(size) => {
                let steps = self.steps(root, sink);
                let far = |&n: &u32| n as usize > size - sure;
                steps.iter().map(far).collect()
            }
        };
        let far = |cell: usize| far.get(cell).copied().unwrap_or(false);
        if cells.clone().any(|cell| far(cell) && self.must(cell, sink)) {
            return Err(sink.fail(everything));
        }
        self.each_open(sink, !self.inside, |cell| {
            reach.entered[cell] == 0 || far(cell)
        })
    }

    /// Without a sure member: areas that are too small for the size are out.
    fn large_enough(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let Some(size) = self.size.map(usize::from) else {
            return Ok(());
        };
        let mut seen = vec![false; self.vars.len()];
        let mut small = vec![false; self.vars.len()];
        let mut large = false;
        for start in 0..self.vars.len() {
            if seen[start] || !self.may(start, sink) {
                continue;
            }
            seen[start] = true;
            let mut area = vec![start];
            let mut next = 0;
            while next < area.len() {
                for &to in self.links(area[next]) {
                    let to = usize::from(to);
                    if !seen[to] && self.may(to, sink) {
                        seen[to] = true;
                        area.push(to);
                    }
                }
                next += 1;
            }
            match area.len() < size {
                true => area.into_iter().for_each(|cell| small[cell] = true),
                false => large = true,
            }
        }
        if !large {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        self.each_open(sink, !self.inside, |cell| small[cell])
    }

    /// For each cell, how many cells that are not sure a way from the root to it takes at least,
    /// itself included.
    fn steps(&self, root: usize, sink: &impl Sink<W>) -> Vec<u32> {
        let mut steps = vec![u32::MAX; self.vars.len()];
        steps[root] = 0;
        let mut queue = std::collections::VecDeque::from([root]);
        while let Some(cell) = queue.pop_front() {
            for &to in self.links(cell) {
                let to = usize::from(to);
                if !self.may(to, sink) {
                    continue;
                }
                let sure = self.must(to, sink);
                let through = steps[cell] + u32::from(!sure);
                if through < steps[to] {
                    steps[to] = through;
                    match sure {
                        true => queue.push_front(to),
                        false => queue.push_back(to),
                    }
                }
            }
        }
        steps
    }

    /// Restricts the cells that may be inside, need not be, and are wanted.
    fn each_open(
        &self,
        sink: &mut impl Sink<W>,
        keep: W,
        wanted: impl Fn(usize) -> bool,
    ) -> Result<(), Conflict> {
        for (cell, &var) in self.vars.iter().enumerate() {
            let set = sink.get(var);
            let open = !(set & self.inside).is_none() && !(set & !self.inside).is_none();
            if open && wanted(cell) {
                sink.keep(var, keep, |why| {
                    why.now(self.vars.iter().copied().filter(|&v| v != var))
                })?;
            }
        }
        Ok(())
    }

    /// Depth-first from a sure cell through all that may be inside.
    fn search(&self, root: usize, sink: &impl Sink<W>) -> Reach {
        let cells = self.vars.len();
        let mut reach = Reach {
            entered: vec![0; cells],
            cuts: vec![],
            count: 0,
        };
        let mut low = vec![0u32; cells];
        // Sure cells, and all cells, in the subtree below each cell.
        let mut sure = vec![0u32; cells];
        let mut below = vec![1u32; cells];
        // Cells that are lost without each cell, itself included.
        let mut lost = vec![1u32; cells];
        let mut stack: Vec<(usize, usize, usize)> = vec![(root, usize::MAX, 0)];
        let mut clock = 0;
        while let Some(&mut (cell, parent, ref mut next)) = stack.last_mut() {
            if reach.entered[cell] == 0 {
                clock += 1;
                reach.entered[cell] = clock;
                low[cell] = clock;
                sure[cell] = u32::from(self.must(cell, sink));
                reach.count += 1;
            }
            let links = self.links(cell);
            if *next < links.len() {
                let to = usize::from(links[*next]);
                *next += 1;
                if to == parent || !self.may(to, sink) {
                    continue;
                }
                if reach.entered[to] > 0 {
                    low[cell] = low[cell].min(reach.entered[to]);
                } else {
                    stack.push((to, cell, 0));
                }
                continue;
            }
            stack.pop();
            if parent != usize::MAX {
                low[parent] = low[parent].min(low[cell]);
                sure[parent] += sure[cell];
                below[parent] += below[cell];
                if low[cell] >= reach.entered[parent] {
                    lost[parent] += below[cell];
                    if sure[cell] > 0 && parent != root && !self.must(parent, sink) {
                        reach.cuts.push(parent as u16);
                    }
                }
            }
        }
        if let Some(size) = self.size {
            let needed = |&cell: &usize| {
                let left = reach.count - lost[cell] as usize;
                reach.entered[cell] > 0 && left < usize::from(size) && !self.must(cell, sink)
            };
            let needed: Vec<u16> = (0..cells).filter(needed).map(|cell| cell as u16).collect();
            reach.cuts.extend(needed);
        }
        reach
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
