//! The elements and clues of a puzzle that still match the picture of its source.

use crate::{Clue, Import, Puzzle, Status};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The elements whose clues are unchanged since they were read, and these clues.
///
/// A clue that was read from a drawing looks as its setter drew it until clues of its rule are changed or removed.
/// Nothing links individual elements to clues, because several elements may form one clue, and one element may
/// form several clues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePicture {
    /// The elements that were read as clues. The value is `true` if the clues of the element's rule are unchanged.
    elements: BTreeMap<usize, bool>,
    /// Indices of the clues that elements show.
    clues: BTreeSet<usize>,
}

impl SourcePicture {
    /// Compares the clues of a puzzle with those that were read from its picture.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let Some(import) = &puzzle.import else {
            return Self::default();
        };
        let (found, missing) = find_clues(puzzle, import);
        let rule_of = |index: &usize| match &puzzle.elements.get(*index)?.status {
            Status::Read { rule } => Some(rule.as_str()),
            _ => None,
        };
        let read = import.open.iter();
        let read: BTreeMap<usize, &str> = read.filter_map(|at| Some((*at, rule_of(at)?))).collect();
        let drawn: BTreeSet<&str> = read.values().copied().collect();
        let stated: BTreeSet<&str> = import.clues.iter().map(|clue| clue.rule.as_str()).collect();
        // Some rules have elements but no clues: a region sum line is read as equal sums. Others have clues but no
        // elements: a line may obey a second rule.
        let is_unchanged = |rule: &str| match drawn.contains(rule) && stated.contains(rule) {
            true => !missing.contains(rule),
            false => missing.is_empty(),
        };
        let elements = read.iter().map(|(&at, rule)| (at, is_unchanged(rule)));
        let is_shown = |&index: &usize| {
            let clue = &puzzle.clues[index];
            clue.cells().next().is_some() && is_unchanged(&clue.rule)
        };
        Self {
            elements: elements.collect(),
            clues: match read.is_empty() {
                true => BTreeSet::new(),
                false => found.into_iter().filter(is_shown).collect(),
            },
        }
    }

    /// Returns `true` if an element shows clues that the puzzle still has.
    #[must_use]
    pub fn has_element(&self, index: usize) -> bool {
        self.elements.get(&index) == Some(&true)
    }

    /// Returns `true` if some element shows a clue.
    #[must_use]
    pub fn has_clue(&self, index: usize) -> bool {
        self.clues.contains(&index)
    }

    /// Returns the puzzle without the elements whose clues have been changed or removed. The remaining clues of the
    /// same rules no longer count as read from the picture.
    #[must_use]
    pub fn without_stale_elements<'p>(&self, puzzle: &'p Puzzle) -> Cow<'p, Puzzle> {
        if self.elements.values().all(|&is_shown| is_shown) {
            return Cow::Borrowed(puzzle);
        }
        let is_stale = |index: &usize| self.elements.get(index) == Some(&false);
        let kept: Vec<usize> = (0..puzzle.elements.len())
            .filter(|index| !is_stale(index))
            .collect();
        let renumbered = |index: usize| kept.binary_search(&index).ok();
        let mut fresh = puzzle.clone();
        fresh.elements = kept
            .iter()
            .map(|&index| puzzle.elements[index].clone())
            .collect();
        if let Some(import) = &mut fresh.import {
            import.open = import.open.iter().copied().filter_map(renumbered).collect();
            let (found, _) = find_clues(puzzle, import);
            let found = found.into_iter().map(|index| (index, &puzzle.clues[index]));
            let read = found
                .filter(|(index, clue)| self.has_clue(*index) || clue.cells().next().is_none());
            import.clues = read.map(|(_, clue)| clue.clone()).collect();
        }
        for unread in &mut fresh.unread {
            unread.element = unread.element.and_then(renumbered);
        }
        Cow::Owned(fresh)
    }
}

