//! The batch engine: each lane runs a search of its own, and all lanes advance in lockstep.
//!
//! Every lane (a bit position) searches the tree of one puzzle depth first, on a separate stack, so that a puzzle with two solutions
//! frees its lane at once. A step consists of [`fill`](Engine::fill), which gives idle lanes their next node or a new puzzle;
//! [`deduce`](Engine::deduce) on all lanes; and [`branch`](Engine::branch) on the lanes that stalled. Waiting nodes are packed into one
//! cache line each. Packing and unpacking transpose the bits of all lanes together.
//!
//! New puzzles first go through deduction in a separate batch ([`admit`](Engine::admit)), which solves most easy ones. When no new
//! puzzles are left, idle lanes take nodes from the stacks of others.

use super::branch::Branch;
use super::grid::{Grid, Pencilmarks, Verdict};
use super::lanes::{Lanes, Task, each_lane};
use super::propagate::{Candidates, Deduce, Marks, Minis, Outcome};
use super::scalar;
use super::text::{PackedLine, Reader};
use super::transpose::{Desk, Node, Pack, Unpack, allocate};

/// Number of rounds of deduction in a step; only the last one tracks changes.
const ROUNDS: usize = 3;
/// Number of rounds on new puzzles before the first check for changes.
const FIRST_ROUNDS: usize = 9;
/// Number of further rounds on new puzzles, which are repeated while many of the puzzles still change.
const MORE_ROUNDS: usize = 3;
/// Rounds are added while at least one in this many lanes changes.
const MANY: u32 = 8;
/// Marks the end of a stack.
const END: u32 = u32::MAX;

/// A source of puzzles, which are numbered 0, 1, 2 … in order.
pub(super) enum Feed<'a, 'i, 'l> {
    /// Valid lines: first the lines that were read ahead, then the rest.
    Lines {
        first: std::vec::IntoIter<PackedLine>,
        rest: &'a mut Reader<'i, 'l>,
    },
    /// Puzzles given by the candidates of every cell.
    Marks(&'a [Pencilmarks]),
}

/// Results of a feed's puzzles, indexed by id.
pub(super) struct Findings {
    /// Number of solutions found, up to two.
    pub(super) solutions: Vec<u8>,
    /// The first solution found, if grids were requested.
    pub(super) grids: Option<Vec<Grid>>,
}

impl Findings {
    /// Creates empty results. With `grids`, solutions are recorded as well.
    pub(super) fn new(grids: bool) -> Self {
        Self {
            solutions: Vec::new(),
            grids: grids.then(Vec::new),
        }
    }

    /// Adds the result of a puzzle that another solver has proven.
    pub(super) fn push(&mut self, (verdict, grid): (Verdict, Option<Grid>)) {
        self.solutions.push(verdict.at_least());
        if let Some(grids) = &mut self.grids {
            grids.push(grid.unwrap_or(Grid::EMPTY));
        }
    }

    fn enrol(&mut self, count: usize) {
        self.solutions.resize(self.solutions.len() + count, 0);
        if let Some(grids) = &mut self.grids {
            grids.resize(self.solutions.len(), Grid::EMPTY);
        }
    }

    /// Adds solutions to a puzzle's count. Returns `true` if the puzzle now has several solutions.
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

/// Packed nodes on stacks that share their memory.
#[derive(Default)]
struct Pool {
    nodes: Vec<Node>,
    /// For each node, the next node down its stack, or [`END`].
    below: Vec<u32>,
    /// Indices of free nodes, to be reused.
    unused: Vec<u32>,
}

impl Pool {
    /// Pushes a node. The caller must then write its contents.
    #[inline(always)]
    fn push(&mut self, stack: &mut u32) -> u32 {
        let node = self.unused.pop().unwrap_or_else(|| {
            self.nodes.push(Node::EMPTY);
            self.below.push(END);
            self.nodes.len() as u32 - 1
        });
        self.below[node as usize] = *stack;
        *stack = node;
        node
    }

