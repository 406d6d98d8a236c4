//! Unit propagation over clauses, with two watched literals per clause.

use crate::Lit;

/// A set of clauses, with the literals that follow from the current assumptions by unit propagation.
#[derive(Clone, Debug, Default)]
pub struct Propagator {
    literals: Vec<Lit>,
    /// Start and length of each clause in `literals`. The length of a deleted clause is 0.
    clauses: Vec<(usize, usize)>,
    /// For each literal, the clauses that watch it. Each clause comes with another of its literals; if that literal is true,
    /// the clause need not be visited.
    watches: Vec<Vec<(usize, Lit)>>,
    /// For each variable, 1 if it is true, -1 if it is false, and 0 if it is open.
    values: Vec<i8>,
    /// For each variable, the clause that implied its value; `None` if the value was assumed.
    reasons: Vec<Option<usize>>,
    trail: Vec<Lit>,
    /// Number of literals at the start of the trail that have been propagated.
    done: usize,
    /// The length of the trail before each assumption.
    levels: Vec<usize>,
    /// `true` if the clauses alone lead to a conflict.
    is_refuted: bool,
    /// The clause that was violated at the last conflict.
    conflict: Option<usize>,
}

impl Propagator {
    /// Creates a propagator without clauses for the given number of variables.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        Self {
            // Variables are counted from 1, so the entries for variable 0 are unused.
            watches: vec![vec![]; 2 * variables + 2],
            values: vec![0; variables + 1],
            reasons: vec![None; variables + 1],
            ..Self::default()
        }
    }

    /// Returns `true` if the clauses alone lead to a conflict.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Returns 1 if the literal is true, -1 if it is false, and 0 if its value is unknown.
    #[must_use]
    pub fn value(&self, literal: Lit) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    /// Returns the clause that implied the value of a literal's variable. Returns `None` if the value was assumed.
    pub(crate) fn reason(&self, literal: Lit) -> Option<usize> {
        self.reasons[literal.unsigned_abs() as usize]
    }

    /// Returns the clause that was violated at the last conflict. Returns `None` if both a literal and its negation were
    /// assumed.
    pub(crate) fn conflict(&self) -> Option<usize> {
        self.conflict
    }

    /// Returns the trail, in the order of propagation. Literals that follow from the clauses alone come first. They are
    /// followed by each assumption and the literals that it implies.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Returns the number of current assumptions.
    #[must_use]
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Adds a clause and returns its number. The clause must not repeat a literal, and there must be no assumptions.
    pub fn add(&mut self, clause: &[Lit]) -> usize {
        let most = clause.iter().map(|lit| lit.unsigned_abs() as usize).max();
        self.grow(most.unwrap_or(0));
        let (number, start) = (self.clauses.len(), self.literals.len());
        self.literals.extend(clause);
        self.clauses.push((start, clause.len()));
        // Literals that are not false are moved to the front, because the first two literals are watched.
        let mut open = 0;
        for place in start..self.literals.len() {
            if self.value(self.literals[place]) >= 0 {
                self.literals.swap(start + open, place);
                open += 1;
            }
        }
        if clause.len() > 1 {
            let (one, other) = (self.literals[start], self.literals[start + 1]);
            self.watches[index(one)].push((number, other));
            self.watches[index(other)].push((number, one));
        }
        match open {
            0 => {
                self.is_refuted = true;
                self.conflict = Some(number);
            }
            1 if self.value(self.literals[start]) == 0 => {
                self.assign(self.literals[start], Some(number));
                self.is_refuted |= !self.propagate();
            }
            _ => {}
        }
        number
    }

    /// Makes room for variables up to the given number.
    pub(crate) fn grow(&mut self, variables: usize) {
        if self.values.len() <= variables {
            self.values.resize(variables + 1, 0);
            self.reasons.resize(variables + 1, None);
            self.watches.resize(2 * variables + 2, vec![]);
        }
    }

    /// Returns the literals of a clause. The slice is empty if the clause was deleted.
    #[must_use]
    pub fn clause(&self, number: usize) -> &[Lit] {
        let (start, length) = self.clauses[number];
        &self.literals[start..start + length]
    }

    /// Deletes a clause. Literals that followed from the clauses alone are kept.
    pub fn delete(&mut self, number: usize) {
        // The watches of the clause are removed when they are next visited, so that a deletion takes constant time.
        self.clauses[number].1 = 0;
    }

    /// Assumes that a literal is true, and propagates it. Returns `false` on a conflict.
    pub fn assume(&mut self, literal: Lit) -> bool {
        self.levels.push(self.trail.len());
        if self.is_refuted {
            return false;
        }
        match self.value(literal) {
            1 => true,
            0 => {
                self.assign(literal, None);
                self.propagate()
            }
            _ => {
                self.conflict = self.reason(literal);
                false
            }
        }
    }

    /// Retracts the latest assumptions until `level` of them remain.
    pub fn retract(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else {
            return;
        };
        for literal in self.trail.drain(length..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        self.levels.truncate(level);
        // The literals before that assumption were already propagated when it was made.
        self.done = length;
    }

    /// Returns `true` if some model of the clauses extends the current assumptions. Returns `None` if `limit` decisions are
    /// not enough to find out.
    pub fn is_satisfiable(&mut self, limit: usize) -> Option<bool> {
        let base = self.level();
        let mut decisions: Vec<Lit> = vec![];
        let mut found = None;
        for _ in 0..limit {
            if self.is_refuted {
                found = Some(false);
                break;
            }
            // It is enough to branch on the first open variable, because only small parts of a formula are searched.
            let Some(open) = (1..self.values.len()).find(|&variable| self.values[variable] == 0)
            else {
                found = Some(true);
                break;
            };
            if !self.decide(base, &mut decisions, -(open as Lit)) {
                found = Some(false);
                break;
            }
        }
        self.retract(base);
        found
    }

    /// Assumes a literal. On a conflict, backtracks to the last decision whose negation has not been tried, and assumes that
    /// negation. Returns `false` if there is no such decision.
    fn decide(&mut self, base: usize, decisions: &mut Vec<Lit>, literal: Lit) -> bool {
        decisions.push(literal);
        if self.assume(literal) {
            return true;
        }
        while let Some(last) = decisions.pop() {
            self.retract(base + decisions.len());
            // Each variable is first assumed to be false, so only the negations of negative decisions remain to be tried.
            if last < 0 {
                decisions.push(-last);
                if self.assume(-last) {
                    return true;
                }
            }
        }
        false
    }

    fn assign(&mut self, literal: Lit, reason: Option<usize>) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = literal.signum() as i8;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Propagates all literals on the trail that have not been propagated yet. Returns `false` on a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            // The list is moved out during the visit, because clauses may add themselves to other lists meanwhile.
            let watching = std::mem::take(&mut self.watches[index(-literal)]);
            let (kept, is_consistent) = self.visit(-literal, watching);
            self.watches[index(-literal)] = kept;
            if !is_consistent {
                return false;
            }
        }
        true
    }

    /// Visits the clauses that watch a literal that has become false. Returns the clauses that still watch it, and a
    /// flag that is `false` on a conflict.
    fn visit(
        &mut self,
        literal: Lit,
        mut watching: Vec<(usize, Lit)>,
    ) -> (Vec<(usize, Lit)>, bool) {
        let mut kept = 0;
        let mut is_consistent = true;
        for place in 0..watching.len() {
            let (number, other) = watching[place];
            let (start, length) = self.clauses[number];
            if length == 0 {
                continue;
            }
            // After a conflict, the remaining clauses stay in the list without being visited, because they still watch the
            // literal.
            let stays = !is_consistent || self.value(other) > 0 || {
                if self.literals[start] == literal {
                    // The false literal moves to the second position. The first literal is then the unit literal, or it is
                    // also false if there is a conflict.
                    self.literals.swap(start, start + 1);
                }
                !self.watches_another(number, start, length)
            };
            if !stays {
                continue;
            }
            watching[kept] = watching[place];
            kept += 1;
            if !is_consistent || self.value(other) > 0 {
                continue;
            }
            match self.value(self.literals[start]) {
                0 => self.assign(self.literals[start], Some(number)),
                1 => {}
                _ => {
                    is_consistent = false;
                    self.conflict = Some(number);
                }
            }
        }
        watching.truncate(kept);
        (watching, is_consistent)
    }

    /// Replaces the second watched literal of a clause with another literal that is not false. Returns `false` if there is
    /// none, or if the clause is already true.
    fn watches_another(&mut self, number: usize, start: usize, length: usize) -> bool {
        let first = self.literals[start];
        // A clause that is true cannot cause a conflict, so its watches stay.
        if self.value(first) > 0 {
            return false;
        }
        for place in start + 2..start + length {
            let literal = self.literals[place];
            if self.value(literal) >= 0 {
                self.literals.swap(start + 1, place);
                self.watches[index(literal)].push((number, first));
                return true;
            }
        }
        false
    }
}

/// Returns the index of a literal in lists with one entry per literal.
fn index(literal: Lit) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}
