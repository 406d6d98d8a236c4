use crate::propagation::{Conflict, Reason, Shared, Sink, View, Word};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of variables and maximum number of classes of a relation.
pub(crate) const MOST: (usize, usize) = (9, 4);

/// The constraint that each of several disjoint classes of values occurs at least a given number of times among the variables.
/// Propagation is domain consistent.
///
/// If some classes together need all the variables that can still take them, these variables lose all other values (Hall's theorem, with
/// classes in place of variables). If only one value of a required class remains among the variables, this value is removed from every
/// variable that sees all its places. Without this removal, ten generated puzzles with global entropy took 353 guesses instead of 146.
#[derive(Clone, Debug)]
pub struct ClassCardinality<W> {
    vars: Box<[u16]>,
    /// The classes, each with the number of variables that it needs.
    classes: Box<[(W, u32)]>,
    /// The result of propagation for every state. `None` if there are too many states to list, or if some value has no class.
    answers: Option<Answers>,
    /// `true` if some class needs exactly one variable. If only one value of such a class remains, that value can be removed from peers.
    claims: bool,
}

/// A table of propagation results. Its index encodes the classes that each variable may have, one bit each. An entry encodes the classes
/// that each variable keeps; it is 0 if some classes have too few variables.
type Answers = Arc<[u16]>;

/// Maximum number of bits of an index into the table.
const MOST_BITS: usize = 12;

impl<W: Word> ClassCardinality<W> {
    pub(crate) fn new(vars: &[u16], classes: Vec<(W, u32)>, shared: &Shared<W>) -> Self {
        debug_assert!(vars.len() <= MOST.0 && classes.len() <= MOST.1);
        let all = classes.iter().fold(W::NONE, |all, &(class, _)| all | class);
        let few = vars.len() * classes.len() <= MOST_BITS && all == shared.full;
        let needs = classes.iter().map(|class| class.1);
        Self {
            claims: classes.iter().any(|class| class.1 == 1),
            answers: few.then(|| answers(vars.len(), needs.collect())),
            vars: vars.into(),
            classes: classes.into(),
        }
    }

