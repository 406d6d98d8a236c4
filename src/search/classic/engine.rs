//! The batch engine: one search per lane, all lanes in step.
//!
//! Every lane (a bit position) belongs to one puzzle at a time and walks its search tree depth first.
//! A step is: [`refill`](Engine::refill) lanes that died, [`branch`](Engine::branch) lanes that
//! stalled, [`deduce`](Engine::deduce) on all. The open nodes of a lane wait in *stores*, boards of
//! planes like the working one, always at the position of their lane: to push or to pop is to blend
//! planes under a mask, for many lanes in one pass, and nothing is ever transposed or compacted.
//! Which store keeps which node does not matter, so each pass takes the store that serves most lanes.
//!
//! New puzzles are deduced on in a batch of their own ([`admit`](Engine::admit)): most easy ones end
//! there. When puzzles run out, the open nodes of the last ones are spread over all lanes
//! ([`spread`](Engine::spread)), and the very last ones go to the scalar solver.

use super::branch::{Store, choose, exchange};
use super::lanes::{Lanes, Task, each_lane};
use super::propagate::{Candidates, Marks, Outcome, count_minis, round};
use super::transpose::Desk;
use super::{Grid, Pencilmarks, Verdict, scalar};

/// Rounds in a step, the last of them tracked for change.
const ROUNDS: usize = 4;
/// Rounds for new puzzles before change is looked at.
const FIRST_ROUNDS: usize = 8;
/// Stores for new puzzles that wait for their lane.
const WAITING_ROOMS: usize = 6;
/// A lane may not have more open nodes than this; the next one goes to the scalar solver.
const MAX_STORES: usize = 128;
/// Below this many open nodes in all, the scalar solver ends the batch.
const FEW_NODES: usize = 8;
/// Steps between two spreadings.
const SPREAD_PAUSE: usize = 6;

/// Where puzzles come from.
pub(super) trait Feed<L: Lanes> {
    /// Loads the next puzzles into some or all of the `wanted` lanes, sets their ids (0, 1, 2 … in
    /// order over all calls), and yields the lanes it loaded: none means that there are no more.
    fn load(
        &mut self,
        desk: &mut Desk<L>,
        board: &mut Candidates<L>,
        marks: &mut Marks<L>,
        wanted: &L,
        ids: &mut [u32],
    ) -> L;
}

/// What became of the puzzles of a feed, by id.
pub(super) struct Findings {
    /// Solutions found, up to two.
    pub(super) solutions: Vec<u8>,
    /// The first solution found, if grids were asked for.
    pub(super) grids: Option<Vec<Grid>>,
}

impl Findings {
    /// None yet; `grids` asks for solutions as well.
    pub(super) fn new(grids: bool) -> Self {
        Self {
            solutions: Vec::new(),
            grids: grids.then(Vec::new),
        }
    }

    /// Adds a puzzle that was proven elsewhere.
    pub(super) fn push(&mut self, (verdict, grid): (Verdict, Option<Grid>)) {
        self.solutions.push(verdict.at_least());
        if let Some(grids) = &mut self.grids {
            grids.push(grid.unwrap_or(Grid::EMPTY));
        }
    }

    fn enrol(&mut self, id: u32) {
        let len = self.solutions.len().max(id as usize + 1);
        self.solutions.resize(len, 0);
        if let Some(grids) = &mut self.grids {
            grids.resize(len, Grid::EMPTY);
        }
    }

    /// Counts solutions; says whether the puzzle now has several.
    fn add(&mut self, id: u32, count: u8) -> bool {
        let total = &mut self.solutions[id as usize];
        *total = total.saturating_add(count).min(2);
        *total == 2
    }

    fn keep(&mut self, id: u32, grid: Grid) {
        if let Some(grids) = &mut self.grids {
            grids[id as usize] = grid;
        }
    }
}

