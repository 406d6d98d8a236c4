//! Unit propagation over clauses, each of which watches two of its literals.

use crate::Lit;

/// Clauses, and the literals that follow from some assumptions by unit propagation.
#[derive(Clone, Debug, Default)]
pub struct Propagator {
    literals: Vec<Lit>,
    /// Start and length of each clause; the length of deleted ones is 0.
    clauses: Vec<(usize, usize)>,
    /// By literal: the clauses that watch it, each with another one of its literals.
    watches: Vec<Vec<(usize, Lit)>>,
    /// By variable: 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
    /// By variable: the clause that implied its value; `None` for assumptions.
    reasons: Vec<Option<usize>>,
    trail: Vec<Lit>,
    /// Number of literals on the trail that have been propagated.
    done: usize,
    /// The trail's length before each assumption.
    levels: Vec<usize>,
    /// `true` if the clauses alone lead to a conflict.
    is_refuted: bool,
    /// The clause of the last conflict.
    conflict: Option<usize>,
}

impl Propagator {
    /// Makes a propagator for a number of variables.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        Self {
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

    /// Returns 1 if the literal holds, -1 if its negation does, 0 if neither is known.
    #[must_use]
    pub fn value(&self, literal: Lit) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    /// Returns the clause that implied the value of a literal's variable; `None` if the value was assumed.
    pub(crate) fn reason(&self, literal: Lit) -> Option<usize> {
        self.reasons[literal.unsigned_abs() as usize]
    }

    /// Returns the clause of the last conflict; `None` if a literal and its negation were assumed.
    pub(crate) fn conflict(&self) -> Option<usize> {
        self.conflict
    }

    /// Returns the trail, in the order of propagation: literals that follow from the clauses alone, then assumptions with the literals
    /// that follow from them.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Returns the number of assumptions.
    #[must_use]
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Adds a clause, which must not repeat a literal, while there are no assumptions. Returns its number.
    pub fn add(&mut self, clause: &[Lit]) -> usize {
        let most = clause.iter().map(|lit| lit.unsigned_abs() as usize).max();
        self.grow(most.unwrap_or(0));
        let (number, start) = (self.clauses.len(), self.literals.len());
        self.literals.extend(clause);
        self.clauses.push((start, clause.len()));
        // Move the literals that are not false to the front, because the first two are watched.
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

    fn grow(&mut self, variables: usize) {
        if self.values.len() <= variables {
            self.values.resize(variables + 1, 0);
            self.reasons.resize(variables + 1, None);
            self.watches.resize(2 * variables + 2, vec![]);
        }
    }

    /// Returns the literals of a clause; empty if it is deleted.
    #[must_use]
    pub fn clause(&self, number: usize) -> &[Lit] {
        let (start, length) = self.clauses[number];
        &self.literals[start..start + length]
    }

    /// Deletes a clause. Literals that followed from the clauses alone are kept.
    pub fn delete(&mut self, number: usize) {
        // Its watches are dropped when they are next visited, so that a deletion takes constant time.
        self.clauses[number].1 = 0;
    }

    /// Assumes a literal and propagates. Returns `false` if that leads to a conflict.
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

    /// Retracts assumptions until this number remains.
    pub fn retract(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else {
            return;
        };
        for literal in self.trail.drain(length..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        self.levels.truncate(level);
        // The rest of the trail had been propagated before that assumption was made.
        self.done = length;
    }

    /// Returns `true` if the current assumptions extend to a model, `None` if the search exceeds the limit on decisions.
    pub fn is_satisfiable(&mut self, limit: usize) -> Option<bool> {
        let base = self.level();
        let mut decisions: Vec<Lit> = vec![];
        let mut found = None;
        for _ in 0..limit {
            if self.is_refuted {
                found = Some(false);
                break;
            }
            // Branching on the first open variable is good enough, because only small parts of a formula are searched.
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

    /// Assumes a literal. If that fails, backtracks: assumes the negation of the last decision that has not been negated yet. Returns
    /// `false` if none is left.
    fn decide(&mut self, base: usize, decisions: &mut Vec<Lit>, literal: Lit) -> bool {
        decisions.push(literal);
        if self.assume(literal) {
            return true;
        }
        while let Some(last) = decisions.pop() {
            self.retract(base + decisions.len());
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

    /// Propagates all literals on the trail. Returns `false` on a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            // The list is taken out while it is visited, because clauses may add themselves to other lists meanwhile.
            let watching = std::mem::take(&mut self.watches[index(-literal)]);
            let (kept, is_consistent) = self.visit(-literal, watching);
            self.watches[index(-literal)] = kept;
            if !is_consistent {
                return false;
            }
        }
        true
    }

    /// Visits the clauses that watch a literal that has become false. Returns those that still watch it.
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
            // After a conflict the remaining clauses must still be kept in the list, although they need no visit.
            let stays = !is_consistent || self.value(other) > 0 || {
                if self.literals[start] == literal {
                    // The false literal goes second, so that the first one is the unit or the conflict.
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

    /// Makes a clause watch another literal that is not false, in place of its second one. Returns `false` if there is none.
    fn watches_another(&mut self, number: usize, start: usize, length: usize) -> bool {
        let first = self.literals[start];
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

/// Returns the index of a literal in lists by literal.
fn index(literal: Lit) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}