/// Returns the indices of the clues that were read from the picture, and the rules that have lost a clue since the
/// puzzle was read.
fn find_clues<'p>(puzzle: &Puzzle, import: &'p Import) -> (Vec<usize>, BTreeSet<&'p str>) {
    let mut wanted: BTreeMap<&Clue, usize> = BTreeMap::new();
    for clue in &import.clues {
        *wanted.entry(clue).or_default() += 1;
    }
    let mut found = vec![];
    for (index, clue) in puzzle.clues.iter().enumerate() {
        if let Some(count) = wanted.get_mut(clue).filter(|count| **count > 0) {
            *count -= 1;
            found.push(index);
        }
    }
    let missing = wanted.into_iter().filter(|(_, count)| *count > 0);
    (found, missing.map(|(clue, _)| clue.rule.as_str()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Element, Layer, Layout};
    use serde_json::Value;

    /// Returns a puzzle with a palindrome and a region sum line, each read from an element, and a cage that was not
    /// read from the picture.
    fn import_lines() -> Puzzle {
        let on = |rule: &str, cells: [usize; 2]| Clue::on(rule, cells.map(Cell::from_index));
        let element = |rule: &str| Element {
            layer: Layer::Lines,
            item: Value::Null,
            status: Status::read(rule),
        };
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.elements = ["killer-cage", "palindrome", "region-sum-line"]
            .map(element)
            .into();
        let read = vec![
            on("palindrome", [0, 1]),
            on("equal-sums", [2, 3]),
            Clue::new("anti-knight"),
        ];
        puzzle.clues = [vec![on("killer-cage", [4, 5])], read.clone()].concat();
        puzzle.import = Some(Import {
            open: vec![1, 2],
            clues: read,
            ..Import::default()
        });
        puzzle
    }

    /// Returns the indices of the shown elements and of the shown clues.
    fn list_shown(puzzle: &Puzzle) -> [Vec<usize>; 2] {
        let picture = SourcePicture::of(puzzle);
        let list = |count: usize, is_shown: &dyn Fn(usize) -> bool| {
            (0..count).filter(|&index| is_shown(index)).collect()
        };
        [
            list(puzzle.elements.len(), &|index| picture.has_element(index)),
            list(puzzle.clues.len(), &|index| picture.has_clue(index)),
        ]
    }

    #[test]
    fn unchanged_clues_look_as_they_were_drawn() {
        let mut puzzle = import_lines();
        assert_eq!(list_shown(&puzzle), [vec![1, 2], vec![1, 2]]);
        // A clue that the setter adds has no element.
        puzzle.clues.push(puzzle.clues[1].clone());
        assert_eq!(list_shown(&puzzle), [vec![1, 2], vec![1, 2]]);
        let fresh = SourcePicture::of(&puzzle).without_stale_elements(&puzzle);
        assert_eq!(*fresh, puzzle);
        puzzle.import = None;
        assert_eq!(list_shown(&puzzle), <[Vec<usize>; 2]>::default());
    }

    #[test]
    fn elements_of_changed_clues_are_stale() {
        let mut puzzle = import_lines();
        puzzle.clues.remove(0);
        assert_eq!(list_shown(&puzzle), [vec![1, 2], vec![0, 1]]);
        // The change may concern the region sum line, because its rule has no clues of its own.
        let mut without_palindrome = import_lines();
        without_palindrome.clues.remove(1);
        assert_eq!(
            list_shown(&without_palindrome),
            <[Vec<usize>; 2]>::default()
        );
        let mut without_sums = import_lines();
        without_sums.clues.remove(2);
        assert_eq!(list_shown(&without_sums), [vec![1], vec![1]]);
        let fresh = SourcePicture::of(&without_sums).without_stale_elements(&without_sums);
        assert_eq!(fresh.elements, without_sums.elements[..2]);
        let import = fresh.import.as_ref().expect("it was imported");
        assert_eq!(import.open, [1]);
        assert_eq!(import.clues, without_sums.clues[1..]);
        assert_eq!(list_shown(&fresh), [vec![1], vec![1]]);
    }
}