/// A store of new puzzles.
struct WaitingRoom<L> {
    store: Store<L>,
    /// Those of the held lanes that can only be advanced by branching.
    stalled: L,
    ids: Vec<u32>,
}

/// Memory of the batch engine: about 100 bytes for each lane and board.
pub(super) struct Engine<L> {
    board: Box<Candidates<L>>,
    marks: Box<Marks<L>>,
    /// Lanes with a node on the board.
    live: L,
    /// Live lanes whose node can only be advanced by branching.
    stalled: L,
    /// The puzzle of each lane.
    ids: Vec<u32>,
    stores: Vec<Store<L>>,
    waiting: Vec<WaitingRoom<L>>,
    new_board: Box<Candidates<L>>,
    new_marks: Box<Marks<L>>,
    desk: Desk<L>,
    exhausted: bool,
}

/// A zeroed array on the heap that never was on the stack.
pub(super) fn boxed<L: Lanes, const N: usize, const M: usize>() -> Box<[[L; M]; N]> {
    vec![[L::none(); M]; N]
        .into_boxed_slice()
        .try_into()
        .ok()
        .expect("the vector has N elements")
}

impl<L: Lanes> Store<L> {
    fn new() -> Self {
        Self {
            board: boxed(),
            held: L::none(),
            push: L::none(),
            pop: L::none(),
        }
    }
}

/// Moves lanes of one board into another.
#[inline(always)]
fn blend<L: Lanes>(into: &mut Candidates<L>, from: &Candidates<L>, lanes: L) {
    for digit in 0..9 {
        for cell in 0..81 {
            into[digit][cell] = L::select(lanes, from[digit][cell], into[digit][cell]);
        }
    }
}

/// Proves all puzzles of a feed.
pub(super) struct Prove<'a, L, F> {
    pub(super) engine: &'a mut Engine<L>,
    pub(super) feed: F,
    pub(super) findings: &'a mut Findings,
}

impl<L: Lanes, F: Feed<L>> Task<L> for Prove<'_, L, F> {
    type Output = F;

    #[inline(always)]
    fn run(mut self) -> F {
        self.engine.exhausted = false;
        let mut since_spread = 0;
        loop {
            self.engine.refill(&mut self.feed, self.findings);
            if self.engine.live.is_none() {
                return self.feed;
            }
            self.engine.branch(self.findings);
            self.engine.deduce(self.findings);
            since_spread += 1;
            if since_spread > SPREAD_PAUSE && self.engine.spread(self.findings) {
                since_spread = 0;
            }
        }
    }
}

impl<L: Lanes> Engine<L> {
    /// An engine at rest. For optional instructions, only to be called where the processor has them.
    pub(super) fn new() -> Self {
        Self {
            board: boxed(),
            marks: Box::new(Marks::new()),
            live: L::none(),
            stalled: L::none(),
            ids: vec![0; L::COUNT],
            stores: Vec::new(),
            waiting: (0..WAITING_ROOMS)
                .map(|_| WaitingRoom {
                    store: Store::new(),
                    stalled: L::none(),
                    ids: vec![0; L::COUNT],
                })
                .collect(),
            new_board: boxed(),
            new_marks: Box::new(Marks::new()),
            desk: Desk::new(),
            exhausted: false,
        }
    }

    /// Lanes with open nodes in stores.
    #[inline(always)]
    fn pending(&self) -> L {
        self.stores
            .iter()
            .fold(L::none(), |all, store| all.or(store.held))
    }

    /// Gives lanes without a node their next one: an open node of their own puzzle, else a new puzzle.
    #[inline(always)]
    fn refill<F: Feed<L>>(&mut self, feed: &mut F, findings: &mut Findings) {
        // a pass over the board must pay for itself
        let worthwhile = (self.live.count() / 24).max(1);
        let mut free = self.live.not();
        for store in self.stores.iter_mut().rev() {
            let lanes = free.and(store.held);
            if lanes.count() >= worthwhile {
                store.pop = lanes;
                free = free.but(lanes);
            }
        }
        self.live = free.not();
        loop {
            let free = L::but_both(L::all(), self.live, self.pending());
            self.invite(free, worthwhile);
            let free = free.but(self.live);
            let enough = if self.live.is_none() {
                1
            } else {
                L::COUNT as u32 / 8
            };
            let room = self.room();
            if self.exhausted || room.is_none() || free.count() < enough {
                return;
            }
            self.admit(feed, room, findings);
        }
    }