    /// Pops the top node. The caller must read its contents before the next push.
    #[inline(always)]
    fn pop(&mut self, stack: &mut u32) -> Option<u32> {
        let node = *stack;
        if node == END {
            return None;
        }
        *stack = self.below[node as usize];
        self.unused.push(node);
        Some(node)
    }
}

pub(super) struct Engine<L> {
    board: Box<Candidates<L>>,
    marks: Box<Marks<L>>,
    /// Lanes with a node on the board.
    live: L,
    /// Live lanes that must branch, because deduction no longer changes them.
    stalled: L,
    /// The id of each lane's puzzle.
    ids: Vec<u32>,
    /// Lanes whose stack is not empty.
    stacked: L,
    /// The top of each lane's stack.
    stacks: Vec<u32>,
    pool: Pool,
    /// New puzzles that wait for a lane, each with its id and a stack of one node.
    waiting: Vec<(u32, u32)>,
    /// `true` if some lane has taken nodes of another lane, so that a puzzle may occupy several lanes.
    shared: bool,
    exhausted: bool,
    /// Number of branchings so far, over all lanes.
    guesses: u64,
    new_board: Box<Candidates<L>>,
    new_marks: Box<Marks<L>>,
    /// The second children of the current branching.
    other: Box<Minis<L>>,
    desk: Desk<L>,
    /// Pairs of a lane and a node to copy.
    pairs: Vec<(u32, u32)>,
}

/// A task that proves the verdicts of all puzzles of a feed, or as many as time allows.
pub(super) struct Prove<'a, 'f, 'i, 'l, L> {
    pub(super) engine: &'a mut Engine<L>,
    pub(super) feed: &'a mut Feed<'f, 'i, 'l>,
    pub(super) findings: &'a mut Findings,
    /// Called after each step with the total number of guesses. If it returns `false`, the engine stops and must not be used again.
    pub(super) goes_on: &'a mut dyn FnMut(u64) -> bool,
}

impl<L: Lanes> Task<L> for Prove<'_, '_, '_, '_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self {
            engine,
            feed,
            findings,
            goes_on,
        } = self;
        engine.exhausted = false;
        engine.shared = false;
        engine.guesses = 0;
        while goes_on(engine.guesses) {
            engine.fill(feed, findings);
            if engine.live.is_none() {
                return;
            }
            engine.deduce(findings);
            engine.branch(findings);
        }
    }
}

impl<L: Lanes> Engine<L> {
    /// Creates an empty engine. Engines that use optional instructions must only be created on processors that support them.
    pub(super) fn new() -> Self {
        Self {
            board: allocate([L::none(); 81]),
            marks: Box::new(Marks::new()),
            live: L::none(),
            stalled: L::none(),
            ids: vec![0; L::COUNT],
            stacks: vec![END; L::COUNT],
            pool: Pool::default(),
            waiting: Vec::new(),
            shared: false,
            exhausted: false,
            guesses: 0,
            new_board: allocate([L::none(); 81]),
            new_marks: Box::new(Marks::new()),
            other: allocate([[L::none(); 9]; 6]),
            stacked: L::none(),
            desk: Desk::new(),
            pairs: Vec::new(),
        }
    }

    /// Gives each idle lane its next node: from its own stack, else a new puzzle, else a node of another lane.
    #[inline(always)]
    fn fill(&mut self, feed: &mut Feed<'_, '_, '_>, findings: &mut Findings) {
        let idle = self.live.not();
        let free = idle.but(self.stacked);
        while !self.exhausted && self.waiting.len() < free.count() as usize {
            self.admit(feed, findings);
        }
        // From here on, popped nodes must not be overwritten before they are unpacked.
        self.pairs.clear();
        each_lane(&idle.but(free), |lane| {
            if let Some(node) = self.pop(lane) {
                self.pairs.push((lane as u32, node));
            }
        });
        let mut victims = 0..L::COUNT;
        each_lane(&free, |lane| {
            let node = match self.waiting.pop() {
                Some((id, node)) => {
                    self.ids[lane] = id;
                    self.pool.unused.push(node);
                    Some(node)
                }
                None => self.steal(lane, &mut victims),
            };
            if let Some(node) = node {
                self.pairs.push((lane as u32, node));
            }
        });
        if self.pairs.is_empty() {
            return;
        }
        for &(lane, _) in &self.pairs {
            self.live.set(lane as usize);
        }
        let arrived = self.live.and(idle);
        // The known singles of these lanes belong to their former nodes, so they must be forgotten.
        for single in &mut self.marks.single {
            *single = single.but(arrived);
        }
        // A packed node does not contain the pencil marks of its puzzle, so they are loaded again.
        let limits = self.limits(feed);
        L::enter(Unpack {
            board: &mut self.board,
            minis: &mut self.marks.minis,
            limits: limits.then_some(&*self.new_board),
            pairs: &self.pairs,
            nodes: &self.pool.nodes,
        });
    }