    #[inline]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        match &self.answers {
            Some(answers) => self.look_up(answers, sink),
            None => self.find_out(shared, sink),
        }?;
        match self.claims {
            true => self.claim(shared, sink),
            false => Ok(()),
        }
    }

    /// Removes the last value of a required class from every variable that sees all its places.
    #[inline]
    fn claim(&self, shared: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let sets = self.vars.iter().map(|&var| sink.get(var));
        let all = sets.fold(W::NONE, |all, set| all | set);
        for &(class, need) in &self.classes {
            let value = class & all;
            // If a variable is fixed to the value, `Apart` removes the value from its peers anyway.
            let is_placed = || self.vars.iter().any(|&var| sink.get(var) == value);
            if need == 1 && value.is_single() && !is_placed() {
                shared.claim(&self.vars, (class, value), MOST.0, sink, |_| {})?;
            }
        }
        Ok(())
    }

    #[inline]
    fn look_up(&self, answers: &Answers, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let (mut question, mut at) = (0, 0);
        for &var in &self.vars {
            let set = sink.get(var);
            for &(class, _) in &self.classes {
                question |= usize::from(!(set & class).is_none()) << at;
                at += 1;
            }
        }
        let answer = usize::from(answers[question]);
        if answer == question {
            return Ok(());
        }
        if answer == 0 {
            return Err(sink.fail(|why| self.explain(why)));
        }
        let each = self.classes.len();
        for (place, &var) in self.vars.iter().enumerate() {
            let of = |number: usize| number >> (place * each) & ((1 << each) - 1);
            if of(answer) != of(question) {
                self.confine(var, self.values(of(answer)), sink)?;
            }
        }
        Ok(())
    }

    fn find_out(&self, shared: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let able = self.able(sink);
        let needs = |class: usize| self.classes[class].1;
        let tight = each_tight(&able[..self.classes.len()], needs, |classes, places| {
            let values = self.values(classes);
            // If the classes together contain all values, as they often do, nothing can be removed.
            if values == shared.full {
                return Ok(());
            }
            let mut places = places.each();
            places.try_for_each(|place| self.confine(self.vars[place as usize], values, sink))
        });
        match tight {
            Ok(true) => Ok(()),
            Ok(false) => Err(sink.fail(|why| self.explain(why))),
            Err(conflict) => Err(conflict),
        }
    }

    /// Returns, for each class, the set of variables that may have it, one bit each.
    #[inline]
    fn able(&self, view: &impl View<W>) -> [u16; MOST.1] {
        let mut able = [0u16; MOST.1];
        for (place, &var) in self.vars.iter().enumerate() {
            let set = view.get(var);
            for (able, &(class, _)) in able.iter_mut().zip(&self.classes) {
                *able |= u16::from(!(set & class).is_none()) << place;
            }
        }
        able
    }

    /// For each set of classes that needs at least as many variables as can still take one of them, cites the fact that the
    /// other variables cannot take any of them. Stops once all lost values are explained.
    fn explain(&self, why: &mut Reason<'_, W>) {
        // The number of cells that a class needs in a house was computed from the initial candidates.
        why.start(self.vars.iter().copied());
        let (able, mut lost) = (self.able(why), why.lost());
        let is_conflict = lost.is_none();
        for some in 1..1usize << self.classes.len() {
            let (mut together, mut needed) = (0u16, 0);
            for class in (some as u64).each() {
                together |= able[class as usize];
                needed += self.classes[class as usize].1;
            }
            let values = self.values(some);
            let helps = match is_conflict {
                true => together.count_ones() < needed,
                false => together.count_ones() == needed && !(lost & !values).is_none(),
            };
            let others = self.vars.iter().enumerate();
            let others = others.filter(|(place, _)| together >> place & 1 == 0);
            // The variable that lost values must be among those that the classes need, because only these lose values.
            let is_inside = !others.clone().any(|(_, &var)| Some(var) == why.loser());
            if helps && is_inside {
                why.without(others.map(|(_, &var)| var), values);
                lost &= values;
                if lost.is_none() {
                    return;
                }
            }
        }
    }

    /// Returns the values of a set of classes, which has one bit for each class.
    #[inline]
    fn values(&self, classes: usize) -> W {
        let these = self.classes.iter().enumerate();
        these
            .filter(|&(bit, _)| classes >> bit & 1 == 1)
            .fold(W::NONE, |values, (_, &(class, _))| values | class)
    }

    #[inline]
    fn confine(&self, var: u16, values: W, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        sink.keep(var, values, |why| self.explain(why))
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = W> + '_ {
        self.classes.iter().map(|class| class.0)
    }

    pub(crate) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        2 * self.vars.len() as u32 + 2
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Calls `see` with each tight set of classes and its variables. A set is tight if it needs all the variables that may have one of its
/// classes. `able` contains, for each class, the variables that may have it. Returns `false` if a set of classes has too few variables.
#[inline(always)]
fn each_tight(
    able: &[u16],
    needs: impl Fn(usize) -> u32,
    mut see: impl FnMut(usize, u16) -> Result<(), Conflict>,
) -> Result<bool, Conflict> {
    let (mut together, mut needed) = ([0u16; 1 << MOST.1], [0u32; 1 << MOST.1]);
    for some in 1..1usize << able.len() {
        // The set without its lowest class comes earlier, so its results are known.
        let (class, others) = (some.trailing_zeros() as usize, some & (some - 1));
        together[some] = together[others] | able[class];
        needed[some] = needed[others] + needs(class);
        let left = together[some].count_ones();
        if left < needed[some] {
            return Ok(false);
        }
        if left == needed[some] {
            see(some, together[some])?;
        }
    }
    Ok(true)
}

/// Returns the table for a number of variables and the needs of each class. Tables are cached.
fn answers(vars: usize, needs: Vec<u32>) -> Answers {
    type Known = HashMap<(usize, Vec<u32>), Answers>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    // Tables are added only when complete, so the map is intact even after a panic.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let answers = known
        .entry((vars, needs))
        .or_insert_with_key(|(vars, needs)| {
            let questions = 0..1usize << (vars * needs.len());
            questions
                .map(|question| answer(question, *vars, needs))
                .collect()
        });
    Arc::clone(answers)
}

fn answer(question: usize, vars: usize, needs: &[u32]) -> u16 {
    let each = needs.len();
    let mut able = [0u16; MOST.1];
    for (class, able) in able[..each].iter_mut().enumerate() {
        let places = (0..vars).filter(|place| question >> (place * each + class) & 1 == 1);
        *able = places.fold(0, |all, place| all | 1 << place);
    }
    let mut answer = question;
    let enough = each_tight(
        &able[..each],
        |class| needs[class],
        |classes, places| {
            for place in (0..vars).filter(|place| places >> place & 1 == 1) {
                let others = ((1 << each) - 1) & !classes;
                answer &= !(others << (place * each));
            }
            Ok(())
        },
    );
    // A variable that keeps no class has no value left, which is a contradiction too.
    let lone = |place: usize| answer >> (place * each) & ((1 << each) - 1) == 0;
    match enough {
        Ok(true) if !(0..vars).any(lone) => answer as u16,
        _ => 0,
    }
}