    /// Lanes in which another new puzzle may wait.
    #[inline(always)]
    fn room(&self) -> L {
        self.waiting
            .iter()
            .fold(L::none(), |any, room| any.or(room.store.held.not()))
    }

    /// Takes new puzzles into free lanes.
    #[inline(always)]
    fn invite(&mut self, mut free: L, worthwhile: u32) {
        loop {
            let best = self
                .waiting
                .iter_mut()
                .max_by_key(|room| free.and(room.store.held).count());
            let Some(room) = best else { return };
            let lanes = free.and(room.store.held);
            if lanes.count() < worthwhile {
                return;
            }
            blend(&mut self.board, &room.store.board, lanes);
            for single in &mut self.marks.single {
                *single = single.but(lanes);
            }
            room.store.held = room.store.held.but(lanes);
            each_lane(&lanes, |lane| self.ids[lane] = room.ids[lane]);
            self.live = self.live.or(lanes);
            self.stalled = self.stalled.or(lanes.and(room.stalled));
            free = free.but(lanes);
        }
    }

    /// Loads new puzzles, deduces on them until most stall, and shows the open ones to their rooms.
    #[inline(always)]
    fn admit<F: Feed<L>>(&mut self, feed: &mut F, wanted: L, findings: &mut Findings) {
        let mut ids = [0; 512];
        let ids = &mut ids[..L::COUNT];
        let loaded = feed.load(
            &mut self.desk,
            &mut self.new_board,
            &mut self.new_marks,
            &wanted,
            ids,
        );
        if loaded.is_none() {
            self.exhausted = true;
            return;
        }
        each_lane(&loaded, |lane| findings.enrol(ids[lane]));
        let mut open = loaded;
        let mut solved = L::none();
        let mut stalled = L::none();
        for rounds in [FIRST_ROUNDS, 2, 2] {
            let outcome = deduce(&mut self.new_board, &mut self.new_marks, rounds);
            solved = solved.or(open.and(outcome.filled).but(outcome.dead));
            open = L::but_both(open, outcome.dead, solved);
            stalled = open.but(outcome.changed);
            if open.but(stalled).count() < L::COUNT as u32 / 16 {
                break;
            }
        }
        each_lane(&solved, |lane| {
            findings.add(ids[lane], 1);
        });
        if findings.grids.is_some() {
            self.desk
                .read_grids(&self.new_board, &solved, |lane, grid| {
                    findings.keep(ids[lane], grid)
                });
        }
        for room in &mut self.waiting {
            let lanes = open.but(room.store.held);
            if lanes.is_none() {
                continue;
            }
            if room.store.held.is_none() {
                std::mem::swap(&mut room.store.board, &mut self.new_board);
                room.store.held = lanes;
                room.stalled = stalled;
                room.ids.copy_from_slice(ids);
                return;
            }
            blend(&mut room.store.board, &self.new_board, lanes);
            room.store.held = room.store.held.or(lanes);
            room.stalled = L::select(lanes, stalled, room.stalled);
            each_lane(&lanes, |lane| room.ids[lane] = ids[lane]);
            open = open.but(lanes);
        }
    }