    /// Pops the top of a lane's stack.
    #[inline(always)]
    fn pop(&mut self, lane: usize) -> Option<u32> {
        let node = self.pool.pop(&mut self.stacks[lane]);
        if self.stacks[lane] == END {
            self.stacked.clear(lane);
        }
        node
    }

    /// Takes the top node of the next lane that has a waiting node.
    #[inline(always)]
    fn steal(&mut self, lane: usize, victims: &mut std::ops::Range<usize>) -> Option<u32> {
        let victim = victims.find(|&victim| self.stacks[victim] != END)?;
        self.shared = true;
        self.ids[lane] = self.ids[victim];
        self.pop(victim)
    }

    /// Loads the pencil marks of new puzzles onto the spare board. Returns `false` if the feed does not consist of pencil marks.
    #[inline(always)]
    fn limits(&mut self, feed: &Feed<'_, '_, '_>) -> bool {
        let Feed::Marks(puzzles) = feed else {
            return false;
        };
        for &(lane, _) in &self.pairs {
            let lane = lane as usize;
            self.desk.put(lane, &puzzles[self.ids[lane] as usize]);
        }
        self.desk.load(&mut self.new_board);
        true
    }

    /// Loads new puzzles, runs deduction on them until most stall, and queues the unsolved ones.
    #[inline(always)]
    fn admit(&mut self, feed: &mut Feed<'_, '_, '_>, findings: &mut Findings) {
        let first = findings.solutions.len();
        let count = self.load(feed, first);
        // A feed fills all lanes as long as it can, so fewer puzzles mean that it has ended.
        self.exhausted = count < L::COUNT;
        if count == 0 {
            return;
        }
        findings.enrol(count);
        let mut open = L::none();
        for lane in 0..count {
            open.set(lane);
        }
        self.new_marks.forget();
        let mut solved = L::none();
        for rounds in [FIRST_ROUNDS, MORE_ROUNDS, MORE_ROUNDS] {
            let Outcome {
                dead,
                filled,
                changed,
            } = L::enter(Deduce {
                board: &mut self.new_board,
                marks: &mut self.new_marks,
                rounds,
            });
            solved = solved.or(open.and(filled).but(dead));
            open = L::but_both(open, dead, solved);
            if open.and(changed).count() < L::COUNT as u32 / MANY {
                break;
            }
        }
        each_lane(&solved, |lane| {
            findings.add((first + lane) as u32, 1);
        });
        if findings.grids.is_some() {
            self.desk
                .read_grids(&self.new_board, &solved, |lane, grid| {
                    findings.keep((first + lane) as u32, grid)
                });
        }
        self.rest(open, first);
    }

    /// Loads up to one puzzle per lane. Returns the number of puzzles loaded.
    #[inline(always)]
    fn load(&mut self, feed: &mut Feed<'_, '_, '_>, first: usize) -> usize {
        let mut count = 0;
        match feed {
            Feed::Lines { first, rest } => {
                for line in first.take(L::COUNT) {
                    self.desk.put_line(count, &line);
                    count += 1;
                }
                while count < L::COUNT
                    && let Some(line) = rest.next()
                {
                    self.desk.put_line(count, &line);
                    count += 1;
                }
                self.desk.load_lines(&mut self.new_board);
            }
            Feed::Marks(puzzles) => {
                for puzzle in puzzles[first..].iter().take(L::COUNT) {
                    self.desk.put(count, puzzle);
                    count += 1;
                }
                self.desk.load(&mut self.new_board);
            }
        }
        count
    }

    /// Packs the unsolved new puzzles and queues them.
    #[inline(always)]
    fn rest(&mut self, open: L, first: usize) {
        self.pairs.clear();
        each_lane(&open, |lane| {
            let node = self.pool.push(&mut { END });
            self.waiting.push(((first + lane) as u32, node));
            self.pairs.push((lane as u32, node));
        });
        L::enter(Pack {
            minis: &self.new_marks.minis,
            pairs: &self.pairs,
            nodes: &mut self.pool.nodes,
        });
    }

    /// Runs deduction on the board, counts solutions and frees dead lanes.
    #[inline(always)]
    fn deduce(&mut self, findings: &mut Findings) {
        let outcome = L::enter(Deduce {
            board: &mut self.board,
            marks: &mut self.marks,
            rounds: ROUNDS,
        });
        self.live = self.live.but(outcome.dead);
        let solved = self.live.and(outcome.filled);
        self.live = self.live.but(solved);
        if findings.grids.is_some() && !solved.is_none() {
            self.desk.read_grids(&self.board, &solved, |lane, grid| {
                findings.keep(self.ids[lane], grid)
            });
        }
        each_lane(&solved, |lane| {
            if findings.add(self.ids[lane], 1) {
                self.drop_puzzle(lane);
            }
        });
        self.stalled = self.live.but(outcome.changed);
    }

    /// Branches the stalled lanes. One child stays on the board, and the other goes to the lane's stack.
    #[inline(always)]
    fn branch(&mut self, findings: &mut Findings) {
        let made = L::enter(Branch {
            minis: &mut self.marks.minis,
            other: &mut self.other,
            active: self.stalled,
        });
        self.stacked = self.stacked.or(made);
        self.guesses += u64::from(made.count());
        self.pairs.clear();
        each_lane(&made, |lane| {
            self.pairs
                .push((lane as u32, self.pool.push(&mut self.stacks[lane])))
        });
        L::enter(Pack {
            minis: &self.other,
            pairs: &self.pairs,
            nodes: &mut self.pool.nodes,
        });
        let stuck = self.stalled.but(made);
        if !stuck.is_none() {
            self.give_up(stuck, findings);
        }
    }

    /// Frees all lanes that work on the same puzzle as this lane.
    #[inline(always)]
    fn drop_puzzle(&mut self, lane: usize) {
        let id = self.ids[lane];
        // Until a lane takes nodes of another one, each puzzle occupies only one lane, so no other lane can have this id.
        let lanes = if self.shared {
            0..L::COUNT
        } else {
            lane..lane + 1
        };
        for lane in lanes {
            // An idle lane keeps its id while its stack has nodes of that puzzle, so its stack must be emptied too.
            if self.ids[lane] == id {
                self.live.clear(lane);
                while self.pop(lane).is_some() {}
            }
        }
    }

    /// Passes nodes without a choice to the scalar solver. Deduction should leave no such node. If it left one, the engine
    /// would never end without this fallback.
    #[cold]
    #[inline(never)]
    fn give_up(&mut self, lanes: L, findings: &mut Findings) {
        let mut nodes = Vec::new();
        self.desk
            .unload(&self.board, &lanes, |lane, node| nodes.push((lane, node)));
        self.live = self.live.but(lanes);
        for (lane, node) in nodes {
            let (verdict, grid) = scalar::prove(&node);
            if let Some(grid) = grid {
                findings.keep(self.ids[lane], grid);
            }
            if findings.add(self.ids[lane], verdict.at_least()) {
                self.drop_puzzle(lane);
            }
        }
    }
}

impl Verdict {
    /// Returns the number of solutions that the verdict guarantees.
    fn at_least(self) -> u8 {
        match self {
            Verdict::None => 0,
            Verdict::Unique => 1,
            Verdict::Several => 2,
        }
    }
}