    /// Splits the stalled lanes: one child stays, the other goes to a store.
    #[inline(always)]
    fn branch(&mut self, findings: &mut Findings) {
        let choice = choose(&self.board, self.stalled);
        let mut taken = L::none();
        for _ in 0..2 {
            let left = choice.made.but(taken);
            if left.is_none() {
                break;
            }
            let store = self.roomiest(left);
            let store = &mut self.stores[store];
            store.push = left.but(store.held);
            taken = taken.or(store.push);
        }
        exchange(
            &mut self.board,
            &mut self.marks,
            &choice,
            taken,
            &mut self.stores,
        );
        let stuck = self
            .stalled
            .but(choice.made)
            .or(choice.made.but(taken).and(self.crammed()));
        if !stuck.is_none() {
            self.give_up(stuck, findings);
        }
    }

    /// The store with room for most of `lanes`; a new one if none has room for half of them.
    #[inline(always)]
    fn roomiest(&mut self, lanes: L) -> usize {
        let room = |store: &Store<L>| {
            if store.push.is_none() {
                lanes.but(store.held).count()
            } else {
                0
            }
        };
        let want = lanes.count();
        let best = (0..self.stores.len()).find(|&index| 2 * room(&self.stores[index]) >= want);
        match best {
            Some(index) => index,
            _ => {
                self.stores.push(Store::new());
                self.stores.len() - 1
            }
        }
    }

    /// Lanes that have a node in every store there may be.
    #[inline(always)]
    fn crammed(&self) -> L {
        if self.stores.len() < MAX_STORES {
            return L::none();
        }
        self.stores
            .iter()
            .fold(L::all(), |all, store| all.and(store.held))
    }

    /// Rounds on the board; then solutions are counted and dead lanes freed.
    #[inline(always)]
    fn deduce(&mut self, findings: &mut Findings) {
        let outcome = deduce(&mut self.board, &mut self.marks, ROUNDS);
        self.live = self.live.but(outcome.dead);
        let solved = self.live.and(outcome.filled);
        self.live = self.live.but(solved);
        if findings.grids.is_some() && !solved.is_none() {
            self.desk.read_grids(&self.board, &solved, |lane, grid| {
                findings.keep(self.ids[lane], grid)
            });
        }
        each_lane(&solved, |lane| {
            let id = self.ids[lane];
            if findings.add(id, 1) {
                self.drop_puzzle(id);
            }
        });
        self.stalled = self.live.but(outcome.changed);
    }

    /// Frees all lanes of a puzzle.
    fn drop_puzzle(&mut self, id: u32) {
        for lane in 0..L::COUNT {
            if self.ids[lane] == id {
                self.live.clear(lane);
                for store in &mut self.stores {
                    store.held.clear(lane);
                }
            }
        }
    }

    /// Leaves the nodes of some lanes of the board to the scalar solver.
    #[cold]
    #[inline(never)]
    fn give_up(&mut self, lanes: L, findings: &mut Findings) {
        let mut nodes = Vec::new();
        self.desk.unload(&self.board, &lanes, |lane, node| {
            nodes.push((self.ids[lane], node))
        });
        self.live = self.live.but(lanes);
        self.end(nodes, findings);
    }

    /// Ends nodes with the scalar solver.
    fn end(&mut self, nodes: Vec<(u32, Pencilmarks)>, findings: &mut Findings) {
        for (id, node) in nodes {
            let (verdict, grid) = scalar::prove(&node);
            if let Some(grid) = grid {
                findings.keep(id, grid);
            }
            if findings.add(id, verdict.at_least()) {
                self.drop_puzzle(id);
            }
        }
    }

    /// When lanes stay empty for good, deals the open nodes out to all lanes; says whether it did.
    #[inline(always)]
    fn spread(&mut self, findings: &mut Findings) -> bool {
        let live = self.live.count();
        let busy = self.live.or(self.pending()).count();
        if !self.exhausted || busy * 2 > L::COUNT as u32 {
            return false;
        }
        let waiting: u32 = self
            .waiting
            .iter()
            .map(|room| room.store.held.count())
            .sum();
        let puzzles = waiting + busy;
        if puzzles > L::COUNT as u32 {
            return false;
        }
        let open = waiting
            + self
                .stores
                .iter()
                .map(|store| store.held.count())
                .sum::<u32>();
        if (live + open) as usize > FEW_NODES && 2 * (live + open) < 3 * busy {
            return false;
        }
        let nodes = self.collect();
        if nodes.len() <= FEW_NODES {
            self.end(nodes, findings);
        } else {
            self.deal(nodes);
        }
        true
    }

    /// Takes all open nodes out of the planes, those of a puzzle together.
    #[inline(always)]
    fn collect(&mut self) -> Vec<(u32, Pencilmarks)> {
        let mut nodes = Vec::new();
        self.desk.unload(&self.board, &self.live, |lane, node| {
            nodes.push((self.ids[lane], node))
        });
        for store in &mut self.stores {
            if !store.held.is_none() {
                self.desk.unload(&store.board, &store.held, |lane, node| {
                    nodes.push((self.ids[lane], node))
                });
                store.held = L::none();
            }
        }
        for WaitingRoom { store, ids, .. } in &mut self.waiting {
            if !store.held.is_none() {
                self.desk.unload(&store.board, &store.held, |lane, node| {
                    nodes.push((ids[lane], node))
                });
                store.held = L::none();
            }
        }
        self.live = L::none();
        self.stalled = L::none();
        nodes.sort_by_key(|&(id, _)| id);
        nodes
    }

    /// Gives each puzzle a share of the lanes, and each of these lanes a share of its nodes.
    #[inline(always)]
    fn deal(&mut self, nodes: Vec<(u32, Pencilmarks)>) {
        let groups: Vec<&[(u32, Pencilmarks)]> = nodes.chunk_by(|a, b| a.0 == b.0).collect();
        let spare = L::COUNT - groups.len();
        let rest = nodes.len() - groups.len();
        let mut levels: Vec<Vec<(usize, &Pencilmarks)>> = Vec::new();
        let mut first = 0;
        for group in groups {
            let more = group.len() - 1;
            let lanes = 1 + if rest == 0 {
                0
            } else {
                more.min(more * spare / rest)
            };
            for (index, (id, node)) in group.iter().enumerate() {
                let (lane, level) = (first + index % lanes, index / lanes);
                self.ids[lane] = *id;
                if level == levels.len() {
                    levels.push(Vec::new());
                }
                levels[level].push((lane, node));
            }
            first += lanes;
        }
        for (level, nodes) in levels.into_iter().enumerate() {
            let mut held = L::none();
            for (lane, node) in nodes {
                self.desk.put(lane, node);
                held.set(lane);
            }
            if level == 0 {
                self.desk.load(&mut self.board);
                self.live = held;
                self.marks.single = [L::none(); 81];
                continue;
            }
            if level > self.stores.len() {
                self.stores.push(Store::new());
            }
            let store = &mut self.stores[level - 1];
            self.desk.load(&mut store.board);
            store.held = held;
        }
    }
}

/// Rounds until the last but one, then one that verifies and tracks: `filled` are then the lanes that
/// hold a solution if they are not dead.
#[inline(always)]
fn deduce<L: Lanes>(board: &mut Candidates<L>, marks: &mut Marks<L>, rounds: usize) -> Outcome<L> {
    let mut dead = L::none();
    let mut filled = L::none();
    for index in 1..rounds {
        if index == rounds / 2 {
            dead = dead.or(count_minis(board, marks));
        }
        let outcome = round::<L, false>(board, marks);
        dead = dead.or(outcome.dead);
        filled = outcome.filled;
    }
    let last = round::<L, true>(board, marks);
    Outcome {
        dead: dead.or(last.dead),
        filled,
        changed: last.changed,
    }
}

impl Verdict {
    /// Solutions that the verdict vouches for.
    fn at_least(self) -> u8 {
        match self {
            Verdict::None => 0,
            Verdict::Unique => 1,
            Verdict::Several => 2,
        }
    }
}
